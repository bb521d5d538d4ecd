"""Parts of bench/run about operators: many who edit one site at the same time, and a server that is killed while it publishes."""
import collections
import concurrent.futures
import contextlib
import http.client
import json
import random
import re
import statistics
import subprocess
import sys
import threading
import time

from common import HOST, Client, Server, add_figure, log_progress, spread
from members import ENGINES, SITE, UNLIMITED, demo_copy

EDITOR = "editor.localhost"
# The page whose title is changed together with the name of the site. Both have the number of an edition.
PAGE, PAGE_POINTER, NAME_POINTER = "/edition/", "/pages/~1edition~1", "/site/settings/name"
# How many operators edit, how many edits a minute all of them make, and how often one publishes, in seconds.
OPERATORS, EDITS_PER_MINUTE, PUBLISH_EVERY = 20, 1000, 5


class Editor:
    """The site editor's API, for one signed-in operator."""

    def __init__(self, port, email, password):
        self.authority, self.cookie = f"{EDITOR}:{port}", ""
        self.connection = http.client.HTTPConnection(HOST, port, timeout=60)
        status, body = self.send("POST", "sign-in", {"email": email, "password": password})
        if status != 200 or body["next"] != "done":
            sys.exit(f"{email} cannot sign in: {status} {body}")

    def send(self, method, path, body=None):
        """Sends a request. Raises `ConnectionError` if there is no whole response."""
        headers = {"Host": self.authority, "Origin": f"http://{self.authority}", "Cookie": self.cookie, "Content-Type": "application/json"}
        try:
            self.connection.request(method, f"/api/editor/{path}", body and json.dumps(body), headers)
            response = self.connection.getresponse()
            content = response.read()
            if cookie := response.headers["Set-Cookie"]:
                self.cookie = cookie.split(";")[0]
            return response.status, json.loads(content or b"null")
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.connection.close()
            raise ConnectionError(str(error)) from error

    def call(self, method, path, body=None):
        status, answer = self.send(method, path, body)
        if status != 200:
            sys.exit(f"{method} {path}: {status} {answer}")
        return answer

    def draft(self):
        return self.call("GET", f"{SITE}/draft")

    def edit(self, *edits):
        """Sends edits as (pointer, old value, new value). Returns the status and the answer."""
        body = {"edits": [{"pointer": pointer, "from": old, "to": new} for pointer, old, new in edits]}
        return self.send("PATCH", f"{SITE}/draft", body)

    def publish(self):
        """Publishes the draft as it is now. Returns the seconds it took; edits in between make it read the draft again."""
        while True:
            version = self.call("GET", f"{SITE}/draft/version")["version"]
            started = time.perf_counter()
            status, answer = self.send("POST", f"{SITE}/publish", {"version": version})
            if status == 200:
                return time.perf_counter() - started
            if status != 409:
                sys.exit(f"publish: {status} {answer}")


def value_at(document, pointer):
    for name in pointer.split("/")[1:]:
        document = (document or {}).get(name.replace("~1", "/").replace("~0", "~"))
    return document


def page_record(path, title):
    return {"path": path, "title": title, "kind": "content", "description": "", "blocks": []}


def start_server(demo, port=None):
    return Server(demo.bench, demo.data, clock=None, port=port,
                  flags=(*UNLIMITED, "--database-url", demo.url, "--editor-host", EDITOR))


def add_operator(bench, data, name, role, site, *flags):
    """Adds an operator of a site. Returns email address and password."""
    email = f"{name}@cinema.example"
    command = bench.command("operator", "add", email, "--name", name, "--site", site, "--role", role, "--data", data, *flags)
    output = subprocess.run(command, env=bench.env, cwd=bench.tmp, capture_output=True, text=True)
    if not (password := re.search(r"^password: (.+)$", output.stdout, re.MULTILINE)):
        sys.exit(f"operator add: {output.stdout}{output.stderr}")
    return email, password[1]


def add_editor(demo, name, role):
    """Adds an operator of the site in the database of the copy. Returns email address and password."""
    return add_operator(demo.bench, demo.data, name, role, SITE, "--database-url", demo.url)


def publish_edition(editor, number):
    """Changes the name of the site and the title of a page together, and publishes. Returns the seconds of the publication."""
    content = editor.draft()["content"]
    title = f"Edition {number}"
    status, answer = editor.edit((NAME_POINTER, value_at(content, NAME_POINTER), title),
                                 (PAGE_POINTER, value_at(content, PAGE_POINTER), page_record(PAGE, title)))
    if status != 200:
        sys.exit(f"the edition was refused: {status} {answer}")
    return editor.publish()


def editions(port):
    """The editions whose texts visitors see on the page."""
    with contextlib.closing(Client(port, "localhost")) as client:
        status, body, _ = client.get(PAGE)
    return status, sorted(set(re.findall(rb"Edition (\d+)", body)))


# --- 1. many operators


class Pace:
    """An operator who makes an edit every `seconds`, each from the value that the one before left. A lost edit refuses the next."""

    def __init__(self, port, number, email, password, seconds):
        self.editor, self.seconds, self.path = Editor(port, email, password), seconds, f"/operator-{number}/"
        self.pointer, self.record = f"/pages/~1operator-{number}~1", None
        self.milliseconds, self.errors = [], collections.Counter()

    def run(self, end, start):
        """Makes edits from `start` to `end`, both in seconds of the clock."""
        number = 0
        while (due := start + number * self.seconds) < end:
            time.sleep(max(0, due - time.perf_counter()))
            number += 1
            record = page_record(self.path, f"{self.path} {number}")
            sent = time.perf_counter()
            try:
                status, answer = self.editor.edit((self.pointer, self.record, record))
            except ConnectionError as error:
                status, answer = 0, error
            if status == 200:
                self.record = record
                self.milliseconds.append((time.perf_counter() - sent) * 1000)
            else:
                self.errors[f"{status} {answer}"] += 1


