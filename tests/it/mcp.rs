//! `/api/mcp`: the tools of assistants

use std::fmt::Write as _;

use std::convert::Infallible;
use std::net::SocketAddr;

use marquee_tests::{Acme, CLOCK, Data, Reply, Site, film, raw, show, theater};
use rmcp::model::{CallToolRequestParams, ClientJsonRpcMessage, ProtocolVersion, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient};
use serde_json::{Value, json};

const HEADERS: [(&str, &str); 2] =
    [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];

/// Theaters in two zones; at [`CLOCK`] it is 17:48 in New York and 14:48 in Los Angeles.
fn acme() -> Acme {
    let mut west = theater("T2", "Ocean");
    west["timeZone"] = json!("America/Los_Angeles");
    let mut soon = film("4", "Soon");
    soon["releaseDate"] = json!("2026-12-18");
    Acme::circuit()
        .set("/config/globalExcludedMovieIds", json!(["3"]))
        .file("theaters", json!([theater("T1", "Downtown"), west]))
        .file("movies", json!([film("1", "First"), film("2", "Second"), film("3", "Hidden"), soon]))
        .file(
            "showtimes",
            json!([
                show("matinee", "T1", "1", "2026-11-20T19:00:00Z", "2026-11-20"),
                show("hidden", "T1", "3", "2026-11-21T00:00:00Z", "2026-11-20"),
                show("west-afternoon", "T2", "1", "2026-11-20T23:00:00Z", "2026-11-20"),
                show("evening", "T1", "1", "2026-11-20T23:30:00Z", "2026-11-20"),
                show("west-evening", "T2", "2", "2026-11-21T04:00:00Z", "2026-11-20"),
                show("after-midnight", "T1", "2", "2026-11-21T05:30:00Z", "2026-11-20"),
                show("next", "T1", "1", "2026-11-21T23:00:00Z", "2026-11-21"),
            ]),
        )
}

fn post(site: &Site<'_>, message: &Value) -> Reply {
    site.send("POST", "/api/mcp", &HEADERS, &message.to_string())
}

/// The result of a method.
fn result(site: &Site<'_>, method: &str, params: Value) -> Value {
    let reply = post(site, &json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }));
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.required_header("content-type"), "application/json");
    assert_eq!(reply.required_header("cache-control"), "private, no-store");
    assert_eq!(reply.header("mcp-session-id"), None, "nothing is kept");
    let response = reply.json();
    assert_eq!(response["id"], 7);
    response["result"].clone()
}

/// The structured result of a tool, which must match its schema.
fn call(site: &Site<'_>, name: &str, arguments: Value) -> Value {
    let called = result(site, "tools/call", json!({ "name": name, "arguments": arguments }));
    assert_eq!(called["isError"], false, "{called}");
    let tools = result(site, "tools/list", json!({}));
    let tool = tools["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
    if let Err(error) = jsonschema::validate(&tool["outputSchema"], &called["structuredContent"]) {
        panic!("{name}: {error}: {called}");
    }
    assert!(!called["content"][0]["text"].as_str().unwrap().is_empty());
    called["structuredContent"].clone()
}

/// What a tool says of wrong arguments.
fn refusal(site: &Site<'_>, name: &str, arguments: Value) -> String {
    let called = result(site, "tools/call", json!({ "name": name, "arguments": arguments }));
    assert_eq!(called["isError"], true, "{called}");
    called["content"][0]["text"].as_str().unwrap().to_owned()
}

/// The ids of the shows of a list, from their booking links.
fn shows(list: &Value) -> Vec<&str> {
    let shows = list["showtimes"].as_array().unwrap().iter();
    shows
        .map(|s| s["bookingUrl"].as_str().unwrap().strip_prefix("https://t.example/book?perf=").unwrap())
        .collect()
}

#[test]
fn an_assistant_connects_and_learns_cinema_date_and_tools() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let client = json!({ "name": "test", "version": "1" });
    for version in ["2025-06-18", "2025-03-26"] {
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
        let info = result(&site, "initialize", params);
        assert_eq!(info["protocolVersion"], version);
        assert_eq!(info["serverInfo"]["title"], "Acme");
        let instructions = info["instructions"].as_str().unwrap();
        for part in
            ["https://acme.example/", "America/New_York", "2026-11-20 17:48", "cinema day is 2026-11-20"]
        {
            assert!(instructions.contains(part), "{part}: {instructions}");
        }
    }
    let initialized = post(&site, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    assert_eq!((initialized.status, initialized.text().as_str()), (202, ""));
    let listed = result(&site, "tools/list", json!({}));
    let tools = listed["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["list_showtimes", "list_films", "film", "search", "list_theaters"]);
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object", "{tool}");
            assert!(jsonschema::meta::is_valid(&tool[schema]), "{tool}");
        }
    }
    let llms = site.get("/llms.txt").text();
    assert!(llms.contains("](https://acme.example/api/mcp)"), "{llms}");
}

