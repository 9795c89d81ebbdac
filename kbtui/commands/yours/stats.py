"""``kb stats``: prints what your saved games say about you."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from pathlib import Path

from engine.errors import BadOptions
from kbtui.cli.openscreen import chosen as chosen_settings
from kbtui.cli.output import say
from kbtui.disk.files import write_new
from kbtui.disk.places import games_folder, index_file
from kbtui.games.kit import find
from kbtui.history import statlines
from kbtui.history.counted import Filter, figures
from kbtui.history.facts import Uncounted
from kbtui.history.index import Shelf
from kbtui.history.picture import svg
from kbtui.hosted import mode
from kbtui.text.i18n import _


def run(asked: argparse.Namespace) -> int:
    mode.refuse(mode.OUTPUT, asked.svg not in (None, "-"))
    chosen = _filter(asked)
    shelf = Shelf(games_folder(), index_file())
    if shelf.look():
        shelf.read()
    found = figures(shelf.facts, chosen)
    unfinished = shelf.count(Uncounted.UNFINISHED)
    if asked.json:
        print(json.dumps(statlines.as_json(found, chosen, unfinished, asked.last), indent=1))
    elif asked.svg is not None:
        settings, _notice = chosen_settings(asked)
        _write(asked, "".join(svg(found, chosen, settings.name, time.strftime("%Y-%m-%d"))))
    else:
        say(statlines.lines(found, chosen, unfinished, asked.last))
    return 0


def _filter(asked: argparse.Namespace) -> Filter:
    if asked.since and not _is_day(asked.since):
        raise BadOptions("--since", _("a day is written as 2026-10-01"))
    if asked.last < 0:
        raise BadOptions("--last", _("must be 0 or more"))
    return Filter(
        find(asked.game).key, asked.against or "", asked.players or 0, "", asked.since or ""
    )


def _is_day(text: str) -> bool:
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII) is None:
        return False
    try:
        time.strptime(text, "%Y-%m-%d")
    except ValueError:
        return False
    return True


def _write(asked: argparse.Namespace, text: str) -> None:
    if asked.svg == "-":
        sys.stdout.write(text)
        return
    try:
        write_new(Path(asked.svg), text, asked.force)
    except FileExistsError:
        raise BadOptions(asked.svg, _("this file exists; use --force to overwrite it")) from None
    print(_("Wrote {file}").format(file=asked.svg))
