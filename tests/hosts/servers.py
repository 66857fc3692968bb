"""nginx and Caddy as Debian packs them, each run with settings of its own in a folder of its
own."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep

from builder.output.hosts import NGINX_PLACE

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
CADDY = shutil.which("caddy")
BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
SETTINGS = """\
{module}
daemon off;
master_process off;
pid {work}/nginx.pid;
error_log {work}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
    {block}
}}
"""
BLOCK = f"server {{ listen 80; root /var/www/example.org; include {NGINX_PLACE}/site.conf; }}"
"""What is asked on port 80; a test has a port and a root of its own."""
CADDYFILE = """\
{{
    admin off
    auto_https off
}}
http://127.0.0.1:{port} {{
    root * {root}
    import {settings}
    handle {{
        respond "somebody else's" 404
    }}
}}
"""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Server:
    """A running server, the site below its root, and the base path."""

    port: int
    root: Path
    base: str
    encodings: tuple[str, ...]

    @property
    def site(self) -> Path:
        return self.root / self.base.strip("/")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.base}"

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """The answer for a path as it stands; underscores in names of headers are hyphens."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            response = connection.getresponse()
            fields = {name.lower(): value for name, value in response.getheaders()}
            assert len(fields) == len(response.getheaders()), (
                f"{path}: a header twice: {response.getheaders()}"
            )
            return Answer(response.status, fields, response.read())
        finally:
            connection.close()


def nginx(
    root: Path, base: str, work: Path, *, brotli: bool = BROTLI.exists(), block: str = BLOCK
) -> AbstractContextManager[Server]:
    if not NGINX:
        raise RuntimeError(
            "These tests need nginx: sudo apt-get install nginx libnginx-mod-http-brotli-static"
        )
    place = work / NGINX_PLACE
    place.mkdir(parents=True)
    own = root / base.strip("/") / ".host"
    for name in ("site.conf", "brotli.conf") if brotli else ("site.conf",):
        shutil.copy(own / name, place)
    port = free_port()
    module = f"load_module {BROTLI};" if brotli else ""
    settings = work / "nginx.conf"
    own_block = block.replace("listen 80;", f"listen 127.0.0.1:{port};").replace(
        "/var/www/example.org", str(root)
    )
    settings.write_text(SETTINGS.format(module=module, work=work, block=own_block))
    command = [NGINX, "-p", str(work), "-c", str(settings), "-e", str(work / "error.log")]
    return running(command, work, Server(port, root, base, ("br", "gzip") if brotli else ("gzip",)))


def caddy(root: Path, base: str, work: Path) -> AbstractContextManager[Server]:
    if not CADDY:
        raise RuntimeError("These tests need Caddy: sudo apt-get install caddy")
    port = free_port()
    settings = root / base.strip("/") / ".host/Caddyfile"
    (work / "Caddyfile").write_text(CADDYFILE.format(port=port, root=root, settings=settings))
    command = [CADDY, "run", "--config", str(work / "Caddyfile"), "--adapter", "caddyfile"]
    return running(command, work, Server(port, root, base, ("br", "gzip")))


@contextmanager
def running(command: list[str], work: Path, server: Server) -> Iterator[Server]:
    """The server, once it answers; it ends with the block."""
    homes = {name: str(work) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    log = work / "output.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, cwd=work, env=os.environ | homes
        )
    try:
        wait(server.port, process, log)
        yield server
    finally:
        process.terminate()
        process.wait(10)


def wait(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Until somebody listens on the port."""
    end = monotonic() + 30
    while process.poll() is None and monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{log.read_text()[-2000:]}")


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])
