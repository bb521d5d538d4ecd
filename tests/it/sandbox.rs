//! The demo's ticketing site: it accepts hand-overs, and purchases there appear in the member area.

use marquee_tests::{CLOCK, Data, Member, Page, Reply, Server, Site};
use serde_json::{Value, json};

const HOST: &str = "ticketing.localhost";
const IRIS_PASSWORD: &str = "lanterns-over-the-canal";
const NOOR_PASSWORD: &str = "five-houses-one-card";
const C3: &str = "boxofficeCircuitId=meridian";

/// Codes of shows on the evening of [`CLOCK`].
const MERIDIAN_SHOW: &str = "meridian-main-10-11201910";
const ASTER_SHOW: &str = "aster-canal-street-2-11201950";
const PARIS_SHOW: &str = "aster-saint-elme-4-11211800";
const OVER: &str = "meridian-main-6-11201130";
const SOLD_OUT: &str = "meridian-main-7-11202000";

fn demo() -> Server {
    Data::demo().start("demo", CLOCK, &["--rate-limits", "off"])
}

/// Iris, signed in on the site with API version 3.
fn iris(server: &Server) -> Member<'_> {
    let page = Member::page(&server.site("localhost"));
    page.call_ok(
        "POST",
        &format!("/Member/v3/Login?{C3}"),
        json!({ "username": "iris", "password": IRIS_PASSWORD }),
    );
    page
}

/// Noor, signed in on the site with API version 1.
fn noor(server: &Server) -> Member<'_> {
    let page = Member::page(&server.site("aster.localhost"));
    page.call_ok(
        "POST",
        "/Member/Login?circuitId=aster",
        json!({ "username": "noor", "password": NOOR_PASSWORD }),
    );
    page
}

fn ticket(page: &Member<'_>) -> String {
    let reply = page.to("/api/hand-over-ticket", "POST", "application/json", "{}", &[]);
    reply.json()["ticket"].as_str().unwrap().to_owned()
}

fn at(code: &str) -> String {
    format!("/startticketing?theaterCode=x&perfCode={code}")
}

/// The cookie of a response, as a browser sends it back.
fn cookie(reply: &Reply) -> String {
    let cookie = reply.required_header("set-cookie");
    assert!(cookie.contains("; HttpOnly; SameSite=Lax") && cookie.contains("; Path=/"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

/// Hands over a ticket with a link, as version 1 does, and follows the redirect.
fn by_link<'s>(server: &'s Server, path: &str, ticket: &str) -> (Site<'s>, Page) {
    let there = server.site(HOST);
    let reply = there.get(&format!("{path}&userSessionId={ticket}"));
    assert_eq!(reply.status, 303, "{}", reply.text());
    let place = reply.required_header("location");
    assert_eq!(place, path, "the token is gone from the address, the rest stays");
    let there = there.with_cookie(&cookie(&reply));
    let page = there.page(&place);
    (there, page)
}

fn field(page: &Page, name: &str) -> String {
    page.all("input").find(|input| input.get("name") == name).unwrap().get("value").to_owned()
}

/// The payment form of a page, as a browser submits it.
fn form(page: &Page) -> String {
    let fields = page.all("input").filter(|input| input.get("type") == "hidden");
    fields.map(|input| format!("{}={}", input.get("name"), input.get("value"))).collect::<Vec<_>>().join("&")
}

fn send(there: &Site<'_>, cookie: &str, form: &str) -> Reply {
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookie)];
    there.send("POST", "/book", &headers, form)
}

fn review(code: &str, tickets: u8, price: &str) -> String {
    format!("/book?perfCode={code}&tickets={tickets}&price={price}&row=F")
}

/// Checks that a page of the sandbox has the security headers of other pages.
fn is_proper(reply: &Reply) {
    let policy = reply.required_header("content-security-policy");
    for part in ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("script-src"), "{policy}");
    assert_eq!(reply.required_header("cache-control"), "private, no-store");
    assert_eq!(reply.required_header("referrer-policy"), "no-referrer");
    assert_eq!(reply.required_header("x-content-type-options"), "nosniff");
    let page = Page::parse(reply);
    assert_eq!((page.all("h1").count(), page.all("main").count(), page.all("script").count()), (1, 1, 0));
}

