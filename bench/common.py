"""What the parts of bench/run share: figures, processes, the server and a client of it."""
import contextlib
import datetime
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DAY = datetime.date(2026, 1, 10)
# Before the first show of that day: no page changes by itself while it is measured, but for its minute.
CLOCK = f"{DAY}T06:00:00Z"
TICKS = os.sysconf("SC_CLK_TCK")
HOST = "127.0.0.1"

rows = []


def say(text):
    print(f"== {text}", file=sys.stderr, flush=True)


def row(part, what, value, unit, aim=None, note="", digits=2, least=False):
    """A figure, and its aim as the most it may be, or the least."""
    value = round(value, digits or None)
    met = None if aim is None else value >= aim if least else value <= aim
    rows.append({"part": part, "what": what, "value": value, "unit": unit, "aim": aim, "met": met, "note": note})
    bound = "" if aim is None else f" (aim: at {'least' if least else 'most'} {aim:,})"
    say(f"{what}: {value:,} {unit}".rstrip() + bound + (f"; {note}" if note else ""))


def spread(values, digits=1):
    values = sorted(values)
    return f"{len(values)} runs, {values[0]:.{digits}f} to {values[-1]:.{digits}f}"


def free_port():
    with socket.socket() as s:
        s.bind((HOST, 0))
        return s.getsockname()[1]


# --- processes


def cpu_times(pid):
    """Time of a process in its own code and in the kernel, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / TICKS, int(fields[12]) / TICKS


def cpu_seconds(pids):
    """Time of processes, in their own code and in the kernel."""
    return sum(sum(cpu_times(pid)) for pid in pids)


def children(pid):
    out = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                out.append(int(stat.parent.name))
    return out


def memory(pid):
    """Resident memory now and at its highest, in MB (10^6 bytes)."""
    text = Path(f"/proc/{pid}/status").read_text()
    kib = lambda name: int(re.search(rf"{name}:\s+(\d+)", text)[1])  # noqa: E731
    return kib("VmRSS") * 1024 / 1e6, kib("VmHWM") * 1024 / 1e6


class Server:
    """A running `marquee serve` or `marquee demo`."""

    def __init__(self, bench, data, command="serve", clock=CLOCK, flags=(), port=None):
        self.port, self.log, self.bench = port or free_port(), bench.tmp / f"{command}-{time.monotonic_ns()}.log", bench
        env = {k: v for k, v in bench.env.items() if k != "MARQUEE_CLOCK"} | ({"MARQUEE_CLOCK": clock} if clock else {})
        self.started = time.perf_counter()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(bench.command(command, "--data", data, "--listen", f"{HOST}:{self.port}", *flags),
                                            stdout=log, stderr=log, cwd=bench.tmp, env=env)
        self.pid = self.process.pid

    def __enter__(self):
        self.wait_for("/healthz")
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def wait_for(self, path, seconds=60):
        """Seconds from the process's start to the first 200."""
        while time.perf_counter() - self.started < seconds:
            if self.process.poll() is not None:
                sys.exit(f"the server ended:\n{self.log.read_text()[-2000:]}")
            try:
                with contextlib.closing(Client(self.port)) as client:
                    if client.get(path)[0] == 200:
                        return time.perf_counter() - self.started
            except OSError:
                time.sleep(0.0005)
        sys.exit(f"{path} gave no 200 within {seconds} s")

    def made(self):
        """How many pages each publish made, as the log says."""
        return [int(n) for n in re.findall(r"(\d+) pages made", self.log.read_text())]

    def quiet(self, publishes, seconds=300):
        """Waits until so many publishes are through; returns how many pages the last one made."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if len(made := self.made()) >= publishes:
                return made[-1]
            time.sleep(0.005)
        sys.exit(f"no publish within {seconds} s:\n{self.log.read_text()[-2000:]}")


    def settle(self, seconds=300):
        """Waits until the server has nothing to do."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            before = cpu_seconds([self.pid])
            time.sleep(0.5)
            if cpu_seconds([self.pid]) - before <= 0.03:
                return
        sys.exit(f"the server was busy for {seconds} s")


class Client:
    """One connection kept alive."""

    def __init__(self, port, host=HOST):
        self.connection, self.host = http.client.HTTPConnection(HOST, port, timeout=120), host

    def get(self, path, encoding="identity", host=None):
        headers = {"Host": host or self.host, "Accept-Encoding": encoding}
        try:
            self.connection.request("GET", path, headers=headers)
            response = self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            # The server ends connections that were idle for long.
            self.connection.close()
            self.connection.request("GET", path, headers=headers)
            response = self.connection.getresponse()
        return response.status, response.read(), response.headers

    def close(self):
        self.connection.close()


class Bench:
    def __init__(self, tmp, binary):
        self.tmp, self.binary = tmp, binary
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("MARQUEE_")} | {"MARQUEE_CLOCK": CLOCK}

    def command(self, *words):
        return [str(self.binary), *map(str, words)]

    def marquee(self, *words):
        done = subprocess.run(self.command(*words), cwd=self.tmp, env=self.env, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"marquee {' '.join(map(str, words))}: {done.stdout[-500:]}{done.stderr[-1500:]}")

    def demo(self):
        """The demo's data folder."""
        data = self.tmp / "demo"
        if not data.exists():
            say("Making the demo")
            with Server(self, data, "demo") as server:
                server.quiet(2)
            self.marquee("site", "export", "meridian", self.tmp / "meridian", "--data", data)
        return data

    def site(self, name, *sizes):
        """The data folder of a generated site."""
        data = self.tmp / name
        if not data.exists():
            self.demo()
            say(f"Making the site {name}")
            subprocess.run([sys.executable, ROOT / "bench/generate.py", self.tmp / f"{name}-site", "--key", "bench",
                            "--first-day", str(DAY), "--pictures", self.tmp / "meridian", *sizes], check=True, stdout=sys.stderr)
            self.marquee("site", "import", self.tmp / f"{name}-site", "--data", data)
        return data

    def thousand(self):
        """1,000 films, one theater, a day of 70 films with 12 times each."""
        return self.site("thousand")

    def large(self):
        """1,000 films, 20 theaters, 200,000 showtimes."""
        return self.site("large", "--theaters", "20", "--times", "7", "--most", "200000")
