"""What the worker of a page calls: a request as JSON text in, an answer as JSON text out, whatever
comes in.

``{"do": "play", "rules": {changes}, "players": 2, "deal": "7K3Q9F2A"}`` gives ``{"recording": {…},
"digest": "…"}``.

``{"do": "simulate", "rules": {changes}, "players": 2, "first": 0, "games": 200, "seed": 1}`` plays
these games of the simulation `seed` and gives ``{"tally": {…}, "summary": {…}}``; with the tally of
an earlier answer as ``"tally"`` in the request the new games are added to it, so that many games
can be played in pieces.

What cannot be done gives ``{"error": {"reason": "…", "message": "…"}}``. The reason is a word for
programs: ``rules``, ``deal``, ``request`` (not understood) or ``engine`` (a fault of ours).
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.deal import CODES, DealError
from engine.game import play
from engine.rules import Rules, RulesError
from engine.simulate import Tally, tally

MOST_GAMES = 10_000
"""Games that one request may ask for; the page asks for a few hundred at a time, to show how far it
is."""
COUNTERS = ("lengths", "kinds", "winners")
DEEPEST = 20
"""Brackets in brackets that a request may have; some thousands end Python in a browser instead of
raising."""


class RequestError(ValueError):
    """A request that says nothing that can be done."""


def answer(text: str) -> str:
    """The answer to a request; an error is an answer too."""
    try:
        request = _mapping(json.loads(_shallow(text)), "the request")
        found = ANSWERS.get(str(request.get("do")))
        if not found:
            raise RequestError(
                f"do = {request.get('do')!r} is not known: choose {' or '.join(ANSWERS)}"
            )
        return found(request)
    except RulesError as error:
        return _error("rules", error)
    except DealError as error:
        return _error("deal", error)
    except (RequestError, json.JSONDecodeError) as error:
        return _error("request", error)
    except Exception as error:
        return _error("engine", error)


def _shallow(text: str) -> str:
    depth = 0
    for bracket in re.findall(r"[][{}]", text):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise RequestError(f"the request is nested too deeply: {DEEPEST} levels are possible")
    return text


def _play(request: Mapping[str, Any]) -> str:
    deal = request.get("deal")
    if not isinstance(deal, str):
        raise RequestError(f"deal = {deal!r} is not possible: give a deal code, as in 7K3Q9F2A")
    recording = play(_rules(request), _players(request), deal)
    return f'{{"recording":{recording.to_json()},"digest":"{recording.digest()}"}}'


def _simulate(request: Mapping[str, Any]) -> str:
    rules, players = _rules(request), _players(request)
    first = _whole(request, "first", 0, CODES)
    games = range(first, first + _whole(request, "games", 1, MOST_GAMES))
    counts = tally(rules, players, games, _whole(request, "seed", 0, CODES))
    if earlier := request.get("tally"):
        counts += _read_tally(_mapping(earlier, "the tally"), players)
    return _json({"tally": _write_tally(counts), "summary": counts.summary().to_dict()})


ANSWERS: dict[str, Callable[[Mapping[str, Any]], str]] = {"play": _play, "simulate": _simulate}


def _rules(request: Mapping[str, Any]) -> Rules:
    changes = _mapping(request.get("rules", {}), "the rules")
    for name, value in changes.items():
        if isinstance(value, float):
            raise RulesError(name, value, "numbers in rules are whole")
    return Rules.from_mapping(changes)


def _players(request: Mapping[str, Any]) -> int:
    players = request.get("players")
    if isinstance(players, float):
        raise RulesError("players", players, "choose 2, 3 or 4")
    return players  # type: ignore[return-value] # whatever else it is, the engine checks it


def _whole(request: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = request.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RequestError(
            f"{name} = {value!r} is not possible: choose a whole number from {least} to {most}"
        )
    return value


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise RequestError(f"{what} must be a JSON object")
    return value


def _write_tally(counts: Tally) -> dict[str, Any]:
    """A tally as JSON can hold it; counters as pairs, since their keys are numbers."""
    return vars(counts) | {name: sorted(getattr(counts, name).items()) for name in COUNTERS}


def _read_tally(content: Mapping[str, Any], players: int) -> Tally:
    try:
        counters = {name: Counter(dict(content[name])) for name in COUNTERS}
        counts = Tally(**{**content, **counters})
        numbers = [
            counts.limits_at_1000,
            counts.wars,
            *(n for each in counters.values() for n in each.values()),
        ]
        if counts.players != players or not all(type(number) is int for number in numbers):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise RequestError(
            "the tally is not one that an earlier answer gave for these players"
        ) from None
    return counts


def _error(reason: str, error: Exception) -> str:
    return _json({"error": {"reason": reason, "message": str(error) or type(error).__name__}})


def _json(content: object) -> str:
    return json.dumps(content, separators=(",", ":"))
