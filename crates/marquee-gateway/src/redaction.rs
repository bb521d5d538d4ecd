//! Payloads without their passwords, for `Debug`.

use std::fmt::{Debug, Formatter, Result};

use serde_json::{Map, Value};

/// The fields of payloads that are passwords.
pub const SECRET_FIELDS: [&str; 2] = ["password", "currentPassword"];

/// Prints the fields of a payload, without the values of [`SECRET_FIELDS`].
pub struct Redacted<'a>(pub &'a Map<String, Value>);

impl Debug for Redacted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let redacted = |name: &str, value: &'_ Value| -> String {
            if SECRET_FIELDS.contains(&name) { "[redacted]".to_owned() } else { value.to_string() }
        };
        let fields = self.0.iter().map(|(name, value)| (name, redacted(name, value)));
        f.debug_map().entries(fields).finish()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::envelope::Envelope;
    use crate::payload::Payload;

    #[test]
    fn security_7_7_envelopes_and_payloads_do_not_print_passwords() {
        let body = json!({
            "reqMetadata": { "route": "/Member/Edit?circuitId=1", "method": "POST" },
            "password": "copper kettle", "currentPassword": "silver kettle", "city": "London",
        });
        let envelope = Envelope::from_json(body.to_string().as_bytes()).unwrap();
        let payload = Payload::new(envelope.payload.clone(), &["password", "currentPassword", "city"]);
        for text in [format!("{envelope:?}"), format!("{payload:?}")] {
            assert!(
                text.contains("London") && text.contains("[redacted]") && !text.contains("kettle"),
                "{text}"
            );
        }
    }
}
