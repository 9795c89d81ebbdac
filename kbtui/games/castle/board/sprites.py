"""What is painted on tiles, zoom by zoom: windows, people, gates, banners and oriels.

A sprite is its first column, its first pixel row and its rows, one letter for each pixel
(``grounds`` has the letters); ``_`` leaves what is there. People have letters of their own: hair
``h``, cloth ``c``, and ``x``, where an angry face is red. Banners and oriels hang in the right half
of a tile and are counted from its middle; a mirror makes those of the left half.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kbtui.games.castle.board.zoom import Zoom


class Sprite(NamedTuple):
    x: int
    y: int
    rows: tuple[str, ...]


# By zoom, from S to XXL, and by name: column, row, rows from the top down.
_SPRITES: Final[Mapping[Zoom, Mapping[str, str]]] = {
    Zoom.S: {
        "window": "2 2 ww ww",
        "niche": "1 2 w w",
        "twin": "1 2 w_ww_ w_ww_",
        "hall": "1 2 w#ww w#ww",
        "arch": "1 2 wkhw wccw",
        "soldier": "2 0 97 77",
        "gown": "2 0 kh cc",
        "gate": "1 2 OoOo OoOo",
        "pane": "3 2 ww",
        "gem": "0 2 j",
        "banner": "0 0 BB bb",
        "oriel": "0 0 rR PD",
    },
    Zoom.S3: {
        "window": "2 2 ww ww",
        "niche": "1 2 w w",
        "twin": "1 2 w__w w__w",
        "hall": "1 2 w#ww w#ww",
        "arch": "1 1 _hh_ wkkw wccw",
        "soldier": "2 0 997 kkO 77O",
        "gown": "2 0 hh kh cc",
        "gate": "1 2 OoOo OoOo OoOo OoOo",
        "pane": "3 3 ww",
        "gem": "0 3 j",
        "banner": "0 1 ooo _B_ _b_",
        "oriel": "0 1 rR_ #D_ PD_",
    },
    Zoom.M: {
        "window": "3 2 ww ww wW",
        "niche": "1 2 ww ww wW",
        "twin": "1 2 ww__ww ww__ww wW__wW",
        "hall": "2 2 _ww_ w#ww w#Ww DDDD",
        "arch": "2 2 _ww_ whhw wxkw wccw",
        "soldier": "2 0 997 kkO 77O",
        "gown": "3 0 hh kh cc",
        "gate": "2 2 _oO_ OoOo OoOo OoOo",
        "pane": "5 3 ww",
        "gem": "1 4 j",
        "banner": "0 1 ooo_ _BB_ _bb_",
        "oriel": "0 1 R___ rrR_ #D__ D___",
    },
    Zoom.L: {
        "window": "4 3 ww ww wW DD",
        "niche": "1 3 ww ww wW DD",
        "twin": "2 3 ww__ww ww__ww wW__wW DD__DD",
        "hall": "2 2 _wwww_ ww#www ww#www ww#Www DDDDDD",
        "arch": "3 2 _ww_ whhw wxkw wccw wccw",
        "slit": "2 2 # #",
        "soldier": "3 0 997 kkO 77O 77O",
        "gown": "3 0 _hh_ _kh_ cccc cccc",
        "gate": "3 2 _oOo_ OoOoO ##### OoOoO OoOoO OoOoO",
        "pane": "6 4 ww ww",
        "gem": "1 5 Jj ji",
        "banner": "0 2 oooo _BBB _BBB _b_b",
        "oriel": "0 1 rR___ rrrR_ P#D__ PPD__ PPD__ DD___",
    },
    Zoom.XL: {
        "window": "4 3 _w_ www www wWw ###",
        "niche": "2 3 _w ww ww wW ##",
        "twin": "1 3 _w___w_ www_www www_www wWw_wWw ###_###",
        "hall": "3 3 _wwww_ ww#www ww#www ww#Www ######",
        "arch": "3 2 _wwww_ wwhhww wwxkww wwccww wwccww wwccww",
        "slit": "2 2 # #",
        "soldier": "4 0 997 kkO 77O 77O 77O",
        "gown": "4 0 _hh_ _kh_ _cc_ cccc cccc",
        "gate": "3 2 _oOoO_ OoOoOo ###### OoOoOo OoOoOo OoOoOo OoOoOo OoOoOo",
        "pane": "7 5 ww ww ##",
        "gem": "1 7 Jj ji",
        "banner": "0 2 ooooo_ _BBB__ _BBB__ _BBB__ _b_b__",
        "oriel": "0 1 R_____ rrR___ rrrrR_ P#PD__ PPPD__ PPPD__ PPPD__ DD____",
    },
    Zoom.XXL: {
        "window": "6 3 _ww_ wwww wwww wwww wwWw ####",
        "niche": "2 3 _w_ www www www wWw ###",
        "twin": "2 3 _ww___ww_ wwww_wwww wwww_wwww wwww_wwww wwWw_wwWw ####_####",
        "hall": "4 3 _wwwwww_ www#wwww www#wwww www#wwww www#Wwww ########",
        "arch": "5 2 _wwww_ wwhhww wwxkww wwkkww wwccww wwccww wwccww wwccww",
        "slit": "3 2 # #",
        "soldier": "6 0 997 kkO kkO 77O 77O 77O",
        "gown": "6 0 _hh_ _kk_ _kk_ _cc_ cccc cccc",
        "gate": "4 2 _oOoOoO_ OoOoOoOo ######## OoOoOoOo OoOoOoOo OoOoOoOo OoOoOoOo OoOoOoOo "
        "OoOoOoOo OoOoOoOo",
        "pane": "10 6 _w_ www wWw ###",
        "gem": "1 9 Jj ji",
        "banner": "0 2 ooooooo_ _BBBBB__ _BBBBB__ _BBBBB__ _BBBBB__ _b_b_b__",
        "oriel": "0 1 R_______ rrR_____ rrrrR___ rrrrrrR_ PP#PPD__ PPPPPD__ PPPPPD__ PPPPPD__ "
        "PPPPPD__ DDD_____",
    },
}


def _read(text: str) -> Sprite:
    x, y, *rows = text.split()
    return Sprite(int(x), int(y), tuple(rows))


SPRITES: Final = {
    zoom: {name: _read(text) for name, text in named.items()} for zoom, named in _SPRITES.items()
}
