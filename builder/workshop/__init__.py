"""What authors and translators call for: check, translate, proofread, scaffold, record.

In comes a project; out go reports, and changes of the project's own texts.
Nothing here is needed to build a site.
"""
