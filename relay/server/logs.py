"""Logs for machines and people: one line per event, as ``key=value`` or as JSON.

These functions are never given anything secret: no token, nonce, card, name or chat message. An
error of a library, or an exception, is logged only by its type and place, because its text may
quote what a peer sent.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any, Final, TextIO

FORMATS: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")
_FIELDS: Final = "kb_fields"
LOG: Final = logging.getLogger("relay")


def event(level: int, name: str, **fields: object) -> None:
    """Something happened."""
    if LOG.isEnabledFor(level):
        LOG.log(level, name, extra={_FIELDS: fields})


def trouble(name: str, error: BaseException, **fields: object) -> None:
    """A mistake of ours: where it happened, without what was in it."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    where = " < ".join(f"{f.filename.rpartition('/')[2]}:{f.lineno}" for f in reversed(frames))
    event(logging.ERROR, name, error=type(error).__name__, where=where, **fields)


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC)
        head = {
            "time": f"{when:%Y-%m-%dT%H:%M:%S}.{when.microsecond // 1000:03}Z",
            "level": record.levelname.lower(),
        }
        return self.line(head | self._fields(record))

    def _fields(self, record: logging.LogRecord) -> dict[str, Any]:
        ours = getattr(record, _FIELDS, None)
        if ours is not None:
            return {"event": record.getMessage(), **ours}
        # A library speaks: its sentence, but not the values that it would put in.
        fields: dict[str, Any] = {"event": "library", "logger": record.name, "says": record.msg}
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = record.exc_info[0].__name__
        return fields

    def line(self, fields: dict[str, Any]) -> str:
        raise NotImplementedError


class _Text(_Formatter):
    def line(self, fields: dict[str, Any]) -> str:
        return " ".join(f"{name}={_plain(value)}" for name, value in fields.items())


class _Json(_Formatter):
    def line(self, fields: dict[str, Any]) -> str:
        return json.dumps(fields, default=str)


_FORMATTERS: Final = {"text": _Text, "json": _Json}


def _plain(value: object) -> str:
    """A value on one line that cannot be taken for another field."""
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    is_plain = text.isascii() and text.isprintable() and not set(text) & set(' "=\\')
    return text if text and is_plain else json.dumps(text)


def set_up(form: str, level: str, stream: TextIO) -> None:
    """Write to the stream from now on."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_FORMATTERS[form]())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    LOG.setLevel(level.upper())
