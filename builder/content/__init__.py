"""What the project says, read and checked: settings, variants, texts, catalogs, recorded figures.

In come the sources; out goes `Content`, or the first fault with file, line and field.
Nothing here knows where a page lies or what it looks like.
"""
