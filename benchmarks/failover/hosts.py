"""The hosts of the comparison, and what runs on them."""

import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TESTNET = ROOT / "scripts" / "testnet.sh"
ADDRESSES = {"gw-1": "192.0.2.1", "gw-2": "192.0.2.2", "manager": "192.0.2.9", "client": "192.0.2.20"}
NODES = ("gw-1", "gw-2")
VIP = "192.0.2.100"
PORT = 8080


class Failed(Exception):
    """What was measured cannot be relied on."""


def wait_until(condition, seconds, what):
    """Returns the first true value of the condition."""
    over = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > over:
            raise Failed(f"after {seconds} s still not: {what}")
        time.sleep(0.02)


class Hosts:
    """Two nodes, a manager and a client; used as a context, after which nothing of them is left."""

    def __init__(self, name):
        self.net = f"{name}{os.getpid()}"
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-failover-"))
        self.files = []
        self.children = []

    def __enter__(self):
        self.testnet("down")
        try:
            self.testnet("up", *[f"{host}={address}/24" for host, address in ADDRESSES.items()])
        except subprocess.CalledProcessError as e:
            raise Failed("the hosts cannot be made") from e
        return self

    def __exit__(self, *_):
        self.testnet("down")
        for child in self.children:
            child.wait()
        for file in self.files:
            file.close()
        subprocess.run(["rm", "-rf", str(self.folder)], check=True)

    def testnet(self, command, *arguments):
        subprocess.run([str(TESTNET), command, self.net, *arguments], check=True)

    def start(self, host, command, environment=None, **options):
        """Starts a program on a host; its output goes to a file named after it."""
        if "stdout" not in options:
            log = open(self.folder / f"{host}-{Path(command[0]).name}.log", "ab")
            self.files.append(log)
            options["stdout"] = log
            options["stderr"] = subprocess.STDOUT
        child = subprocess.Popen(
            [str(TESTNET), "exec", self.net, host, *map(str, command)],
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            **options,
        )
        self.children.append(child)
        return child

    def processes(self, host):
        said = subprocess.run(["ip", "netns", "pids", f"{self.net}-{host}"], capture_output=True, text=True, check=True)
        return [int(pid) for pid in said.stdout.split()]

    def signal(self, pids, number):
        for pid in pids:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def kill_all(self, host, but=()):
        """Kills what runs on a host until nothing does, but for the processes named."""

        def none_left():
            left = [pid for pid in self.processes(host) if pid not in but]
            self.signal(left, signal.SIGKILL)
            return not left

        wait_until(none_left, 5, f"{host} is empty")
        # One that nobody has waited for still has its id, and would be taken for alive.
        self.children = [child for child in self.children if child.poll() is None]

    def owners(self):
        """The nodes that have the address now."""
        return [node for node in NODES if VIP in self.addresses(node)]

    def addresses(self, host):
        return subprocess.run(
            ["ip", "-n", f"{self.net}-{host}", "-4", "-o", "addr", "show", "dev", "eth0"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def logs(self):
        for log in sorted(self.folder.glob("*.log")):
            lines = log.read_text(errors="replace").splitlines()[-15:]
            yield f"--- {log.name}\n" + "\n".join(lines)


class Client:
    """Asks the address every 20 ms and remembers who answered when."""

    def __init__(self, hosts):
        self.lock = threading.Lock()
        self.answers = []
        self.process = hosts.start(
            "client", ["python3", HERE / "ask.py", VIP, PORT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            asked, ended, who = line.split()
            with self.lock:
                self.answers.append((float(asked), float(ended), who))

    def since(self, moment):
        with self.lock:
            return [answer for answer in self.answers if answer[0] >= moment]

    def first(self, node, since):
        """The seconds from a moment to the first answer of a node to a question that was asked after it."""
        ends = [ended for asked, ended, who in self.since(since) if who == node]
        return min(ends) - since if ends else None

    def failed(self, since):
        return sum(1 for _, _, who in self.since(since) if who == "-")

    def longest_gap(self, since):
        """The longest time without a good answer, in seconds, that ended after a moment."""
        ends = sorted(ended for _, ended, who in self.since(since - 2) if who != "-")
        return max((later - earlier for earlier, later in zip(ends, ends[1:]) if later > since), default=None)
