"""What the requests of script/api-fuzz need of a server: a member's session, keys, the site's own circuit and cinemas.

Four of five requests get them, the fifth goes out as it was made up.
"""

import atexit
import collections
import json
import os
import pathlib
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request

import schemathesis

ROOT = pathlib.Path(__file__).parents[2]
URL = os.environ["MARQUEE_URL"]
HOST = "aster.localhost"
CIRCUIT = "aster"
MEMBER = {"username": "noor@example.org", "password": "five-houses-one-card"}
NEW = {"password": "a quiet matinee in row nine", "firstName": "Fuzz", "lastName": "Member"}

chance = random.Random(int(os.environ["SEED"]))
statuses = collections.Counter()
booked = collections.Counter()
kept = collections.Counter()
codes = collections.Counter()
session = {"tokens": None, "over": True, "made": 0}


def ask(path, body):
    """One request of our own, its answer as JSON; asked again while a busy machine has no time to hash passwords."""
    headers = {"Host": HOST, "Content-Type": "application/json"}
    for _ in range(10):
        request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            time.sleep(1)
    raise TimeoutError(path)


def sign_in():
    """Signs the demo's member in; when somebody changed or deleted them, another one is made."""
    query = f"?boxofficeCircuitId={CIRCUIT}"
    answer = ask(f"/api/loyalty/Member/v3/Login{query}", MEMBER)
    if answer["peachCode"] != 0:
        session["made"] += 1
        address = f"fuzz-{session['made']}-{chance.randrange(10**9)}@example.org"
        answer = ask(f"/api/loyalty/Member/v3/Create{query}", NEW | {"email": address})
        MEMBER.update(username=address, password=NEW["password"])
    session["tokens"] = answer.get("sessionManagementTokens")
    session["over"] = False


TILL = os.environ.get("MARQUEE_TILL_KEY")
OPERATOR = os.environ.get("MARQUEE_OPERATOR_KEY")


def known_cinemas():
    """Ids of the demo's theaters."""
    theaters = json.loads((ROOT / "fixtures/demo/aster/theaters.json").read_text("utf-8"))
    return [theater["id"] for theater in theaters]


CINEMAS = known_cinemas()


def fit(place):
    """Puts the site's own circuit and cinemas into parameters."""
    for name in list(place or {}):
        if name in ("circuitId", "boxofficeCircuitId"):
            place[name] = CIRCUIT
        elif name in ("cinemaId", "boxofficeCinemaId"):
            place[name] = chance.choice(CINEMAS)


def fit_route(metadata):
    """The same for the route of an envelope, with the parameters its call needs."""
    route = metadata.get("route")
    if not isinstance(route, str):
        return
    for path, item in ROUTES:
        if path.match(route.split("?")[0]):
            metadata["route"] = item()
            return


def routes():
    """For each call a pattern of its path and what makes a route of it."""
    document = json.loads((ROOT / "docs/reference/openapi.json").read_text("utf-8"))
    found = []
    for path, item in document["paths"].items():
        if not path.startswith("/api/loyalty/"):
            continue
        operation = next(iter(item.values()))
        inner = path.removeprefix("/api/loyalty")
        pattern = re.compile("^" + re.sub(r"\{[^}]*\}", "[^/]+", inner) + "$")

        def make(inner=inner, operation=operation):
            query = {}
            out = inner
            for one in operation.get("parameters", []):
                name = one["name"]
                value = {name: (one["schema"].get("examples") or ["1"])[0]}
                fit(value)
                if one["in"] == "path":
                    out = out.replace("{" + name + "}", urllib.parse.quote(str(value[name]), safe=""))
                elif one.get("required") or chance.random() < 0.5:
                    query[name] = value[name]
            return out + ("?" + urllib.parse.urlencode(query) if query else "")

        found.append((pattern, make))
    return found


ROUTES = routes()


def fit_booking(case):
    """A till's key, a member and a cinema of the site."""
    if TILL and case.headers is not None:
        case.headers["Authorization"] = f"Bearer {TILL}"
    if isinstance(case.body, dict):
        if "member" in case.body:
            case.body["member"] = MEMBER["username"]
        if "cinemaId" in case.body:
            case.body["cinemaId"] = chance.choice(CINEMAS)


# Ids of records that were told, by the kind in the address.
known = collections.defaultdict(list)


def fit_record(case):
    """An operator's key, the site, and for most requests a record that is there."""
    if OPERATOR and case.headers is not None:
        case.headers["Authorization"] = f"Bearer {OPERATOR}"
    case.path_parameters["site"] = CIRCUIT
    kind = case.path.split("/")[4]
    if "id" in case.path_parameters and known[kind] and chance.random() < 0.8:
        case.path_parameters["id"] = chance.choice(known[kind])


def keep_records(case, response):
    """Remembers what a list tells."""
    if case.method == "GET" and response.status_code == 200 and "{id}" not in case.path:
        for item in response.json()["items"]:
            name = str(item.get("itemCode") or item.get("code") or item.get("id"))
            if name not in known[case.path.split("/")[4]]:
                known[case.path.split("/")[4]].append(name)


@schemathesis.hook
def before_call(context, case, kwargs):
    if chance.random() < 0.2:
        return
    fit(case.path_parameters)
    fit(case.query)
    if isinstance(case.body, dict) and isinstance(case.body.get("reqMetadata"), dict):
        fit_route(case.body["reqMetadata"])
    headers = case.headers
    if case.path.startswith("/api/operator/"):
        fit_record(case)
        return
    if case.path == "/api/pos/transactions":
        fit_booking(case)
        return
    if session["over"]:
        sign_in()
    if headers is not None and session["tokens"]:
        headers["Boxoffice-Session-Token"] = session["tokens"]["boxofficeSessionToken"]
        if "Boxoffice-Refresh-Session-Token" in headers or chance.random() < 0.1:
            headers["Boxoffice-Refresh-Session-Token"] = session["tokens"]["boxofficeRefreshSessionToken"]
        if "Boxoffice-Session-Mode" in headers:
            headers["Sec-Fetch-Site"] = "same-origin"


@schemathesis.hook
def after_call(context, case, response):
    statuses[response.status_code] += 1
    if case.path == "/api/pos/transactions":
        booked[response.status_code] += 1
    if case.path.startswith("/api/operator/"):
        kept[response.status_code] += 1
        keep_records(case, response)
    try:
        code = response.json().get("peachCode")
    except (ValueError, AttributeError):
        return
    if code is not None:
        codes[code] += 1
        # The session is over, or was refreshed by the call.
        if code == 7 or "RefreshLogin" in case.path or "Logout" in case.path or "Delete" in case.path:
            session["over"] = True


# The demo has no payment provider and signs no passes.
NOBODY = ("GetPaymentProviderPortalSession", "Wallet/")


@schemathesis.check
def no_unexplained_error(context, response, case):
    if response.status_code < 500:
        return
    text = case.path + json.dumps(case.body, default=str) if case.body is not None else case.path
    if response.status_code == 503 and any(name in text for name in NOBODY):
        return
    raise AssertionError(f"{response.status_code}: {response.text[:200]}")


@atexit.register
def tell():
    print(f"{sum(statuses.values())} requests")
    print("by status:", dict(sorted(statuses.items())))
    print("of tills:", dict(sorted(booked.items())))
    print("of operators:", dict(sorted(kept.items())))
    print("by peachCode:", dict(sorted(codes.items())))
