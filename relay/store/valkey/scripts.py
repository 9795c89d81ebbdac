"""What runs inside the server, where nothing comes in between.

A script that fails is not rolled back. So everything is checked before the first write, and what
follows the entry itself cannot fail the script. Only commands that Redis 7.0 and Valkey share.
"""

from __future__ import annotations

from hashlib import sha1
from typing import Final

SHORTEST: Final = 60.0  # seconds that a room lives at least: with 0 it would be gone at once

DONE, MINE, STALE = 1, 2, 0

# KEYS: the log. ARGV: records expected, digest of the last entry, the new entry, its number,
# milliseconds to live, channel (or nothing), what is published behind the entry.
APPEND: Final = """
local last, head = 0, ''
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #top > 0 then
  last = tonumber(string.match(top[1][1], '^(%d+)'))
  head = string.sub(top[1][2][2], 17, 32)
end
local expected, life = tonumber(ARGV[1]), tonumber(ARGV[5])
if last ~= expected or head ~= ARGV[2] then
  if last > expected then
    local after = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1] .. '-0', '+', 'COUNT', 1)
    if #after > 0 and string.sub(after[1][2][2], 1, 16) == string.sub(ARGV[3], 1, 16) then
      return 2
    end
  end
  return 0
end
if not life or life < 60000 then return redis.error_reply('SHORT life of a room') end
redis.call('XADD', KEYS[1], ARGV[4] .. '-0', 'e', ARGV[3])
redis.pcall('PEXPIRE', KEYS[1], ARGV[5])
if ARGV[6] ~= '' then redis.pcall('SPUBLISH', ARGV[6], ARGV[3] .. ARGV[7]) end
return 1
"""

# KEYS: the time, the relays. ARGV: name of the relay (or nothing), what it says, milliseconds until
# it counts as gone, milliseconds that may pass at most between two calls.
# The time is the server's, but nobody can set it: a jump counts as the most that may pass. The
# answer: the time, then name and words of each relay that is there.
BEAT: Final = """
local clock = redis.call('TIME')
local day = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local own, noted = unpack(redis.call('HMGET', KEYS[1], 'own', 'day'))
if own and noted then
  own = tonumber(own) + math.min(math.max(day - tonumber(noted), 0), tonumber(ARGV[4]))
else
  own = day
end
local now = string.format('%.0f', own)
redis.call('HSET', KEYS[1], 'own', now, 'day', string.format('%.0f', day))
if ARGV[1] ~= '' then
  local due = string.format('%.0f', own + tonumber(ARGV[3]))
  redis.call('HSET', KEYS[2], ARGV[1], due .. ' ' .. ARGV[2])
end
local answer, all = {now}, redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  local blank = string.find(all[i + 1], ' ', 1, true)
  if tonumber(string.sub(all[i + 1], 1, blank - 1)) < own then
    redis.call('HDEL', KEYS[2], all[i])
  else
    answer[#answer + 1] = all[i]
    answer[#answer + 1] = string.sub(all[i + 1], blank + 1)
  end
end
return answer
"""

# KEYS: who is in the room. ARGV: the relay, whom it has there (or nothing), milliseconds to live,
# channel, what to publish (or nothing). The answer: name and guests of each relay.
HERE: Final = """
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
if ARGV[5] ~= '' then redis.call('SPUBLISH', ARGV[4], ARGV[5]) end
return redis.call('HGETALL', KEYS[1])
"""

ALL: Final = (APPEND, BEAT, HERE)
NAMES: Final = {script: sha1(script.encode(), usedforsecurity=False).hexdigest() for script in ALL}
