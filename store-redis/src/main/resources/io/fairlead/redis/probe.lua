-- Whether the store runs scripts and takes writes. KEYS: probe. ARGV: time to live in ms.
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return {1}