#[test]
fn showtimes_of_a_day_are_those_of_each_theaters_own_zone() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let today = call(&site, "list_showtimes", json!({}));
    assert_eq!(shows(&today), ["west-afternoon", "evening", "west-evening", "after-midnight"]);
    assert_eq!(
        (&today["day"], &today["total"], &today["truncated"]),
        (&json!("2026-11-20"), &json!(4), &json!(false))
    );
    let evening = json!({
        "film": "First", "filmId": "1", "filmUrl": "https://acme.example/movies/1-first/",
        "theater": "Downtown", "theaterId": "T1", "day": "2026-11-20", "startsAt": "2026-11-20T18:30-05:00",
        "time": "6:30 PM", "ends": "8:10", "status": "open", "bookingUrl": "https://t.example/book?perf=evening",
    });
    assert_eq!(today["showtimes"][1], evening);
    let tonight = call(&site, "list_showtimes", json!({ "date": "tonight" }));
    assert_eq!(
        shows(&tonight),
        ["evening", "west-evening", "after-midnight"],
        "from 17:00, after midnight included"
    );
    for (arguments, expected) in [
        (json!({ "date": "tonight", "theater": "T2" }), &["west-evening"][..]),
        (json!({ "date": "today", "film": "2" }), &["west-evening", "after-midnight"]),
        (json!({ "date": "tomorrow" }), &["next"]),
        (json!({ "date": "2026-11-21" }), &["next"]),
        (json!({ "date": "2026-11-20", "film": "1", "theater": "T1" }), &["evening"]),
    ] {
        assert_eq!(shows(&call(&site, "list_showtimes", arguments.clone())), expected, "{arguments}");
    }
    let empty = call(&site, "list_showtimes", json!({ "date": "2031-01-01" }));
    assert_eq!((shows(&empty).len(), &empty["total"]), (0, &json!(0)));
    let west = call(&site, "list_showtimes", json!({ "date": "tomorrow", "theater": "T2" }));
    assert_eq!(
        (shows(&west).len(), &west["url"]),
        (0, &json!("https://acme.example/showtimes/?day=2026-11-21"))
    );
    for address in [&today["url"], &west["url"], &today["showtimes"][1]["filmUrl"]] {
        let path = address.as_str().unwrap().strip_prefix("https://acme.example").unwrap();
        assert_eq!(site.get(path).status, 200, "{address}");
    }
}

#[test]
fn after_midnight_tonight_is_still_the_evening_that_began_before() {
    // 00:10 in New York, where the cinema day is that of Friday; 21:10 in Los Angeles.
    let server = Data::with(&[&acme()]).serve("2026-11-21T05:10:00Z");
    let site = server.site("acme.example");
    for date in ["today", "tonight"] {
        let list = call(&site, "list_showtimes", json!({ "date": date }));
        assert_eq!((shows(&list), &list["day"]), (vec!["after-midnight"], &json!("2026-11-20")), "{date}");
    }
    let sunday = call(&site, "list_showtimes", json!({ "date": "tomorrow", "theater": "T1" }));
    assert_eq!((shows(&sunday).len(), &sunday["day"]), (0, &json!("2026-11-22")), "as pages name it");
    assert_eq!(shows(&call(&site, "list_showtimes", json!({ "date": "2026-11-21" }))), ["next"]);
}

#[test]
fn const_02_films_have_the_play_week_of_their_next_show() {
    let server = Data::with(&[&acme()]).serve("2026-11-19T20:00:00Z");
    let site = server.site("acme.example");
    let weeks = |theater: &str| -> Vec<Value> {
        let list = call(&site, "list_films", json!({ "theater": theater }));
        list["films"].as_array().unwrap().iter().map(|film| film["playWeek"].clone()).collect()
    };
    assert_eq!(
        weeks("T2"),
        ["NEXT_PLAYWEEK_1", "NEXT_PLAYWEEK_1"],
        "Thursday; the next week begins on Friday"
    );
}

