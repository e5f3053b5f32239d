"""The command ``minigrad-course``.

Each subcommand is imported when it is used, so that ``--help`` and the light commands stay fast.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from classroom.paths import CourseError, find_project, find_unit

#: name: (module, attribute, help in one line), in the order in which ``--help`` lists them
COMMANDS = {
    "progress": ("classroom.cli", "progress", "Show which units and tasks you have done."),
    "submit": ("classroom.grading.commands", "submit", "Hand in a unit's exercise and get feedback."),
    "notebooks": ("classroom.build.commands", "notebooks", "Generate the notebooks from course/source."),
    "handout": ("classroom.build.commands", "handout", "Write the learners' copy, without solutions."),
    "release": (
        "classroom.grading.commands",
        "release",
        "Put units into the exchange, for JupyterLab's assignment list.",
    ),
    "grade": ("classroom.grading.commands", "grade", "Grade what a class has handed in."),
    "demo": ("classroom.grading.commands", "demo", "Take a class of six through a whole round."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, without importing any."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the command ``name``."""
        if name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table above, not from the commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, _, help_line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """The course's tools, for learners, instructors and authors. Run them in the course's folder."""


@click.command()
@click.argument("unit", required=False)
def progress(unit: str | None) -> None:
    """Show which units and tasks you have done; with a UNIT's number, its tasks."""
    from classroom.progress import progress as show

    project = find_project()
    show(find_unit(project, unit).number if unit else None)


def main() -> None:
    """Run the command line; what the user can put right is told in a sentence, without a traceback."""
    try:
        cli(prog_name="minigrad-course")
    except CourseError as error:
        sentence = str(error)
    except OSError as error:
        sentence = f"{error.filename}: {error.strerror}"
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in ("classroom", "minigrad"):
            raise
        sentence = f"This needs the package {error.name}. `make lab` installs all that the course needs."
    click.echo(sentence, err=True)
    sys.exit(1)


if __name__ == "__main__":
    main()
