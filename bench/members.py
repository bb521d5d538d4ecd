"""Parts of bench/run about members: the cost of calls and sign-ins, and whether the guarantees of the specification hold."""
import collections
import concurrent.futures
import contextlib
import functools
import http.client
import json
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path

from common import DAY, HOST, ROOT, Server, add_figure, cpu_seconds, cpu_times, log_progress, memory, spread

SITE, THEATER = "meridian", "meridian-main"
# A member of the demo, and the password of the members that the parts create.
IRIS, PASSWORD = ("iris", "lanterns-over-the-canal"), "a-lamp-in-the-projection-room"
# The price of a coffee, in points.
COFFEE_POINTS = 120
# All connections come from one address, as if from a proxy.
UNLIMITED = ("--rate-limits", "off", "--trusted-proxies", HOST)


# --- the benchmark tool and clients


@functools.cache
def bench_tool(binary):
    """The path of the program of bench/tool, in the folder of the server's binary. Builds it if it is missing."""
    file = binary.parent / "marquee-bench"
    if not file.exists():
        log_progress("Building bench/tool")
        profile = ["--release"] if binary.parent.name == "release" else []
        subprocess.run(["cargo", "build", "--locked", *profile, "-p", "marquee-bench"], cwd=ROOT, check=True, stdout=sys.stderr)
    return file


