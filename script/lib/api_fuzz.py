"""Schemathesis hooks of script/api-fuzz: they put a session, keys, ids and the demo's circuit and theaters into requests.

One request in five is sent as it was generated.
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
NEW_MEMBER = {"password": "a quiet matinee in row nine", "firstName": "Fuzz", "lastName": "Member"}

rng = random.Random(int(os.environ["SEED"]))
statuses = collections.Counter()
till_statuses = collections.Counter()
operator_statuses = collections.Counter()
peach_codes = collections.Counter()
session = {"tokens": None, "ended": True, "created_members": 0}


def post_json(path, body):
    """Sends a request and returns the JSON of the response. Retries on 503, which a busy server sends for lack of time to hash passwords."""
    headers = {"Host": HOST, "Content-Type": "application/json"}
    for _ in range(10):
        request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            time.sleep(1)
    raise TimeoutError(path)


def sign_in():
    """Signs the demo's member in. If a request has changed or deleted that member, creates another one."""
    query = f"?boxofficeCircuitId={CIRCUIT}"
    response = post_json(f"/api/loyalty/Member/v3/Login{query}", MEMBER)
    if response["peachCode"] != 0:
        session["created_members"] += 1
        email = f"fuzz-{session['created_members']}-{rng.randrange(10**9)}@example.org"
        response = post_json(f"/api/loyalty/Member/v3/Create{query}", NEW_MEMBER | {"email": email})
        MEMBER.update(username=email, password=NEW_MEMBER["password"])
    session["tokens"] = response.get("sessionManagementTokens")
    session["ended"] = False


TILL_KEY = os.environ.get("MARQUEE_TILL_KEY")
OPERATOR_KEY = os.environ.get("MARQUEE_OPERATOR_KEY")


def read_theater_ids():
    theaters = json.loads((ROOT / "fixtures/demo/aster/theaters.json").read_text("utf-8"))
    return [theater["id"] for theater in theaters]


THEATER_IDS = read_theater_ids()


def fill_parameters(parameters):
    """Replaces the ids of circuits and theaters in parameters by those of the demo."""
    for name in list(parameters or {}):
        if name in ("circuitId", "boxofficeCircuitId"):
            parameters[name] = CIRCUIT
        elif name in ("cinemaId", "boxofficeCinemaId"):
            parameters[name] = rng.choice(THEATER_IDS)


def fill_route(metadata):
    """Replaces the route of an envelope by one with the parameters that its call requires."""
    route = metadata.get("route")
    if not isinstance(route, str):
        return
    for pattern, make_route in ROUTES:
        if pattern.match(route.split("?")[0]):
            metadata["route"] = make_route()
            return


def read_routes():
    """For each loyalty call, the pattern of its path and a function that returns a route."""
    document = json.loads((ROOT / "docs/reference/openapi.json").read_text("utf-8"))
    routes = []
    for path, operations in document["paths"].items():
        if not path.startswith("/api/loyalty/"):
            continue
        operation = next(iter(operations.values()))
        template = path.removeprefix("/api/loyalty")
        pattern = re.compile("^" + re.sub(r"\{[^}]*\}", "[^/]+", template) + "$")

        def make_route(template=template, operation=operation):
            query = {}
            route = template
            for parameter in operation.get("parameters", []):
                name = parameter["name"]
                values = {name: (parameter["schema"].get("examples") or ["1"])[0]}
                fill_parameters(values)
                if parameter["in"] == "path":
                    route = route.replace("{" + name + "}", urllib.parse.quote(str(values[name]), safe=""))
                elif parameter.get("required") or rng.random() < 0.5:
                    query[name] = values[name]
            return route + ("?" + urllib.parse.urlencode(query) if query else "")

        routes.append((pattern, make_route))
    return routes


ROUTES = read_routes()


