"""Part of bench/run about feeds: how soon a change at the source is on its page, and thousands of feeds at once beside hostile ones."""
import base64
import collections
import concurrent.futures
import contextlib
import datetime
import gzip
import hashlib
import hmac
import http.client
import http.server
import json
import random
import statistics
import subprocess
import sys
import threading
import time

from common import HOST, ROOT, Client, Server, add_figure, cpu_seconds, log_progress, memory, spread
from members import UNLIMITED
from operators import EDITOR, Editor

# Each site has as many feeds as it may have, each for one theater.
FEEDS_OF_SITE = 100
INTERVAL_MINUTES = 1
INTERVAL = 60 * INTERVAL_MINUTES
# The shows that a feed has on each of its days.
DAYS, FILMS, TIMES = 7, 5, 4
PUSHES = 50
# Changes by poll that are followed to their page at the same time.
FOLLOWED = 20
# Seconds between two looks at a page.
LOOK = 0.05


class Source:
    """The systems of all feeds: a web server that answers each with its schedule, and notes when it asked. Some are hostile."""

    HOSTILE = ("slow", "huge", "bomb", "inward", "silent")

    def __init__(self):
        self.day, self.changed, self.lock = datetime.date.today() + datetime.timedelta(days=1), {}, threading.Lock()
        self.asked, self.answered = collections.defaultdict(list), {}
        self.is_open = True
        source = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                source.respond(self)

            def log_message(self, *_):
                pass

        class Listener(http.server.ThreadingHTTPServer):
            request_queue_size, daemon_threads = 1024, True

            def handle_error(self, *_):
                """Clients that leave are expected."""

        self.server = Listener((HOST, 0), Handler)
        self.port = self.server.server_address[1]
        self.bomb = gzip.compress(bytes(1 << 20)) * 4096
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.is_open = False
        self.server.shutdown()

    def address(self, name):
        return f"http://{HOST}:{self.port}/{name}"

    def change(self, name):
        """Gives a feed another time of its first show. Returns this time, which no other show has."""
        with self.lock:
            number, _ = self.changed.get(name, (0, None))
            minute = number % 58 + 1
            self.changed[name] = (number + 1, minute)
        return f"6:{minute:02} AM"

    def schedule(self, name):
        with self.lock:
            _, minute = self.changed.get(name, (0, None))
        rows = ["Date,Time,Film,Theater"]
        for day in range(DAYS):
            date = self.day + datetime.timedelta(days=day)
            for film in range(FILMS):
                for show in range(TIMES):
                    rows.append(f"{date},{10 + 3 * show}:{5 * film:02},Film {film + 1},{name}")
        rows.append(f"{self.day},06:{minute or 0:02},Film 1,{name}")
        return minute, "\n".join(rows).encode()

    def respond(self, handler):
        name = handler.path.strip("/")
        self.asked[name].append(time.perf_counter())
        kind = name.split("-")[0]
        if kind == "inward":
            handler.send_response(302)
            handler.send_header("Location", "http://169.254.169.254/latest/meta-data/")
            handler.end_headers()
        elif kind == "silent":
            while self.is_open:
                time.sleep(0.5)
        elif kind in ("slow", "huge", "bomb"):
            handler.send_response(200)
            if kind == "bomb":
                handler.send_header("Content-Encoding", "gzip")
            handler.end_headers()
            block = {"slow": b"x", "huge": b"x" * (1 << 20), "bomb": self.bomb}[kind]
            for _ in range(1 if kind == "bomb" else 1024):
                handler.wfile.write(block)
                if kind == "slow":
                    time.sleep(1)
        else:
            minute, body = self.schedule(name)
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body)
            self.answered[name, minute] = time.perf_counter()


def theater_of(name, number):
    return {"id": name, "name": name, "slug": name, "timeZone": "America/Detroit",
            "address": {"street": f"{number} Main Street", "city": "Port Ellery", "region": "MI", "postalCode": "49190", "country": "US"}}


