"""The service of the demo: says which node answers, and writes what it is told through guarded-write."""

import http.server
import os
import subprocess
import sys
import time

NODE, STATE, GUARDED_WRITE, SHARED = sys.argv[1:5]


def token():
    """The token under which this node is primary, or nothing for a standby."""
    try:
        with open(os.path.join(STATE, "token"), encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


class Service(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, NODE)

    def do_POST(self):
        """/write writes at once; /slow-write works for a second first, under the token that it began with."""
        held = token()
        if not held:
            self.answer(503, f"{NODE} is no primary")
            return
        if self.path == "/slow-write":
            print(f"{NODE}: a slow request begins under token {held}", flush=True)
            time.sleep(1)
        done = subprocess.run(
            [GUARDED_WRITE, SHARED, held, f"written by {NODE}"], capture_output=True, text=True, check=False
        )
        print(f"{NODE}: {self.path[1:]}: {done.stderr.strip() or 'done'}", flush=True)
        self.answer(200 if done.returncode == 0 else 409, done.stderr.strip() or f"written by {NODE}")

    def answer(self, code, text):
        body = (text + "\n").encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("0.0.0.0", 8080), Service).serve_forever()
