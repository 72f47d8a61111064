-- Takes an instance out and remembers that it left. KEYS: reports. ARGV: instance, incarnation, memory in us.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if not stored then
  return {'NOT_REGISTERED'}
end
local arrived, began, left, run, rest = string.match(stored, '^(%d+) (%-?%d+) ([01]) (%x+) (.*)$')
if not arrived or left == '1' or run ~= ARGV[2] or now - tonumber(arrived) >= tonumber(ARGV[3]) then
  return {'NOT_REGISTERED'}
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s 1 %s %s', now, began, run, rest))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.ceil(tonumber(ARGV[3]) / 1000)))
return {'DONE'}
