"""The commands ``minigrad-course notebooks`` and ``minigrad-course handout``."""

from __future__ import annotations

from pathlib import Path

import click

from classroom.paths import CourseError, find_project


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail when a notebook differs from its source.")
def notebooks(check: bool) -> None:
    """Generate the notebooks from course/source.

    Writes course/, exercises/ and solutions/. A notebook that somebody has worked in is moved to kept/ first.
    """
    project = find_project()
    from classroom.build.compare import differences
    from classroom.build.write import write

    if not check:
        changes = write(project)
        click.echo("\n".join(changes) if changes else "All notebooks are as their sources say.")
        return
    found = differences(project)
    if found:
        raise CourseError("\n".join([*found, "To write them again: minigrad-course notebooks"]))
    click.echo("All notebooks are as their sources say.")


@click.command()
@click.option(
    "--to",
    "destination",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into; default: dist/ in the course's folder.",
)
def handout(destination: Path | None) -> None:
    """Write the learners' copy, as a folder and a zip.

    It holds the lessons, exercises, minigrad, classroom and the set-up; no solution, hidden test or source.
    """
    project = find_project()
    from classroom.build.handout import write_handout

    folder, archive = write_handout(project, destination or project / "dist")
    click.echo(f"Folder: {folder}\nZip:    {archive}")