#[test]
fn films_are_listed_with_their_next_day_and_described_with_their_shows() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let films = |arguments: Value| -> Vec<(String, Value)> {
        let list = call(&site, "list_films", arguments);
        let films = list["films"].as_array().unwrap().iter();
        films.map(|f| (f["id"].as_str().unwrap().to_owned(), f["nextDay"].clone())).collect()
    };
    let entry = |id: &str, day: &str| (id.to_owned(), json!(day));
    let showing = [entry("1", "2026-11-20"), entry("2", "2026-11-20")];
    assert_eq!(films(json!({})), showing);
    assert_eq!(films(json!({ "selection": "now_showing", "theater": "T2" })), showing);
    let coming = [("4".to_owned(), Value::Null)];
    assert_eq!(films(json!({ "selection": "coming_soon" })), coming);
    assert_eq!(
        films(json!({ "selection": "all" })),
        [&showing[..], &coming].concat(),
        "without the excluded film"
    );
    let all = call(&site, "list_films", json!({ "selection": "all" }));
    let weeks: Vec<&Value> = all["films"].as_array().unwrap().iter().map(|film| &film["playWeek"]).collect();
    assert_eq!(
        weeks,
        ["CURRENT_PLAYWEEK", "CURRENT_PLAYWEEK", "NEXT_PLAYWEEK_UNDETERMINED"],
        "the last has no day"
    );
    let first = call(&site, "film", json!({ "film": "1" }));
    assert_eq!(
        (&first["title"], &first["url"]),
        (&json!("First"), &json!("https://acme.example/movies/1-first/"))
    );
    let days: Vec<(&str, Vec<&str>)> = first["days"]
        .as_array()
        .unwrap()
        .iter()
        .map(|day| (day["day"].as_str().unwrap(), shows(day)))
        .collect();
    assert_eq!(days, [("2026-11-20", vec!["west-afternoon", "evening"]), ("2026-11-21", vec!["next"])]);
    let theaters = call(&site, "list_theaters", json!({}));
    let west = &theaters["theaters"][1];
    assert_eq!(west["url"], "https://acme.example/theaters/t2/");
    assert_eq!((&west["timeZone"], &west["today"]), (&json!("America/Los_Angeles"), &json!("2026-11-20")));
}

#[test]
fn the_search_is_that_of_the_site() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let found = call(&site, "search", json!({ "query": "  salt cartografer " }));
    let first = &found["results"][0];
    assert_eq!(
        (&first["kind"], &first["title"]),
        (&json!("film"), &json!("The Salt Cartographer")),
        "{found}"
    );
    let details = call(&site, "film", json!({ "film": first["id"] }));
    assert_eq!(details["url"], first["url"]);
    let theater = call(&site, "search", json!({ "query": "canal street" }));
    let theater = theater["results"].as_array().unwrap().iter().find(|hit| hit["kind"] == "theater").unwrap();
    assert_eq!(theater["id"], "aster-canal-street");
    let nothing = call(&site, "search", json!({ "query": "zzzzqqqq" }));
    assert_eq!((&nothing["results"], &nothing["total"]), (&json!([]), &json!(0)));
    assert_eq!(refusal(&site, "search", json!({ "query": " " })), "query must not be blank");
}

#[test]
fn ent_06_what_members_book_first_leads_to_the_page_of_the_event() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let site = server.site("aster.localhost");
    let list = call(&site, "list_showtimes", json!({ "date": "2026-11-28", "theater": "aster-harbor" }));
    let all = list["showtimes"].as_array().unwrap();
    let first: Vec<&Value> = all.iter().filter(|show| show["membersFirst"] == true).collect();
    assert!(!first.is_empty() && first.len() < all.len(), "{list}");
    for show in first {
        let address = show["bookingUrl"].as_str().unwrap();
        assert!(address.ends_with("/events/4103-moonlight-marathon/"), "{show}");
    }
    assert!(!list.to_string().contains("perfCode=aster-harbor-1-11282359"), "{list}");
}

