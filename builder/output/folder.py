"""Building a site into a folder, with what the last build left there: rendered is only what is new,
written only what differs, and what is no longer made goes.

Of each file the build notes size, times and inode, if it is the very file that it has written; one
that somebody edited, replaced or deleted since is made anew. After a crash the folder may hold
other files than those noted: they are made anew as well. Nobody else builds into the folder
meanwhile, but anybody may touch what is in it, at any time.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from builder.output.site import Builder, Last, Site
from builder.output.writing import MANIFEST, Aside, Written, holds, owned
from builder.system.lock import locked
from builder.tracking.cache import read_value, write_value
from builder.tracking.sources import Signature, signature


@dataclass(frozen=True)
class Published:
    """A site in its folder."""

    site: Site
    written: Written


class OutputFolder:
    """Builds one project into one folder, again and again; others may build into it meanwhile.

    `last` is what is known of the last build; of a `clean` one nothing is, so it makes and writes
    every file.
    """

    def __init__(self, builder: Builder, out: Path, *, clean: bool = False) -> None:
        self.builder = builder
        self.out = out
        self.clean = clean
        self._folder = os.fspath(out)
        # What the manifest lists, and what it was known by when this builder last wrote it.
        self._listed = list[str]()
        self._manifest: Signature | None = None
        # By path: the digest of a file that the build has written, and what it was known by then.
        self._notes: dict[str, tuple[str, Signature]] = {}
        self.last = Last() if clean else self._read()

    def publish(self) -> Published:
        """Builds and writes; what is wrong with the content is raised before anything is in its
        place.

        Raises what `Builder.build` does, FolderError for a folder that is not ours or cannot be
        locked, and OSError where the disk refuses.
        """
        # A folder that is somebody else's is refused before there is even a lock in it.
        if not self._signature(MANIFEST):
            owned(self.out)
        with locked(self.out) as waited:
            # Who ends last would else take back an edit that the build before has shown.
            if waited:
                self.builder.sources.refresh()
            self.look()
            with Aside(self.out, self.last.files, self._list(), clean=self.clean) as aside:
                site = self.builder.build(self.last, aside.put)
                written = aside.move_in(site.made_files, site.kept)
            self._listed = [*site.made_files, *site.kept]
            self._manifest = self._signature(MANIFEST)
            self._note(site)
        self.last = Last(
            site.parts, site.leaves, {path: digest for path, (digest, _) in self._notes.items()}
        )
        return Published(site, written)

    def save(self) -> None:
        """Keeps what the next build will ask for; it is true of each file that is as it is noted,
        whoever has built. Where it cannot be kept, the next build makes all anew."""
        if cache := self.builder.cache:
            write_value(
                cache.output(self.out), (dict(self.last.parts), self.last.leaves, self._notes)
            )
            cache.save()

    def look(self) -> None:
        """Looks which files are still as they were left."""
        intact = {
            path: note for path, note in self._notes.items() if self._signature(path) == note[1]
        }
        self._notes = intact
        self.last = Last(
            self.last.parts,
            self.last.leaves,
            {path: digest for path, (digest, _) in intact.items()},
        )

    def _read(self) -> Last:
        kept = read_value(self.builder.cache.output(self.out)) if self.builder.cache else None
        if not kept:
            return Last()
        parts, leaves, self._notes = kept
        return Last(parts, leaves)

    def _list(self) -> list[str]:
        """What the manifest lists, read again where another build has written it."""
        now = self._signature(MANIFEST)
        return self._listed if now and now == self._manifest else owned(self.out)

    def _note(self, site: Site) -> None:
        """Notes the files that this build has put or found in their places, and that nobody has
        changed since."""
        # Looked at when the build began; whoever has changed one since is noticed by the next look.
        notes = {path: self._notes[path] for path in site.kept}
        for path, file in site.made_files.items():
            if file.mark:
                found = self._signature(path)
                # Somebody may have put another file there after the move: that is none to be noted.
                if found and holds(found, file.mark):
                    notes[path] = file.digest, found
            # Made again, with the bytes that the file in its place has: it was not written.
            elif not file.is_aside and path in self._notes:
                notes[path] = self._notes[path]
        self._notes = notes

    def _signature(self, path: str) -> Signature | None:
        """What a file of the site is known by; a Path for each of thousands would take longer than
        the look."""
        return signature(f"{self._folder}/{path}")