#[test]
fn hand_09_hand_14_sess_30_version_1_hands_over_with_a_link() {
    let server = demo();
    let noor = noor(&server);
    let ticket = ticket(&noor);
    let (there, page) = by_link(&server, &at(ASTER_SHOW), &ticket);
    let text = page.text();
    assert!(text.contains("Signed in as Noor Haddad, card ASTER1001,"), "{text}");
    assert!(text.contains("points, at Aster Picture Houses"), "{text}");
    assert!(text.contains("Canal Street") && text.contains("7:50 PM") && text.contains("$13.50"), "{text}");
    assert!(!page.html.contains(&ticket));
    is_proper(&there.get(&at(ASTER_SHOW)));
    // It is a separate session, which ends with the original one.
    noor.call_ok("POST", "/Member/Logout?circuitId=aster", json!({}));
    let text = there.page(&at(ASTER_SHOW)).text();
    assert!(text.contains("Not signed in. Noor Haddad was signed out at Aster Picture Houses."), "{text}");
}

#[test]
fn hand_11_hand_14_version_3_hands_over_with_a_form() {
    let server = demo();
    let ticket = ticket(&iris(&server));
    let there = server.site(HOST);
    let reply = there.post(&at(MERIDIAN_SHOW), &format!("userSessionId={ticket}"));
    assert_eq!((reply.status, reply.required_header("location")), (303, at(MERIDIAN_SHOW)));
    assert_eq!(reply.required_header("cache-control"), "private, no-store");
    let text = there.with_cookie(&cookie(&reply)).page(&at(MERIDIAN_SHOW)).text();
    assert!(text.contains("Signed in as Iris Calloway, card MCLUB1001,"), "{text}");
    // Other visitors are not signed in, and other content types are rejected.
    let page = there.page(&at(MERIDIAN_SHOW));
    assert!(page.text().contains("Not signed in."));
    let sign_in =
        page.links().find(|link| link.text == "Sign in at Meridian Cinema").expect("a way to sign in");
    assert!(sign_in.get("href").ends_with("/login/"), "{}", sign_in.get("href"));
    let json = [("content-type", "application/json")];
    assert_eq!(there.send("POST", &at(MERIDIAN_SHOW), &json, "{}").status, 400);
}

#[test]
fn hand_14_security_6_4_member_names_are_escaped() {
    let server = demo();
    let page = Member::page(&server.site("localhost"));
    let name = "<i onclick=\"x\">&";
    let joined = json!({
        "email": "ann@example.org", "password": "a-kettle-of-fishes", "firstName": name, "lastName": "Lee",
    });
    page.call_ok("POST", &format!("/Member/v3/Create?{C3}"), joined);
    let (there, shown) = by_link(&server, &at(MERIDIAN_SHOW), &ticket(&page));
    assert!(shown.text().contains(&format!("Signed in as {name} Lee")), "{}", shown.text());
    assert_eq!(shown.all("i").count(), 0);
    let code = "%22%3E%3Ci%3E";
    assert_eq!(there.get(&review(code, 1, "adult")).status, 404);
}

#[test]
fn hand_14_a_used_ticket_is_refused_with_a_message() {
    let server = demo();
    let ticket = ticket(&iris(&server));
    let (iris, _) = by_link(&server, &at(MERIDIAN_SHOW), &ticket);
    let (_, page) = by_link(&server, &at(MERIDIAN_SHOW), &ticket);
    let text = page.text();
    assert!(text.contains("Not signed in. This link was used before or is too old."), "{text}");
    assert!(iris.page(&at(MERIDIAN_SHOW)).text().contains("Signed in as Iris"), "the first one stays");
    // A visitor who is already signed in stays signed in, and sees the message once.
    let again = iris.get(&format!("{}&userSessionId={ticket}", at(MERIDIAN_SHOW)));
    let iris = iris.with_cookie(&cookie(&again));
    let [first, second] = [(); 2].map(|()| iris.page(&at(MERIDIAN_SHOW)).text());
    assert!(first.contains("Signed in as Iris") && first.contains("This link was used before"), "{first}");
    assert!(
        second.contains("Signed in as Iris") && !second.contains("This link was used before"),
        "{second}"
    );
    for nonsense in ["x", "%00", "a%20b", &"y".repeat(7000)] {
        let (_, page) = by_link(&server, &at(MERIDIAN_SHOW), nonsense);
        assert!(page.text().contains("Not signed in. This link was used before"), "{}", page.text());
    }
}

