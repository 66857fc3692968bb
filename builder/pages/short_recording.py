"""A recording without what the piles tell: who knows the hands and how each table was gathered
knows every card laid.

In place of `battles` stands `brief`: a dot is the next card of the seat before it, and the letters
after a taker are the places of the cards taken, in the order in which they were laid. Plain battles
for two are written in one letter each (`PLAIN`). assets/js/board/first/recording.js reads it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from engine.game import LETTERS

PLAIN = ("0.1.>0AB", "0.1.>0BA", "0.1.>1AB", "0.1.>1BA")
"""The four plain battles for two: A, B, C and D."""


_CARD = re.compile(r"[^\d,!]")


def brief(recording: str) -> dict[str, Any]:
    """A recording's JSON in brief, or as it is where its tables are too large for one letter a
    place."""
    content: dict[str, Any] = json.loads(recording)
    table: list[str] = []
    battles = []
    for battle in content["battles"].split():
        laid, _, taken = battle.partition(">")
        table += _CARD.findall(laid)
        if len(table) > len(LETTERS):
            return content
        order = "".join(LETTERS[table.index(card)] for card in taken[1:])
        battles.append(_CARD.sub(".", laid) + (f">{taken[0]}{order}" if taken else ""))
        # Where nobody takes them, cards stay on the table for the next battle.
        if taken:
            table.clear()
    written = " ".join(LETTERS[PLAIN.index(each)] if each in PLAIN else each for each in battles)
    # Plain battles need no space between them: "AABD".
    short = re.sub(r"(?<=\b[A-D]) (?=[A-D]\b)", "", written)
    return {name: value for name, value in content.items() if name != "battles"} | {"brief": short}
