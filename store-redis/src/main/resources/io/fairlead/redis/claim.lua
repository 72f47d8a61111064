-- Finds the home of a room or makes one. KEYS: room. ARGV: candidate, owner to move it from or '', time to live in ms, name of
-- the call or '', 1 if only a claim that this call made is to be moved: then a room without an owner gets none, for whoever has
-- it may be about to renew it in a store that has lost it.
local stored = redis.call('HMGET', KEYS[1], 'owner', 'epoch', 'call')
local owner = stored[1]
if owner and (owner ~= ARGV[2] or (ARGV[5] == '1' and stored[3] ~= ARGV[4])) then
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {'KEPT', owner, stored[2]}
end
if not owner and ARGV[5] == '1' then
  return {'NONE', ARGV[1], '0'}
end
local clock = redis.call('TIME')
local epoch = math.max((tonumber(stored[2]) or 0) + 1, clock[1] * 1000 + math.floor(clock[2] / 1000))
local text = string.format('%.0f', epoch)
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'epoch', text, 'call', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {owner and 'MOVED' or 'CREATED', ARGV[1], text}
