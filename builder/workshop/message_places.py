"""Where each message appears and what its placeholders stand for, in words for translators.

The place follows from the code: from the file, from the function in it, and from what is written
before the message on its line or in its call (a button, a heading, a label that only screen readers
say). Whatever else a translator must know stands beside the message in the code, in a comment that
begins with "Translators:".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

TABLE = "table of rules"
BOARD = "board"
OPENING = "the first battles of a game"
GAME = "told battle by battle, and log"
"""On a page: a game's rules; the table with cards and controls; and the readable beginning of a
recorded game."""

PLACES = {
    "engine/describe.py": f"{TABLE}, in every column that this rule applies to",
    "engine/describe.py:_deck": f'{TABLE}, row "Deck"',
    "engine/describe.py:_hand_size": f'{TABLE}, row "Cards dealt"',
    "engine/describe.py:_best": f'{TABLE}, row "Who wins a battle"',
    "engine/describe.py:_tie": f'{TABLE}, row "A tie"',
    "engine/describe.py:_face_down": f'{TABLE}, row "Face-down cards before the deciding one"',
    "engine/describe.py:_full_war": (
        f'{TABLE}, row "Cards at stake in a war for two, if both have enough"'
    ),
    "engine/describe.py:_joins": f'{TABLE}, row "Who joins a war when three or four play"',
    "engine/describe.py:_short_hand": f'{TABLE}, row "Too few cards for a war"',
    "engine/describe.py:_empty_hand": f'{TABLE}, row "No cards left for a war"',
    "engine/describe.py:_pickup": (
        f'{TABLE}, row "Captured cards"; the row is the subject of the sentence'
    ),
    "engine/describe.py:_limit": f'{TABLE}, row "Very long games"',
    "engine/describe.py:_players": f'{TABLE}, row "Other options"',
    "engine/describe.py:_options": f'{TABLE}, row "Other options"',
    "builder/pages/card_names.py": (
        "name of a card: spoken label of its picture, and in sentences like “You: %(card)s.”"
    ),
    "builder/pages/chart.py": "chart of how long games last, and the table with its figures",
    "builder/pages/chart.py:sentence": "sentence below the chart of how long games last",
    "builder/pages/chart.py:ranges": (
        "chart of how long games last, the last bar, which has no upper end"
    ),
    "builder/content/figures.py": "key figures, tables and texts, in place of a share of games",
    "builder/pages/opening.py": OPENING,
    "builder/pages/opening.py:opening": f"{OPENING}, name of a player",
    "builder/pages/opening.py:_result": f"{OPENING}, how the game ends",
    "builder/pages/step_pictures.py": "spoken label of the picture beside a step of how to play",
    "builder/assets/manifest.py": "name of the site where it is installed as an app",
    "builder/assets/social_pictures.py": "picture that chats and social networks show for a link",
    "builder/pages/rule_tables.py": f"{TABLE}, head of a column",
    "builder/pages/views.py:title": "page header and title of the browser's tab",
    "builder/pages/views.py:mark": "page header and title of the browser's tab",
    "builder/pages/views.py:_options": f"{BOARD}, label of a small row of numbers to choose from",
    "builder/pages/views.py:licence": "page footer, link",
    "builder/pages/views.py:nav": "main menu in the page header",
    "builder/pages/views.py:_kicker": "page of a variant, small line above its name",
    "builder/pages/views.py:_facts": (
        "page of a game, key figures: the number stands above these words"
    ),
    "builder/pages/views.py:_key_figures": (
        "page of a game, key figures below the chart: the number stands above these words"
    ),
    "builder/pages/views.py:_chart": "chart of how long games last, legend",
    "builder/pages/views.py:_battles": "page of a game and lists of games: how long a game lasts",
    "templates/base.html": "first thing on each page, shown when it has the keyboard's focus",
    "templates/compare.html": "page that compares all variants",
    "templates/home.html": "home page",
    "templates/offline.html": "page about reading and playing without a connection",
    "templates/moved.html": "page at an address that another page had before, heading",
    "templates/variant.html": "page of a game",
    "templates/parts/board.html": BOARD,
    "templates/parts/buttons.html": "page header",
    "templates/parts/chart.html": "below the chart of how long games last",
    "templates/parts/footer.html": "page footer",
    "templates/parts/header.html": "page header",
    "templates/parts/language.html": "page header",
    "templates/parts/menu.html": "page header",
    "templates/parts/opening.html": f"{BOARD}, as it is before the script runs and in print",
    "templates/parts/variant-cards.html": "lists of games",
    "assets/js/board/first/controls.js": f"{BOARD}, the large button: what it does next",
    "assets/js/board/later/reasons.js": (
        f"{BOARD}, when something cannot be done: what it is, what is left, a button"
    ),
    "assets/js/board/later/rest.js": "announced by screen readers, after a key was pressed",
    "assets/js/board/later/title.js": f"{BOARD}, headline",
    "assets/js/board/later/dialog.js": "every dialog",
    "assets/js/board/later/end.js": "end of a game",
    "assets/js/board/later/end.js:title": "end of a game, headline",
    "assets/js/board/later/end.js:why": "end of a game, why nobody has won",
    "assets/js/board/later/end.js:figures": (
        "end of a game, table of figures: a number stands beside these words"
    ),
    "assets/js/board/later/hidden.js": "dialog with the cards that lay face down in the game",
    "assets/js/board/later/help.js": "dialog with the keys of the board",
    "assets/js/board/later/help.js:rows": (
        "dialog with the keys of the board: a key, or what it does"
    ),
    "assets/js/board/first/log.js": "game log, mark of a battle with a war",
    "assets/js/board/later/message.js": (
        f"{BOARD}, when something cannot be done: what it is, what is left, a button"
    ),
    "assets/js/board/later/progress.js": f"{BOARD}, while the game engine is loaded",
    "assets/js/board/later/settings.js": "dialog with the settings of the board",
    "assets/js/board/later/share.js": "share dialog",
    "assets/js/board/later/share.js:formsOf": 'share dialog, choice after "The link begins"',
    "assets/js/board/first/status.js": "announced by screen readers, after each battle",
    "assets/js/board/later/outcome.js": GAME,
    "assets/js/board/first/tell.js": GAME,
    "assets/js/board/first/tell.js:playerName": f"{BOARD}, log and sentences: name of a player",
    "assets/js/board/first/tell.js:tie": f"{BOARD}, log and sentences: a tie",
    "assets/js/board/later/outcome.js:result": (
        "end of a game, headline, and announced by screen readers"
    ),
    "assets/js/board/later/timeline.js": (
        f"{BOARD}, beside the line that shows how many cards you had"
    ),
    "assets/js/board/first/view.js": BOARD,
    "assets/js/board/first/view.js:who": f"{BOARD}, beside a player's pile",
    "assets/js/board/first/view.js:say": f"{BOARD}, what has just happened",
}
"""A file, or a function of a file, and where its messages appear; the function goes before the
file."""

FORMS = (
    (
        "only spoken by screen readers",
        r"aria-label\W+$|class=\"sr\">[^<]*$|\"sr\", $|qrCode\(link, $",
    ),
    (
        "button",
        (
            r"<button[^>]*>(?:\{\{"
            r" icon[^}]*\}\})?(?:<span[^>]*>)?$|\"button\",.*$|actionButton\(.*$|control\(.*$"
        ),
    ),
    ("announced by screen readers", r"\bsay\(.*$"),
    ("title of the dialog", r"openDialog\(.*$"),
    ("heading", r"<h\d[^>]*>[^<]*$"),
    ("head of a row or column", r"<th[^>]*>$|\"th\",.*$"),
    ("caption of a table", r"<caption[^>]*>(?:<span>)?$|\"caption\",.*$"),
    (
        "label of a control",
        r"<label[^>]*>[^/]*$|\"(?:label|legend)\",.*$|(?:choice|toggle|oneOf)\(.*$",
    ),
    ("press it to see more", r"<summary>$"),
    ("link", r"<a [^>]*>$"),
)
"""What a message is, by what stands before it on its line or in its call; the first that fits."""

PLACEHOLDERS = {
    "card": "name of a card, as in queen of hearts",
    "code": "code of a deal, as in 7K3Q-9F2A",
    "count": "whole number of what is named after it, as in 26",
    "game": "name of a game, as in Peace",
    "games": "whole number of games, as in 20,000",
    "least": "the lowest number of a range, as in 6",
    "length": "length of a game with its unit, as in 205 battles",
    "loaded": "megabytes that have come so far, as in 1.4",
    "longest": "whole number of battles, as in 2,750",
    "median": "whole number of battles, as in 205",
    "most": "the highest number of a range, as in 24",
    "num": "whole number of what is named after it, as in 26",
    "number": "a number that tells one from the others, as in 3",
    "p90": "whole number of battles, as in 560",
    "player": "name of a player: You, Opponent or Player 2",
    "share": "share of games with its sign, as in 0.01%",
    "size": "megabytes, as in 5.1",
    "theirs": "how many cards the opponent has, as in 22",
    "total": "all that there are, as in 285 (battles) or 5.1 (megabytes)",
    "version": "version of the site, as in 0.1.0",
    "war": "name of the game War, as a link",
    "yours": "how many cards the reader has, as in 30",
}
"""Each placeholder with an example; they mean the same in every message."""

_PART = re.compile(r"(?:(?:    )?(?:async )?def|(?:export )?(?:async )?(?:function|const)) (\w+)")
"""The line that begins a function, or a constant that may be one, in Python or JavaScript."""
_WHOLE_CALL = re.compile(r"\w+\([^()]*\)")
"""A call that ends where it begins, with none in it."""
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def part_of(lines: list[str], number: int) -> str:
    """The function of Python or JavaScript in which a line stands; none in a template."""
    above = (_PART.match(line) for line in reversed(lines[:number]))
    return next((found[1] for found in above if found), "")


def key_of(file: str, part: str, places: Mapping[str, str] = PLACES) -> str:
    """The entry of the table for a function of a file; none where nobody has said it."""
    return next((key for key in (f"{file}:{part}", file) if key in places), "")


def form_of(before: str) -> str:
    """What a message is, by the text before it; none where it is simply text."""
    # Without the call for the message, which stands between it and what it is.
    call = re.sub(
        r"(?:\{\{ )?(?:\w+\.)?(?:gettext|ngettext|pgettext|_)\((?:\"\w+\", )?\"?$", "", before
    )
    return next((form for form, pattern in FORMS if re.search(pattern, call)), "")


def where(file: str, text: str, number: int, message: str) -> str:
    """Where a message appears that is called for in this line of this file."""
    lines = text.split("\n")
    place = PLACES.get(key_of(file, part_of(lines, number)), "")
    before, found, _ = lines[number - 1].partition(message)
    form = form_of(before) or form_of(_call_above(lines, number) + before.lstrip()) if found else ""
    return ", ".join(each for each in (place, form) if each)


def _call_above(lines: list[str], number: int) -> str:
    """What stands above a line in the call that it is an argument of, as one line, without calls
    that end there."""
    depth = _indent(lines[number - 1])
    above = list[str]()
    for line in reversed(lines[: number - 1]):
        # Notes for translators stand between the arguments.
        if not line.lstrip().startswith(("//", "#")):
            above.insert(0, line.strip())
        # The line that opens the call stands further out than its arguments.
        if _indent(line) < depth:
            break
    if not above or not above[0].endswith("("):
        return ""
    call = " ".join([*above, ""])
    # From the inside out, until only calls that are still open are left.
    while (shorter := _WHOLE_CALL.sub("", call)) != call:
        call = shorter
    return call


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def placeholders(texts: Iterable[str], notes: str = "") -> Iterator[str]:
    """What each placeholder of these texts stands for, unless the notes beside the message say it
    better."""
    names = dict.fromkeys(name for text in texts for name in _PLACEHOLDER.findall(text))
    unsaid = (name for name in names if name in PLACEHOLDERS and f"%({name})s" not in notes)
    yield from (f"%({name})s: {PLACEHOLDERS[name]}." for name in unsaid)
