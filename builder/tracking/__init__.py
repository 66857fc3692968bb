"""What must be made again: the sources as they are, what was made of them, what each page has read.

In come files and a tree of values; out go the same, with notes of who took what, and what has
changed. Nothing here knows what a page is.
"""
