//! The layout of a pass: `pass.json`.

use serde_json::{Value, json};

use super::{ApplePassType, icon};
use crate::pass::local_time;
use crate::{Brand, CardPass, TicketPass};

pub(super) fn card(pass_type: &ApplePassType, card: &CardPass) -> Value {
    let labels = &card.brand.labels;
    let mut pass = common(pass_type, &card.brand, &card.id, &card.program, &card.number);
    let points =
        card.points.map(|points| json!({ "key": "points", "label": labels.points, "value": points }));
    let until = card.expires.map(|end| {
        json!({ "key": "until", "label": labels.valid_until, "value": end.to_string(), "dateStyle": "PKDateStyleMedium" })
    });
    pass["storeCard"] = json!({
        "headerFields": present([points]),
        "primaryFields": present([field("programme", &card.brand.issuer, &card.program)]),
        "secondaryFields": present([
            field("member", &labels.member, &card.holder),
            field("level", &labels.level, card.level.as_deref().unwrap_or_default()),
        ]),
        "auxiliaryFields": present([field("number", &labels.card_number, &card.number), until]),
    });
    if let Some(end) = card.expires {
        pass["expirationDate"] = json!(end.to_string());
    }
    pass
}

pub(super) fn ticket(pass_type: &ApplePassType, ticket: &TicketPass) -> Value {
    let labels = &ticket.brand.labels;
    let mut pass = common(pass_type, &ticket.brand, &ticket.id, &ticket.film, &ticket.code);
    let starts = local_time(&ticket.starts);
    let (row, seat) = ticket.seat.as_ref().map_or(("", ""), |seat| (&seat.row, &seat.number));
    pass["eventTicket"] = json!({
        "headerFields": present([field("screen", &labels.screen, &ticket.screen)]),
        "primaryFields": present([field("film", &ticket.cinema, &ticket.film)]),
        "secondaryFields": [{
            "key": "starts",
            "label": labels.starts,
            "value": starts,
            "dateStyle": "PKDateStyleMedium",
            "timeStyle": "PKDateStyleShort",
            // Always the theater's local time.
            "ignoresTimeZone": true,
        }],
        "auxiliaryFields": present([
            field("row", &labels.row, row),
            field("seat", &labels.seat, seat),
            field("kind", &labels.ticket, &ticket.kind),
        ]),
        "backFields": present([
            field("notice", &labels.notice, &ticket.notice),
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

/// The fields of every pass. `serial` is the pass's id, `description` the text for screen readers.
fn common(pass_type: &ApplePassType, brand: &Brand, serial: &str, description: &str, code: &str) -> Value {
    let text_color = icon::text_color_on(&brand.color);
    json!({
        "formatVersion": 1,
        "passTypeIdentifier": pass_type.pass_type_id,
        "teamIdentifier": pass_type.team_id,
        "serialNumber": serial,
        "organizationName": pass_type.organization,
        "description": format!("{}: {description}", brand.issuer),
        "logoText": brand.issuer,
        "backgroundColor": icon::css(&brand.color),
        "foregroundColor": text_color,
        "labelColor": text_color,
        "barcodes": [{
            "format": brand.barcode.apple_name(),
            "message": code,
            "messageEncoding": if code.chars().all(|c| c <= '\u{ff}') { "iso-8859-1" } else { "utf-8" },
            "altText": code,
        }],
    })
}

/// A labeled value; `None` if it is empty.
fn field(key: &str, label: &str, value: &str) -> Option<Value> {
    (!value.is_empty()).then(|| json!({ "key": key, "label": label, "value": value }))
}

fn present<const N: usize>(fields: [Option<Value>; N]) -> Vec<Value> {
    fields.into_iter().flatten().collect()
}
