"""Building a site into a folder, with what the last build left there: rendered is only what is new, written only what
differs, and what is no longer made goes.

Of each file the build notes size, times and inode when it has written it; one that somebody edited or deleted since is
made anew. After a crash the folder may hold other files than those noted: they are made anew as well.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from builder.cache import read_value, write_value
from builder.site import Builder, Last, Site
from builder.sources import Signature, signature
from builder.write import Aside, Written


@dataclass(frozen=True)
class Published:
    """A site in its folder."""

    site: Site
    written: Written


class Publisher:
    """Builds one project into one folder, again and again."""

    def __init__(self, builder: Builder, out: Path, *, clean: bool = False) -> None:
        self.builder, self.out, self.clean, self._folder = builder, out, clean, os.fspath(out)
        self._listed: list[str] | None = None
        self._notes: dict[str, tuple[str, Signature]] = {}
        self.last = Last() if clean else self._read()

    def publish(self) -> Published:
        """Builds and writes; what is wrong with the content is raised before anything is in its place."""
        with Aside(self.out, self.last.files, self._listed, clean=self.clean) as aside:
            site = self.builder.build(self.last, aside.put)
            written = aside.move_in(site.made, site.kept)
        self._listed = [*site.made, *site.kept]
        self._note(site, written)
        self.last = Last(site.parts, site.leaves, {path: digest for path, (digest, _) in self._notes.items()})
        return Published(site, written)

    def save(self) -> None:
        """Keeps what the next build will ask for."""
        if cache := self.builder.cache:
            write_value(cache.output(self.out), (dict(self.last.parts), self.last.leaves, self._notes))
            cache.save()

    def look(self) -> None:
        """Looks which files are still as they were left."""
        intact = {path: note for path, note in self._notes.items() if self._signature(path) == note[1]}
        self._notes = intact
        self.last = Last(self.last.parts, self.last.leaves, {path: digest for path, (digest, _) in intact.items()})

    def _read(self) -> Last:
        kept = read_value(self.builder.cache.output(self.out)) if self.builder.cache else None
        if not kept:
            return Last()
        parts, leaves, self._notes = kept
        self.last = Last(parts, leaves)
        self.look()
        return self.last

    def _note(self, site: Site, written: Written) -> None:
        notes, changed = {path: self._notes[path] for path in site.kept}, {*written.changed}
        for path in site.made:
            old = self._notes.get(path)
            if path in changed or old is None:
                found = self._signature(path)
                if found:
                    notes[path] = site.digests[path], found
            else:
                notes[path] = old
        self._notes = notes

    def _signature(self, path: str) -> Signature | None:
        """What a file of the site is known by; a Path for each of thousands would take longer than the look."""
        return signature(f"{self._folder}/{path}")
