use jsonwebtoken::{DecodingKey, Validation, decode, decode_header};

use super::*;
use crate::Barcode;
use crate::pass::samples::{KEY, card, new_key, now, ticket};

const ORIGIN: &str = "https://aster.example";

fn account(issuer_id: &str) -> GoogleAccount {
    GoogleAccount {
        issuer_id: issuer_id.to_owned(),
        service_account_email: "passes@aster.iam.example".to_owned(),
        key_id: "key-1".to_owned(),
    }
}

fn google() -> GoogleWallet {
    GoogleWallet::new(account("3388000000012345678"), &KEY.serialize_pem()).unwrap()
}

/// The claims of a token, or `None` if the key did not sign it.
fn claims_of(token: &str, key: &RsaKey) -> Option<Value> {
    let mut rules = Validation::new(Algorithm::RS256);
    rules.set_audience(&["google"]);
    // The clock of these tests is fixed.
    rules.validate_exp = false;
    decode(token, &DecodingKey::from_rsa_der(key.public()), &rules).ok().map(|data| data.claims)
}

fn claims(token: &str) -> Value {
    claims_of(token, &RsaKey::from_pem(&KEY.serialize_pem()).unwrap()).unwrap()
}

#[test]
fn wallet_01_a_card_is_a_signed_token_with_its_class_and_object() {
    let claims = claims(&google().loyalty_card(&card(), ORIGIN, now()).unwrap());
    assert_eq!(claims["iss"], "passes@aster.iam.example");
    assert_eq!(claims["aud"], "google");
    assert_eq!(claims["typ"], "savetowallet");
    assert_eq!(claims["origins"], json!([ORIGIN]));
    assert_eq!(
        claims["payload"],
        json!({
            "loyaltyClasses": [{
                "id": "3388000000012345678.card-aster",
                "issuerName": "Aster",
                "programName": "Friends of Aster",
                "programLogo": { "sourceUri": { "uri": "https://aster.example/media/logo.png" } },
                "reviewStatus": "UNDER_REVIEW",
                "hexBackgroundColor": "#7A1F2B",
                "accountIdLabel": "Card number",
                "accountNameLabel": "Member",
            }],
            "loyaltyObjects": [{
                "id": "3388000000012345678.card-k7x2m9q4w6",
                "classId": "3388000000012345678.card-aster",
                "state": "ACTIVE",
                "accountId": "AB12",
                "accountName": "Ada Lovelace",
                "barcode": { "type": "QR_CODE", "value": "AB12", "alternateText": "AB12" },
                "loyaltyPoints": { "label": "Points", "balance": { "int": 1250 } },
                "textModulesData": [{ "id": "level", "header": "Level", "body": "Gold" }],
                "validTimeInterval": { "end": { "date": "2027-11-20T18:00:00Z" } },
            }],
        })
    );
}

#[test]
fn wallet_01_a_card_shows_expiry_balance_and_barcode_format() {
    let mut card = card();
    card.brand.barcode = Barcode::Code128;
    card.expires = Some(now());
    card.points = Some(3_000_000_000);
    card.level = None;
    card.holder = String::new();
    let claims = claims(&google().loyalty_card(&card, ORIGIN, now()).unwrap());
    let object = &claims["payload"]["loyaltyObjects"][0];
    assert_eq!(object["state"], "EXPIRED");
    assert_eq!(object["barcode"]["type"], "CODE_128");
    assert_eq!(object["loyaltyPoints"]["balance"], json!({ "string": "3000000000" }));
    assert!(object.get("accountName").is_none() && object.get("textModulesData").is_none());
}

#[test]
fn wallet_02_a_ticket_is_a_signed_token_with_its_show_and_seat() {
    let claims = claims(&google().ticket(&ticket(), ORIGIN, now()).unwrap());
    let words = |text: &str| json!({ "defaultValue": { "language": "en-US", "value": text } });
    assert_eq!(
        claims["payload"],
        json!({
            "eventTicketClasses": [{
                "id": "3388000000012345678.show-aster_3ashow_2f1_20_c3_a4",
                "issuerName": "Aster",
                "eventName": words("The Salt Cartographer"),
                "reviewStatus": "UNDER_REVIEW",
                "logo": { "sourceUri": { "uri": "https://aster.example/media/logo.png" } },
                "hexBackgroundColor": "#7A1F2B",
                "dateTime": { "start": "2026-11-20T20:30:00+01:00", "end": "2026-11-20T22:30:00+01:00" },
                "venue": { "name": words("Aster Old Harbour"), "address": words("1 Quay Street, Harbour") },
            }],
            "eventTicketObjects": [{
                "id": "3388000000012345678.ticket-K9",
                "classId": "3388000000012345678.show-aster_3ashow_2f1_20_c3_a4",
                "state": "ACTIVE",
                "ticketHolderName": "Ada Lovelace",
                "ticketType": words("Adult"),
                "reservationInfo": { "confirmationCode": "WX4821" },
                "seatInfo": { "section": words("Screen 2"), "row": words("F"), "seat": words("7") },
                "barcode": { "type": "QR_CODE", "value": "WX4821-1", "alternateText": "WX4821-1" },
            }],
        })
    );
}

