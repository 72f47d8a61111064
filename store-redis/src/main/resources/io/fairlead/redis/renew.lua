-- Lets a claim live on, or stand again. KEYS: room. ARGV: owner, epoch, 1 if that epoch may not be restored, time to live
-- in ms. A room without an owner but with an epoch was released.
local stored = redis.call('HMGET', KEYS[1], 'owner', 'epoch')
if stored[1] == ARGV[1] and stored[2] == ARGV[2] then
  -- What a process has renewed nobody undoes.
  redis.call('HDEL', KEYS[1], 'call')
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return {'DONE', ARGV[1], ARGV[2]}
end
if ARGV[3] == '1' or (stored[2] and tonumber(stored[2]) >= tonumber(ARGV[2])) then
  return {'NOT_HELD', stored[1] or '', stored[2] or ''}
end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'epoch', ARGV[2], 'call', '')
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {'RESTORED', ARGV[1], ARGV[2]}