def watch_editions(port, is_running, reads, faults):
    newest = 0
    while is_running():
        status, found = editions(port)
        reads.append(1)
        if status != 200 or len(found) != 1 or int(found[0]) < newest:
            faults.append(f"{status} {found} after {newest}")
        else:
            newest = int(found[0])
        time.sleep(0.02)


def edits(bench):
    for engine in ENGINES:
        with demo_copy(bench, engine, "edits") as demo, start_server(demo) as server:
            server.wait_for("/readyz")
            people = [add_editor(demo, f"operator-{n}", "editor") for n in range(OPERATORS)]
            publisher = Editor(server.port, *add_editor(demo, "publisher", "owner"))
            publish_edition(publisher, 1)
            while editions(server.port) != (200, [b"1"]):
                time.sleep(0.05)
            interval = OPERATORS * 60 / EDITS_PER_MINUTE
            paces = [Pace(server.port, n, *person, interval) for n, person in enumerate(people)]
            start = time.perf_counter() + 0.5
            end, reads, faults, publications = start + bench.edit_seconds, [], [], []
            is_running = lambda: time.perf_counter() < end  # noqa: E731
            with concurrent.futures.ThreadPoolExecutor(OPERATORS + 2) as pool:
                tasks = [pool.submit(pace.run, end, start + n * interval / OPERATORS) for n, pace in enumerate(paces)]
                tasks += [pool.submit(watch_editions, server.port, is_running, reads, faults) for _ in range(2)]
                while is_running():
                    publications.append(publish_edition(publisher, len(publications) + 2))
                    time.sleep(PUBLISH_EVERY)
                for task in tasks:
                    task.result()
            content = publisher.draft()["content"]
            lost = [pace.path for pace in paces if (value_at(content, pace.pointer) or {}).get("title") != (pace.record or {}).get("title")]
            errors = sum((pace.errors for pace in paces), collections.Counter())
            for text in [*lost, *errors, *faults][:5]:
                log_progress(f"wrong: {text}")
            times = sorted(ms for pace in paces for ms in pace.milliseconds)
            what = f"{OPERATORS} operators, {len(times):,} edits in {bench.edit_seconds} s, {demo.engine}"
            add_figure("edits", f"Edits lost, {what}", len(lost), "", 0, digits=0)
            add_figure("edits", f"Edits refused or failed, {demo.engine}", sum(errors.values()), "", 0, digits=0)
            add_figure("edits", f"Time of an edit, p99, {demo.engine}", times[len(times) * 99 // 100], "ms", None, f"median {statistics.median(times):.1f} ms", digits=1)
            add_figure("edits", f"Pages that had parts of two publications, {demo.engine}", len(faults), "", 0,
                f"{len(reads):,} pages read during {len(publications)} publications", digits=0)
            add_figure("edits", f"Time of a publication while they edit, median, {demo.engine}", statistics.median(publications), "s", 1, spread(publications, 2))


# --- 2. kill -9 during a publication


def kill_publish(bench):
    rng = random.Random(1)
    for engine in ENGINES:
        with demo_copy(bench, engine, "kill-publish") as demo:
            server = start_server(demo)
            port = server.port
            server.wait_for("/readyz")
            editor = Editor(port, *add_editor(demo, "publisher", "owner"))
            usual = statistics.median(publish_edition(editor, number) for number in range(1, 6))
            number, halves, lost, published = 5, [], [], 0
            for _ in range(bench.publish_kills):
                draft = editor.draft()
                number, before = number + 1, value_at(draft["live"], NAME_POINTER)
                title = f"Edition {number}"
                editor.edit((NAME_POINTER, value_at(draft["content"], NAME_POINTER), title),
                            (PAGE_POINTER, value_at(draft["content"], PAGE_POINTER), page_record(PAGE, title)))
                killer = threading.Timer(rng.random() * usual * 1.5, server.process.kill)
                killer.start()
                try:
                    editor.publish()
                    is_acknowledged = True
                except ConnectionError:
                    is_acknowledged = False
                killer.join()
                server.process.wait()
                server = start_server(demo, port)
                server.wait_for("/readyz")
                editor.connection.close()
                live = editor.draft()["live"]
                names = [value_at(live, NAME_POINTER), (value_at(live, PAGE_POINTER) or {}).get("title")]
                if names not in ([title, title], [before, before]):
                    halves.append(names)
                if is_acknowledged and names != [title, title]:
                    lost.append(title)
                published += names == [title, title]
                # Visitors see the same version.
                expected = (200, [names[0].removeprefix("Edition ").encode()])
                deadline = time.perf_counter() + 30
                while (seen := editions(port)) != expected and time.perf_counter() < deadline:
                    time.sleep(0.05)
                if seen != expected:
                    halves.append(f"visitors see {seen} instead of {expected}")
            server.stop()
            for text in [*halves, *lost][:5]:
                log_progress(f"wrong: {text}")
            note = f"{bench.publish_kills} times kill -9 within {usual * 1500:.0f} ms: {published} times the new version was live, else the old one"
            add_figure("kill-publish", f"Publications of which half was live after kill -9, {demo.engine}", len(halves), "", 0, note, digits=0)
            add_figure("kill-publish", f"Acknowledged publications lost, {demo.engine}", len(lost), "", 0, digits=0)


PARTS = {"edits": edits, "kill-publish": kill_publish}
