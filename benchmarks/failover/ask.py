"""Asks an address every 20 ms, each time over a connection of its own, and prints a line for each question: when it was
asked, when its end came (both on the machine's monotonic clock) and who answered, '-' for nobody within a second."""

import asyncio
import sys
import time

EVERY = 0.02
PATIENCE = 1.0


async def ask(address, port):
    asked = time.monotonic()
    who = "-"
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(address, port)
            try:
                who = (await reader.read(64)).decode().strip() or "-"
            finally:
                writer.close()
    except (OSError, TimeoutError):
        pass
    print(f"{asked:.4f} {time.monotonic():.4f} {who}", flush=True)


async def main(address, port):
    under_way = set()
    due = time.monotonic()
    while True:
        task = asyncio.ensure_future(ask(address, port))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        due = max(due + EVERY, time.monotonic() - EVERY)
        await asyncio.sleep(max(0.0, due - time.monotonic()))


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
