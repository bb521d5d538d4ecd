//! Orders, points, rewards, cards, favorites.

use std::thread;

use marquee_tests::{Mail, Member};
use serde_json::{Value, json};

use super::{CIRCUIT_AND_THEATER_V3, CIRCUIT_V3, demo, iris, register};

#[test]
fn call_19_call_20_call_21_histories_are_newest_first_and_may_be_limited() {
    let server = demo();
    let iris = iris(&server);
    let orders =
        iris.call_ok("GET", &format!("/Member/v3/OrderHistory?{CIRCUIT_V3}"), json!({}))["orders"].clone();
    let rows = orders.as_array().unwrap();
    let ids: Vec<_> = rows.iter().map(|o| o["bookingReference"].as_str().unwrap()).collect();
    assert_eq!(ids, ["MER-1041", "MER-0988", "MER-0861", "MER-0733"]);
    assert_eq!(rows[0]["total"], json!({ "amount": 4690, "currency": "USD" }));
    assert_eq!(
        (&rows[0]["cinemaName"], &rows[0]["ticketIds"]),
        (&json!("Meridian"), &json!(["mer-1041-1", "mer-1041-2"]))
    );
    assert_eq!(
        rows[0]["tickets"][0],
        json!({ "name": "Adult", "quantity": 2, "price": { "amount": 1450, "currency": "USD" } })
    );
    let two_orders =
        iris.call_ok("GET", &format!("/Member/v3/OrderHistory?{CIRCUIT_V3}&maxResults=2"), json!({}));
    assert_eq!(two_orders["orders"].as_array().unwrap().len(), 2);
    let wrong = iris.reply("GET", &format!("/Member/v3/OrderHistory?{CIRCUIT_V3}&maxResults=all"), json!({}));
    assert_eq!(wrong.status, 400);
    let response = iris.call_ok("GET", &format!("/Member/v3/TransactionHistory?{CIRCUIT_V3}"), json!({}));
    let lines = response["transactions"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["kind"]), (5, &json!("EARN")));
    let dates: Vec<&str> = lines.iter().map(|line| line["occurredAt"].as_str().unwrap()).collect();
    assert!(dates.is_sorted_by(|later, earlier| later >= earlier), "{dates:?}");
    assert_eq!((&lines[0]["amount"], &lines[0]["balanceAfter"]), (&json!(562), &json!(2523)));
    let sum: i64 = lines.iter().map(|l| l["amount"].as_i64().unwrap()).sum();
    assert_eq!(json!(sum), lines[0]["balanceAfter"]);
}

#[test]
fn call_22_call_23_rewards_have_a_reason_if_unavailable() {
    let server = demo();
    let iris = iris(&server);
    let rewards = iris.call_ok("GET", "/Member/v3/RewardsListing?boxofficeCinemaId=meridian-main", json!({}));
    let reward = |code: &str| -> Value {
        rewards["rewards"].as_array().unwrap().iter().find(|r| r["itemCode"] == code).unwrap().clone()
    };
    assert_eq!(
        (&reward("RW-POPCORN")["isAvailable"], &reward("RW-POPCORN")["pointsCost"]),
        (&json!(true), &json!(150))
    );
    assert_eq!(reward("RW-NAME")["unavailableReason"], "NOT_ENOUGH_POINTS");
    let items = iris.call_ok("GET", "/Member/GetItemsAvailableToValidatedLoyaltyMember/meridian", json!({}));
    let codes: Vec<_> = items["items"].as_array().unwrap().iter().map(|i| i["itemCode"].clone()).collect();
    assert!(codes.contains(&json!("RW-TWO")) && !codes.contains(&json!("RW-NAME")));
}

