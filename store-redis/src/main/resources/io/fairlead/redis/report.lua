-- Takes in a report. KEYS: reports, drains. ARGV: instance, incarnation, sequence (19 digits), uptime in us, body, memory in us.
-- Answers with what became of it, 0 where nothing stood of the instance, and 1 where it is ordered to drain. A value is "arrived began left incarnation sequence body", with times of this store in us.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local began = now - tonumber(ARGV[4])
local stored = redis.call('HGET', KEYS[1], ARGV[1])
if stored then
  local arrived, before, left, run, sequence = string.match(stored, '^(%d+) (%-?%d+) ([01]) (%x+) (%d+) ')
  if arrived and now - tonumber(arrived) < tonumber(ARGV[6]) then
    if run == ARGV[2] then
      if left == '1' then
        return {'HAS_LEFT'}
      end
      if sequence >= ARGV[3] then
        return {'NOT_NEWER'}
      end
    elseif left == '0' and began < tonumber(before) then
      return {'OLDER_PROCESS'}
    end
  end
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %.0f 0 %s %s %s', now, began, ARGV[2], ARGV[3], ARGV[5]))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.ceil(tonumber(ARGV[6]) / 1000)))
local order = redis.pcall('HGET', KEYS[2], ARGV[1])
local drains = type(order) == 'string' and string.match(order, '^%d+ (%x+) ') == ARGV[2]
return {'STORED', stored and 1 or 0, drains and 1 or 0}