def fill_transaction(case):
    """Puts the key of a till, the member and a theater of the demo into a transaction."""
    if TILL_KEY and case.headers is not None:
        case.headers["Authorization"] = f"Bearer {TILL_KEY}"
    if isinstance(case.body, dict):
        if "member" in case.body:
            case.body["member"] = MEMBER["username"]
        if "cinemaId" in case.body:
            case.body["cinemaId"] = rng.choice(THEATER_IDS)


# Record ids from the responses to list requests, by the kind in the address.
record_ids = collections.defaultdict(list)


def fill_operator_request(case):
    """Puts the operator's key, the site and, in four requests of five, an existing record's id into a request."""
    if OPERATOR_KEY and case.headers is not None:
        case.headers["Authorization"] = f"Bearer {OPERATOR_KEY}"
    case.path_parameters["site"] = CIRCUIT
    kind = case.path.split("/")[4]
    if "id" in case.path_parameters and record_ids[kind] and rng.random() < 0.8:
        case.path_parameters["id"] = rng.choice(record_ids[kind])


def store_record_ids(case, response):
    """Stores the ids in the response to a list request."""
    if case.method == "GET" and response.status_code == 200 and "{id}" not in case.path:
        ids = record_ids[case.path.split("/")[4]]
        for record in response.json()["items"]:
            record_id = str(record.get("itemCode") or record.get("code") or record.get("id"))
            if record_id not in ids:
                ids.append(record_id)


@schemathesis.hook
def before_call(context, case, kwargs):
    if rng.random() < 0.2:
        return
    fill_parameters(case.path_parameters)
    fill_parameters(case.query)
    if isinstance(case.body, dict) and isinstance(case.body.get("reqMetadata"), dict):
        fill_route(case.body["reqMetadata"])
    headers = case.headers
    if case.path.startswith("/api/operator/"):
        fill_operator_request(case)
        return
    if case.path == "/api/pos/transactions":
        fill_transaction(case)
        return
    if session["ended"]:
        sign_in()
    if headers is not None and session["tokens"]:
        headers["Boxoffice-Session-Token"] = session["tokens"]["boxofficeSessionToken"]
        if "Boxoffice-Refresh-Session-Token" in headers or rng.random() < 0.1:
            headers["Boxoffice-Refresh-Session-Token"] = session["tokens"]["boxofficeRefreshSessionToken"]
        if "Boxoffice-Session-Mode" in headers:
            headers["Sec-Fetch-Site"] = "same-origin"


@schemathesis.hook
def after_call(context, case, response):
    statuses[response.status_code] += 1
    if case.path == "/api/pos/transactions":
        till_statuses[response.status_code] += 1
    if case.path.startswith("/api/operator/"):
        operator_statuses[response.status_code] += 1
        store_record_ids(case, response)
    try:
        peach_code = response.json().get("peachCode")
    except (ValueError, AttributeError):
        return
    if peach_code is not None:
        peach_codes[peach_code] += 1
        # The session has ended, or the call has replaced its tokens.
        if peach_code == 7 or "RefreshLogin" in case.path or "Logout" in case.path or "Delete" in case.path:
            session["ended"] = True


# The demo has no payment provider and does not sign wallet passes, so these calls respond with 503.
UNAVAILABLE_CALLS = ("GetPaymentProviderPortalSession", "Wallet/")


@schemathesis.check
def no_unexplained_error(context, response, case):
    if response.status_code < 500:
        return
    text = case.path + json.dumps(case.body, default=str) if case.body is not None else case.path
    if response.status_code == 503 and any(name in text for name in UNAVAILABLE_CALLS):
        return
    raise AssertionError(f"{response.status_code}: {response.text[:200]}")


@atexit.register
def print_summary():
    print(f"{sum(statuses.values())} requests")
    print("by status:", dict(sorted(statuses.items())))
    print("tills by status:", dict(sorted(till_statuses.items())))
    print("operators by status:", dict(sorted(operator_statuses.items())))
    print("by peachCode:", dict(sorted(peach_codes.items())))