#[test]
fn call_24_call_25_call_26_a_reward_is_ordered_and_redeemed_once() {
    let server = demo();
    let iris = iris(&server);
    let route = "/Member/v3/OrderLoyaltyItem?boxofficeCinemaId=meridian-main";
    let order_request = json!({ "itemCode": "RW-COFFEE", "quantity": 2, "clientRequestId": "r-1" });
    let first = iris.call_ok("POST", route, order_request.clone());
    assert_eq!(first["balances"][0]["amount"], 2523 - 240);
    assert_eq!(iris.call_ok("POST", route, order_request), first, "the same request takes nothing more");
    let other = iris.reply("POST", route, json!({ "itemCode": "RW-TICKET", "clientRequestId": "r-1" }));
    assert_eq!((other.status, &other.json()["field"]), (400, &json!("clientRequestId")));
    for (code, payload) in [
        (85, json!({ "itemCode": "RW-NAME" })),
        (85, json!({ "itemCode": "NONE" })),
        (85, json!({ "itemCode": "RW-TICKET", "quantity": 3 })),
    ] {
        assert_eq!(iris.code("POST", route, payload), code);
    }
    for quantity in [json!(0), json!(21), json!(-1), json!("many")] {
        let reply = iris.reply("POST", route, json!({ "itemCode": "RW-COFFEE", "quantity": quantity }));
        assert_eq!(reply.status, 400, "{quantity}");
    }
    let code = first["redemptionCode"].as_str().unwrap();
    assert!(code.len() >= 16, "80 bits");
    let mail = Mail::to(server.data(), "iris@example.org", |m| m.text.contains(code));
    assert!(!mail.subject.contains(code));
    let confirm = format!("/Member/v3/ConfirmItemRedemption?{CIRCUIT_AND_THEATER_V3}");
    let till = iris.with(None, None);
    let done = till.call_ok("POST", &confirm, json!({ "redemptionCode": code.to_lowercase() }));
    assert_eq!(done["orderId"], first["orderId"]);
    assert!(done["redeemedAt"].is_string());
    assert_eq!(till.code("POST", &confirm, json!({ "redemptionCode": code })), 85);
    assert_eq!(till.code("POST", &confirm, json!({ "redemptionCode": "NONE" })), 85);
    let lines = iris.call_ok("GET", &format!("/Member/v3/TransactionHistory?{CIRCUIT_V3}"), json!({}));
    assert_eq!(
        (&lines["transactions"][0]["kind"], &lines["transactions"][0]["amount"]),
        (&json!("REDEEM"), &json!(-240))
    );
}

#[test]
fn security_4_1_the_same_points_are_never_spent_twice() {
    let server = demo();
    let iris = iris(&server);
    let token = iris.session();
    // 2,523 points: sixteen popcorns of 150, and no more.
    let won: usize = thread::scope(|scope| {
        let all: Vec<_> = (0..40)
            .map(|_| {
                let (server, token) = (&server, &token);
                scope.spawn(move || {
                    let token_member = Member::program(&server.site("localhost")).with(Some(token), None);
                    let route = "/Member/v3/OrderLoyaltyItem?boxofficeCinemaId=meridian-main";
                    token_member.code("POST", route, json!({ "itemCode": "RW-POPCORN" }))
                })
            })
            .collect();
        all.into_iter().filter(|_| true).map(|t| usize::from(t.join().unwrap() == 0)).sum()
    });
    assert_eq!(won, 16);
    let details = iris.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}));
    assert_eq!(details["memberDetails"]["balances"][0]["amount"], 123);
}

#[test]
fn call_27_vouchers_are_public() {
    let server = demo();
    let anybody = Member::program(&server.site("localhost"));
    let response = anybody.call_ok("GET", "/Concession/GetAllEVoucherConcessions/meridian-main", json!({}));
    let first = &response["concessions"][0];
    assert_eq!(
        (&first["code"], &first["price"]),
        (&json!("EV-ONE"), &json!({ "amount": 1350, "currency": "USD" }))
    );
    assert_eq!(anybody.code("GET", "/Concession/GetAllEVoucherConcessions/elsewhere", json!({})), 30);
}

