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
# Before the first show of that day, so that pages change during a measurement only by the displayed minute.
CLOCK = f"{DAY}T06:00:00Z"
TICKS = os.sysconf("SC_CLK_TCK")
HOST = "127.0.0.1"

figures = []


def log_progress(text):
    print(f"== {text}", file=sys.stderr, flush=True)


def add_figure(part, what, value, unit, aim=None, note="", digits=2, least=False):
    """Adds a figure to the results and prints it. The aim is the maximum, or with `least` the minimum."""
    value = round(value, digits or None)
    met = None if aim is None else value >= aim if least else value <= aim
    figures.append({"part": part, "what": what, "value": value, "unit": unit, "aim": aim, "met": met, "note": note})
    bound = "" if aim is None else f" (aim: at {'least' if least else 'most'} {aim:,})"
    log_progress(f"{what}: {value:,} {unit}".rstrip() + bound + (f"; {note}" if note else ""))


def spread(values, digits=1):
    """The number of runs, and the lowest and highest value, as a text."""
    values = sorted(values)
    return f"{len(values)} runs, {values[0]:.{digits}f} to {values[-1]:.{digits}f}"


def free_port():
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return listener.getsockname()[1]


# --- processes


def cpu_times(pid):
    """User time and system time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / TICKS, int(fields[12]) / TICKS


def cpu_seconds(pids):
    """Total processor time of processes, in seconds."""
    return sum(sum(cpu_times(pid)) for pid in pids)


def child_pids(pid):
    pids = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                pids.append(int(stat.parent.name))
    return pids


def memory(pid):
    """Current and highest resident memory, in MB (10^6 bytes)."""
    text = Path(f"/proc/{pid}/status").read_text()
    megabytes = lambda name: int(re.search(rf"{name}:\s+(\d+)", text)[1]) * 1024 / 1e6  # noqa: E731
    return megabytes("VmRSS"), megabytes("VmHWM")


class Server:
    """A running `marquee serve` or `marquee demo`."""

    def __init__(self, bench, data, command="serve", clock=CLOCK, flags=(), port=None):
        self.port, self.log, self.bench = port or free_port(), bench.tmp / f"{command}-{time.monotonic_ns()}.log", bench
        env = {name: value for name, value in bench.env.items() if name != "MARQUEE_CLOCK"} | ({"MARQUEE_CLOCK": clock} if clock else {})
        self.started_at = time.perf_counter()
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
        """Waits for the first response with status 200. Returns the seconds since the process was started."""
        while time.perf_counter() - self.started_at < seconds:
            if self.process.poll() is not None:
                sys.exit(f"the server exited:\n{self.log.read_text()[-2000:]}")
            try:
                with contextlib.closing(Client(self.port)) as client:
                    if client.get(path)[0] == 200:
                        return time.perf_counter() - self.started_at
            except OSError:
                time.sleep(0.0005)
        sys.exit(f"{path} did not respond with 200 within {seconds} s")

    def page_counts(self):
        """The number of pages of each publish so far, from the log."""
        return [int(count) for count in re.findall(r"(\d+) pages published", self.log.read_text())]

    def wait_for_publish(self, publishes, seconds=300):
        """Waits until `publishes` publishes are complete. Returns the number of pages of the last one."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if len(counts := self.page_counts()) >= publishes:
                return counts[-1]
            time.sleep(0.005)
        sys.exit(f"no publish was complete within {seconds} s:\n{self.log.read_text()[-2000:]}")

    def wait_until_idle(self, seconds=300):
        """Waits until the server uses less than 6 % of a processor."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            before = cpu_seconds([self.pid])
            time.sleep(0.5)
            if cpu_seconds([self.pid]) - before <= 0.03:
                return
        sys.exit(f"the server was busy for {seconds} s")


class Client:
    """An HTTP client with one keep-alive connection."""

    def __init__(self, port, host=HOST):
        self.connection, self.host = http.client.HTTPConnection(HOST, port, timeout=120), host

    def get(self, path, encoding="identity", host=None):
        headers = {"Host": host or self.host, "Accept-Encoding": encoding}
        try:
            self.connection.request("GET", path, headers=headers)
            response = self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            # The server closes connections that were idle for long.
            self.connection.close()
            self.connection.request("GET", path, headers=headers)
            response = self.connection.getresponse()
        return response.status, response.read(), response.headers

    def close(self):
        self.connection.close()


class Bench:
    """A run of the benchmark: its temporary folder, the binary and the data folders that parts share."""

    def __init__(self, tmp, binary):
        self.tmp, self.binary = tmp, binary
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("MARQUEE_")} | {"MARQUEE_CLOCK": CLOCK}

    def command(self, *arguments):
        return [str(self.binary), *map(str, arguments)]

    def run_marquee(self, *arguments):
        result = subprocess.run(self.command(*arguments), cwd=self.tmp, env=self.env, capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"marquee {' '.join(map(str, arguments))}: {result.stdout[-500:]}{result.stderr[-1500:]}")

    def demo(self):
        """The demo's data folder. It is created on first use, like those of the methods below."""
        data = self.tmp / "demo"
        if not data.exists():
            log_progress("Making the demo")
            with Server(self, data, "demo") as server:
                server.wait_for_publish(2)
            self.run_marquee("site", "export", "meridian", self.tmp / "meridian", "--data", data)
        return data

    def site(self, name, *sizes):
        """The data folder of a generated site."""
        data = self.tmp / name
        if not data.exists():
            self.demo()
            log_progress(f"Making the site {name}")
            subprocess.run([sys.executable, ROOT / "bench/generate.py", self.tmp / f"{name}-site", "--key", "bench",
                            "--first-day", str(DAY), "--pictures", self.tmp / "meridian", *sizes], check=True, stdout=sys.stderr)
            self.run_marquee("site", "import", self.tmp / f"{name}-site", "--data", data)
        return data

    def thousand(self):
        """1,000 films, one theater, a day of 70 films with 12 times each."""
        return self.site("thousand")

    def large(self):
        """1,000 films, 20 theaters, 200,000 showtimes."""
        return self.site("large", "--theaters", "20", "--times", "7", "--max-showtimes", "200000")
