"""Part `abuse` of bench/run: how attacks affect the requests of visitors."""
import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import time

from common import HOST, Client, Server, add_figure, log_progress, memory, spread
from members import Load, bench_tool, count_outcomes, describe, page_request

# File descriptors needed in addition to those of the attacking clients.
SPARE_FILES = 500
# Number of runs of each attack.
ROUNDS = 3
# Number of measurements of visitors before an attack, of 10 s each; about as many as during it, because the slowest one counts.
MEASUREMENTS_BEFORE = 3
# Requests of visitors per second.
VISITOR_RATE = 100
PROCESSORS = sorted(os.sched_getaffinity(0))


def film_ids(client, count):
    """The ids of films, from the open data of the theaters."""
    index = json.dumps(json.loads(client.get("/api/programme.json")[1]))
    ids = []
    for url in sorted({text for text in index.split('"') if "/api/programme/" in text}):
        schedule = json.loads(client.get("/api/programme/" + url.split("/api/programme/")[1])[1])
        ids += [film["film_id"] for film in schedule["films"]]
    return list(dict.fromkeys(map(str, ids)))[:count]


def attacks(client):
    """The plan of each attack, by name."""
    get = lambda path: f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"  # noqa: E731
    head = "GET / HTTP/1.1\r\nHost: localhost\r\nX: "
    body = ("POST /api/cypher HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{")
    films = film_ids(client, 400)
    pictures = [f"/api/share/movie/{film}.png" for film in films]
    # The same pictures with more slashes in their addresses, for 400 different addresses.
    variants = [f"{'/' * slashes}{path[1:]}" for slashes in range(2, 402) for path in pictures]
    unknown_paths = [f"/{n:06}{'x' * 7000}/" for n in range(12_000)]
    return {
        "10,000 silent connections": {"kind": "silent", "clients": 10_000, "seconds": 20},
        "5,000 slow heads and bodies": {"kind": "slow", "clients": 5_000, "seconds": 20, "requests": [head, body]},
        "400 share pictures at once": {"kind": "requests", "clients": 400, "requests": list(map(get, (pictures + variants)[:400]))},
        "12,000 aborted requests for paths of 7 KB": {"kind": "aborted", "clients": 50, "requests": list(map(get, unknown_paths))},
        "100,000 PING frames": {"kind": "pings", "clients": 1, "frames": 100_000},
        "100,000 SETTINGS frames": {"kind": "settings", "clients": 1, "frames": 100_000},
        "100,000 RST_STREAM frames": {"kind": "resets", "clients": 1, "frames": 100_000},
    }


def start_visitors(bench, port, seconds):
    """Starts the load of visitors, half on reused and half on new connections. Requests start at a fixed rate, regardless of responses."""
    home, films = page_request("/"), page_request("/movies/")
    with_close = lambda text: text.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")  # noqa: E731
    calls = [("reused", home), ("new", with_close(home)), ("reused", films), ("new", with_close(films))]
    return Load(bench, port, calls, connections=200, seconds=seconds, rate=VISITOR_RATE, visitors=True)


def visitor_figures(result):
    """Percentage of 200 responses, p99 of the slower kind of connection, and the count of each outcome."""
    counts = count_outcomes(result)
    return 100 * counts["200"] / sum(counts.values()), max(calls["p99"] for calls in result["calls"].values()), counts


def memory_afterwards(server, before, seconds=60):
    """Waits until the resident memory is within 4 MB of `before`, at most for `seconds`. Returns it in MB."""
    end = time.perf_counter() + seconds
    while memory(server.pid)[0] > before + 4 and time.perf_counter() < end:
        time.sleep(0.5)
    return memory(server.pid)[0]


def yield_to_visitors():
    """Lets the calling process run only while the visitors, on the same processors, do not."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def run_attack(bench, server, plan):
    """Runs an attack once. Returns the figures of visitors in each 10 s before it and of it, the resident memory before and after it in
    MB, and the report of the attackers."""
    server.wait_until_idle()
    visitors = lambda: visitor_figures(start_visitors(bench, server.port, 10).result())  # noqa: E731
    normal, during = [visitors() for _ in range(MEASUREMENTS_BEFORE)], []
    before = memory(server.pid)[0]
    plan = plan | {"address": f"{HOST}:{server.port}"}
    attacker = subprocess.Popen([bench_tool(bench.binary), "abuse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                preexec_fn=yield_to_visitors)
    attacker.stdin.write(json.dumps(plan))
    attacker.stdin.close()
    # Visitors send requests as long as the attack lasts, at least for 10 s.
    while attacker.poll() is None or not during:
        during.append(visitors())
    if attacker.returncode:
        sys.exit("the attack failed")
    return normal, during, before, memory_afterwards(server, before), json.loads(attacker.stdout.read())


def measure_attack(bench, server, name, plan):
    runs = [run_attack(bench, server, plan) for _ in range(ROUNDS)]
    during = [figures for _, figures, *_ in runs]
    share = min(share for windows in during for share, _, _ in windows)
    slowest_p99 = lambda windows: max(p99 for _, p99, _ in windows)  # noqa: E731
    normal = statistics.median(slowest_p99(windows) for windows, *_ in runs)
    slowest = [slowest_p99(windows) for windows in during]
    other_outcomes = {outcome: count for windows in during for _, _, counts in windows for outcome, count in counts.items() if outcome != "200"}
    growth = max(after - before for *_, before, after, _ in runs)
    add_figure("abuse", f"{name}: visitors served", share, "%", 99.9, describe(other_outcomes), least=True)
    p99 = statistics.median(slowest)
    add_figure("abuse", f"{name}: p99 of visitors, share of normal", p99 / normal, "x", 2, f"{normal:.1f} ms before, then {spread(slowest)} ms")
    add_figure("abuse", f"{name}: memory afterwards, more than before", growth, "MB", 16, f"{memory(server.pid)[1]:.0f} MB at its highest")
    report = runs[-1][-1]
    summary = "; ".join(f"{key} {value if isinstance(value, dict) else round(value, 1)}" for key, value in report.items() if value)
    log_progress(f"{name}: {summary}")


@contextlib.contextmanager
def pinned(processors):
    """Pins the processes that are started inside."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, processors)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def abuse(bench):
    """Runs each attack while visitors request pages. As in reality, the server does not share its processor, the first one, with them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 10_000 + SPARE_FILES:
        sys.exit(f"the attacks need {10_000 + SPARE_FILES:,} open files, but the limit is {hard:,}: raise `ulimit -Hn`")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    data = bench.thousand()
    with contextlib.ExitStack() as stack:
        with pinned(PROCESSORS[:1]):
            server = stack.enter_context(Server(bench, data))
        stack.enter_context(pinned(PROCESSORS[1:] or PROCESSORS))
        client = stack.enter_context(contextlib.closing(Client(server.port)))
        server.wait_for_publish(1)
        plans = attacks(client)
        # Warm up, so that memory for visitors and link previews does not count as growth.
        start_visitors(bench, server.port, 5).result()
        for film in film_ids(client, 8):
            client.get(f"/api/share/movie/{film}.png")
        for name, plan in plans.items():
            measure_attack(bench, server, name, plan)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


PARTS = {"abuse": abuse}