#[test]
fn hand_09_a_token_is_accepted_on_any_path_with_the_parameter_of_any_provider() {
    let server = demo();
    let (iris, noor, there) = (iris(&server), noor(&server), server.site(HOST));
    for (path, name) in [
        ("/giftcards", "userSessionId"),
        ("/vouchers/", "token"),
        ("/concessions/landing", "token_clubcgr"),
        ("/book/1", "userSessionId"),
        ("/", "token"),
    ] {
        // The URL does not identify the site.
        for (member, who) in [(&iris, "Signed in as Iris"), (&noor, "Signed in as Noor")] {
            let reply = there.get(&format!("{path}?{name}={}", ticket(member)));
            assert_eq!((reply.status, reply.required_header("location").as_str()), (303, path));
            let shown = there.with_cookie(&cookie(&reply)).get(path);
            assert!(Page::parse(&shown).text().contains(who), "{path}: {}", shown.text());
            is_proper(&shown);
        }
    }
    for (elsewhere, place) in [("//evil.example/x", "/evil.example/x"), ("///evil.example", "/evil.example")]
    {
        let reply = there.get(&format!("{elsewhere}?token=x"));
        assert_eq!((reply.status, reply.required_header("location")), (308, format!("{place}?token=x")));
    }
    assert_eq!(there.get("/%5Cevil.example?token=x").status, 404);
    assert!(there.page("/refund").text().contains("On a real ticketing site"));
    assert_eq!(there.get("/nowhere").status, 404);
    assert_eq!(there.request("PUT", "/book", &[]).status, 405);
    // A HEAD request does not use the ticket.
    let ticket = ticket(&iris);
    let head = there.request("HEAD", &format!("/giftcards?token={ticket}"), &[]);
    assert_eq!((head.status, head.header("set-cookie")), (303, None));
    assert!(by_link(&server, &at(MERIDIAN_SHOW), &ticket).1.text().contains("Signed in as Iris"));
}

#[test]
fn hand_14_a_ticket_is_invalid_for_another_site() {
    let server = demo();
    let (there, _) = by_link(&server, "/giftcards?a=b", &ticket(&iris(&server)));
    let page = there.page(&review(ASTER_SHOW, 1, "adult"));
    assert!(page.text().contains("You came from Meridian"), "{}", page.text());
    assert_eq!(field(&page, "member"), "");
    // The show identifies the site, which refuses the ticket.
    let (_, page) = by_link(&server, &at(ASTER_SHOW), &ticket(&iris(&server)));
    assert!(page.text().contains("Not signed in."), "{}", page.text());
}

#[test]
fn hand_14_a_purchase_is_booked_once_and_appears_in_the_member_area_with_points() {
    let server = demo();
    let iris = iris(&server);
    let points = || {
        let response = iris.call_ok("GET", &format!("/Member/v3/GetMember/?{C3}"), json!({}));
        response["memberDetails"]["balances"][0]["amount"].as_i64().unwrap()
    };
    let before = points();
    let there = server.site(HOST);
    let came = there.get(&format!("{}&userSessionId={}", at(MERIDIAN_SHOW), ticket(&iris)));
    let cookie = cookie(&came);
    let shop = there.with_cookie(&cookie);
    let page = shop.page(&review(MERIDIAN_SHOW, 2, "adult"));
    assert!(page.one("button").text == "Pay $25.00, nothing is charged", "{}", page.one("button").text);
    assert_eq!(page.all("form").filter(|f| f.get("action") == "/book").count(), 1);
    let form = form(&page);
    // The visitor submits the form several times.
    let clicks = std::thread::scope(|scope| {
        let clicks = [(); 3].map(|()| scope.spawn(|| send(&there, &cookie, &form)));
        clicks.map(|click| click.join().unwrap())
    });
    let [first, ..] = &clicks;
    let late = send(&there, &cookie, &form);
    for click in clicks.iter().chain([&late]) {
        assert_eq!(
            (click.status, click.required_header("location")),
            (303, first.required_header("location")),
            "{}",
            click.text()
        );
    }

    let shown = shop.get(&first.required_header("location"));
    is_proper(&shown);
    let text = Page::parse(&shown).text();
    // Twelve points per dollar at her level.
    assert!(text.contains("Iris Calloway earned 300 points and has"), "{text}");
    assert!(text.contains("2 \u{d7} Adult") && text.contains("$25.00, nothing was charged"), "{text}");
    assert!(Page::parse(&shown).links().any(|a| a.text == "Back to Meridian Cinema"), "{text}");
    assert_eq!(points(), before + 300);
    let orders = iris.call_ok("GET", &format!("/Member/v3/OrderHistory?{C3}&maxResults=2"), json!({}));
    let order = &orders["orders"][0];
    assert!(text.contains(order["orderId"].as_str().unwrap()), "{text}");
    assert!(text.contains(order["bookingReference"].as_str().unwrap()), "{text}");
    assert_eq!(order["total"], json!({ "amount": 2500, "currency": "USD" }));
    assert_eq!((&order["cinemaName"], &order["screenName"]), (&json!("Meridian"), &json!("Screen 10")));
    assert_eq!(order["ticketIds"].as_array().unwrap().len(), 2);
    assert_ne!(orders["orders"][1]["bookingReference"], order["bookingReference"], "booked once");
    let lines = iris.call_ok("GET", &format!("/Member/v3/TransactionHistory?{C3}&maxResults=1"), json!({}));
    assert_eq!(lines["transactions"][0]["amount"], 300);
    // The shop shows the new balance, and other visitors do not see the purchase.
    assert!(shop.page("/").text().contains("Signed in as Iris"));
    assert_eq!(there.get(&first.required_header("location")).status, 404);
}

