"""Laws of what git is asked: only what it says of this project counts, wherever the project
lies."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import build
from builder.output.site import Builder
from builder.system.git import GitError, commit_of, committed
from builder.values.errors import ContentError
from builder.workshop.staleness import CURRENT
from tests.builder.small_project import Workshop
from tests.builder.workshop.test_staleness import DE, SOURCE, accept, state

SITE = "content/site.toml"


@pytest.fixture(autouse=True)
def no_settings_of_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither what this machine's git is told, nor a repository that the tests themselves lie
    in."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))


def git(folder: Path, *words: str) -> str:
    author = [
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@example.org",
        "-c",
        "protocol.file.allow=always",
    ]
    return (
        subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)
        .stdout.decode()
        .strip()
    )


def commit(folder: Path, *paths: str) -> str:
    """A repository with one commit of these paths; its first seven digits."""
    git(folder, "init", "-q")
    git(folder, "add", "-f", *paths)
    git(folder, "commit", "-qm", "texts")
    return git(folder, "rev-parse", "HEAD")[:7]


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """A project in a folder of another."""
    return Workshop(tmp_path / "large" / "sites" / "war")


def test_a_project_of_its_own_has_the_commit_that_is_checked_out(shop: Workshop) -> None:
    assert commit(shop.root, "content") == commit_of(shop.root) == Builder(shop.root).release.commit


def test_a_project_in_a_larger_repository_has_its_commit(shop: Workshop, tmp_path: Path) -> None:
    """The text of a commit is found by the same way, also where the project is reached by a
    link."""
    made = commit(tmp_path / "large", "sites")
    (tmp_path / "link").symlink_to(shop.root)
    for root in (shop.root, tmp_path / "link"):
        assert made == commit_of(root)
        assert (shop.root / SOURCE).read_text("utf-8") == committed(root, SOURCE, "HEAD")


def test_a_worktree_and_a_submodule_have_the_commit_that_they_hold(
    shop: Workshop, tmp_path: Path
) -> None:
    """Where .git is a file."""
    made = commit(shop.root, "content")
    git(shop.root, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "above").mkdir()
    git(tmp_path / "above", "init", "-q")
    git(tmp_path / "above", "submodule", "add", "-q", str(shop.root), "war")
    for root in (tmp_path / "tree", tmp_path / "above/war"):
        assert (root / ".git").is_file()
        assert made == commit_of(root)
        assert (shop.root / SOURCE).read_text("utf-8") == committed(root, SOURCE, made)


def test_a_repository_that_does_not_hold_the_project_names_no_commit(
    shop: Workshop, tmp_path: Path
) -> None:
    """A project unpacked in somebody's home that is under git, ignored or just not added."""
    (tmp_path / "large/notes.txt").write_text("x")
    commit(tmp_path / "large", "notes.txt")
    assert "" == commit_of(shop.root) == Builder(shop.root).release.commit
    with pytest.raises(
        GitError, match=r"exists on disk, but not in 'HEAD' — give another commit with --since"
    ):
        committed(shop.root, SOURCE, "HEAD")


def test_without_a_repository_or_a_commit_there_is_none(shop: Workshop) -> None:
    """And the sentence says what to do instead."""
    for prepare in (lambda: None, lambda: git(shop.root, "init", "-q")):
        prepare()
        assert "" == commit_of(shop.root)
        with pytest.raises(
            GitError, match=f"^{SOURCE} cannot be read from HEAD: .* — run translate accept"
        ) as caught:
            committed(shop.root, SOURCE, "HEAD")
        assert 1 == len(str(caught.value).splitlines())


def test_a_hook_of_another_repository_is_not_asked(
    shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git tells hooks which repository they run for, and all that they start would believe it."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "content").mkdir()
    (other / "content/x.txt").write_text("x")
    commit(other, "content")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
    assert "" == commit_of(shop.root)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name)
    made = commit(shop.root, "content")
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", "nowhere")
    assert made == commit_of(shop.root)


def test_a_repository_that_git_does_not_trust_is_told_in_one_sentence(
    shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else's folder: git's own advice, with the folder that is meant."""
    commit(tmp_path / "large", "sites")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert "" == commit_of(shop.root)
    with pytest.raises(GitError) as caught:
        committed(shop.root, SOURCE, "HEAD")
    assert "detected dubious ownership" in str(caught.value)
    assert str(caught.value).endswith(
        f"run: git config --global --add safe.directory {tmp_path / 'large'}"
    )
    assert 1 == len(str(caught.value).splitlines())


def test_without_git_there_is_no_commit(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(shop.root, "content")
    monkeypatch.setenv("PATH", "")
    assert "" == commit_of(shop.root)


def test_a_commit_that_held_no_text_is_an_error_with_its_line(shop: Workshop) -> None:
    """As in a file of today."""
    (shop.root / SOURCE).write_bytes("+++\ntitle = 'Größe'\n".encode("latin-1"))
    commit(shop.root, "content")
    with pytest.raises(ContentError, match=f"^HEAD:{SOURCE}:2: encoding: not UTF-8"):
        committed(shop.root, SOURCE, "HEAD")


@pytest.mark.parametrize("since", ["nowhere", "-x", "--output=x", "HEAD~5"])
def test_what_is_no_commit_is_one_sentence(since: str, shop: Workshop) -> None:
    commit(shop.root, "content")
    before = sorted(shop.root.iterdir())
    with pytest.raises(GitError, match=r" — give another commit with --since$") as caught:
        committed(shop.root, SOURCE, since)
    assert 1 == len(str(caught.value).splitlines())
    assert before == sorted(shop.root.iterdir())


def test_trivial_finds_the_text_in_a_larger_repository(
    shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As at the top of one."""
    monkeypatch.setattr(build, "ROOT", shop.root)
    monkeypatch.chdir(shop.root)
    accept(shop, DE)
    commit(tmp_path / "large", "sites")
    shop.edit(SOURCE, "### Two\n\nText.", "### Two\n\nText!")
    said = CliRunner().invoke(build.main, ["translate", "trivial", SOURCE])
    assert f"{SOURCE}: still current: {DE}\n" == said.output
    assert CURRENT == state(shop, DE)
