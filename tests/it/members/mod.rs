//! Members: `POST /api/cypher` and related endpoints.

use marquee_tests::{CLOCK, Data, Member, Server};
use serde_json::{Value, json};

mod account;
mod activation;
mod area;
mod captcha;
mod cookies;
mod erasure;
mod hand_over;
mod history;
mod mail;
mod passes;
mod payment;
mod protocol;
mod recovery;
mod refusals;
mod session;
mod settings;
mod till;
mod upstream;

/// The demo with its members, without rate limits.
pub(crate) fn demo() -> Server {
    Data::demo().start("demo", CLOCK, &["--rate-limits", "off"])
}

/// Iris, a member of the demo's first site, which has API version 3.
pub(crate) fn iris(server: &Server) -> Member<'_> {
    Member::program(&server.site("localhost")).signed_in("meridian", "iris", IRIS_PASSWORD)
}

const IRIS_PASSWORD: &str = "lanterns-over-the-canal";
const NOOR_PASSWORD: &str = "five-houses-one-card";

const CIRCUIT_V3: &str = "boxofficeCircuitId=meridian";
const CIRCUIT_AND_THEATER_V3: &str = "boxofficeCircuitId=meridian&boxofficeCinemaId=meridian-main";

/// The payload of a registration.
fn newcomer(email: &str) -> Value {
    json!({ "email": email, "password": "a-kettle-of-fishes", "firstName": "Ann", "lastName": "Lee" })
}

/// Registers a new member.
fn register<'s>(server: &'s Server, email: &str) -> Member<'s> {
    let member = Member::program(&server.site("localhost"));
    member.call_ok("POST", &format!("/Member/v3/Create?{CIRCUIT_V3}"), newcomer(email));
    member
}
