"""Turns content, catalogs and templates into a folder of static pages."""
