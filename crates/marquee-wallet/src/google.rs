//! Google Wallet: one signed JWT with the class and the object of the pass (third-party.md, section 5).

use jiff::Timestamp;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Map, Value, json};

use crate::key::RsaKey;
use crate::pass::local_time;
use crate::{Brand, CardPass, TicketPass, WalletError};

/// The lifetime of a token in seconds: the maximum of security 3.6.
const TOKEN_LIFETIME: i64 = 3600;

/// The account that signs.
#[derive(Debug, Clone)]
pub struct GoogleAccount {
    /// The issuer account's id: digits only.
    pub issuer_id: String,
    pub service_account_email: String,
    /// The id of the service account's key: the `kid` of every token.
    pub key_id: String,
}

/// Creates passes for Google Wallet. `Debug` does not print its key.
pub struct GoogleWallet {
    account: GoogleAccount,
    key: EncodingKey,
}

impl std::fmt::Debug for GoogleWallet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GoogleWallet").field("account", &self.account).finish_non_exhaustive()
    }
}

impl GoogleWallet {
    /// `private_key` is the service account's key as PEM text.
    ///
    /// # Errors
    /// [`WalletError::IssuerId`] if the issuer id is not a number; [`WalletError::Pem`] or [`WalletError::Key`] if the key
    /// is not an RSA key of 2048 bits or more.
    pub fn new(account: GoogleAccount, private_key: &str) -> Result<Self, WalletError> {
        let number = !account.issuer_id.is_empty() && account.issuer_id.bytes().all(|b| b.is_ascii_digit());
        if !number {
            return Err(WalletError::IssuerId);
        }
        let key = RsaKey::from_pem(private_key)?;
        Ok(Self { account, key: EncodingKey::from_rsa_der(&key.der) })
    }

    /// A member's card as a token for the save link, valid for an hour. `origin` is the site's, for example
    /// `https://aster.example` (WALLET-01).
    pub fn loyalty_card(&self, card: &CardPass, origin: &str, now: Timestamp) -> Result<String, WalletError> {
        let class = self.id("card", &card.program_id);
        let object = card_object(card, &self.id("card", &card.id), &class, now);
        let payload = json!({ "loyaltyClasses": [card_class(card, &class)], "loyaltyObjects": [object] });
        self.sign(&payload, origin, now)
    }

    /// A ticket as a token for the save link, valid for an hour (WALLET-02).
    pub fn ticket(&self, ticket: &TicketPass, origin: &str, now: Timestamp) -> Result<String, WalletError> {
        let class = self.id("show", &ticket.show_id);
        let object = ticket_object(ticket, &self.id("ticket", &ticket.id), &class, now);
        let payload =
            json!({ "eventTicketClasses": [ticket_class(ticket, &class)], "eventTicketObjects": [object] });
        self.sign(&payload, origin, now)
    }

    fn sign(&self, payload: &Value, origin: &str, now: Timestamp) -> Result<String, WalletError> {
        let mut header = Header::new(Algorithm::RS256);
        header.kid = Some(self.account.key_id.clone());
        let issued_at = now.as_second();
        let claims = json!({
            "iss": self.account.service_account_email,
            "aud": "google",
            "typ": "savetowallet",
            "iat": issued_at,
            "exp": issued_at + TOKEN_LIFETIME,
            "origins": [origin],
            "payload": payload,
        });
        encode(&header, &claims, &self.key).map_err(|e| WalletError::Sign(e.to_string()))
    }

    /// An id in Google's alphabet. Bytes other than ASCII letters, digits, `.` and `-` are escaped as `_` and two hexadecimal
    /// digits, so that different ids stay different.
    fn id(&self, kind: &str, own: &str) -> String {
        let mut id = format!("{}.{kind}-", self.account.issuer_id);
        for byte in own.bytes() {
            match byte {
                b if b.is_ascii_alphanumeric() || b".-".contains(&b) => id.push(char::from(b)),
                b => id.push_str(&format!("_{b:02x}")),
            }
        }
        id
    }
}

fn card_class(card: &CardPass, id: &str) -> Value {
    let brand = &card.brand;
    json!({
        "id": id,
        "issuerName": brand.issuer,
        "programName": card.program,
        "programLogo": picture(&brand.logo),
        "reviewStatus": "UNDER_REVIEW",
        "hexBackgroundColor": brand.color.as_str(),
        "accountIdLabel": brand.labels.card_number,
        "accountNameLabel": brand.labels.member,
    })
}

