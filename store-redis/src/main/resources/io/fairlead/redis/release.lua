-- Ends a claim if it is still this one; the epoch stays, so that the next one is larger. KEYS: room. ARGV: owner, epoch,
-- time to live in ms.
local stored = redis.call('HMGET', KEYS[1], 'owner', 'epoch')
if stored[1] ~= ARGV[1] or stored[2] ~= ARGV[2] then
  return {'NOT_HELD'}
end
redis.call('HDEL', KEYS[1], 'owner')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'DONE'}
