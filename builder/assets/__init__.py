"""What pages load and machines read beside them: scripts, styles, icons, pictures, manifests, the
service worker.

In come the sources of assets/ and the plan; out go files by path, under names with their digests.
Nothing here knows what is in a page.
"""
