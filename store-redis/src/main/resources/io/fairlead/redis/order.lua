-- Orders a process to drain; the same order once more keeps its time. KEYS: drains. ARGV: instance, incarnation, body, time
-- to live in ms. A value is "given incarnation body", with the time of this store in us. Answers its age in us.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local age = 0
local text, order = string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '', '^(%d+) (.*)$')
local given = tonumber(text)
if given and given <= now and order == ARGV[2] .. ' ' .. ARGV[3] then
  age = now - given
else
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s %s', now, ARGV[2], ARGV[3]))
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {string.format('%.0f', age)}
