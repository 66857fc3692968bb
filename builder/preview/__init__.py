"""The site while somebody edits it: built after each edit, served on this machine, loaded anew by
itself.

In come edits and requests; out go pages, or the error in the place of each page.
Nothing else knows that somebody is watching.
"""