def add_site(bench, data, number, names):
    """Adds a site with one theater for each name, and without shows."""
    folder = bench.tmp / "feeds-site"
    if not folder.exists():
        subprocess.run([sys.executable, ROOT / "bench/generate.py", folder, "--films", "1", "--films-a-day", "1", "--max-showtimes", "0"],
                       check=True, stdout=sys.stderr)
    record = json.loads((folder / "site.json").read_text())
    record["key"], record["hosts"] = f"site-{number}", [f"site-{number}.localhost"]
    record["settings"]["domain"] = f"site-{number}.localhost"
    record["config"].update(theaterIds=names, isSingleLocation=len(names) == 1)
    files = {"site": record, "theaters": [theater_of(name, n) for n, name in enumerate(names, 1)], "movies": [], "showtimes": []}
    for name, value in files.items():
        (folder / f"{name}.json").write_text(json.dumps(value))
    bench.run_marquee("site", "import", folder, "--data", data)


def settings_of(source, name, path):
    return {"name": name, "address": source.address(path), "format": "spreadsheet", "theaters": [{"feed": name, "theater": name}],
            "intervalMinutes": INTERVAL_MINUTES, "holdPercent": 100, "conflicts": "feedWins", "missingShows": "removed", "isOn": True}


def add_owner(bench, data):
    email = "feeds@cinema.example"
    command = bench.command("operator", "add", email, "--name", "Feeds", "--role", "owner", "--data", data)
    output = subprocess.run(command, env=bench.env, cwd=bench.tmp, capture_output=True, text=True).stdout
    return email, output.split("password: ")[1].split()[0]


def wait_for_time(port, site, name, day, text, seconds):
    """Looks at the page of a theater until it has a time. Returns when it had it; 0 if it never had."""
    end = time.perf_counter() + seconds
    with contextlib.closing(Client(port, f"site-{site}.localhost")) as client:
        while time.perf_counter() < end:
            status, body, _ = client.get(f"/theaters/{name}/?day={day}")
            if status == 200 and text.split()[0] in body.decode():
                return time.perf_counter()
            time.sleep(LOOK)
    return 0


# --- a change that is pushed


