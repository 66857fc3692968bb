"""From sources to the folder that a host serves.

In comes a project; out goes its site, whole or not at all, as plain files or as one host wants it.
Nothing here knows what people do with their texts meanwhile.
"""
