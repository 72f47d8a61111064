-- Ends the order for a process, and none for another one. KEYS: drains. ARGV: instance, incarnation.
-- Answers its age in us and its value, or nothing if there was none.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local stored = redis.call('HGET', KEYS[1], ARGV[1])
local given, run = string.match(stored or '', '^(%d+) (%x+) ')
if run ~= ARGV[2] then
  return {}
end
redis.call('HDEL', KEYS[1], ARGV[1])
return {string.format('%.0f', math.max(0, now - tonumber(given))), stored}
