"""Asks an address every 20 ms until it is told to end: a line for each change of who answers, and what failed at the end."""

import asyncio
import signal
import sys
import time

EVERY = 0.02
counts = {"answered": 0, "failed": 0}
last = [None]
BEGAN = time.monotonic()


async def ask(address):
    host, port = address.rsplit(":", 1)
    who = "nobody"
    try:
        async with asyncio.timeout(2):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(f"GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
            head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
            writer.close()
            who = body.strip() if " 200 " in head.split("\r\n")[0] else head.split("\r\n")[0] or "nobody"
            counts["answered" if " 200 " in head.split("\r\n")[0] else "failed"] += 1
    except (OSError, TimeoutError) as e:
        counts["failed"] += 1
        who = f"nobody ({type(e).__name__})"
    if who != last[0]:
        last[0] = who
        print(f"{time.monotonic() - BEGAN:.2f} s: {who}", flush=True)


async def main():
    end = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end.set)
    under_way = set()
    while not end.is_set():
        task = asyncio.ensure_future(ask(sys.argv[1]))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        await asyncio.sleep(EVERY)
    await asyncio.gather(*under_way)
    print(f"{counts['answered']} answered, {counts['failed']} failed", flush=True)


asyncio.run(main())
