//! What stands where on a pass: `pass.json`.

use serde_json::{Value, json};

use super::{ApplePassType, icon};
use crate::pass::local_time;
use crate::{Brand, CardPass, TicketPass};

/// A member's card.
pub(super) fn card(of: &ApplePassType, card: &CardPass) -> Value {
    let labels = &card.brand.labels;
    let mut pass = common(of, &card.brand, &card.id, &card.programme, &card.number);
    let points =
        card.points.map(|points| json!({ "key": "points", "label": labels.points, "value": points }));
    let until = card.expires.map(|end| {
        json!({ "key": "until", "label": labels.valid_until, "value": end.to_string(), "dateStyle": "PKDateStyleMedium" })
    });
    pass["storeCard"] = json!({
        "headerFields": some([points]),
        "primaryFields": some([field("programme", &card.brand.issuer, &card.programme)]),
        "secondaryFields": some([
            field("member", &labels.member, &card.holder),
            field("level", &labels.level, card.level.as_deref().unwrap_or_default()),
        ]),
        "auxiliaryFields": some([field("number", &labels.card_number, &card.number), until]),
    });
    if let Some(end) = card.expires {
        pass["expirationDate"] = json!(end.to_string());
    }
    pass
}

/// A ticket.
pub(super) fn ticket(of: &ApplePassType, ticket: &TicketPass) -> Value {
    let labels = &ticket.brand.labels;
    let mut pass = common(of, &ticket.brand, &ticket.id, &ticket.film, &ticket.code);
    let starts = local_time(&ticket.starts);
    let (row, seat) = ticket.seat.as_ref().map_or(("", ""), |seat| (&seat.row, &seat.number));
    pass["eventTicket"] = json!({
        "headerFields": some([field("screen", &labels.screen, &ticket.screen)]),
        "primaryFields": some([field("film", &ticket.cinema, &ticket.film)]),
        "secondaryFields": [{
            "key": "starts",
            "label": labels.starts,
            "value": starts,
            "dateStyle": "PKDateStyleMedium",
            "timeStyle": "PKDateStyleShort",
            // The cinema's time, wherever the phone is.
            "ignoresTimeZone": true,
        }],
        "auxiliaryFields": some([
            field("row", &labels.row, row),
            field("seat", &labels.seat, seat),
            field("kind", &labels.ticket, &ticket.kind),
        ]),
        "backFields": some([
            field("booking", &labels.booking, &ticket.booking),
            field("member", &labels.member, &ticket.holder),
            field("cinema", &labels.cinema, &ticket.cinema),
            field("address", &labels.address, &ticket.address),
        ]),
    });
    pass["relevantDate"] = json!(starts);
    pass["relevantDates"] = json!([{ "date": starts }]);
    if !ticket.booking.is_empty() {
        pass["groupingIdentifier"] = json!(ticket.booking);
    }
    if let Some(end) = &ticket.ends {
        pass["expirationDate"] = json!(local_time(end));
    }
    pass
}

/// What every pass has. `serial` is the pass's id, `description` what is read aloud.
fn common(of: &ApplePassType, brand: &Brand, serial: &str, description: &str, code: &str) -> Value {
    let words = icon::words_on(&brand.color);
    json!({
        "formatVersion": 1,
        "passTypeIdentifier": of.pass_type_id,
        "teamIdentifier": of.team_id,
        "serialNumber": serial,
        "organizationName": of.organisation,
        "description": format!("{}: {description}", brand.issuer),
        "logoText": brand.issuer,
        "backgroundColor": icon::css(&brand.color),
        "foregroundColor": words,
        "labelColor": words,
        "barcodes": [{
            "format": brand.barcode.apple(),
            "message": code,
            "messageEncoding": if code.chars().all(|c| c <= '\u{ff}') { "iso-8859-1" } else { "utf-8" },
            "altText": code,
        }],
    })
}

/// A value under its label, if there is one.
fn field(key: &str, label: &str, value: &str) -> Option<Value> {
    (!value.is_empty()).then(|| json!({ "key": key, "label": label, "value": value }))
}

fn some<const N: usize>(fields: [Option<Value>; N]) -> Vec<Value> {
    fields.into_iter().flatten().collect()
}
