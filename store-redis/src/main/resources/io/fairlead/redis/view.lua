-- One read of a service. KEYS: reports, schedulers. ARGV: memory in us, scheduler or '', its time to live in us.
-- Answers: now, live schedulers, whether the caller stood among them, whether it does now, then instance, age in us (or ''
-- for a value of another form), value, and so on. What it writes is written with pcall: a store that takes no writes can
-- still be read.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local stamp = string.format('%.0f', now)
local oldest = string.format('%.0f', now - tonumber(ARGV[3]))
local known, registered = 0, 0
if ARGV[2] ~= '' then
  known = redis.call('ZSCORE', KEYS[2], ARGV[2]) and 1 or 0
  local added = redis.pcall('ZADD', KEYS[2], stamp, ARGV[2])
  registered = type(added) == 'number' and 1 or 0
  redis.pcall('ZREMRANGEBYSCORE', KEYS[2], '-inf', oldest)
  redis.pcall('PEXPIRE', KEYS[2], string.format('%.0f', math.ceil(tonumber(ARGV[3]) / 1000)))
end
local answer = {stamp, redis.call('ZCOUNT', KEYS[2], '(' .. oldest, stamp), known, registered}
local forget = tonumber(ARGV[1])
local all = redis.call('HGETALL', KEYS[1])
local swept = 0
for i = 1, #all, 2 do
  local text, left = string.match(all[i + 1], '^(%d+) %-?%d+ ([01]) %x+ %d+ ')
  local arrived = tonumber(text)
  if arrived and arrived > now then
    -- The store's clock was set back. Its age is not known, so it begins anew.
    redis.pcall('HSET', KEYS[1], all[i], stamp .. string.sub(all[i + 1], #text + 1))
    arrived = now
  end
  if not arrived then
    answer[#answer + 1] = all[i]
    answer[#answer + 1] = ''
    answer[#answer + 1] = all[i + 1]
  elseif now - arrived >= forget then
    if swept < 2000 then
      swept = swept + 1
      redis.pcall('HDEL', KEYS[1], all[i])
    end
  elseif left == '0' then
    answer[#answer + 1] = all[i]
    answer[#answer + 1] = string.format('%.0f', now - arrived)
    answer[#answer + 1] = all[i + 1]
  end
end
return answer