#[test]
fn long_lists_are_cut_and_say_how_to_narrow_them() {
    let many = (0..120).map(|n| {
        let start = format!("2026-11-22T{:02}:{:02}:00Z", 20 + n / 60, n % 60);
        show(&format!("s{n}"), "T1", "1", &start, "2026-11-22")
    });
    let site = acme().file("showtimes", many.collect());
    let server = Data::with(&[&site]).serve(CLOCK);
    let site = server.site("acme.example");
    let list = call(&site, "list_showtimes", json!({ "date": "2026-11-22" }));
    assert_eq!((shows(&list).len(), &list["total"], &list["truncated"]), (100, &json!(120), &json!(true)));
    assert_eq!(list["hint"], "name a theater or a film");
    let film = call(&site, "film", json!({ "film": "1" }));
    assert_eq!((shows(&film["days"][0]).len(), &film["truncated"]), (100, &json!(true)));
    let today = call(&site, "list_showtimes", json!({}));
    assert_eq!((shows(&today).len(), &today["nextDay"]), (0, &json!("2026-11-22")));
}

#[test]
fn wrong_arguments_are_results_that_say_what_to_change() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    for (tool, arguments, expected) in [
        (
            "list_showtimes",
            json!({ "date": "friday" }),
            "date must be today, tonight, tomorrow or YYYY-MM-DD, not \"friday\"",
        ),
        ("list_showtimes", json!({ "date": "2026-11-01" }), "date must be today (2026-11-20) or later"),
        ("list_showtimes", json!({ "theater": "T9" }), "unknown theater \"T9\": use an id of list_theaters"),
        ("list_films", json!({ "theater": "../x" }), "unknown theater \"../x\": use an id of list_theaters"),
        ("film", json!({ "film": "3" }), "unknown film \"3\": use an id of list_films or search"),
        ("film", json!({}), "wrong arguments: missing field `film`"),
        ("list_theaters", json!({ "page": 2 }), "wrong arguments: unknown field `page`, there are no fields"),
        ("search", json!({ "query": 5 }), "wrong arguments: invalid type: integer `5`, expected a string"),
    ] {
        assert_eq!(refusal(&site, tool, arguments), expected, "{tool}");
    }
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "buy" } });
    let unknown = post(&site, &message).json();
    assert_eq!(
        (&unknown["error"]["code"], &unknown["error"]["message"]),
        (&json!(-32602), &json!("unknown tool: call tools/list"))
    );
    let method = json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/steal", "params": {} });
    assert_eq!(post(&site, &method).json()["error"]["code"], -32601);
}

#[test]
fn what_is_not_a_message_of_this_site_is_refused() {
    let server = Data::with(&[&acme()]).serve(CLOCK);
    let site = server.site("acme.example");
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    for method in ["GET", "DELETE", "PUT"] {
        let reply = site.send(method, "/api/mcp", &HEADERS, "");
        assert_eq!((reply.status, reply.required_header("allow").as_str()), (405, "POST"), "{method}");
    }
    for (body, code) in [
        ("{", -32700),
        ("", -32700),
        (&format!("[{list}]"), -32600),
        ("{\"a\":1}", -32600),
        ("\"x\"", -32600),
    ] {
        let reply = site.send("POST", "/api/mcp", &HEADERS, body);
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(code)), "{body}");
    }
    let mut deep = String::new();
    for _ in 0..10_000 {
        let _ = write!(deep, "{{\"a\":");
    }
    assert_eq!(site.send("POST", "/api/mcp", &HEADERS, &deep).status, 400, "too deep");
    let large =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "x": "x".repeat(70_000) } });
    let reply = post(&site, &large);
    assert_eq!(
        (reply.status, reply.required_header("content-type").as_str()),
        (413, "application/problem+json")
    );
    let accepts = |headers: &[(&str, &str)]| site.send("POST", "/api/mcp", headers, &list.to_string()).status;
    assert_eq!(accepts(&[HEADERS[0], ("accept", "text/html")]), 406);
    assert_eq!(accepts(&[("content-type", "text/plain"), HEADERS[1]]), 415);
    assert_eq!(accepts(&[HEADERS[0], HEADERS[1], ("content-encoding", "gzip")]), 415);
    assert_eq!(accepts(&[HEADERS[0], HEADERS[1], ("mcp-protocol-version", "1999-01-01")]), 400);
    for (origin, status) in [("https://evil.example", 403), ("null", 403), ("https://acme.example", 200)] {
        assert_eq!(accepts(&[HEADERS[0], HEADERS[1], ("origin", origin)]), status, "{origin}");
    }
    assert_eq!(post(&server.site("evil.example"), &list).status, 404, "the host of no site");
}