fn card_object(card: &CardPass, id: &str, class: &str, now: Timestamp) -> Value {
    let labels = &card.brand.labels;
    let mut object = object(id, class, card.expires.is_some_and(|end| end <= now));
    object.insert("accountId".to_owned(), json!(card.number));
    insert_text(&mut object, "accountName", &card.holder, |text| json!(text));
    object.insert("barcode".to_owned(), barcode(&card.brand, &card.number));
    if let Some(points) = card.points {
        // Google's integers have 32 bits.
        let balance = i32::try_from(points)
            .map_or_else(|_| json!({ "string": points.to_string() }), |n| json!({ "int": n }));
        object.insert("loyaltyPoints".to_owned(), json!({ "label": labels.points, "balance": balance }));
    }
    if let Some(level) = &card.level {
        let level = json!([{ "id": "level", "header": labels.level, "body": level }]);
        object.insert("textModulesData".to_owned(), level);
    }
    if let Some(end) = card.expires {
        let end = json!({ "end": { "date": end.to_string() } });
        object.insert("validTimeInterval".to_owned(), end);
    }
    Value::Object(object)
}

fn ticket_class(ticket: &TicketPass, id: &str) -> Value {
    let brand = &ticket.brand;
    let localize = |text: &str| localized(brand, text);
    let mut time = json!({ "start": local_time(&ticket.starts) });
    if let Some(end) = &ticket.ends {
        time["end"] = json!(local_time(end));
    }
    let mut class = json!({
        "id": id,
        "issuerName": brand.issuer,
        "eventName": localize(&ticket.film),
        "reviewStatus": "UNDER_REVIEW",
        "logo": picture(&brand.logo),
        "hexBackgroundColor": brand.color.as_str(),
        "dateTime": time,
    });
    // Google requires both name and address.
    if !ticket.cinema.is_empty() && !ticket.address.is_empty() {
        class["venue"] = json!({ "name": localize(&ticket.cinema), "address": localize(&ticket.address) });
    }
    class
}

fn ticket_object(ticket: &TicketPass, id: &str, class: &str, now: Timestamp) -> Value {
    let localize = |text: &str| localized(&ticket.brand, text);
    let mut object = object(id, class, ticket.ends.as_ref().is_some_and(|end| end.timestamp() <= now));
    insert_text(&mut object, "ticketHolderName", &ticket.holder, |text| json!(text));
    insert_text(&mut object, "ticketType", &ticket.kind, localize);
    insert_text(&mut object, "reservationInfo", &ticket.booking, |text| json!({ "confirmationCode": text }));
    let mut venue = Map::new();
    insert_text(&mut venue, "section", &ticket.screen, localize);
    if let Some(seat) = &ticket.seat {
        insert_text(&mut venue, "row", &seat.row, localize);
        insert_text(&mut venue, "seat", &seat.number, localize);
    }
    if !venue.is_empty() {
        object.insert("seatInfo".to_owned(), Value::Object(venue));
    }
    object.insert("barcode".to_owned(), barcode(&ticket.brand, &ticket.code));
    let labels = &ticket.brand.labels;
    insert_text(
        &mut object,
        "textModulesData",
        &ticket.notice,
        |text| json!([{ "id": "notice", "header": labels.notice, "body": text }]),
    );
    Value::Object(object)
}

/// The fields that every object has.
fn object(id: &str, class: &str, is_expired: bool) -> Map<String, Value> {
    let state = if is_expired { "EXPIRED" } else { "ACTIVE" };
    [("id", id), ("classId", class), ("state", state)]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), json!(value)))
        .collect()
}

/// Inserts a text unless it is empty.
fn insert_text(into: &mut Map<String, Value>, key: &str, text: &str, to_value: impl Fn(&str) -> Value) {
    if !text.is_empty() {
        into.insert(key.to_owned(), to_value(text));
    }
}

fn barcode(brand: &Brand, value: &str) -> Value {
    json!({ "type": brand.barcode.google_name(), "value": value, "alternateText": value })
}

fn picture(address: &str) -> Value {
    json!({ "sourceUri": { "uri": address } })
}

fn localized(brand: &Brand, text: &str) -> Value {
    json!({ "defaultValue": { "language": brand.locale.long(), "value": text } })
}

#[cfg(test)]
mod tests;
