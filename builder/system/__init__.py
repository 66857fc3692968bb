"""What the build asks of the machine: files replaced whole, locks, git, Node, a line on the
terminal.

In come paths and bytes; out goes what the machine answered, or one sentence about what it refused.
Nothing here knows what the files are about.
"""
