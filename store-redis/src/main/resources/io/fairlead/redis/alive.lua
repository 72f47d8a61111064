-- Whether a service has an instance. KEYS: reports. ARGV: memory in us.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
for _, value in ipairs(redis.call('HVALS', KEYS[1])) do
  local arrived, left = string.match(value, '^(%d+) %-?%d+ ([01]) ')
  if left == '0' and now - tonumber(arrived) < tonumber(ARGV[1]) then
    return {1}
  end
end
return {0}
