"""A project under live preview: its server and its watcher, each in a thread of its own."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builder.output.folder import OutputFolder
from builder.output.site import Builder
from builder.preview.preview import Preview, make_preview
from builder.tracking.cache import Cache
from builder.workshop.pseudo import Copy
from tests.builder.small_project import ROOT, Workshop


def project(folder: Path) -> Workshop:
    """A small project of its own files, with a game on a page."""
    shop = Workshop(folder / "project")
    for name in ("templates", "assets"):
        (shop.root / name).unlink()
        shutil.copytree(ROOT / name, shop.root / name)
    shutil.copytree(ROOT / "locales", shop.root / "locales", dirs_exist_ok=True)
    for path in ("war.json", "war-2.json"):
        shop.write(
            f"content/recorded/{path}", (ROOT / "content/recorded" / path).read_text("utf-8")
        )
    shop.page("blog", "en", body={"one": "Once upon a time."})
    return shop


@contextmanager
def previewed(
    shop: Workshop, base_path: str = "/", *, pseudo: bool = False
) -> Iterator[tuple[str, Preview]]:
    """The address of a project, or of its copy with two languages that nobody speaks, under live
    preview."""
    copy = Copy(shop.root, shop.root.parent / "copy") if pseudo else None
    if copy:
        copy.renew()
    builder = Builder(copy.out if copy else shop.root, base_path, "", cache=Cache(shop.root))
    preview = Preview(OutputFolder(builder, shop.root.parent / "out"), copy)
    preview.build()
    stop = threading.Event()
    server = make_preview(preview, "127.0.0.1", 0, base_path)
    threads = [
        threading.Thread(target=server.serve_forever, daemon=True),
        threading.Thread(target=lambda: list(preview.watch(stop)), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{base_path}", preview
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
        for thread in threads:
            thread.join(10)