def push(port, host, path, secret, number):
    """Sends a message without a schedule, signed as Standard Webhooks says."""
    key, at, identity = base64.b64decode(secret.removeprefix("whsec_")), str(int(time.time())), f"msg-{number}"
    signature = base64.b64encode(hmac.new(key, f"{identity}.{at}.".encode(), hashlib.sha256).digest()).decode()
    headers = {"Host": host, "webhook-id": identity, "webhook-timestamp": at, "webhook-signature": f"v1,{signature}"}
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    connection.request("POST", path, b"", headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.status != 200:
        sys.exit(f"push: {response.status} {body}")


def follow_pushes(server, source, editor, feeds):
    """Seconds from a change at a source, of which it tells at once, to its page."""
    site, name, feed = next(feed for feed in feeds if feed[1].startswith("t-"))
    secret = editor.call("POST", f"site-{site}/feeds/{feed}/push")["secret"]
    listed = editor.call("GET", f"site-{site}/feeds")["feeds"]
    path = next(one["push"]["path"] for one in listed if one["id"] == feed)
    seconds = []
    for number in range(PUSHES):
        started = time.perf_counter()
        text = source.change(name)
        push(server.port, f"site-{site}.localhost", path, secret, number)
        shown = wait_for_time(server.port, site, name, source.day, text, 30)
        if not shown:
            sys.exit(f"{text} was not on the page of {name} within 30 s")
        seconds.append(shown - started)
    return seconds


# --- many feeds


def follow_polls(server, source, feeds, end):
    """Changes sources until `end`. Returns the seconds from each change, and from the response that had it, to its page."""
    rng, changes, responses = random.Random(1), [], []
    good = [feed for feed in feeds if feed[1].startswith("t-")]

    def follow(site, name):
        started, text = time.perf_counter(), source.change(name)
        minute = int(text.split(":")[1].split()[0])
        shown = wait_for_time(server.port, site, name, source.day, text, 3 * INTERVAL)
        if not shown:
            sys.exit(f"{text} was not on the page of {name} within {3 * INTERVAL} s")
        changes.append(shown - started)
        responses.append(shown - source.answered[name, minute])

    with concurrent.futures.ThreadPoolExecutor(FOLLOWED) as pool:
        running = set()
        for site, name, _ in rng.sample(good, len(good)):
            if time.perf_counter() > end - 1.5 * INTERVAL:
                break
            running.add(pool.submit(follow, site, name))
            if len(running) == FOLLOWED:
                done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for task in done:
                    task.result()
        for task in running:
            task.result()
    return changes, responses


def connect_all(bench, source, data, count):
    """Adds sites and feeds, of which one in a hundred is hostile. Returns a server with them, its editor and the feeds."""
    names = [f"t-{n}" for n in range(count)]
    for at in range(0, count, FEEDS_OF_SITE):
        # The last feed of each site.
        names[min(at + FEEDS_OF_SITE, count) - 1] = f"{Source.HOSTILE[at // FEEDS_OF_SITE % len(Source.HOSTILE)]}-{at}"
    sites = [names[at:at + FEEDS_OF_SITE] for at in range(0, count, FEEDS_OF_SITE)]
    for number, theaters in enumerate(sites):
        add_site(bench, data, number, theaters)
    owner = add_owner(bench, data)
    flags = (*UNLIMITED, "--editor-host", EDITOR, "--internal-upstreams", f"{HOST}:{source.port}", "--defer-pages", "on")
    server = Server(bench, data, clock=None, flags=flags)
    server.wait_for("/readyz")
    editor = Editor(server.port, *owner)
    feeds = []
    for number, theaters in enumerate(sites):
        for name in theaters:
            feed = editor.call("POST", f"site-{number}/feeds", settings_of(source, name, name))
            feeds.append((number, name, feed["id"]))
    return server, editor, feeds


def lateness(source, started, ended):
    """How much later than its interval each good feed asked, at its worst, in seconds; its last question counts until `ended`."""
    late = []
    for name, times in source.asked.items():
        if name.startswith("t-"):
            seen = [at for at in times if at >= started] + [ended]
            late.append(max(after - before for before, after in zip([started, *seen], seen)) - INTERVAL)
    return late


def feeds(bench):
    data = bench.tmp / "feeds"
    source = Source()
    with contextlib.closing(source):
        log_progress(f"Connecting {bench.feeds:,} feeds")
        server, editor, all_feeds = connect_all(bench, source, data, bench.feeds)
        with contextlib.ExitStack() as stack:
            stack.callback(server.stop)
            good = sum(name.startswith("t-") for _, name, _ in all_feeds)
            deadline = time.perf_counter() + 10 * INTERVAL
            while sum(name.startswith("t-") for name in source.asked) < good and time.perf_counter() < deadline:
                time.sleep(0.5)
            log_progress(f"{good:,} feeds have run once")
            pushes = follow_pushes(server, source, editor, all_feeds)
            before, started = cpu_seconds([server.pid]), time.perf_counter()
            changes, responses = follow_polls(server, source, all_feeds, started + bench.feed_seconds)
            while time.perf_counter() < started + bench.feed_seconds:
                time.sleep(0.5)
            ended = time.perf_counter()
            used = (cpu_seconds([server.pid]) - before) / (ended - started)
            now, peak = memory(server.pid)
            late = lateness(source, started, ended)
            # The server has closed a connection that was idle for so long.
            editor.connection.close()
            listed = [editor.call("GET", f"site-{site}/feeds")["feeds"] for site in range(len(all_feeds) // FEEDS_OF_SITE or 1)]
            health = collections.Counter(one["health"] for site in listed for one in site if one["name"].startswith("t-"))
    for text in [f"{count} good feeds are {name}" for name, count in health.items() if name != "healthy"]:
        log_progress(f"wrong: {text}")
    hostile = len(all_feeds) - good
    what = f"{len(all_feeds):,} feeds, each every {INTERVAL} s, {hostile} of them hostile"
    add_figure("feeds", "From a change at the source to its page by push, median", statistics.median(pushes), "s", 2, spread(pushes, 2))
    add_figure("feeds", "From a change at the source to its page by poll, longest", max(changes), "s", INTERVAL + 2, f"median {statistics.median(changes):.1f} s; {what}", digits=1)
    add_figure("feeds", "From the response that has a change to its page, median", statistics.median(responses), "s", 2, spread(responses, 2))
    add_figure("feeds", "The most that a feed was late", max(late), "s", INTERVAL, f"{what}, in {bench.feed_seconds} s; median {statistics.median(late):.1f} s", digits=1)
    add_figure("feeds", "Good feeds that are not healthy", good - health["healthy"], "", 0, digits=0)
    add_figure("feeds", "Processor time for these feeds, share of one processor", used, "", None, f"{FOLLOWED} pages are looked at every {LOOK * 1000:.0f} ms meanwhile")
    add_figure("feeds", "Resident memory with these feeds", now, "MB", None, f"{peak:.0f} at its highest", digits=0)


PARTS = {"feeds": feeds}