#[test]
fn hand_14_a_purchase_is_in_the_currency_of_its_theater() {
    let server = demo();
    let noor = noor(&server);
    let there = server.site(HOST);
    let came = there.get(&format!("{}&userSessionId={}", at(PARIS_SHOW), ticket(&noor)));
    let cookie = cookie(&came);
    let page = there.with_cookie(&cookie).page(&review(PARIS_SHOW, 3, "member"));
    let pay = page.one("button").text.clone();
    assert!(pay.starts_with("Pay \u{20ac}") && pay.ends_with(", nothing is charged"), "{pay}");
    let bought = send(&there, &cookie, &form(&page));
    assert_eq!(bought.status, 303, "{}", bought.text());
    let orders = noor.call_ok("GET", "/Member/v2/OrderHistory?circuitId=aster&maxResults=1", json!({}));
    let order = &orders["orders"][0];
    assert_eq!(
        (&order["cinemaName"], &order["tickets"][0]["name"]),
        (&json!("Quai Saint-Elme"), &json!("Member"))
    );
    assert_eq!(order["total"]["currency"], "EUR");
}

#[test]
fn security_4_1_a_form_of_another_session_is_rejected() {
    let server = demo();
    let iris = iris(&server);
    let orders = || -> Value {
        iris.call_ok("GET", &format!("/Member/v3/OrderHistory?{C3}&maxResults=1"), json!({}))["orders"]
            .clone()
    };
    let before = orders();
    let there = server.site(HOST);
    let came = there.get(&format!("{}&userSessionId={}", at(MERIDIAN_SHOW), ticket(&iris)));
    let cookie = cookie(&came);
    let page = there.with_cookie(&cookie).page(&review(MERIDIAN_SHOW, 1, "member"));
    let good = form(&page);
    let csrf = field(&page, "csrf");
    let other = there.page(&review(MERIDIAN_SHOW, 1, "adult"));
    for wrong in [String::new(), "x".to_owned(), field(&other, "csrf")] {
        let refused = send(&there, &cookie, &good.replace(&csrf, &wrong));
        assert_eq!((refused.status, refused.header("location")), (403, None), "{wrong}");
        is_proper(&refused);
    }
    assert_eq!(send(&there, "", &good).status, 403, "a form without its session");
    assert_eq!(send(&there, "sandboxTicketing=x", &good).status, 403);
    // If the price differs from that on the button, the review is shown again.
    for (from, to) in [("total=1125", "total=1"), ("member=", "member=x")] {
        assert!(good.contains(from), "{good}");
        let again = send(&there, &cookie, &good.replace(from, to));
        assert_eq!(
            (again.status, again.required_header("location")),
            (303, review(MERIDIAN_SHOW, 1, "member"))
        );
    }
    assert_eq!(send(&there, &cookie, &good.replace("tickets=1", "tickets=7")).status, 303);
    assert_eq!(orders(), before);
}

