"""The names of the cards, one message each: in most languages a name is more than its rank and suit
side by side."""

from __future__ import annotations

from gettext import NullTranslations


def card_names(words: NullTranslations) -> dict[str, str]:
    """The name of each card by its text: "2h" is "two of hearts"."""
    pgettext = words.pgettext
    return {
        "2c": pgettext("card", "two of clubs"),
        "3c": pgettext("card", "three of clubs"),
        "4c": pgettext("card", "four of clubs"),
        "5c": pgettext("card", "five of clubs"),
        "6c": pgettext("card", "six of clubs"),
        "7c": pgettext("card", "seven of clubs"),
        "8c": pgettext("card", "eight of clubs"),
        "9c": pgettext("card", "nine of clubs"),
        "10c": pgettext("card", "ten of clubs"),
        "Jc": pgettext("card", "jack of clubs"),
        "Qc": pgettext("card", "queen of clubs"),
        "Kc": pgettext("card", "king of clubs"),
        "Ac": pgettext("card", "ace of clubs"),
        "2d": pgettext("card", "two of diamonds"),
        "3d": pgettext("card", "three of diamonds"),
        "4d": pgettext("card", "four of diamonds"),
        "5d": pgettext("card", "five of diamonds"),
        "6d": pgettext("card", "six of diamonds"),
        "7d": pgettext("card", "seven of diamonds"),
        "8d": pgettext("card", "eight of diamonds"),
        "9d": pgettext("card", "nine of diamonds"),
        "10d": pgettext("card", "ten of diamonds"),
        "Jd": pgettext("card", "jack of diamonds"),
        "Qd": pgettext("card", "queen of diamonds"),
        "Kd": pgettext("card", "king of diamonds"),
        "Ad": pgettext("card", "ace of diamonds"),
        "2h": pgettext("card", "two of hearts"),
        "3h": pgettext("card", "three of hearts"),
        "4h": pgettext("card", "four of hearts"),
        "5h": pgettext("card", "five of hearts"),
        "6h": pgettext("card", "six of hearts"),
        "7h": pgettext("card", "seven of hearts"),
        "8h": pgettext("card", "eight of hearts"),
        "9h": pgettext("card", "nine of hearts"),
        "10h": pgettext("card", "ten of hearts"),
        "Jh": pgettext("card", "jack of hearts"),
        "Qh": pgettext("card", "queen of hearts"),
        "Kh": pgettext("card", "king of hearts"),
        "Ah": pgettext("card", "ace of hearts"),
        "2s": pgettext("card", "two of spades"),
        "3s": pgettext("card", "three of spades"),
        "4s": pgettext("card", "four of spades"),
        "5s": pgettext("card", "five of spades"),
        "6s": pgettext("card", "six of spades"),
        "7s": pgettext("card", "seven of spades"),
        "8s": pgettext("card", "eight of spades"),
        "9s": pgettext("card", "nine of spades"),
        "10s": pgettext("card", "ten of spades"),
        "Js": pgettext("card", "jack of spades"),
        "Qs": pgettext("card", "queen of spades"),
        "Ks": pgettext("card", "king of spades"),
        "As": pgettext("card", "ace of spades"),
    }
