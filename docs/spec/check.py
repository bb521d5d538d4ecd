#!/usr/bin/env python3
"""Check requirements.yaml: shape, ids, kinds and decisions.

usage: check.py [requirements.yaml] [--json] [--quiet]

Prints the number of entries per area and exits with 1 on any problem.
If decisions.md is beside the file, it is checked too: every conflict, unknown or changed
requirement has one row there.
--json prints the entries as JSON instead of the report, for use by other scripts.
"""
import json
import re
import sys
from collections import Counter
from pathlib import Path

AREAS = (
    "routes links page service-worker handover password-reset-screen site-config settings theme "
    "preview session loyalty-config entities registration activation favorites watchlist theater "
    "consent analytics ads validation roles transport calls wallet errors constants locale embedding"
).split()
KINDS = ("stated", "conflict", "unknown", "changed")
REQUIRED = ("id", "area", "must", "kind")
FIELDS = REQUIRED + ("example", "decision")


def parse(text):
    """Read the YAML subset in use: a list of flat mappings of plain, "quoted" or folded (>-) text."""
    entries, problems, entry, folded = [], [], None, None
    for number, line in enumerate(text.split("\n"), 1):
        if folded and line.startswith("    "):
            entry[folded] = (entry[folded] + " " + line.strip()).strip()
            continue
        folded = None
        if not line.strip() or line.startswith("#"):
            continue
        match = re.match(r"(- |  )([a-z]+):(?: (.*))?$", line)
        if not match or (match[1] == "  " and entry is None):
            problems.append(f"line {number}: not understood: {line.strip()[:60]}")
            continue
        if match[1] == "- ":
            entry = {"line": number}
            entries.append(entry)
        key, value = match[2], (match[3] or "").strip()
        if key in entry:
            problems.append(f"line {number}: {key} given twice in one entry")
        if value == ">-":
            folded, value = key, ""
        elif value.startswith('"'):
            try:
                value = json.loads(value)
            except ValueError:
                problems.append(f"line {number}: bad quoted text in {key}")
        elif re.search(r": | #|^[\[{&*!|>%@'`]", value):
            problems.append(f"line {number}: {key} needs quotes")
        entry[key] = value
    return entries, problems


def check_entries(entries):
    problems, seen, prefixes, last = [], {}, {}, {}
    order = []
    for entry in entries:
        name = entry.get("id") or f"entry at line {entry['line']}"
        for key in REQUIRED:
            if not entry.get(key):
                problems.append(f"{name}: {key} is missing")
        for key in entry:
            if key not in FIELDS and key != "line":
                problems.append(f"{name}: unknown field {key}")
            elif entry[key] == "":
                problems.append(f"{name}: {key} is empty")
        match = re.fullmatch(r"([A-Z]+)-(\d{2,3})", entry.get("id", ""))
        if not match:
            problems.append(f"{name}: id is not of the form AREA-NN")
        else:
            if name in seen:
                problems.append(f"{name}: duplicate id (lines {seen[name]} and {entry['line']})")
            seen[name] = entry["line"]
            area = prefixes.setdefault(match[1], entry.get("area"))
            if area != entry.get("area"):
                problems.append(f"{name}: prefix {match[1]} belongs to area {area}")
            if int(match[2]) <= last.get(match[1], 0):
                problems.append(f"{name}: ids of an area must rise")
            last[match[1]] = int(match[2])
        area = entry.get("area")
        if area not in AREAS:
            problems.append(f"{name}: unknown area {area}")
        elif not order or order[-1] != area:
            if area in order:
                problems.append(f"{name}: entries of area {area} are not together")
            order.append(area)
        kind = entry.get("kind")
        if kind not in KINDS:
            problems.append(f"{name}: unknown kind {kind}")
        elif (kind == "stated") == ("decision" in entry):
            problems.append(f"{name}: a decision belongs to conflict, unknown and changed, and only there")
    problems += [f"area {area} has no entry" for area in AREAS if area not in order]
    return problems


def check_decisions(entries, text):
    rows = Counter(re.findall(r"^\| ([A-Z]+-\d{2,3}) \|", text, re.M))
    wanted = {e.get("id") for e in entries if e.get("kind") in ("conflict", "unknown", "changed")}
    problems = [f"decisions.md: {i} has no row" for i in sorted(wanted - set(rows))]
    problems += [f"decisions.md: {i} is not an open point" for i in sorted(set(rows) - wanted)]
    problems += [f"decisions.md: {i} has {n} rows" for i, n in sorted(rows.items()) if n > 1]
    known = {e.get("id") for e in entries}
    prefixes = {str(i).split("-")[0] for i in known}
    for name in re.findall(r"\b([A-Z]+-\d{2,3})\b", text + json.dumps(entries)):
        if name.split("-")[0] in prefixes and name not in known:
            problems.append(f"reference to {name}, which does not exist")
    return problems


def main(arguments):
    options = {a for a in arguments if a.startswith("--")}
    paths = [a for a in arguments if not a.startswith("--")]
    path = Path(paths[0]) if paths else Path(__file__).resolve().parent / "requirements.yaml"
    if options - {"--json", "--quiet"} or len(paths) > 1:
        sys.exit(__doc__)
    entries, problems = parse(path.read_text(encoding="utf-8"))
    problems += check_entries(entries)
    beside = path.parent / "decisions.md"
    if beside.exists():
        problems += check_decisions(entries, beside.read_text(encoding="utf-8"))
    if "--json" in options:
        print(json.dumps([{k: v for k, v in e.items() if k != "line"} for e in entries], indent=1, ensure_ascii=False))
    elif "--quiet" not in options:
        areas = Counter(e.get("area") for e in entries)
        table = {a: Counter(e.get("kind") for e in entries if e.get("area") == a) for a in areas}
        print(f"{'area':<24}{'entries':>8}" + "".join(f"{k:>10}" for k in KINDS))
        for area in areas:
            print(f"{str(area):<24}{areas[area]:>8}" + "".join(f"{table[area][k]:>10}" for k in KINDS))
        kinds = Counter(e.get("kind") for e in entries)
        print(f"{'total':<24}{len(entries):>8}" + "".join(f"{kinds[k]:>10}" for k in KINDS))
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(f"{len(problems)} problems", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