#[test]
fn each_host_answers_for_its_own_site() {
    let other =
        Acme::circuit().named("other", "other.example").file("theaters", json!([theater("T7", "Elsewhere")]));
    let server = Data::with(&[&acme(), &other]).serve(CLOCK);
    let theaters = |host| call(&server.site(host), "list_theaters", json!({}))["theaters"].clone();
    assert_eq!(theaters("other.example").as_array().unwrap().len(), 1);
    assert_eq!(theaters("other.example")[0]["id"], "T7");
    assert_eq!(theaters("acme.example").as_array().unwrap().len(), 2);
    assert!(
        refusal(&server.site("other.example"), "film", json!({ "film": "1" })).starts_with("unknown film")
    );
}

/// The official client's messages, each sent as a request of its own.
struct HttpTransport {
    address: SocketAddr,
    sender: tokio::sync::mpsc::UnboundedSender<ServerJsonRpcMessage>,
    receiver: tokio::sync::mpsc::UnboundedReceiver<ServerJsonRpcMessage>,
}

impl Transport<RoleClient> for HttpTransport {
    type Error = Infallible;

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        self.receiver.recv().await
    }

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        let (address, sender) = (self.address, self.sender.clone());
        async move {
            let message = serde_json::to_value(&message).unwrap();
            let mut headers = String::from("host: aster.localhost\r\nconnection: close\r\n");
            for (name, value) in HEADERS {
                let _ = write!(headers, "{name}: {value}\r\n");
            }
            // What a client of the version without handshake repeats in headers.
            let version = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
            for (name, value) in [
                ("mcp-protocol-version", version),
                ("mcp-method", &message["method"]),
                ("mcp-name", &message["params"]["name"]),
            ] {
                if let Some(value) = value.as_str() {
                    let _ = write!(headers, "{name}: {value}\r\n");
                }
            }
            let body = message.to_string();
            let request =
                format!("POST /api/mcp HTTP/1.1\r\n{headers}content-length: {}\r\n\r\n{body}", body.len());
            let bytes = tokio::task::spawn_blocking(move || raw(address, request.as_bytes())).await.unwrap();
            let reply = Reply::parse(&bytes);
            if reply.status != 202 {
                sender.send(serde_json::from_slice(&reply.body).unwrap()).unwrap();
            }
            Ok(())
        }
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

#[test]
fn the_official_client_connects_in_both_ways_and_calls_tools() {
    let server = Data::demo().start("demo", CLOCK, &[]);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for (lifecycle, version) in [
        (ClientLifecycleMode::Initialize, "2025-11-25"),
        (
            ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] },
            "2026-07-28",
        ),
    ] {
        runtime.block_on(async {
            let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
            let transport = HttpTransport { address: server.address(), sender, receiver };
            let client = ().serve_with_lifecycle(transport, lifecycle).await.unwrap();
            let info = client.peer_info().unwrap();
            assert_eq!(info.protocol_version.as_str(), version);
            assert!(info.instructions.as_ref().unwrap().contains("Aster Picture Houses"));
            assert_eq!(client.list_all_tools().await.unwrap().len(), 5);
            let tonight = CallToolRequestParams::new("list_showtimes")
                .with_arguments(json!({ "date": "tonight" }).as_object().unwrap().clone());
            let result = client.call_tool(tonight).await.unwrap();
            assert!(result.structured_content.unwrap()["total"].as_u64().unwrap() > 10);
            client.cancel().await.unwrap();
        });
    }
}

#[test]
fn security_7_7_nothing_that_assistants_send_is_logged() {
    let server = Data::with(&[&acme()]).start("serve", CLOCK, &["--log", "debug"]);
    let site = server.site("acme.example");
    let client = json!({ "name": "MARKED1", "version": "1" });
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    let _ = result(&site, "initialize", params.clone());
    for (tool, arguments) in [
        ("search", json!({ "query": "MARKED2" })),
        ("film", json!({ "film": "MARKED3" })),
        ("MARKED4", json!({})),
    ] {
        let params = json!({ "name": tool, "arguments": arguments });
        let _ = post(&site, &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }));
    }
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    let version = [HEADERS[0], HEADERS[1], ("mcp-protocol-version", "MARKED5")];
    assert_eq!(site.send("POST", "/api/mcp", &version, &message.to_string()).status, 400);
    assert_eq!(site.send("POST", "/api/mcp", &HEADERS, "{MARKED6").status, 400);
    let lines = server.log();
    let has = |text: &str| lines.iter().any(|line| line.to_string().contains(text));
    assert!(!has("MARKED"), "{lines:#?}");
    assert!(has("/api/mcp"), "the template of the route: {lines:#?}");
}
