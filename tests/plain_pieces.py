"""The pieces of Castle Builder as the plain rules know them: a second table, kept on its own.

The engine reads its pieces from a data file. This table says the same in another form, so that a
slip in either shows up where the two implementations are compared. All of it but the totals is our
reconstruction (docs/rules-castle.md).

Columns of a face (CB-2): name, copies, bottom number, top number, base, top, marks. A half is # for
stone and . for sky; marks are * for a ruby, w for a window, ^ for a roof, @ for a person and !
for the no-new-level mark.
"""

FACES = """
wall1       2    1   1  ## ##
wall2       3    2   2  ## ##
wall3       5    3   3  ## ##
wall4       5    4   4  ## ##
wall5       5    5   5  ## ##
wall6       4    6   6  ## ##
wall7       3    7   7  ## ##
wall8       3    8   8  ## ##
wall9       2    9   9  ## ##
wall10      1   10  10  ## ##
wall12      1   12  12  ## ##
wall14      1   14  14  ## ##  *
window3     1    3   3  ## ##  w
window4     2    4   4  ## ##  w
window5     2    5   5  ## ##  w
window6     1    6   6  ## ##  w
window7     2    7   7  ## ##  w
window8     1    8   8  ## ##  w
window10    1   10  10  ## ##  w
twin6       1    6   6  ## ##  ww
twin9       1    9   9  ## ##  ww
twin11      1   11  11  ## ##  ww
twin12      1   12  12  ## ##  ww
stair7/1    1    7   1  ## ##
stair8/1    1    8   1  ## ##
stair8/2    1    8   2  ## ##  w
stair9/1    1    9   1  ## ##
stair9/2    1    9   2  ## ##  w
stair10/1   1   10   1  ## ##
stair10/2   1   10   2  ## ##  w
stair11/1   1   11   1  ## ##
stair11/2   1   11   2  ## ##  w
stair12/1   1   12   1  ## ##
stair12/2   1   12   2  ## ##
stair13/1   1   13   1  ## ##
stair14/1   1   14   1  ## ##
stair15/2   1   15   2  ## ##  *
stair16/1   1   16   1  ## ##  *
stair18/1   1   18   1  ## ##  *
noble10     1   10  10  ## ##  *w@
cook4       1    4   4  ## ##  w@
scribe5     1    5   5  ## ##  w@
jester6     1    6   6  ## ##  w@
maid7       1    7   7  ## ##  w@
bard8       1    8   8  ## ##  w@
soldier6    1    6   -  ## ..  *@
soldier8    1    8   -  ## ..  *@
soldier9    1    9   -  ## ..  *@
soldier10   1   10   -  ## ..  *@
lady11      1   11   -  ## ..  *@
roof5       1    5   -  ## ..  *^
roof7       1    7   -  ## ..  *^
roof9       1    9   -  ## ..  *^
roof12      1   12   -  ## ..  **^
roof15      1   15   -  ## ..  ***^
lslope4     1    4   4  ## .#  *^
lslope6     1    6   6  ## .#  *^
lslope8     1    8   8  ## .#  *^
rslope5     1    5   5  ## #.  *^
rslope7     1    7   7  ## #.  *^
rslope9     1    9   9  ## #.  *^
prince      4  any   3  ## ##  @
princess    4  any   -  ## ..  *@
hall1       1  any   1  ## ##  w
hall2       1  any   2  ## ##  w
hall3       1  any   3  ## ##  w
lside1      4  any   1  .# .#  !
lside2      4  any   2  .# .#  !
lside3      2  any   3  .# .#  w!
rside1      4  any   1  #. #.  !
rside2      4  any   2  #. #.  !
rside3      2  any   3  #. #.  w!
lbay1       1  any   1  .# .#  ^!
lbay2       1  any   2  .# .#  ^!
rbay1       1  any   1  #. #.  ^!
rbay2       1  any   2  #. #.  ^!
lturret4/1  1    4   1  .# .#  ^
lturret6/2  1    6   2  .# .#  ^
rturret5/1  1    5   1  #. #.  ^
rturret7/2  1    7   2  #. #.  ^
"""

# CB-7: how many coins there are of each effect.
COINS = {
    "ruby": 5,
    "thief": 3,
    "lady": 3,
    "mill": 4,
    "collapse": 2,
    "catapult": 3,
    "tower": 3,
    "people": 3,
    "windows": 3,
    "roofs": 3,
    "monk": 4,
}

# CB-8, in walking direction from space 0; CB-101: the starting spaces 1 to 4.
TRACK = "C.....T.C..T..R.C.R.T.C.T.R."
SPACES = {"C": "coin", "R": "ruby", "T": "tile", ".": "plain"}
STARTS = [1, 2, 3, 4]

WIDTH = 7  # CB-4
GATE_X = 6  # CB-5: the left edge of the middle cell, in half tiles
