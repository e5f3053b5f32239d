"""The commands ``minigrad-course notebooks`` and ``minigrad-course handout``."""

from __future__ import annotations

import click

from classroom.paths import CourseError, find_project


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail when a notebook differs from its source.")
def notebooks(check: bool) -> None:
    """Generate the notebooks from course/source.

    Writes course/, exercises/ and solutions/. A notebook that somebody has worked in is moved to kept/ first.
    """
    from classroom.build.notebooks import differences, write

    project = find_project()
    if not check:
        changes = write(project)
        click.echo("\n".join(changes) if changes else "All notebooks are as their sources say.")
        return
    found = differences(project)
    if found:
        raise CourseError("\n".join([*found, "To write them again: minigrad-course notebooks"]))
    click.echo("All notebooks are as their sources say.")