def run_tool(bench, *arguments):
    result = subprocess.run([bench_tool(bench.binary), *map(str, arguments)], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{arguments[0]}: {result.stdout[-500:]}{result.stderr[-1500:]}")
    return result.stdout.strip()


def request(method, route, payload=None, token=None):
    """A raw HTTP request for a call of the gateway in header mode."""
    body = json.dumps({"reqMetadata": {"method": method, "route": route}, **(payload or {})})
    headers = {"Host": "localhost", "Accept": "application/json", "Content-Type": "application/json", "Content-Length": len(body.encode())}
    if token:
        headers["Boxoffice-Session-Token"] = token
    return "POST /api/cypher HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n" + body


def page_request(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n"


class Load:
    """A running process of the load generator."""

    def __init__(self, bench, port, calls, **plan):
        plan |= {"address": f"{HOST}:{port}", "calls": [{"name": name, "text": text} for name, text in calls]}
        self.process = subprocess.Popen([bench_tool(bench.binary), "load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps(plan))
        self.process.stdin.close()

    def result(self):
        text = self.process.stdout.read()
        if self.process.wait():
            sys.exit("the load client failed")
        return json.loads(text)


def load(bench, port, calls, **plan):
    return Load(bench, port, calls, **plan).result()


def count_outcomes(result):
    """The number of responses by outcome, over all names."""
    total = collections.Counter()
    for figures in result["calls"].values():
        total.update(figures["outcomes"])
    return total


def describe(counts):
    return ", ".join(f"{count:,} × {outcome}" for outcome, count in sorted(counts.items()))


def require_outcome(result, expected="200/0"):
    """Exits if a response has another outcome than the expected one, because the measurement is then invalid. Returns the result."""
    if set(count_outcomes(result)) != {expected}:
        sys.exit(f"every response must be {expected}: {describe(count_outcomes(result))}")
    return result


class Api:
    """A client that makes one call after the other."""

    def __init__(self, port):
        self.port, self.token = port, None
        self.connection = http.client.HTTPConnection(HOST, port, timeout=60)

    def send(self, method, path, body=None, headers=()):
        try:
            self.connection.request(method, path, body and json.dumps(body), {"Host": "localhost", "Content-Type": "application/json", **dict(headers)})
            response = self.connection.getresponse()
            return response.status, json.loads(response.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.connection.close()
            raise ConnectionError(str(error)) from error

    def call(self, method, route, payload=None):
        headers = {"Boxoffice-Session-Token": self.token} if self.token else {}
        status, body = self.send("POST", "/api/cypher", {"reqMetadata": {"method": method, "route": route}, **(payload or {})}, headers)
        if status == 503:
            raise ConnectionError(f"{route}: {body}")
        if status != 200:
            sys.exit(f"{route}: {status} {body}")
        return body

    def sign_in(self, username=IRIS[0], password=IRIS[1], circuit=SITE):
        body = self.call("POST", f"/Member/v3/Login?boxofficeCircuitId={circuit}", {"username": username, "password": password})
        if body["peachCode"]:
            sys.exit(f"{username} cannot sign in: {body}")
        self.token = body["sessionManagementTokens"]["boxofficeSessionToken"]
        return self.token

    def details(self):
        return self.call("GET", f"/Member/v3/GetMember/?boxofficeCircuitId={SITE}")["memberDetails"]

    def points(self):
        return next(balance["amount"] for balance in self.details()["balances"] if balance["balanceType"] == "POINTS")

    def history(self):
        return self.call("GET", f"/Member/v3/TransactionHistory?boxofficeCircuitId={SITE}")["transactions"]


# --- databases


class Postgres:
    """A temporary PostgreSQL, configured as for the tests: without fsync, so that figures are those of the server and not of a disk."""

    def __enter__(self):
        script = """. script/lib/setup.sh; . script/lib/postgres.sh; trap stop_postgres EXIT
            start_postgres >&2; printf '%s\\n%s\\n' "$MARQUEE_TEST_POSTGRES_URL" "$(pg_bin)"; cat >/dev/null"""
        self.shell = subprocess.Popen(["bash", "-euo", "pipefail", "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url, folder = self.shell.stdout.readline().strip(), self.shell.stdout.readline().strip()
        if not self.url:
            sys.exit("PostgreSQL did not start")
        self.psql = str(Path(folder) / "psql") if (Path(folder) / "psql").exists() else "psql"
        return self

    def __exit__(self, *_):
        self.shell.stdin.close()
        self.shell.wait(60)

    def create_database(self, name, template="template1"):
        """Creates a database and returns its URL."""
        subprocess.run([self.psql, self.url, "-qc", f'create database "{name}" template "{template}"'], check=True)
        return urllib.parse.urlparse(self.url)._replace(path=f"/{name}").geturl()


class DemoCopy:
    """A copy of the demo with its members: a data folder and a database URL."""

    def __init__(self, bench, engine, data, url):
        self.bench, self.engine, self.data, self.url = bench, engine, data, url

    def start_server(self, port=None):
        flags = (*UNLIMITED, "--database-url", self.url)
        # The system clock, because tokens must stay valid after a restart.
        return Server(self.bench, self.data, clock=None, flags=flags, port=port)

    def run_tool(self, *arguments):
        return run_tool(self.bench, "loyalty-program", self.url, SITE, *arguments)

    def add_members(self, prefix, count, points=0):
        """Adds members and returns their usernames."""
        self.run_tool("members", prefix, count, PASSWORD, points)
        return [f"{prefix}-{n}" for n in range(count)]


def create_demo(bench, data, url):
    log_progress(f"Making the demo with its members on {url.split(':')[0]}")
    with Server(bench, data, "demo", clock=None, flags=(*UNLIMITED, "--database-url", url)) as server:
        server.wait_for_publish(2)


@contextlib.contextmanager
def postgres(bench):
    """The PostgreSQL that all parts of a run share. Its database `demo` holds the demo."""
    if not hasattr(bench, "postgres"):
        bench.postgres = bench.stack.enter_context(Postgres())
        create_demo(bench, bench.tmp / "original-postgresql", bench.postgres.create_database("demo"))
    yield bench.postgres


@contextlib.contextmanager
def demo_copy(bench, engine, name):
    """Yields a new copy of the demo with its members."""
    data, original = bench.tmp / f"{name}-{engine}", bench.tmp / f"original-{engine}"
    if engine == "postgresql":
        with postgres(bench) as server:
            shutil.copytree(original, data)
            yield DemoCopy(bench, "PostgreSQL", data, server.create_database(name, "demo"))
    else:
        if not original.exists():
            create_demo(bench, original, f"sqlite:{original}/marquee.db")
        shutil.copytree(original, data)
        yield DemoCopy(bench, "SQLite", data, f"sqlite:{data}/marquee.db")
    shutil.rmtree(data)


ENGINES = ["sqlite", "postgresql"]


# --- 10. calls of members


def members(bench, seconds=4, rounds=3, sessions=32):
    for engine in ENGINES:
        with demo_copy(bench, engine, "members") as demo, demo.start_server() as server:
            server.wait_until_idle()
            tokens = [Api(server.port).sign_in() for _ in range(sessions)]
            requests = {
                "GetMember": [request("GET", f"/Member/v3/GetMember/?boxofficeCircuitId={SITE}", token=token) for token in tokens],
                "ValidateToken": [request("GET", f"/Member/ValidateToken?circuitId={SITE}&token={token}") for token in tokens],
            }
            for name, texts in requests.items():
                costs, rates, p99s, kernel_costs = measure_cost(bench, server, name, texts, seconds, rounds)
                add_figure("members", f"Processor time a validated call, {name}, {demo.engine}", statistics.median(costs), "µs", 17.5,
                    f"{statistics.median(kernel_costs):.1f} of it in the kernel; {spread(costs)}")
                add_figure("members", f"Validated calls, {name}, {demo.engine}", statistics.median(rates), "/s", None,
                    f"{sessions} sessions, 16 connections; p99 {statistics.median(p99s):.1f} ms; {spread(rates, 0)}", digits=0)
            costs, _, _, kernel_costs = measure_cost(bench, server, "page", [page_request("/movies/")], seconds, rounds, "200")
            add_figure("members", f"For comparison: processor time a finished page, {demo.engine}", statistics.median(costs), "µs", None,
                f"the same load; {statistics.median(kernel_costs):.1f} of it in the kernel; {spread(costs)}")


def measure_cost(bench, server, name, texts, seconds, rounds, expected="200/0"):
    """For each round, the server's processor time per request in µs, requests per second, their p99 in ms, and the system time per request in µs."""
    calls, costs, rates, p99s, kernel_costs = [(name, text) for text in texts], [], [], [], []
    require_outcome(load(bench, server.port, calls, connections=16, seconds=1), expected)
    for _ in range(rounds):
        before = cpu_times(server.pid)
        result = require_outcome(load(bench, server.port, calls, connections=16, seconds=seconds), expected)
        figures = result["calls"][name]
        user, kernel = ((end - start) / figures["count"] * 1e6 for end, start in zip(cpu_times(server.pid), before, strict=True))
        costs.append(user + kernel)
        kernel_costs.append(kernel)
        rates.append(figures["count"] / result["seconds"])
        p99s.append(figures["p99"])
    return costs, rates, p99s, kernel_costs


# --- 11. signing in


def measure_hash(bench, seconds=4):
    """Password verifications per second on as many threads as the server has for them, and the processor time of each in ms."""
    used_seconds = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])  # noqa: E731
    before = used_seconds()
    rate = float(run_tool(bench, "hash", max((os.cpu_count() or 1) - 1, 1), seconds))
    return rate, (used_seconds() - before) / (rate * seconds) * 1000


def login(username, password, circuit=SITE):
    return request("POST", f"/Member/v3/Login?boxofficeCircuitId={circuit}", {"username": username, "password": password})


def logins(bench, seconds=6, rounds=3):
    for engine in ENGINES:
        with demo_copy(bench, engine, "logins") as demo, demo.start_server() as server:
            names = demo.add_members("login", 8)
            server.wait_until_idle()
            before = memory(server.pid)[0]
            burst = load(bench, server.port, [("login", login(names[n % 8], PASSWORD)) for n in range(64)], connections=64, requests=64)
            peak = memory(server.pid)[0]
            time.sleep(5)
            after = memory(server.pid)[0]
            shares, rates, costs, hashes = [], [], [], []
            calls = [("login", login(name, PASSWORD)) for name in names]
            for _ in range(rounds):
                hashes.append(measure_hash(bench))
                before_load = cpu_seconds([server.pid])
                result = require_outcome(load(bench, server.port, calls, connections=8, seconds=seconds))
                rates.append(result["calls"]["login"]["count"] / result["seconds"])
                costs.append((cpu_seconds([server.pid]) - before_load) / result["calls"]["login"]["count"] * 1000)
                hashes.append(measure_hash(bench))
                shares.append(rates[-1] / statistics.mean(rate for rate, _ in hashes[-2:]))
            add_figure("logins", f"Sign-ins, share of what the hash alone allows, {demo.engine}", statistics.median(shares), "x", 0.9,
                f"{spread(shares, 2)}; processor time {statistics.median(costs):.1f} ms each, of the hash alone {statistics.median(cost for _, cost in hashes):.1f} ms", least=True)
            add_figure("logins", f"Sign-ins, {demo.engine}", statistics.median(rates), "/s", None, spread(rates))
            add_figure("logins", f"Memory 5 s after 64 sign-ins at once, more than before, {demo.engine}", after - before, "MB", 40,
                f"{before:.0f} before, {peak:.0f} at the end of the burst, {after:.0f} then; {describe(count_outcomes(burst))}", digits=0)


# --- 12. pages during a flood of sign-ins


def flood(bench, seconds=15, rounds=3, rate=500):
    data = bench.tmp / "flood"
    shutil.copytree(bench.thousand(), data)
    with Server(bench, data, flags=UNLIMITED) as server, contextlib.closing(http.client.HTTPConnection(HOST, server.port)) as client:
        server.wait_for_publish(1)
        run_tool(bench, "loyalty-program", f"sqlite:{data}/marquee.db", "bench", "members", "flood", 8, PASSWORD, 0)
        client.request("GET", "/movies/", headers={"Host": HOST})
        film_paths = list(dict.fromkeys(re.findall(r'href="(/movies/\d+-[^"?]*)"', client.getresponse().read().decode())))
        # Each of these is requested once, so that it must be rendered.
        uncached_paths = iter([f"{path}?day={DAY.fromordinal(DAY.toordinal() + n)}" for n in range(1, 21) for path in film_paths])
        sign_ins = [("login", login(f"flood-{n}", PASSWORD, "bench")) for n in range(8)]
        p99s = {(phase, name): [] for phase in ("idle", "flood") for name in ("cached", "rendered")}
        results = collections.Counter()
        for _ in range(rounds):
            for phase in ("idle", "flood"):
                server.wait_until_idle()
                attack = phase == "flood" and Load(bench, server.port, sign_ins, connections=2000, seconds=seconds + 2, rate=rate)
                time.sleep(1)
                rendered = [("rendered", page_request(next(uncached_paths))) for _ in range(seconds * 10)]
                loads = {"cached": Load(bench, server.port, [("cached", page_request("/movies/"))], connections=64, seconds=seconds, rate=200),
                         "rendered": Load(bench, server.port, rendered, connections=64, requests=len(rendered), rate=10)}
                for name, page_load in loads.items():
                    p99s[phase, name].append(require_outcome(page_load.result(), "200")["calls"][name]["p99"])
                if attack:
                    results += count_outcomes(attack.result())
    for name, what in [("cached", "a finished page"), ("rendered", "a page that has to be made")]:
        idle, busy = p99s["idle", name], p99s["flood", name]
        add_figure("flood", f"p99 of {what} during {rate} sign-ins/s, share of idle", statistics.median(busy) / statistics.median(idle), "x", 2,
            f"{statistics.median(idle):.1f} ms idle, {statistics.median(busy):.1f} ms then; {spread(busy)}")
    add_figure("flood", "Sign-ins that arrived", sum(results.values()), "", None, describe(results), digits=0)


# --- 13. kill -9


class Writer:
    """A member who makes one write after the other, and knows which records must exist."""

    def __init__(self, port, key, name, films):
        self.api, self.key, self.name, self.films = Api(port), key, name, films
        self.rng, self.number, self.retries = random.Random(name), 0, 0
        # Order ids by transaction or request id.
        self.purchases, self.orders = {}, {}
        self.favorites, self.address = set(), None
        # Kind, number and film of the write that has no response yet.
        self.pending = None
        self.lost, self.duplicates, self.wrong_balances = [], [], []

    def sign_in(self):
        self.api.sign_in(self.name, PASSWORD)

    def choose_write(self):
        """Chooses the next write. It is sent again until it gets a response."""
        self.number += 1
        kind = self.rng.choices(["purchase", "order", "film", "edit"], [4, 2, 2, 2])[0]
        self.pending = (kind, f"{self.name}-{self.number}", self.rng.choice(self.films))

    def write(self):
        kind, number, film = self.pending
        if kind == "purchase":
            body = {"transactionId": number, "member": f"{self.name}@example.org", "cinemaId": THEATER, "movieTitle": "Kestrel",
                    "total": {"amount": 1450, "currency": "USD"}}
            status, response = self.api.send("POST", "/api/pos/transactions", body, {"Authorization": f"Bearer {self.key}"})
            if status == 503:
                raise ConnectionError("busy")
            if status != 200:
                sys.exit(f"a purchase failed with {status}: {response}")
            self.purchases[number] = response["orderId"]
        elif kind == "order":
            body = {"itemCode": "RW-COFFEE", "quantity": 1, "clientRequestId": number}
            self.orders[number] = self.call("POST", f"OrderLoyaltyItem?boxofficeCinemaId={THEATER}", body)["orderId"]
        elif kind == "film":
            name = "RemoveFavoriteFilm" if film in self.favorites else "AddFavoriteFilm"
            self.call("POST", f"{name}?boxofficeCircuitId={SITE}", {"externalFilmId": film, "boxofficeId": film})
            self.favorites ^= {film}
        else:
            self.call("POST", f"Edit?boxofficeCircuitId={SITE}", {"address1": number})
            self.address = number
        self.pending = None

    def call(self, method, route, body):
        response = self.api.call(method, f"/Member/v3/{route}", body)
        if response["peachCode"]:
            sys.exit(f"{route} failed: {response}")
        return response

    def check(self):
        """Checks that every acknowledged write is stored exactly once, and the pending one at most once."""
        pending_kind = self.pending and self.pending[0]
        entries, details = self.api.history(), self.api.details()
        orders = self.api.call("GET", f"/Member/v3/OrderHistory?boxofficeCircuitId={SITE}")["orders"]
        ordered = collections.Counter(order["orderId"] for order in orders)
        for kind, acknowledged in [("EARN", self.purchases), ("REDEEM", self.orders)]:
            booked = collections.Counter(entry["orderId"] for entry in entries if entry["kind"] == kind)
            self.lost += [number for number, order in acknowledged.items() if not booked[order] or not ordered[order]]
            self.duplicates += [number for number, order in acknowledged.items() if booked[order] > 1 or ordered[order] > 1]
            excess = len(booked) - len(set(acknowledged.values()))
            if excess > (pending_kind == {"EARN": "purchase", "REDEEM": "order"}[kind]):
                self.duplicates.append(f"{excess} more {kind} entries than acknowledged writes")
        films = set(self.call("GET", f"GetFavoriteFilms?boxofficeCircuitId={SITE}", None)["externalFilmIds"])
        if films != self.favorites and not (pending_kind == "film" and films == self.favorites ^ {self.pending[2]}):
            self.lost.append("a favorite")
        if details["address1"] != self.address and not (pending_kind == "edit" and details["address1"] == self.pending[1]):
            self.lost.append(f"an edit: {details['address1']} instead of {self.address}")
        balance = next(balance["amount"] for balance in details["balances"])
        if not balance == sum(entry["amount"] for entry in entries) == (entries[0]["balanceAfter"] if entries else 0):
            self.wrong_balances.append(f"the balance {balance} does not match the history")


def run_writer(writer, acknowledged, ready, is_running):
    """Makes writes while `is_running`. After each restart of the server, checks the member's records."""
    while is_running():
        if not writer.pending:
            writer.choose_write()
        try:
            writer.write()
            acknowledged.append(1)
        except ConnectionError:
            writer.retries += 1
            while True:
                ready.wait()
                try:
                    writer.check()
                    break
                except ConnectionError:
                    time.sleep(0.01)


def kill(bench, clients=4):
    rng = random.Random(1)
    for engine in ENGINES:
        with demo_copy(bench, engine, "kill") as demo:
            server = demo.start_server()
            port, start_seconds = server.port, []
            server.wait_for("/readyz")
            key = demo.run_tool("key", "bench")
            films = [film["id"] for film in json.loads((ROOT / "fixtures/demo/films.json").read_text())][:40]
            writers = [Writer(port, key, name, films) for name in demo.add_members("kill", clients, 10_000_000)]
            for writer in writers:
                writer.sign_in()
            acknowledged, ready, started = [], threading.Event(), time.perf_counter()
            ready.set()
            with concurrent.futures.ThreadPoolExecutor(clients) as pool:
                tasks = [pool.submit(run_writer, writer, acknowledged, ready, lambda: len(acknowledged) < bench.writes) for writer in writers]
                for n in range(bench.kills):
                    while len(acknowledged) < bench.writes * (n + rng.random()) / bench.kills and not any(task.done() for task in tasks):
                        time.sleep(0.001)
                    time.sleep(rng.random() * 0.01)
                    ready.clear()
                    server.process.kill()
                    server.process.wait()
                    server = demo.start_server(port)
                    start_seconds.append(server.wait_for("/readyz"))
                    ready.set()
                for task in tasks:
                    task.result()
            elapsed = time.perf_counter() - started
            for writer in writers:
                writer.check()
            lost, duplicates, wrong_balances = ([text for writer in writers for text in getattr(writer, name)]
                                                for name in ("lost", "duplicates", "wrong_balances"))
            server.stop()
            entries = demo.run_tool("audit").split()[1]
            for text in (lost + duplicates + wrong_balances)[:5]:
                log_progress(f"wrong: {text}")
            add_figure("kill", f"Acknowledged writes lost, {demo.engine}", len(lost), "", 0,
                f"{len(acknowledged):,} writes, {bench.kills} times kill -9, {sum(writer.retries for writer in writers)} writes sent again; {len(acknowledged) / elapsed:.0f} writes/s", digits=0)
            add_figure("kill", f"Acknowledged writes doubled, {demo.engine}", len(duplicates), "", 0, digits=0)
            add_figure("kill", f"Balances that are not their history's, {demo.engine}", len(wrong_balances), "", 0,
                f"the audit of {int(entries):,} entries found no errors", digits=0)
            start_seconds.sort()
            add_figure("kill", f"Ready again after kill -9, p99, {demo.engine}", start_seconds[min(len(start_seconds) * 99 // 100, len(start_seconds) - 1)], "s", 2,
                f"median {statistics.median(start_seconds):.2f}; {spread(start_seconds, 2)}")


# --- 14. concurrent orders on one balance


def redeem(bench, orders=10_000, affordable=25, connections=1000):
    for engine, nodes in [("sqlite", 1), ("postgresql", 1), ("postgresql", 2)]:
        with demo_copy(bench, engine, f"redeem{nodes}") as demo, contextlib.ExitStack() as stack:
            servers = [stack.enter_context(demo.start_server()) for _ in range(nodes)]
            [name] = demo.add_members("redeem", 1, affordable * COFFEE_POINTS + COFFEE_POINTS - 1)
            token = Api(servers[0].port).sign_in(name, PASSWORD)
            text = lambda n: request("POST", f"/Member/v3/OrderLoyaltyItem?boxofficeCinemaId={THEATER}",  # noqa: E731
                                     {"itemCode": "RW-COFFEE", "clientRequestId": f"r{n}"}, token)
            loads = [Load(bench, server.port, [("order", text(n)) for n in range(first, orders, nodes)], requests=orders // nodes, connections=connections // nodes)
                     for first, server in enumerate(servers)]
            results = [node_load.result() for node_load in loads]
            counts = sum((count_outcomes(result) for result in results), collections.Counter())
            # The server closes connections that were idle for long.
            api = Api(servers[0].port)
            api.token = token
            entries = [entry for entry in api.history() if entry["kind"] == "REDEEM"]
            balance = api.points()
            demo.run_tool("audit")
            confirmed, booked = counts["200/0"], len(entries)
            errors = abs(confirmed - affordable) + abs(booked - affordable) + (balance != COFFEE_POINTS - 1)
            where = demo.engine + (f", {nodes} nodes" if nodes > 1 else "")
            add_figure("redeem", f"{orders:,} orders at once with points for {affordable}: too many, too few or wrongly booked, {where}", errors, "", 0,
                f"{describe(counts)}; {booked} booked, {balance} points left; {max(result['seconds'] for result in results):.1f} s, {connections} connections", digits=0)


# --- 15. response times of calls about members and non-members


def auc(positives, negatives):
    """Area under the ROC curve of a classifier by time: 0.5 is a random guess, 1 is always right."""
    ranked = sorted([(t, 1) for t in positives] + [(t, 0) for t in negatives])
    rank_sum, start = 0.0, 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end][0] == ranked[start][0]:
            end += 1
        # Equal times share their mean rank.
        rank_sum += sum(label for _, label in ranked[start:end]) * (start + 1 + end) / 2
        start = end
    area = (rank_sum - len(positives) * (len(positives) + 1) / 2) / (len(positives) * len(negatives))
    return max(area, 1 - area)


def enumeration(bench, samples=1000, accounts=50):
    with demo_copy(bench, "sqlite", "enumeration") as demo, demo.start_server() as server:
        members = demo.add_members("known", accounts)
        others = [f"nobody-{n}" for n in range(accounts)]
        server.wait_until_idle()
        email = lambda name: urllib.parse.quote(f"{name}@example.org")  # noqa: E731
        link = f"boxofficeCircuitId={SITE}&boxofficeCinemaId={THEATER}&rootUrl=localhost&resetPasswordLink={urllib.parse.quote('/login/?resetCode={resetCode}')}"
        code = f"circuitId={SITE}&cinemaId={THEATER}&resetCode={'A' * 43}"
        requests = {
            "Sign-in with a wrong password": lambda name: login(name, "not-the-password"),
            "Member search with a wrong name": lambda name: request("POST", f"/Member/MemberSearch/{SITE}", {"email": f"{name}@example.org", "lastName": "x"}),
            "Username reminder": lambda name: request("GET", f"/Member/UsernameReminder/{SITE}/{email(name)}"),
            "Request for a reset code": lambda name: request("GET", f"/Member/v3/GetResetPasswordCode?{link}&emailAddress={email(name)}"),
            "Wrong reset code": lambda name: request("GET", f"/Member/ValidatePasswordResetCode?{code}&emailAddress={email(name)}"),
        }
        for what, text in requests.items():
            calls = [(group, text(name)) for group, names in [("members", members), ("others", others)] for name in names]
            load(bench, server.port, calls, connections=1, requests=len(calls), shuffle=True)
            result = load(bench, server.port, calls, connections=1, requests=2 * samples, shuffle=True, detail=True)["calls"]
            of_members, of_others = result["members"], result["others"]
            if set(of_members["outcomes"]) != set(of_others["outcomes"]):
                log_progress(f"{what}: {describe(of_members['outcomes'])} and {describe(of_others['outcomes'])}")
            add_figure("enumeration", f"{what}: how well its time tells members from others (AUC)", auc(of_members["times"], of_others["times"]), "", 0.55,
                f"median {of_members['p50']:.3f} and {of_others['p50']:.3f} ms; {of_members['count']} and {of_others['count']} in random order; responses {describe(of_members['outcomes'])} and {describe(of_others['outcomes'])}", digits=3)


# --- 16. the ledger compared with a model


def ledger(bench, steps=100_000):
    for engine in ENGINES:
        with contextlib.ExitStack() as stack:
            url = f"sqlite:{bench.tmp}/ledger.db"
            if engine == "postgresql":
                url = stack.enter_context(postgres(bench)).create_database("ledger")
            started = time.perf_counter()
            booked, refused, rolled_back, differences, errors, entries = map(int, run_tool(bench, "ledger", url, steps).split())
            name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[engine]
            add_figure("ledger", f"{steps:,} random steps beside a model: balances that differ, sums that are not 0, links that are wrong, {name}",
                differences + errors, "", 0, f"{booked:,} booked, {refused:,} refused, {rolled_back:,} rolled back; {entries:,} entries; {time.perf_counter() - started:.0f} s", digits=0)


PARTS = {"members": members, "logins": logins, "flood": flood, "kill": kill, "redeem": redeem, "enumeration": enumeration, "ledger": ledger}
