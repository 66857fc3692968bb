"""What everybody may know: errors, addresses, names, numbers, plural rules, digests, TOML.

In come texts and bytes; out go plain values, or an error with file, line and what to do.
Nothing here knows a file system, another room, or what a site is.
"""
