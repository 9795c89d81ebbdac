"""What doors ask of a Valkey about accounts: each is one script, and nothing comes in between.

Everything lies in a few hashes. ``people``: number to guest or not, when made, and name; ``names``
and ``keys``: to a number; ``counts``: number to how many keys; ``codes``: a sealed code to whose it
is, what for and until when; ``held``: number and purpose to the code, or number and ``web`` to the
key of a browser; ``guests`` and ``gone``: guests by when they were last known to be there, and
forgotten ones by when that was. A script that fails is not
rolled back, so everything is checked before the first write.
"""

from __future__ import annotations

from typing import Final

KEYS: Final = ("last", "people", "names", "keys", "counts", "codes", "held", "guests", "gone")

_START: Final = """
local last, people, names, keys, counts = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local codes, held, guests, gone = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local now = tonumber(redis.call('TIME')[1])
local function whole(number) return string.format('%.0f', number) end
local function account(number)
  local row = redis.call('HGET', people, number)
  if not row then return false end
  local guest, made, name = string.match(row, '^(%d) (%d+) (.*)$')
  return {tonumber(number), name, tonumber(guest)}
end
local function write(number, guest, made, name)
  redis.call('HSET', people, number, guest .. ' ' .. whole(made) .. ' ' .. name)
end
local function add_key(number, key)
  redis.call('HSET', keys, key, number)
  redis.call('HINCRBY', counts, number, 1)
  if string.sub(key, 1, 4) == 'web:' then redis.call('HSET', held, number .. ' web', key) end
end
local function forget_code(number, purpose)
  local sealed = redis.call('HGET', held, number .. ' ' .. purpose)
  if sealed then
    redis.call('HDEL', codes, sealed)
    redis.call('HDEL', held, number .. ' ' .. purpose)
  end
end
"""

# A key. The answer of all that follow: number, name and whether a guest, or nothing.
OF_KEY: Final = """
local number = redis.call('HGET', keys, ARGV[1])
return number and account(number)
"""

# A folded name.
OF_NAME: Final = """
local number = redis.call('HGET', names, ARGV[1])
return number and account(number)
"""

# Name, folded name, key. Asked again after a lost answer it finds what it has made.
CREATE: Final = """
local mine = redis.call('HGET', names, ARGV[2])
if mine and mine == redis.call('HGET', keys, ARGV[3]) then return account(mine) end
if mine or redis.call('HEXISTS', keys, ARGV[3]) == 1 then return false end
local number = whole(redis.call('INCR', last))
write(number, 0, now, ARGV[1])
redis.call('HSET', names, ARGV[2], number)
add_key(number, ARGV[3])
return account(number)
"""

# A key, or nothing. A guest who is known is there for another week.
GUEST: Final = """
local mine = ARGV[1] ~= '' and redis.call('HGET', keys, ARGV[1])
if mine then
  redis.call('ZADD', guests, 'XX', now, mine)
  return account(mine)
end
local number = whole(redis.call('INCR', last))
write(number, 1, now, '')
redis.call('ZADD', guests, now, number)
if ARGV[1] ~= '' then add_key(number, ARGV[1]) end
return account(number)
"""

# Number, name, folded name, key.
NAME_GUEST: Final = """
local mine = redis.call('HGET', names, ARGV[3])
if mine == ARGV[1] and redis.call('HGET', keys, ARGV[4]) == mine then return account(mine) end
local found = account(ARGV[1])
if mine or not found or redis.call('HEXISTS', keys, ARGV[4]) == 1 then return false end
write(ARGV[1], 0, now, ARGV[2])
redis.call('HSET', names, ARGV[3], ARGV[1])
redis.call('ZREM', guests, ARGV[1])
for _, purpose in ipairs({'link', 'recovery', 'return'}) do forget_code(ARGV[1], purpose) end
add_key(ARGV[1], ARGV[4])
return account(ARGV[1])
"""

# Number, purpose, sealed code, seconds to live.
NEW_CODE: Final = """
forget_code(ARGV[1], ARGV[2])
local until_ = whole(now + tonumber(ARGV[4]))
redis.call('HSET', codes, ARGV[3], ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. until_)
redis.call('HSET', held, ARGV[1] .. ' ' .. ARGV[2], ARGV[3])
return 1
"""

# Sealed code, key or nothing, how many keys an account may have.
USE_CODE: Final = """
local row = redis.call('HGET', codes, ARGV[1])
if not row then return false end
local number, purpose, until_ = string.match(row, '^(%d+) (%a+) (%d+)$')
if tonumber(until_) < now then
  forget_code(number, purpose)
  return false
end
if purpose == 'return' then return account(number) end
local count = tonumber(redis.call('HGET', counts, number) or 0)
if ARGV[2] == '' or count >= tonumber(ARGV[3]) then return false end
if redis.call('HEXISTS', keys, ARGV[2]) == 1 then return false end
add_key(number, ARGV[2])
forget_code(number, purpose)
return account(number)
"""

