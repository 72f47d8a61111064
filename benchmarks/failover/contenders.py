"""The two that are compared, each as its manual says to run it for a pair with one address."""

import json
import shutil
import signal
import subprocess

from hosts import ADDRESSES, HERE, NODES, PORT, ROOT, TESTNET, VIP, Failed, wait_until


class Pair:
    """A pair of nodes with a service each, of which one has the address."""

    def __init__(self, hosts):
        self.hosts = hosts
        self.services = {}

    def start_node(self, node):
        self.services[node] = self.hosts.start(node, ["python3", HERE / "serve.py", node, PORT]).pid
        self.start_ha(node)

    def await_owner(self, node=None):
        """Waits until one node alone, or the one given, has the address, and returns it."""

        def alone():
            owners = self.hosts.owners()
            return owners if len(owners) == 1 and node in (None, owners[0]) else None

        return wait_until(alone, 60, f"{node or 'one node alone'} has the address")[0]

    def other(self, node):
        return NODES[1 - NODES.index(node)]


class Keepalived(Pair):
    """VRRP with its defaults: an advertisement each second, the higher priority takes the address back."""

    def start(self):
        for node in NODES:
            (self.hosts.folder / f"{node}.conf").write_text(
                f"vrrp_instance pair {{\n  interface eth0\n  virtual_router_id 51\n"
                f"  priority {100 if node == 'gw-1' else 90}\n  virtual_ipaddress {{ {VIP}/32 }}\n}}\n"
            )
            self.start_node(node)

    def start_ha(self, node):
        folder = self.hosts.folder
        for left in folder.glob(f"{node}*.pid"):
            left.unlink()
        self.hosts.start(
            node,
            ["keepalived", "--dont-fork", "--log-console", "--vrrp", "--use-file", folder / f"{node}.conf",
             "--pid", folder / f"{node}.pid", "--vrrp_pid", folder / f"{node}-vrrp.pid"],
        )

    def await_steady(self):
        self.await_owner("gw-1")
        return "gw-1"

    def move(self, owner):
        """What an operator does: stops it on the node in order, which tells the other one. Returns who takes over."""
        self.hosts.signal([int((self.hosts.folder / f"{owner}.pid").read_text())], signal.SIGTERM)
        return self.other(owner)

    def after_move(self, owner):
        self.start_ha(owner)

    @staticmethod
    def missing():
        return [] if shutil.which("keepalived") else ["keepalived (Debian: apt-get install keepalived)"]

    @staticmethod
    def version():
        return subprocess.run(["keepalived", "--version"], capture_output=True, text=True).stderr.split("\n")[0]


class Fairlead(Pair):
    """A manager on a third host, and on each node an agent with the hooks of examples/virtual-ip."""

    def __init__(self, hosts, timing):
        super().__init__(hosts)
        self.timing = timing
        self.url = f"http://{ADDRESSES['manager']}:7400"

    def start(self):
        folder = self.hosts.folder
        shutil.copytree(ROOT / "examples" / "virtual-ip", folder / "virtual-ip")
        # Loads are those of one machine for both nodes, so a change because of load would mean nothing here.
        (folder / "manager.yaml").write_text(
            f"listen: {ADDRESSES['manager']}:7400\ninsecure: on\ndata-dir: {folder}/data\ntiming: {self.timing}\n"
            "groups:\n  pair: { handover: exclusive, observe: preference }\n"
        )
        self.hosts.start("manager", [ROOT / "fairlead", "manager", "--config", folder / "manager.yaml"])
        for node in NODES:
            (folder / f"{node}.settings").write_text(
                f"VIP={VIP}\nDEVICE=eth0\nAGENT=http://127.0.0.1:7401\nSTART=\nSTOP=\nSTATE={folder}/{node}\n"
            )
            self.start_node(node)

    def start_ha(self, node):
        self.hosts.start(
            node,
            [ROOT / "fairlead", "agent", "--managers", self.url, "--group", "pair", "--node", node,
             "--hooks-dir", self.hosts.folder / "virtual-ip" / "hooks", "--state-dir", self.hosts.folder / f"{node}-state"],
            {"FAIRLEAD_VIP_SETTINGS": str(self.hosts.folder / f"{node}.settings")},
        )

    def ask(self, *arguments):
        said = subprocess.run(
            [str(TESTNET), "exec", self.hosts.net, "manager", "curl", "-s", "--max-time", "2", *arguments],
            capture_output=True,
            text=True,
        )
        try:
            return json.loads(said.stdout)
        except ValueError:
            return {}

    def await_steady(self):
        """Both are heard of, one is primary and has the address; returns it."""

        def steady():
            group = self.ask(f"{self.url}/v1/groups/pair")
            alive = [node["node"] for node in group.get("nodes", []) if node["state"] == "alive"]
            primary = (group.get("primary") or {}).get("node")
            return primary if len(alive) == 2 and self.hosts.owners() == [primary] else None

        return wait_until(steady, 60, "two nodes are alive and one has the address")

    def move(self, owner):
        to = self.other(owner)
        answer = self.ask("-X", "POST", f"{self.url}/v1/groups/pair/switchover",
                          "-H", "content-type: application/json", "-d", json.dumps({"to": to}))
        if answer.get("primary") is None or "code" in answer:
            raise Failed(f"the switchover was refused: {answer}")
        return to

    def after_move(self, owner):
        pass

    @staticmethod
    def missing():
        return [] if shutil.which("curl") else ["curl (Debian: apt-get install curl)"]

    @staticmethod
    def version():
        return subprocess.run([str(ROOT / "fairlead"), "--version"], capture_output=True, text=True).stdout.split("\n")[0]
