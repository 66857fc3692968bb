"""War and its variants: the rules as data, whole games as recordings, many games as figures."""

from engine.deal import DealError
from engine.game import Battle, Recording, Result, play
from engine.rules import STANDARD, Rules, RulesError
from engine.share import SharedGame, ShareError
from engine.simulate import Summary, simulate

__all__ = [
    "STANDARD",
    "Battle",
    "DealError",
    "Recording",
    "Result",
    "Rules",
    "RulesError",
    "ShareError",
    "SharedGame",
    "Summary",
    "play",
    "simulate",
]
