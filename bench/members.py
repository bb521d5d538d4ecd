"""Parts of bench/run about members: what calls and sign-ins cost, and whether what was promised is kept."""
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

from common import DAY, HOST, ROOT, Server, cpu_seconds, cpu_times, memory, row, say, spread

SITE, THEATER = "meridian", "meridian-main"
# A member of the demo, and the password of the members that are made here.
IRIS, PASSWORD = ("iris", "lanterns-over-the-canal"), "a-lamp-in-the-projection-room"
# What a coffee costs, in points.
COFFEE = 120
# All connections come from one address, as from a proxy.
OPEN = ("--rate-limits", "off", "--trusted-proxies", HOST)


# --- the programmes beside the server


@functools.cache
def tool_of(binary):
    """What makes load and the rest, beside the program; built where the program is built."""
    file = binary.parent / "marquee-bench"
    if not file.exists():
        say("Building what measures members")
        kind = ["--release"] if binary.parent.name == "release" else []
        subprocess.run(["cargo", "build", "--locked", *kind, "--bin", "marquee-bench"], cwd=ROOT, check=True, stdout=sys.stderr)
    return file


def tool(bench, *words):
    done = subprocess.run([tool_of(bench.binary), *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{words[0]}: {done.stdout[-500:]}{done.stderr[-1500:]}")
    return done.stdout.strip()


def request(method, route, payload=None, token=None):
    """A call of the gateway in header mode, as it goes over the wire."""
    body = json.dumps({"reqMetadata": {"method": method, "route": route}, **(payload or {})})
    head = {"Host": "localhost", "Accept": "application/json", "Content-Type": "application/json", "Content-Length": len(body.encode())}
    if token:
        head["Boxoffice-Session-Token"] = token
    return "POST /api/cypher HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in head.items()) + "\r\n" + body


def page_request(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n"


class Load:
    """A load that runs until it is stopped."""

    def __init__(self, bench, port, calls, **plan):
        plan |= {"address": f"{HOST}:{port}", "calls": [{"name": name, "text": text} for name, text in calls]}
        self.process = subprocess.Popen([tool_of(bench.binary), "load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps(plan))
        self.process.stdin.close()

    def result(self):
        text = self.process.stdout.read()
        if self.process.wait():
            sys.exit("the load client failed")
        return json.loads(text)


def load(bench, port, calls, **plan):
    return Load(bench, port, calls, **plan).result()


def outcomes(result):
    """How often each outcome was, over all names."""
    total = collections.Counter()
    for figures in result["calls"].values():
        total.update(figures["outcomes"])
    return total


def describe(counts):
    return ", ".join(f"{n:,} × {what}" for what, n in sorted(counts.items()))


def all_well(result, wanted="200/0"):
    """A measurement counts only if every response was the one that was wanted."""
    if set(outcomes(result)) != {wanted}:
        sys.exit(f"not every response was {wanted}: {describe(outcomes(result))}")
    return result


class Api:
    """Calls of one client, one after the other."""

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
            sys.exit(f"{username} could not sign in: {body}")
        self.token = body["sessionManagementTokens"]["boxofficeSessionToken"]
        return self.token

    def details(self):
        return self.call("GET", f"/Member/v3/GetMember/?boxofficeCircuitId={SITE}")["memberDetails"]

    def points(self):
        return next(b["amount"] for b in self.details()["balances"] if b["balanceType"] == "POINTS")

    def history(self):
        return self.call("GET", f"/Member/v3/TransactionHistory?boxofficeCircuitId={SITE}")["transactions"]


# --- databases


class Postgres:
    """A PostgreSQL of our own, as the tests have it: without fsync, so that it measures the server and not a disk."""

    def __enter__(self):
        script = """. script/lib/setup.sh; . script/lib/postgres.sh; trap stop_postgres EXIT
            start_postgres >&2; printf '%s\\n%s\\n' "$MARQUEE_TEST_POSTGRES_URL" "$(pg_bin)"; cat >/dev/null"""
        self.shell = subprocess.Popen(["bash", "-euo", "pipefail", "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url, folder = self.shell.stdout.readline().strip(), self.shell.stdout.readline().strip()
        if not self.url:
            sys.exit("PostgreSQL could not be started")
        self.psql = str(Path(folder) / "psql") if (Path(folder) / "psql").exists() else "psql"
        return self

    def __exit__(self, *_):
        self.shell.stdin.close()
        self.shell.wait(60)

    def database(self, name, like="template1"):
        """The address of a new database."""
        subprocess.run([self.psql, self.url, "-qc", f'create database "{name}" template "{like}"'], check=True)
        return urllib.parse.urlparse(self.url)._replace(path=f"/{name}").geturl()


class Programme:
    """The demo with its members on one database: a data folder and an address, a fresh copy for each part."""

    def __init__(self, bench, engine, data, url):
        self.bench, self.engine, self.data, self.url = bench, engine, data, url

    def serve(self, port=None):
        flags = (*OPEN, "--database-url", self.url)
        # The time of day: what a member was told has to count after a start as well.
        return Server(self.bench, self.data, clock=None, flags=flags, port=port)

    def tool(self, *words):
        return tool(self.bench, "programme", self.url, SITE, *words)

    def members(self, prefix, count, points=0):
        self.tool("members", prefix, count, PASSWORD, points)
        return [f"{prefix}-{n}" for n in range(count)]


def first_demo(bench, data, url):
    say(f"Making the demo with its members on {url.split(':')[0]}")
    with Server(bench, data, "demo", clock=None, flags=(*OPEN, "--database-url", url)) as server:
        server.quiet(2)


@contextlib.contextmanager
def postgres(bench):
    """One for all parts of a run, with the demo in it."""
    if not hasattr(bench, "postgres"):
        bench.postgres = bench.stack.enter_context(Postgres())
        first_demo(bench, bench.tmp / "first-postgresql", bench.postgres.database("demo"))
    yield bench.postgres


@contextlib.contextmanager
def programme(bench, engine, name):
    """A fresh copy of the demo with its members."""
    data, first = bench.tmp / f"{name}-{engine}", bench.tmp / f"first-{engine}"
    if engine == "postgresql":
        with postgres(bench) as server:
            shutil.copytree(first, data)
            yield Programme(bench, "PostgreSQL", data, server.database(name, "demo"))
    else:
        if not first.exists():
            first_demo(bench, first, f"sqlite:{first}/marquee.db")
        shutil.copytree(first, data)
        yield Programme(bench, "SQLite", data, f"sqlite:{data}/marquee.db")
    shutil.rmtree(data)


ENGINES = ["sqlite", "postgresql"]


# --- 10. calls of members


def members(bench, seconds=4, rounds=3, sessions=32):
    for engine in ENGINES:
        with programme(bench, engine, "members") as own, own.serve() as server:
            server.settle()
            tokens = [Api(server.port).sign_in() for _ in range(sessions)]
            kinds = {
                "GetMember": [request("GET", f"/Member/v3/GetMember/?boxofficeCircuitId={SITE}", token=t) for t in tokens],
                "ValidateToken": [request("GET", f"/Member/ValidateToken?circuitId={SITE}&token={t}") for t in tokens],
            }
            for name, texts in kinds.items():
                costs, rates, slow, system = cost(bench, server, name, texts, seconds, rounds)
                row("members", f"Processor time a validated call, {name}, {own.engine}", statistics.median(costs), "µs", 17.5,
                    f"{statistics.median(system):.1f} of it in the kernel; {spread(costs)}")
                row("members", f"Validated calls, {name}, {own.engine}", statistics.median(rates), "/s", None,
                    f"{sessions} sessions, 16 connections; p99 {statistics.median(slow):.1f} ms; {spread(rates, 0)}", digits=0)
            costs, _, _, system = cost(bench, server, "page", [page_request("/movies/")], seconds, rounds, "200")
            row("members", f"For comparison: processor time a finished page, {own.engine}", statistics.median(costs), "µs", None,
                f"the same load; {statistics.median(system):.1f} of it in the kernel; {spread(costs)}")


def cost(bench, server, name, texts, seconds, rounds, wanted="200/0"):
    """Of each round the server's processor time a request in µs, requests a second, their p99 in ms, and the kernel's part of the time."""
    calls, costs, rates, slow, system = [(name, text) for text in texts], [], [], [], []
    all_well(load(bench, server.port, calls, connections=16, seconds=1), wanted)
    for _ in range(rounds):
        before = cpu_times(server.pid)
        done = all_well(load(bench, server.port, calls, connections=16, seconds=seconds), wanted)
        figures = done["calls"][name]
        user, kernel = ((now - then) / figures["count"] * 1e6 for now, then in zip(cpu_times(server.pid), before, strict=True))
        costs.append(user + kernel)
        system.append(kernel)
        rates.append(figures["count"] / done["seconds"])
        slow.append(figures["p99"])
    return costs, rates, slow, system


# --- 11. signing in


def hash_alone(bench, seconds=4):
    """Passwords a second that as many threads compare as the server has for it, and the processor time of each in ms."""
    used = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])  # noqa: E731
    before = used()
    rate = float(tool(bench, "hash", max((os.cpu_count() or 1) - 1, 1), seconds))
    return rate, (used() - before) / (rate * seconds) * 1000


def login(username, password, circuit=SITE):
    return request("POST", f"/Member/v3/Login?boxofficeCircuitId={circuit}", {"username": username, "password": password})


def logins(bench, seconds=6, rounds=3):
    for engine in ENGINES:
        with programme(bench, engine, "logins") as own, own.serve() as server:
            names = own.members("login", 8)
            server.settle()
            before = memory(server.pid)[0]
            burst = load(bench, server.port, [("login", login(names[n % 8], PASSWORD)) for n in range(64)], connections=64, requests=64)
            high = memory(server.pid)[0]
            time.sleep(5)
            after = memory(server.pid)[0]
            shares, rates, costs, alone = [], [], [], []
            calls = [("login", login(name, PASSWORD)) for name in names]
            for _ in range(rounds):
                alone.append(hash_alone(bench))
                used = cpu_seconds([server.pid])
                done = all_well(load(bench, server.port, calls, connections=8, seconds=seconds))
                rates.append(done["calls"]["login"]["count"] / done["seconds"])
                costs.append((cpu_seconds([server.pid]) - used) / done["calls"]["login"]["count"] * 1000)
                alone.append(hash_alone(bench))
                shares.append(rates[-1] / statistics.mean(rate for rate, _ in alone[-2:]))
            row("logins", f"Sign-ins, share of what the hash alone allows, {own.engine}", statistics.median(shares), "x", 0.9,
                f"{spread(shares, 2)}; processor time {statistics.median(costs):.1f} ms each, of the hash alone {statistics.median(cost for _, cost in alone):.1f} ms", least=True)
            row("logins", f"Sign-ins, {own.engine}", statistics.median(rates), "/s", None, spread(rates))
            row("logins", f"Memory 5 s after 64 sign-ins at once, more than before, {own.engine}", after - before, "MB", 40,
                f"{before:.0f} before, {high:.0f} at the end of the burst, {after:.0f} then; {describe(outcomes(burst))}", digits=0)


# --- 12. pages during a flood of sign-ins


def flood(bench, seconds=15, rounds=3, rate=500):
    data = bench.tmp / "flood"
    shutil.copytree(bench.thousand(), data)
    with Server(bench, data, flags=OPEN) as server, contextlib.closing(http.client.HTTPConnection(HOST, server.port)) as client:
        server.quiet(1)
        tool(bench, "programme", f"sqlite:{data}/marquee.db", "bench", "members", "flood", 8, PASSWORD, 0)
        client.request("GET", "/movies/", headers={"Host": HOST})
        films = list(dict.fromkeys(re.findall(r'href="(/movies/\d+-[^"?]*)"', client.getresponse().read().decode())))
        # Each of these is requested once, so it has to be rendered.
        new = iter([f"{film}?day={DAY.fromordinal(DAY.toordinal() + n)}" for n in range(1, 21) for film in films])
        sign_ins = [("login", login(f"flood-{n}", PASSWORD, "bench")) for n in range(8)]
        found = {(kind, name): [] for kind in ("idle", "flood") for name in ("kept", "new")}
        results = collections.Counter()
        for _ in range(rounds):
            for kind in ("idle", "flood"):
                server.settle()
                attack = kind == "flood" and Load(bench, server.port, sign_ins, connections=2000, seconds=seconds + 2, rate=rate)
                time.sleep(1)
                made = [("new", page_request(next(new))) for _ in range(seconds * 10)]
                loads = {"kept": Load(bench, server.port, [("kept", page_request("/movies/"))], connections=64, seconds=seconds, rate=200),
                         "new": Load(bench, server.port, made, connections=64, requests=len(made), rate=10)}
                for name, running in loads.items():
                    found[kind, name].append(all_well(running.result(), "200")["calls"][name]["p99"])
                if attack:
                    results += outcomes(attack.result())
    for name, what in [("kept", "a finished page"), ("new", "a page that has to be made")]:
        idle, busy = found["idle", name], found["flood", name]
        row("flood", f"p99 of {what} during {rate} sign-ins/s, share of idle", statistics.median(busy) / statistics.median(idle), "x", 2,
            f"{statistics.median(idle):.1f} ms idle, {statistics.median(busy):.1f} ms then; {spread(busy)}")
    row("flood", "Sign-ins that arrived", sum(results.values()), "", None, describe(results), digits=0)


# --- 13. kill -9


class Writer:
    """A member who writes, one write after the other, and knows what has to be there."""

    def __init__(self, port, key, name, films):
        self.api, self.key, self.name, self.films = Api(port), key, name, films
        self.random, self.number, self.again = random.Random(name), 0, 0
        self.bought, self.ordered, self.favorites, self.address = {}, {}, set(), None
        self.first = None
        self.doing = None
        self.lost, self.doubled, self.wrong = [], [], []

    def begin(self):
        self.api.sign_in(self.name, PASSWORD)
        self.first = self.api.points()

    def next(self):
        """Decides what to write; the same is written again until there is an response."""
        self.number += 1
        kind = self.random.choices(["book", "order", "film", "edit"], [4, 2, 2, 2])[0]
        self.doing = (kind, f"{self.name}-{self.number}", self.random.choice(self.films))

    def write(self):
        kind, number, film = self.doing
        if kind == "book":
            body = {"transactionId": number, "member": f"{self.name}@example.org", "cinemaId": THEATER, "movieTitle": "Kestrel",
                    "total": {"amount": 1450, "currency": "USD"}}
            status, response = self.api.send("POST", "/api/pos/transactions", body, {"Authorization": f"Bearer {self.key}"})
            if status == 503:
                raise ConnectionError("busy")
            if status != 200:
                sys.exit(f"a booking gave {status}: {response}")
            self.bought[number] = response["orderId"]
        elif kind == "order":
            body = {"itemCode": "RW-COFFEE", "quantity": 1, "clientRequestId": number}
            self.ordered[number] = self.done("POST", f"OrderLoyaltyItem?boxofficeCinemaId={THEATER}", body)["orderId"]
        elif kind == "film":
            name = "RemoveFavoriteFilm" if film in self.favorites else "AddFavoriteFilm"
            self.done("POST", f"{name}?boxofficeCircuitId={SITE}", {"externalFilmId": film, "boxofficeId": film})
            self.favorites ^= {film}
        else:
            self.done("POST", f"Edit?boxofficeCircuitId={SITE}", {"address1": number})
            self.address = number
        self.doing = None

    def done(self, method, route, body):
        response = self.api.call(method, f"/Member/v3/{route}", body)
        if response["peachCode"]:
            sys.exit(f"{route} gave {response}")
        return response

    def check(self):
        """Everything that was acknowledged is there once; what was not yet may be there, once as well."""
        doing = self.doing and self.doing[0]
        lines, details = self.api.history(), self.api.details()
        orders = self.api.call("GET", f"/Member/v3/OrderHistory?boxofficeCircuitId={SITE}")["orders"]
        seen = collections.Counter(o["orderId"] for o in orders)
        for kind, own in [("EARN", self.bought), ("REDEEM", self.ordered)]:
            booked = collections.Counter(line["orderId"] for line in lines if line["kind"] == kind)
            self.lost += [number for number, order in own.items() if not booked[order] or not seen[order]]
            self.doubled += [number for number, order in own.items() if booked[order] > 1 or seen[order] > 1]
            spare = len(booked) - len(set(own.values()))
            if spare > (doing == {"EARN": "book", "REDEEM": "order"}[kind]):
                self.doubled.append(f"{spare} more {kind} than were acknowledged")
        films = set(self.done("GET", f"GetFavoriteFilms?boxofficeCircuitId={SITE}", None)["externalFilmIds"])
        if films != self.favorites and not (doing == "film" and films == self.favorites ^ {self.doing[2]}):
            self.lost.append("a favorite")
        if details["address1"] != self.address and not (doing == "edit" and details["address1"] == self.doing[1]):
            self.lost.append(f"an edit: {details['address1']} and not {self.address}")
        balance = next(b["amount"] for b in details["balances"])
        if not balance == sum(line["amount"] for line in lines) == (lines[0]["balanceAfter"] if lines else 0):
            self.wrong.append(f"the balance {balance} is not that of the history")


def writes(server, writer, counter, ready, more):
    """Writes until there were enough; after each end of the server the member's records are looked at."""
    while more():
        if not writer.doing:
            writer.next()
        try:
            writer.write()
            counter.append(1)
        except ConnectionError:
            writer.again += 1
            while True:
                ready.wait()
                try:
                    writer.check()
                    break
                except ConnectionError:
                    time.sleep(0.01)


def kill(bench, clients=4):
    chance = random.Random(1)
    for engine in ENGINES:
        with programme(bench, engine, "kill") as own:
            server = own.serve()
            port, starts = server.port, []
            server.wait_for("/readyz")
            key = own.tool("key", "bench")
            films = [f["id"] for f in json.loads((ROOT / "fixtures/demo/films.json").read_text())][:40]
            writers = [Writer(port, key, name, films) for name in own.members("kill", clients, 10_000_000)]
            for writer in writers:
                writer.begin()
            counter, ready, since = [], threading.Event(), time.perf_counter()
            ready.set()
            with concurrent.futures.ThreadPoolExecutor(clients) as pool:
                running = [pool.submit(writes, server, w, counter, ready, lambda: len(counter) < bench.writes) for w in writers]
                for n in range(bench.kills):
                    while len(counter) < bench.writes * (n + chance.random()) / bench.kills and not any(r.done() for r in running):
                        time.sleep(0.001)
                    time.sleep(chance.random() * 0.01)
                    ready.clear()
                    server.process.kill()
                    server.process.wait()
                    server = own.serve(port)
                    starts.append(server.wait_for("/readyz"))
                    ready.set()
                for done in running:
                    done.result()
            took = time.perf_counter() - since
            for writer in writers:
                writer.check()
            wrong = [w for writer in writers for w in writer.wrong]
            lost, doubled = ([x for w in writers for x in getattr(w, name)] for name in ("lost", "doubled"))
            server.stop()
            entries = own.tool("audit").split()[1]
            for text in (lost + doubled + wrong)[:5]:
                say(f"wrong: {text}")
            row("kill", f"Acknowledged writes lost, {own.engine}", len(lost), "", 0,
                f"{len(counter):,} writes, {bench.kills} times kill -9, {sum(w.again for w in writers)} writes sent again; {len(counter) / took:.0f} writes/s", digits=0)
            row("kill", f"Acknowledged writes doubled, {own.engine}", len(doubled), "", 0, digits=0)
            row("kill", f"Balances that are not their history's, {own.engine}", len(wrong), "", 0,
                f"the audit of {int(entries):,} entries found nothing", digits=0)
            starts.sort()
            row("kill", f"Ready again after kill -9, p99, {own.engine}", starts[min(len(starts) * 99 // 100, len(starts) - 1)], "s", 2,
                f"median {statistics.median(starts):.2f}; {spread(starts, 2)}")


# --- 14. one balance, many orders


def redeem(bench, orders=10_000, enough=25, connections=1000):
    for engine, nodes in [("sqlite", 1), ("postgresql", 1), ("postgresql", 2)]:
        with programme(bench, engine, f"redeem{nodes}") as own, contextlib.ExitStack() as stack:
            servers = [stack.enter_context(own.serve()) for _ in range(nodes)]
            [name] = own.members("redeem", 1, enough * COFFEE + COFFEE - 1)
            token = Api(servers[0].port).sign_in(name, PASSWORD)
            text = lambda n: request("POST", f"/Member/v3/OrderLoyaltyItem?boxofficeCinemaId={THEATER}",  # noqa: E731
                                     {"itemCode": "RW-COFFEE", "clientRequestId": f"r{n}"}, token)
            loads = [Load(bench, server.port, [("order", text(n)) for n in range(at, orders, nodes)], requests=orders // nodes, connections=connections // nodes)
                     for at, server in enumerate(servers)]
            results = [running.result() for running in loads]
            counts = sum((outcomes(r) for r in results), collections.Counter())
            # The server ends connections that were idle for long.
            api = Api(servers[0].port)
            api.token = token
            lines = [line for line in api.history() if line["kind"] == "REDEEM"]
            balance = api.points()
            own.tool("audit")
            good, booked = counts["200/0"], len(lines)
            wrong = abs(good - enough) + abs(booked - enough) + (balance != COFFEE - 1)
            where = own.engine + (f", {nodes} nodes" if nodes > 1 else "")
            row("redeem", f"{orders:,} orders at once with points for {enough}: too many, too few or wrongly booked, {where}", wrong, "", 0,
                f"{describe(counts)}; {booked} booked, {balance} points left; {max(r['seconds'] for r in results):.1f} s, {connections} connections", digits=0)


# --- 15. who is a member


def auc(one, other):
    """How well a time tells the two apart: 0.5 is not at all, 1 is always."""
    ranked = sorted([(t, 1) for t in one] + [(t, 0) for t in other])
    ranks, at = 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        ranks += sum(kind for _, kind in ranked[at:end]) * (at + 1 + end) / 2
        at = end
    found = (ranks - len(one) * (len(one) + 1) / 2) / (len(one) * len(other))
    return max(found, 1 - found)


def enumeration(bench, samples=1000, people=50):
    with programme(bench, "sqlite", "enumeration") as own, own.serve() as server:
        known = own.members("known", people)
        unknown = [f"nobody-{n}" for n in range(people)]
        server.settle()
        mail = lambda name: urllib.parse.quote(f"{name}@example.org")  # noqa: E731
        link = f"boxofficeCircuitId={SITE}&boxofficeCinemaId={THEATER}&rootUrl=localhost&resetPasswordLink={urllib.parse.quote('/login/?resetCode={resetCode}')}"
        code = f"circuitId={SITE}&cinemaId={THEATER}&resetCode={'A' * 43}"
        kinds = {
            "Sign-in with a wrong password": lambda name: login(name, "not-the-password"),
            "Member search with a wrong name": lambda name: request("POST", f"/Member/MemberSearch/{SITE}", {"email": f"{name}@example.org", "lastName": "x"}),
            "Username reminder": lambda name: request("GET", f"/Member/UsernameReminder/{SITE}/{mail(name)}"),
            "Request for a reset code": lambda name: request("GET", f"/Member/v3/GetResetPasswordCode?{link}&emailAddress={mail(name)}"),
            "Wrong reset code": lambda name: request("GET", f"/Member/ValidatePasswordResetCode?{code}&emailAddress={mail(name)}"),
        }
        for what, text in kinds.items():
            calls = [(kind, text(name)) for kind, names in [("known", known), ("unknown", unknown)] for name in names]
            load(bench, server.port, calls, connections=1, requests=len(calls), shuffle=True)
            done = load(bench, server.port, calls, connections=1, requests=2 * samples, shuffle=True, detail=True)["calls"]
            one, other = done["known"], done["unknown"]
            if set(one["outcomes"]) != set(other["outcomes"]):
                say(f"{what}: {describe(one['outcomes'])} and {describe(other['outcomes'])}")
            row("enumeration", f"{what}: how well its time tells members from others (AUC)", auc(one["times"], other["times"]), "", 0.55,
                f"median {one['p50']:.3f} and {other['p50']:.3f} ms; {one['count']} and {other['count']} in turn by chance; answers {describe(one['outcomes'])} and {describe(other['outcomes'])}", digits=3)


# --- 16. the ledger beside a model


def ledger(bench, steps=100_000):
    for engine in ENGINES:
        with contextlib.ExitStack() as stack:
            url = f"sqlite:{bench.tmp}/ledger.db"
            if engine == "postgresql":
                url = stack.enter_context(postgres(bench)).database("ledger")
            since = time.perf_counter()
            booked, refused, dropped, differ, wrong, entries = map(int, tool(bench, "ledger", url, steps).split())
            name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[engine]
            row("ledger", f"{steps:,} random steps beside a model: balances that differ, sums that are not 0, links that are wrong, {name}",
                differ + wrong, "", 0, f"{booked:,} booked, {refused:,} refused, {dropped:,} dropped with their write; {entries:,} entries; {time.perf_counter() - since:.0f} s", digits=0)


PARTS = {"members": members, "logins": logins, "flood": flood, "kill": kill, "redeem": redeem, "enumeration": enumeration, "ledger": ledger}