# Number, purpose.
HAS_CODE: Final = """
return redis.call('HEXISTS', held, ARGV[1] .. ' ' .. ARGV[2])
"""

# Number.
COUNT: Final = """
return tonumber(redis.call('HGET', counts, ARGV[1]) or 0)
"""

# Seconds that a guest lives, seconds for which doors are told of it, how many at most. The answer:
# numbers of guests who are gone, also those that another door has forgotten. An earlier version
# did not note whose the key of a browser is: all of them are noted once, and have another week.
FORGET: Final = """
local old = whole(now - tonumber(ARGV[1]))
local late = redis.call('ZRANGEBYSCORE', guests, '-inf', '(' .. old, 'LIMIT', 0, ARGV[3])
local noted = false
local function note_keys()
  local all = noted and {} or redis.call('HGETALL', keys)
  for i = 1, #all, 2 do
    if string.sub(all[i], 1, 4) == 'web:' then
      redis.call('HSET', held, all[i + 1] .. ' web', all[i])
    end
  end
  noted = true
end
for _, number in ipairs(late) do
  local sealed = redis.call('HGET', held, number .. ' return')
  local row = sealed and redis.call('HGET', codes, sealed)
  local until_ = row and tonumber(string.match(row, '(%d+)$')) or 0
  local key = redis.call('HGET', held, number .. ' web')
  local is_earlier = not key and redis.call('HEXISTS', counts, number) == 1
  if is_earlier then note_keys() end
  if until_ > now or is_earlier then
    redis.call('ZADD', guests, math.max(until_, now), number)
  else
    forget_code(number, 'return')
    if key then
      redis.call('HDEL', keys, key)
      redis.call('HDEL', counts, number)
      redis.call('HDEL', held, number .. ' web')
    end
    redis.call('HDEL', people, number)
    redis.call('ZREM', guests, number)
    redis.call('ZADD', gone, now, number)
  end
end
redis.call('ZREMRANGEBYSCORE', gone, '-inf', whole(now - tonumber(ARGV[2])))
return redis.call('ZRANGE', gone, 0, -1)
"""

# Number, guest or not, when made, name, folded name, count of keys, the keys, then sealed code,
# purpose and end of each code. 0: something of it is somebody else's; 2: they were there already,
# and have perhaps used a code since, so nothing is changed.
TAKE_IN: Final = """
local number, count = ARGV[1], tonumber(ARGV[6])
local row = ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4]
local there = redis.call('HGET', people, number)
if there then return there == row and 2 or 0 end
local mine = ARGV[5] ~= '' and redis.call('HGET', names, ARGV[5])
if mine then return 0 end
for at = 7, 6 + count do
  local owner = redis.call('HGET', keys, ARGV[at])
  if owner then return 0 end
end
redis.call('HSET', people, number, row)
if ARGV[5] ~= '' then redis.call('HSET', names, ARGV[5], number) end
if ARGV[2] == '1' then redis.call('ZADD', guests, ARGV[3], number) end
for at = 7, 6 + count do
  add_key(number, ARGV[at])
end
for at = 7 + count, #ARGV, 3 do
  redis.call('HSET', codes, ARGV[at], number .. ' ' .. ARGV[at + 1] .. ' ' .. ARGV[at + 2])
  redis.call('HSET', held, number .. ' ' .. ARGV[at + 1], ARGV[at])
end
if tonumber(redis.call('GET', last) or 0) < tonumber(number) then
  redis.call('SET', last, number)
end
return 1
"""

# KEYS: the luggage of an account. ARGV: seconds to live, how many files at most, then name, time
# and text of one. Of two versions the later stays; of too many files those that are gone go first.
PACK: Final = """
local row = redis.call('HGET', KEYS[1], ARGV[3])
if not row or tonumber(string.match(row, '^(%d+)')) < tonumber(ARGV[4]) then
  redis.call('HSET', KEYS[1], ARGV[3], ARGV[4] .. ' ' .. ARGV[5])
end
local all, files = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  local when, text = string.match(all[i + 1], '^(%d+) (.*)$')
  files[#files + 1] = {all[i], text == '' and 0 or 1, tonumber(when)}
end
table.sort(files, function(a, b)
  if a[2] ~= b[2] then return a[2] < b[2] end
  return a[3] < b[3]
end)
for i = 1, #files - tonumber(ARGV[2]) do redis.call('HDEL', KEYS[1], files[i][1]) end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
"""


def whole(script: str) -> str:
    """As it is sent."""
    return _START + script
