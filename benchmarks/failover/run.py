#!/usr/bin/env python3
"""Measures how soon a standby has the address of a dead primary, who has it when only processes die, and what a planned
change costs: keepalived and Fairlead, in one run, on hosts of their own (network namespaces). Prints a table and a JSON
document. Needs root; README.md says what is measured and how."""

import argparse
import json
import os
import platform
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time

from contenders import Fairlead, Keepalived
from hosts import TESTNET, Client, Failed, Hosts, wait_until

SETTLE = 1.5


def dead_node(pair, client, rng):
    """Freezes all of the primary, takes its cable out, kills what was on it: seconds to the other one's first answer."""
    owner = pair.await_steady()
    time.sleep(SETTLE + rng.uniform(0, 2))
    began = time.monotonic()
    pair.hosts.signal(pair.hosts.processes(owner), signal.SIGSTOP)
    pair.hosts.testnet("unplug", owner)
    pair.hosts.kill_all(owner)
    other = pair.other(owner)
    took = wait_until(lambda: client.first(other, began), 60, f"{other} answers")
    pair.hosts.testnet("plug", owner)
    pair.start_node(owner)
    return {"seconds": round(took, 3)}


def killed_processes(pair, client, rng, number=signal.SIGKILL, watch=10):
    """Kills (or freezes) what gives the address out on the primary, not its service: who has the address afterwards."""
    owner = pair.await_steady()
    time.sleep(SETTLE + rng.uniform(0, 2))
    service = pair.services[owner]
    pids = [pid for pid in pair.hosts.processes(owner) if pid != service]
    began = time.monotonic()
    pair.hosts.signal(pids, number)
    if number == signal.SIGKILL:
        pair.hosts.kill_all(owner, but=(service,))
    both = 0.0
    last = time.monotonic()
    while last - began < watch:
        time.sleep(0.05)
        owners = pair.hosts.owners()
        now = time.monotonic()
        both += now - last if len(owners) > 1 else 0.0
        last = now
    took = client.first(pair.other(owner), began)
    pair.hosts.kill_all(owner)
    subprocess.run(["ip", "-n", f"{pair.hosts.net}-{owner}", "addr", "flush", "dev", "eth0", "to", "192.0.2.100/32"], check=True)
    pair.start_node(owner)
    return {"owners": len(owners), "both_seconds": round(both, 2), "seconds": None if took is None else round(took, 3)}


def frozen_processes(pair, client, rng):
    return killed_processes(pair, client, rng, signal.SIGSTOP)


def planned(pair, client, rng):
    """One planned change with a request every 20 ms: how many failed, the longest time without a good answer."""
    owner = pair.await_steady()
    time.sleep(SETTLE + rng.uniform(0, 1))
    began = time.monotonic()
    to = pair.move(owner)
    wait_until(lambda: client.first(to, began), 30, f"{to} answers")
    # A question that was asked in time has its end after one second at most.
    time.sleep(2.5)
    result = {"failed": client.failed(began - 0.1), "gap_seconds": round(client.longest_gap(began), 3)}
    pair.after_move(owner)
    return result


SCENARIOS = {
    "dead node": (dead_node, 1),
    "killed processes": (killed_processes, 4),
    "frozen processes": (frozen_processes, 4),
    "planned change": (planned, 1),
}


def measure(name, make, options):
    """All scenarios of one contender, each on fresh hosts."""
    results = {}
    for scenario, (run, part) in SCENARIOS.items():
        if options.scenario and scenario not in options.scenario:
            continue
        rng = random.Random(f"{options.seed} {scenario}")
        rows = []
        with Hosts("fo") as hosts:
            try:
                pair = make(hosts)
                pair.start()
                client = Client(hosts)
                pair.await_steady()
                for number in range(max(1, options.runs // part)):
                    rows.append(run(pair, client, rng))
                    print(f"{name}: {scenario} {number + 1}: {rows[-1]}", file=sys.stderr, flush=True)
            except Failed:
                print("\n".join(hosts.logs()), file=sys.stderr)
                raise
        results[scenario] = rows
    return results


def spread(values):
    return f"{statistics.median(values):.2f} / {max(values):.2f}" if values else "-"


def table(results):
    lines = [
        "| | " + " | ".join(results) + " |",
        "|---|" + "---|" * len(results),
    ]

    def row(title, scenario, cell):
        if all(scenario in of for of in results.values()):
            lines.append(f"| {title} | " + " | ".join(cell(of[scenario]) for of in results.values()) + " |")

    row("dead node: first answer of the other, median / worst, s", "dead node", lambda r: spread([x["seconds"] for x in r]))
    for what in ("killed", "frozen"):
        scenario = f"{what} processes"
        row(f"{scenario}: two owners 10 s later", scenario, lambda r: f"{sum(x['owners'] > 1 for x in r)} of {len(r)}")
        row(f"{scenario}: two owners at once, worst, s", scenario, lambda r: f"{max(x['both_seconds'] for x in r):.1f}")
    row("planned change: failed requests, median / worst", "planned change",
        lambda r: f"{statistics.median(x['failed'] for x in r):g} / {max(x['failed'] for x in r)}")
    row("planned change: longest gap, median / worst, s", "planned change", lambda r: spread([x["gap_seconds"] for x in r]))
    return "\n".join(lines)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="of each scenario; a quarter of it where processes die (default 20)")
    parser.add_argument("--only", choices=["keepalived", "fairlead"])
    parser.add_argument("--timing", choices=["safe", "fast"], help="of Fairlead (default: both, one after the other)")
    parser.add_argument("--scenario", action="append", choices=list(SCENARIOS), help="may be given several times")
    parser.add_argument("--seed", type=int, default=1, help="of the phases at which nodes die (default 1)")
    parser.add_argument("--json", default="-", metavar="FILE", help="where the JSON document goes (default: after the table)")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs: use 1 or more")
    return options


def main():
    options = arguments()
    contenders = {}
    missing = []
    if options.only != "fairlead":
        contenders["keepalived"] = Keepalived
        missing += Keepalived.missing()
    if options.only != "keepalived":
        for timing in [options.timing] if options.timing else ["safe", "fast"]:
            contenders[f"Fairlead {timing}"] = lambda hosts, timing=timing: Fairlead(hosts, timing)
        missing += Fairlead.missing()
    missing += [] if shutil.which("arping") else ["arping (Debian: apt-get install iputils-arping)"]
    if sys.version_info < (3, 11):
        missing.append("Python 3.11 or later")
    if missing:
        sys.exit("failover: missing: " + ", ".join(missing))
    if subprocess.run([str(TESTNET), "check"]).returncode:
        sys.exit(1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # Builds what has changed, before anything is measured.
    version = Fairlead.version()
    try:
        results = {name: measure(name, make, options) for name, make in contenders.items()}
    except Failed as e:
        sys.exit(f"failover: {e}")
    except KeyboardInterrupt:
        sys.exit(130)
    document = {
        "runs": options.runs,
        "seed": options.seed,
        "versions": {"fairlead": version, **({"keepalived": Keepalived.version()} if "keepalived" in contenders else {})},
        "machine": {"kernel": platform.release(), "cores": os.cpu_count(), "load_average": os.getloadavg()},
        "results": results,
    }
    print(table(results))
    text = json.dumps(document, indent=1)
    if options.json == "-":
        print(text)
    else:
        with open(options.json, "w", encoding="utf-8") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    main()
