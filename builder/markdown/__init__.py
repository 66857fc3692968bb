"""Markdown as HTML, and what can be said of it: its links, what only looks right.

In comes a text; out goes HTML whose links are still keys, or a fault with the words that it is
about. Nothing here knows which pages there are.
"""
