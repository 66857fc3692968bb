"""From content to the text of each page: which pages there are, what each shows, its HTML.

In comes `Content`, with the paths of assets; out go a `Plan` and HTML.
Nothing here writes a file, or knows how assets are made.
"""
