"""Part `abuse` of bench/run: how attacks affect the requests of visitors."""
import contextlib
import json
import os
import resource
import subprocess
import sys
import time

from common import HOST, Client, Server, memory, row, say
from members import Load, outcomes, page_request, told, tool_of

# File descriptors needed beside those of the attacking clients.
SPARE = 500
# Requests of visitors per second.
RATE = 100


def film_ids(client, count):
    """The ids of films, from the open data of the theaters."""
    theaters = json.loads(client.get("/api/programme.json")[1])
    text = json.dumps(theaters)
    ids = []
    for path in sorted({part for part in text.split('"') if "/api/programme/" in part}):
        programme = json.loads(client.get("/api/programme/" + path.split("/api/programme/")[1])[1])
        ids += [film["film_id"] for film in programme["films"]]
    return list(dict.fromkeys(map(str, ids)))[:count]


def attacks(client):
    """Name and plan of each attack."""
    get = lambda path: f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"  # noqa: E731
    head = "GET / HTTP/1.1\r\nHost: localhost\r\nX: "
    body = ("POST /api/cypher HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{")
    films = film_ids(client, 400)
    pictures = [f"/api/share/movie/{film}.png" for film in films]
    # The same pictures under other spellings of their addresses, until there are 400.
    spelled = [f"{'/' * slashes}{path[1:]}" for slashes in range(2, 402) for path in pictures]
    unknown = [f"/{n:06}{'x' * 7000}/" for n in range(12_000)]
    return {
        "10,000 silent connections": {"kind": "silent", "clients": 10_000, "seconds": 20},
        "5,000 slow heads and bodies": {"kind": "slow", "clients": 5_000, "seconds": 20, "requests": [head, body]},
        "400 share pictures at once": {"kind": "requests", "clients": 400, "requests": list(map(get, (pictures + spelled)[:400]))},
        "12,000 aborted requests for paths of 7 KB": {"kind": "aborted", "clients": 50, "requests": list(map(get, unknown))},
        "100,000 PING frames": {"kind": "pings", "clients": 1, "frames": 100_000},
        "100,000 SETTINGS frames": {"kind": "settings", "clients": 1, "frames": 100_000},
        "100,000 RST_STREAM frames": {"kind": "resets", "clients": 1, "frames": 100_000},
    }


def visitors(bench, port, seconds):
    """Load of visitors, half on reused and half on new connections. Requests start on schedule, whether earlier ones have a response or not."""
    home, films = page_request("/"), page_request("/movies/")
    close = lambda text: text.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")  # noqa: E731
    calls = [("reused", home), ("new", close(home)), ("reused", films), ("new", close(films))]
    return Load(bench, port, calls, connections=200, seconds=seconds, rate=RATE)


def figures(result):
    """Percentage of 200 responses, p99 of the slower kind of connection, and the count of each outcome."""
    counts = outcomes(result)
    return 100 * counts["200"] / sum(counts.values()), max(calls["p99"] for calls in result["calls"].values()), counts


def calm(server, before, seconds=60):
    """Resident memory in MB, once it is within 4 MB of `before` or after `seconds`."""
    end = time.perf_counter() + seconds
    while memory(server.pid)[0] > before + 4 and time.perf_counter() < end:
        time.sleep(0.5)
    return memory(server.pid)[0]


def attack(bench, server, name, plan):
    server.settle()
    normal, results = figures(visitors(bench, server.port, 10).result()), []
    before = memory(server.pid)[0]
    plan = plan | {"address": f"{HOST}:{server.port}"}
    # Attackers have processors of their own: here they share that of the visitors and get what those leave.
    attacker = subprocess.Popen(["nice", "-n", "19", tool_of(bench.binary), "abuse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    attacker.stdin.write(json.dumps(plan))
    attacker.stdin.close()
    # For as long as the attack lasts, at least 10 s.
    while attacker.poll() is None or not results:
        results.append(visitors(bench, server.port, 10).result())
    if attacker.returncode:
        sys.exit(f"{name}: the attack failed")
    report = json.loads(attacker.stdout.read())
    during = [figures(result) for result in results]
    share, slowest = min(share for share, _, _ in during), max(p99 for _, p99, _ in during)
    refused = {what: n for _, _, counts in during for what, n in counts.items() if what != "200"}
    after = calm(server, before)
    did = "; ".join(f"{key} {value if isinstance(value, dict) else round(value, 1)}" for key, value in report.items() if value)
    row("abuse", f"{name}: visitors served", share, "%", 99.9, describe(refused), least=True)
    row("abuse", f"{name}: p99 of visitors, share of normal", slowest / normal[1], "x", 2, f"{normal[1]:.1f} ms before, {slowest:.1f} ms then")
    row("abuse", f"{name}: memory afterwards, more than before", after - before, "MB", 16, f"{before:.0f} MB before, {memory(server.pid)[1]:.0f} at its highest")
    say(f"{name}: {did}")


@contextlib.contextmanager
def processors(of):
    """Starts what is started inside on the first processor (`of` is "server") or on the others ("clients"), where there are several."""
    everything = sorted(os.sched_getaffinity(0))
    some = everything[:1] if of == "server" else everything[1:]
    os.sched_setaffinity(0, some or everything)
    try:
        yield
    finally:
        os.sched_setaffinity(0, everything)


def abuse(bench):
    """Runs each attack while visitors request pages. The server has a processor that clients do not use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 10_000 + SPARE:
        sys.exit(f"an attack needs {10_000 + SPARE:,} open files, and {hard:,} are allowed: raise `ulimit -Hn`")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    data = bench.thousand()
    with contextlib.ExitStack() as stack:
        with processors("server"):
            server = stack.enter_context(Server(bench, data))
        stack.enter_context(processors("clients"))
        client = stack.enter_context(contextlib.closing(Client(server.port)))
        server.quiet(1)
        plans = attacks(client)
        # Warm up: memory that visitors and previews of links need is not counted as growth.
        visitors(bench, server.port, 5).result()
        for film in film_ids(client, 8):
            client.get(f"/api/share/movie/{film}.png")
        for name, plan in plans.items():
            attack(bench, server, name, plan)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


PARTS = {"abuse": abuse}