#[test]
fn wallet_02_a_ticket_has_the_alert_of_its_theater() {
    let ticket_with = |notice: &str| {
        let pass = TicketPass { notice: notice.to_owned(), ..ticket() };
        claims(&google().ticket(&pass, ORIGIN, now()).unwrap())["payload"]["eventTicketObjects"][0].clone()
    };
    assert_eq!(ticket_with("Elevator out of order")["textModulesData"][0]["body"], "Elevator out of order");
    assert!(ticket_with("").get("textModulesData").is_none());
}

#[test]
fn wallet_02_a_ticket_needs_no_seat_and_no_address() {
    let mut ticket = ticket();
    (ticket.seat, ticket.screen, ticket.address) = (None, String::new(), String::new());
    let later = now() + jiff::SignedDuration::from_hours(4);
    let claims = claims(&google().ticket(&ticket, ORIGIN, later).unwrap());
    assert!(claims["payload"]["eventTicketClasses"][0].get("venue").is_none());
    let object = &claims["payload"]["eventTicketObjects"][0];
    assert!(object.get("seatInfo").is_none());
    assert_eq!(object["state"], "EXPIRED");
}

#[test]
fn security_3_6_a_token_names_its_key_and_expires_after_an_hour() {
    for token in [
        google().loyalty_card(&card(), ORIGIN, now()).unwrap(),
        google().ticket(&ticket(), ORIGIN, now()).unwrap(),
    ] {
        let header = decode_header(&token).unwrap();
        assert_eq!((header.alg, header.typ.as_deref()), (Algorithm::RS256, Some("JWT")));
        assert_eq!(header.kid.as_deref(), Some("key-1"));
        let claims = claims(&token);
        assert_eq!(claims["iat"], now().as_second());
        assert_eq!(claims["exp"], now().as_second() + 3600);
    }
}

#[test]
fn security_3_6_a_token_of_another_key_or_an_altered_one_is_rejected() {
    let token = google().loyalty_card(&card(), ORIGIN, now()).unwrap();
    let own_key = RsaKey::from_pem(&KEY.serialize_pem()).unwrap();
    let other_key = RsaKey::from_pem(&new_key().serialize_pem()).unwrap();
    assert!(claims_of(&token, &own_key).is_some());
    assert!(claims_of(&token, &other_key).is_none());
    let (head, rest) = token.split_once('.').unwrap();
    let altered = format!("{head}.{}", rest.replacen('a', "b", 1));
    assert!(claims_of(&altered, &own_key).is_none());
}

#[test]
fn security_3_6_no_key_is_printed_and_invalid_settings_are_refused() {
    let pem = KEY.serialize_pem();
    let secret = pem.lines().nth(1).unwrap();
    let debug_text = format!("{:?}", google());
    assert!(debug_text.contains("key-1") && !debug_text.contains(secret) && !debug_text.contains("PRIVATE"));
    assert_eq!(GoogleWallet::new(account("12.x"), &pem).unwrap_err(), WalletError::IssuerId);
    assert_eq!(GoogleWallet::new(account(""), &pem).unwrap_err(), WalletError::IssuerId);
    assert!(matches!(GoogleWallet::new(account("1"), "no key"), Err(WalletError::Pem(_))));
    // Card numbers and members' names are not printed either.
    assert!(!format!("{:?}", card()).contains("AB12") && !format!("{:?}", ticket()).contains("Ada"));
}

#[test]
fn different_ids_stay_different() {
    let ids = ["a b", "a_b", "a-b", "a.b", "a_20b", "ab", "A.b"].map(|own_id| google().id("card", own_id));
    for (at, id) in ids.iter().enumerate() {
        assert!(!ids[..at].contains(id), "{id}");
        assert!(id.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)), "{id}");
    }
}

#[test]
fn wallet_01_a_card_s_save_link_has_at_most_1800_characters() {
    // Longer save links reportedly fail.
    let token = google().loyalty_card(&card(), ORIGIN, now()).unwrap();
    assert!("https://pay.google.com/gp/v/save/".len() + token.len() <= 1800, "{}", token.len());
}
