"""What goes wrong in a template, whatever it is, as an error with the line that was running."""

from __future__ import annotations

from jinja2 import TemplateError, TemplateSyntaxError

from builder.pages.world import TEMPLATES
from builder.values.errors import ContentError


def template_fault(error: Exception, template: str, page: str = "") -> ContentError:
    """The error about the template that fails, or about one that it uses."""
    said = error.message if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    file, line = _place(error) or (f"{TEMPLATES}/{template}", 1)
    return ContentError(
        file, line, "template", f"{page}: {said}" if page else f"{said}", "correct the template"
    )


def _place(error: Exception) -> tuple[str, int] | None:
    """The template and its line that were running when the error came up, or that cannot be
    read."""
    if isinstance(error, TemplateSyntaxError):
        return f"{TEMPLATES}/{error.name}", error.lineno
    place = None
    trace = error.__traceback__
    # Jinja gives the frames of a template the path that the loader has told; the innermost comes
    # last.
    while trace:
        if trace.tb_frame.f_code.co_filename.startswith(f"{TEMPLATES}/"):
            place = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return place