#[test]
fn a_guest_earns_no_points_and_is_told_so() {
    let server = demo();
    let there = server.site(HOST);
    let page = there.page(&at(MERIDIAN_SHOW));
    assert!(page.text().contains("booked for nobody and earns no points"), "{}", page.text());
    assert!(!page.html.contains("value=\"member\""), "the member price is for members");
    let reply = there.get(&review(MERIDIAN_SHOW, 2, "adult"));
    let cookie = cookie(&reply);
    let bought = send(&there, &cookie, &form(&Page::parse(&reply)));
    let text = there.with_cookie(&cookie).page(&bought.required_header("location")).text();
    assert!(text.contains("booked for nobody and earned no points") && text.contains("$25.00"), "{text}");
    assert!(!text.contains("Order k"), "{text}");
}

#[test]
fn past_and_sold_out_shows_cannot_be_bought() {
    let server = demo();
    let there = server.site(HOST);
    let good = there.get(&review(MERIDIAN_SHOW, 1, "adult"));
    let cookie = cookie(&good);
    for (code, reason) in [(OVER, "This show has begun"), (SOLD_OUT, "This show is sold out")] {
        let page = there.page(&review(code, 1, "adult"));
        assert!(page.text().contains(reason) && page.all("form").count() == 0, "{}", page.text());
        let form_body = form(&Page::parse(&good)).replace(MERIDIAN_SHOW, code);
        let refused = send(&there, &cookie, &form_body);
        assert_eq!(refused.status, 409);
        assert!(Page::parse(&refused).text().contains(reason), "{}", refused.text());
    }
    assert_eq!(there.get(&at("nowhere-1")).status, 404);
}

#[test]
fn a_show_after_midnight_has_the_next_calendar_day() {
    // 11:30 PM on Friday; the cinema day ends at 3 AM.
    let server = Data::demo().start("demo", "2026-11-21T04:30:00Z", &[]);
    let home = server.site("localhost").page("/");
    let link = home.links().find(|a| a.text.contains("12:15 AM")).expect("a show at 12:15 AM");
    let code = link.get("href").rsplit_once("perfCode=").unwrap().1.split('&').next().unwrap().to_owned();
    let text = server.site(HOST).page(&at(&code)).text();
    assert!(text.contains("Saturday, November 21, 12:15 AM"), "{text}");
}

#[test]
fn only_the_demo_has_a_ticketing_site() {
    let server = Data::demo().serve(CLOCK);
    let reply = server.site(HOST).get(&at(MERIDIAN_SHOW));
    assert_eq!(reply.status, 404);
    assert!(reply.text().contains("Unknown host."), "{}", reply.text());
    let posted = server.site(HOST).post("/book", "csrf=x");
    assert!(posted.status == 404 || posted.status == 405, "{}", posted.status);
}

/// Every price on the page that sells the loyalty program is that of one of its memberships.
#[test]
fn the_demo_sells_what_its_loyalty_program_has() {
    let server = demo();
    for (host, path, program) in [
        ("localhost", "/club/", include_str!("../../fixtures/demo/meridian/loyalty.json")),
        ("aster.localhost", "/friends/", include_str!("../../fixtures/demo/aster/loyalty.json")),
    ] {
        let program: Value = serde_json::from_str(program).unwrap();
        let cents = |offer: &Value| offer["price"]["amount"].as_i64().unwrap();
        let prices: Vec<i64> = program["memberships"].as_array().unwrap().iter().map(cents).collect();
        let text = server.site(host).page(path).text();
        let amounts: Vec<i64> = text
            .split('$')
            .skip(1)
            .map(|after| {
                let end = after.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(after.len());
                let dollars: f64 = after[..end].trim_end_matches('.').parse().unwrap();
                (dollars * 100.0).round() as i64
            })
            .collect();
        // Smaller amounts are what members save, and what points are counted by.
        let sold: Vec<i64> = amounts.into_iter().filter(|amount| *amount >= 1_000).collect();
        assert!(!sold.is_empty(), "{host}: {text}");
        for amount in sold {
            assert!(prices.contains(&amount), "{host}: {amount} is not among {prices:?}");
        }
    }
}
