"""What is written about hosts is true: a page each, commands that exist, files that are made, a
workflow that fits."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import build
from builder.output.hosts import HOSTS, for_host
from builder.output.writing import write
from tests.hosts.servers import free_port, nginx
from tests.site import ROOT

DOCS = ROOT / "docs/hosting"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FILES = {"404.html": b"a" * 999, "index.html": b"b" * 999, "assets/a.01234567.css": b"c" * 999}


def test_every_host_has_its_page_and_no_other() -> None:
    """And the index leads to each."""
    assert {f"{host}.md" for host in HOSTS} | {"README.md"} == {
        file.name for file in DOCS.iterdir()
    }
    index = (DOCS / "README.md").read_text("utf-8")
    assert set(HOSTS) == {name.removesuffix(".md") for name in re.findall(r"\]\(([^):]+)\)", index)}


@pytest.mark.parametrize("host", HOSTS)
def test_a_page_says_what_to_type_and_names_what_is_made(host: str) -> None:
    """`make release` for this host, every file that is for the host alone, and what becomes of open
    tabs."""
    text = (DOCS / f"{host}.md").read_text("utf-8")
    made = {
        path.rpartition("/")[2]
        for path in set(for_host(host, FILES, "https://example.org/")) - set(FILES)
    }
    own = {
        name
        for name in made
        if not name.endswith((".br", ".gz")) and name not in FILES and "01234567" not in name
    }
    assert [] == [name for name in sorted(own) if name not in text]
    for wanted in (
        f"make release HOST={host} BASE_URL=https://",
        "$ make released",
        "## Tabs that are still open",
    ):
        assert wanted in text


@pytest.mark.parametrize("file", [*sorted(DOCS.iterdir()), *WORKFLOWS], ids=lambda file: file.name)
def test_targets_options_and_files_that_are_named_exist(file: Path) -> None:
    """Nobody types a command of ours that fails."""
    text = file.read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    assert set(re.findall(r"(?:\$ |run: |`)make ([a-z]+)", text)) <= targets
    options = {option for parameter in build.build.params for option in parameter.opts}
    for line in re.findall(r"build\.py build ([^`\n]*)", text):
        assert set(re.findall(r"--[a-z-]+", line)) <= options
    assert [] == [
        each
        for each in re.findall(r"(\.github/[\w./-]+|\.ci/run)", text)
        if not (ROOT / each).exists()
    ]


@pytest.mark.parametrize("host", ["nginx", "caddy"])
def test_a_release_is_sent_to_folders_of_the_sender(host: str) -> None:
    """The commands of the first time make each of them, for the user who sends."""
    text = (DOCS / f"{host}.md").read_text("utf-8")
    own = re.findall(r'^\$ sudo install -d -o "\$USER" (.+)$', text, re.MULTILINE)[0].split()
    sent = re.findall(r"^\$ rsync .* example\.org:(\S+)/$", text, re.MULTILINE)
    assert 3 == len(sent)
    assert [] == [
        target
        for target in sent
        if not any(f"{target}/".startswith(f"{folder}/") for folder in own)
    ]


def test_the_blocks_of_nginx_lead_to_https_and_let_certificates_be_renewed(tmp_path: Path) -> None:
    """As they are written, but for the certificate: nothing else is answered without HTTPS."""
    text = re.findall(r"```nginx\n(.+?)```", (DOCS / "nginx.md").read_text("utf-8"), re.DOTALL)[0]
    secure = free_port()
    block = re.sub(r"\n +ssl_certificate.*", "", text).replace(
        "listen 443 ssl http2;", f"listen 127.0.0.1:{secure};"
    )
    root, work, token = tmp_path / "www", tmp_path / "work", ".well-known/acme-challenge/token"
    write(for_host("nginx", FILES, "https://example.org/"), root)
    (root / token).parent.mkdir(parents=True)
    (root / token).write_bytes(b"a key")
    work.mkdir()
    with nginx(root, "/", work, block=block) as server:
        for path in ("", "en/rules/?n=3", ".build.json", ".well-known/security.txt"):
            answer = server.ask(f"/{path}")
            assert (301, f"https://example.org/{path}") == (
                answer.status,
                answer.headers["location"],
            )
        assert b"a key" == server.ask(f"/{token}").body
        site = replace(server, port=secure)
        assert (FILES["index.html"], b"a key") == (site.ask("/").body, site.ask(f"/{token}").body)


def test_containers_have_memory_for_browsers_to_share() -> None:
    """A tab that finds none ends, and with it a test that is right."""
    for file in WORKFLOWS:
        text = file.read_text("utf-8")
        assert text.count("container:") == text.count("--shm-size=1g")


def test_workflows_pin_what_they_use_and_may_do_little() -> None:
    """Actions by version; reading is all that a job may do unless it says more; one deploy at a
    time."""
    assert WORKFLOWS
    for file in WORKFLOWS:
        text = file.read_text("utf-8")
        assert [] == [
            use
            for use in re.findall(r"uses: (\S+)", text)
            if not re.search(r"@(v\d+|[0-9a-f]{40})$", use)
        ]
        assert "\npermissions:\n  contents: read\n" in text
        assert "\nconcurrency:\n" in text