#[test]
fn call_32_to_call_35_cards_are_added_deleted_and_replaced() {
    let server = demo();
    let iris = iris(&server);
    let list = |m: &Member<'_>| {
        m.call_ok("GET", &format!("/Member/v3/GetCards/?{CIRCUIT_V3}"), json!({}))["cards"].clone()
    };
    assert_eq!(list(&iris)[0]["cardCode"], "MCLUB1001");
    let add = format!("/Member/v3/AddCard/?{CIRCUIT_V3}");
    for (code, payload) in [
        (85, json!({ "cardCode": "NONE" })),
        (85, json!({ "cardCode": "MCLUB7777" })),
        (85, json!({ "cardCode": "MCLUB7777", "pin": "0000" })),
        (1020, json!({ "cardCode": "MCLUB1002" })),
    ] {
        assert_eq!(iris.code("POST", &add, payload.clone()), code, "{payload}");
    }
    let cards =
        iris.call_ok("POST", &add, json!({ "cardCode": "mclub7777", "pin": "1234" }))["cards"].clone();
    assert_eq!(cards.as_array().unwrap().len(), 2);
    let lost = iris.call_ok("GET", &format!("/Member/v3/ReportLostCard?{CIRCUIT_AND_THEATER_V3}"), json!({}));
    let replacement = lost["cardCode"].as_str().unwrap();
    assert_eq!(lost["cards"].as_array().unwrap().len(), 3);
    assert_eq!(iris.code("POST", &add, json!({ "cardCode": "MCLUB1001" })), 85, "never again");
    let details = iris.call_ok("GET", &format!("/Member/v3/GetMember/?{CIRCUIT_V3}"), json!({}));
    assert_eq!(details["memberDetails"]["memberCardNumber"], json!(replacement));
    iris.call_ok("POST", &format!("/Member/v3/DeleteCard?{CIRCUIT_V3}"), json!({ "cardCode": "mclub7777" }));
    assert_eq!(
        iris.code("POST", &format!("/Member/v3/DeleteCard?{CIRCUIT_V3}"), json!({ "cardCode": "MCLUB1002" })),
        85
    );
    iris.call_ok("POST", "/Member/DeleteCard?circuitId=meridian", json!({ "cardCode": replacement }));
}

#[test]
fn call_37_call_38_watch_01_err_15_favorite_films_must_be_in_the_schedule() {
    let server = demo();
    let ann = register(&server, "ann@example.org");
    let list = ann.call_ok("GET", &format!("/Member/v3/GetFavoriteFilms?{CIRCUIT_V3}"), json!({}));
    assert_eq!(list["externalFilmIds"], json!([]));
    let film = |id: &str| json!({ "externalFilmId": id, "boxofficeId": id });
    let add = format!("/Member/v3/AddFavoriteFilm?{CIRCUIT_V3}");
    ann.call_ok("POST", &add, film("318204"));
    let twice = ann.call_ok("POST", &add, film("318204"));
    assert_eq!(twice["externalFilmIds"], json!(["318204"]));
    assert_eq!(ann.code("POST", &add, film("999999999")), 72);
    let remaining_films =
        ann.call_ok("POST", &format!("/Member/v3/RemoveFavoriteFilm?{CIRCUIT_V3}"), film("318204"));
    assert_eq!(remaining_films["externalFilmIds"], json!([]));
    ann.call_ok("POST", &format!("/Member/v3/RemoveFavoriteFilm?{CIRCUIT_V3}"), film("318204"));
}

#[test]
fn call_39_fav_01_fav_02_fav_09_fav_11_favorite_cinemas_have_a_newsletter_flag() {
    let server = demo();
    let ann = Member::program(&server.site("aster.localhost"));
    let create = "/Member/v3/Create?boxofficeCircuitId=aster";
    ann.call_ok("POST", create, super::newcomer("ann@example.org"));
    let add = "/Member/v3/AddFavoriteCinema?boxofficeCircuitId=aster";
    let harbor = json!({ "boxofficeCinemaId": "aster-harbor", "subscribeToNewsletter": true });
    let response = ann.call_ok("POST", add, json!({ "favoriteCinemas": harbor }));
    let subscriptions =
        json!({ "boxofficeCinemaId": "aster-harbor", "subscribeToNewsletter": true, "name": "Harbor" });
    assert_eq!(response["favoriteCinemas"], json!([subscriptions]));
    let update = json!({ "favoriteCinemas": [
        { "boxofficeCinemaId": "aster-harbor", "subscribeToNewsletter": false },
        { "boxofficeCinemaId": "aster-old-mill", "subscribeToNewsletter": true },
    ] });
    let response = ann.call_ok("POST", add, update);
    let flags: Vec<_> = response["favoriteCinemas"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["subscribeToNewsletter"].clone())
        .collect();
    assert_eq!(flags, [json!(false), json!(true)]);
    let foreign = json!({ "favoriteCinemas": { "boxofficeCinemaId": "meridian-main" } });
    assert_eq!(ann.code("POST", add, foreign), 30);
    let remove = "/Member/v3/RemoveFavoriteCinema?boxofficeCircuitId=aster";
    let response = ann.call_ok("POST", remove, json!({ "boxofficeCinemaId": "aster-harbor" }));
    assert_eq!(response["favoriteCinemas"].as_array().unwrap().len(), 1);
    let get = "/Member/v3/GetFavoriteCinemas?boxofficeCircuitId=aster";
    assert_eq!(ann.call_ok("GET", get, json!({}))["favoriteCinemas"], response["favoriteCinemas"]);
}
