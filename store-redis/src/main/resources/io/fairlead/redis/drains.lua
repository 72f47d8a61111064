-- The orders of a service. KEYS: drains. ARGV: time to live in ms, which begins anew: orders last while somebody looks.
-- Answers: instance, age in us (or '' for a value of another form), value, and so on. What it writes is written with pcall: a
-- store that takes no writes can still be read.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local stamp = string.format('%.0f', now)
local answer = {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local text = string.match(all[i + 1], '^(%d+) ')
  local given = tonumber(text)
  if given and given > now then
    -- The store's clock was set back. Its age is not known, so it begins anew.
    redis.pcall('HSET', KEYS[1], all[i], stamp .. string.sub(all[i + 1], #text + 1))
    given = now
  end
  answer[#answer + 1] = all[i]
  answer[#answer + 1] = given and string.format('%.0f', now - given) or ''
  answer[#answer + 1] = all[i + 1]
end
redis.pcall('PEXPIRE', KEYS[1], ARGV[1])
return answer
