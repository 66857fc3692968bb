"""The bytes of each page before a new deal is asked for; kept, so that `build.py check` says what
grew."""

from urllib.parse import urlsplit

from builder.output.site import build_site
from builder.system.files import replace_file
from builder.values.project_folder import HOME
from builder.workshop import budgets
from builder.workshop.check import CHECK_BASE, STAND_IN


def main() -> None:
    found = budgets.costs(
        build_site(HOME, CHECK_BASE, "", STAND_IN).files, urlsplit(CHECK_BASE).path
    )
    for each in found:
        parts = ", ".join(f"{name} {size:,}" for name, size in each.parts.items())
        print(f"{each.total:>7,} in {each.requests}  {each.page}  {parts}")
    replace_file(HOME / budgets.MEASURED, budgets.measured_text(found).encode())


if __name__ == "__main__":
    main()
