"""The service of the demo: each request takes 50 ms and tells who answers; SIGTERM ends it when the last one has its answer."""

import http.server
import signal
import sys
import threading
import time

HOST, PORT = sys.argv[1].rsplit(":", 1)
under_way = set()


class Service(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/idle":
            self.answer(503 if under_way else 200, f"{len(under_way)} under way")
            return
        under_way.add(self)
        try:
            time.sleep(0.05)
            self.answer(200, sys.argv[1])
        finally:
            under_way.discard(self)

    def answer(self, code, text):
        body = (text + "\n").encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # So that closing waits for the requests that are under way.
    daemon_threads = False
    request_queue_size = 128


server = Server((HOST, int(PORT)), Service)
signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
server.serve_forever()
server.server_close()
