//! Sample passes and keys for tests. Keys are generated on each run.

use std::sync::LazyLock;

use rcgen::{KeyPair, PKCS_RSA_SHA256};

use super::*;

pub(crate) static KEY: LazyLock<KeyPair> = LazyLock::new(new_key);

pub(crate) fn new_key() -> KeyPair {
    KeyPair::generate_for(&PKCS_RSA_SHA256).unwrap()
}

pub(crate) fn now() -> Timestamp {
    "2026-11-20T18:00:00Z".parse().unwrap()
}

pub(crate) fn brand() -> Brand {
    Brand {
        issuer: "Aster".to_owned(),
        color: Color::parse("#7A1F2B").unwrap(),
        logo: "https://aster.example/media/logo.png".to_owned(),
        locale: Locale::default(),
        barcode: Barcode::QrCode,
        labels: labels(),
    }
}

fn labels() -> Labels {
    Labels {
        card_number: "Card number".to_owned(),
        member: "Member".to_owned(),
        level: "Level".to_owned(),
        points: "Points".to_owned(),
        valid_until: "Valid until".to_owned(),
        starts: "Starts".to_owned(),
        cinema: "Theater".to_owned(),
        address: "Address".to_owned(),
        screen: "Screen".to_owned(),
        row: "Row".to_owned(),
        seat: "Seat".to_owned(),
        ticket: "Ticket".to_owned(),
        booking: "Booking".to_owned(),
        notice: "Notice".to_owned(),
    }
}

pub(crate) fn card() -> CardPass {
    CardPass {
        brand: brand(),
        id: "k7x2m9q4w6".to_owned(),
        program_id: "aster".to_owned(),
        program: "Friends of Aster".to_owned(),
        number: "AB12".to_owned(),
        holder: "Ada Lovelace".to_owned(),
        level: Some("Gold".to_owned()),
        points: Some(1250),
        expires: Some("2027-11-20T18:00:00Z".parse().unwrap()),
    }
}

pub(crate) fn ticket() -> TicketPass {
    TicketPass {
        brand: brand(),
        id: "K9".to_owned(),
        show_id: "aster:show/1 ä".to_owned(),
        film: "The Salt Cartographer".to_owned(),
        starts: "2026-11-20T20:30:00+01:00[Europe/Paris]".parse().unwrap(),
        ends: Some("2026-11-20T22:30:00+01:00[Europe/Paris]".parse().unwrap()),
        cinema: "Aster Old Harbour".to_owned(),
        address: "1 Quay Street, Harbour".to_owned(),
        screen: "Screen 2".to_owned(),
        seat: Some(Seat { row: "F".to_owned(), number: "7".to_owned() }),
        kind: "Adult".to_owned(),
        holder: "Ada Lovelace".to_owned(),
        booking: "WX4821".to_owned(),
        code: "WX4821-1".to_owned(),
        notice: String::new(),
    }
}
