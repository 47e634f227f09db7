"""`tapete backup` and `tapete restore`: a copy of all that a server keeps, and back again."""

import argparse
from pathlib import Path

from tapete.cli.trouble import told_in
from tapete.cli.words import LANGUAGES, default_language
from tapete.server.copies import Contents, backup_folder, restore_folder
from tapete.server.folder import default_folder

SAVED = {
    "en": "{path}: a backup of {tables} tables and {records} finished games",
    "es": "{path}: copia de {tables} mesas y {records} partidas terminadas",
}
RESTORED = {
    "en": "{path}: {tables} tables and {records} finished games are back",
    "es": "{path}: han vuelto {tables} mesas y {records} partidas terminadas",
}


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add both commands to the program."""
    p = commands.add_parser("backup", help="copy a server's tables to a file, also while it runs")
    add_arguments(p)
    p.set_defaults(run=run_backup)
    p = commands.add_parser("restore", help="bring a server's tables back from a backup")
    add_arguments(p)
    p.add_argument("--force", action="store_true", help="replace the tables that are there")
    p.set_defaults(run=run_restore)


def add_arguments(p: argparse.ArgumentParser) -> None:
    """Add what both commands take."""
    p.add_argument("file", type=Path)
    p.add_argument(
        "--data", type=Path, default=default_folder(), help="the server's folder (%(default)s)"
    )
    p.add_argument("--lang", choices=LANGUAGES, default=default_language())


def run_backup(args: argparse.Namespace) -> int:
    """Write the backup."""
    with told_in(args.lang):
        contents = backup_folder(args.data, args.file)
    tell(SAVED[args.lang], args.file, contents)
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Put the backup in the folder."""
    with told_in(args.lang):
        contents = restore_folder(args.data, args.file, is_forced=args.force)
    tell(RESTORED[args.lang], args.data, contents)
    return 0


def tell(sentence: str, path: Path, contents: Contents) -> None:
    """Say what is where now."""
    print(sentence.format(path=path, tables=contents.tables, records=contents.records))
