"""The service of a node: whoever connects is told its name."""

import asyncio
import sys


async def answer(_, writer):
    writer.write(sys.argv[1].encode() + b"\n")
    try:
        await writer.drain()
        writer.close()
        await writer.wait_closed()
    except OSError:
        pass


async def main():
    server = await asyncio.start_server(answer, "0.0.0.0", int(sys.argv[2]), backlog=1024)
    await server.serve_forever()


asyncio.run(main())
