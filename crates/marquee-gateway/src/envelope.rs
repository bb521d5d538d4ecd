//! The body of `POST /api/cypher`: metadata (method, route, format) and payload (loyalty-gateway.md, section 1).

use serde_json::{Map, Value};

use crate::problem::Problem;
use crate::redaction::Redacted;
use crate::route::InnerRoute;
use crate::strict;

const METADATA: &str = "reqMetadata";
const CAPTCHA: &str = "g-recaptcha-response";

/// The method of the inner call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
}

impl Method {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// Format of the response (TRANS-04).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ResponseFormat {
    #[default]
    Json,
    /// Plain text.
    Raw,
    /// Bytes, for download.
    Blob,
}

/// A parsed request.
#[derive(Clone, PartialEq)]
pub struct Envelope {
    pub method: Method,
    pub route: InnerRoute,
    pub format: ResponseFormat,
    /// The captcha response; `None` if absent or empty.
    pub captcha: Option<String>,
    /// All fields except the metadata.
    pub payload: Map<String, Value>,
}

impl std::fmt::Debug for Envelope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { method, route, format, captcha, payload } = self;
        f.debug_struct("Envelope")
            .field("method", method)
            .field("route", route)
            .field("format", format)
            .field("captcha", captcha)
            .field("payload", &Redacted(payload))
            .finish()
    }
}

/// A part of form data.
#[derive(Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// `None` for a file; no call accepts files.
    pub text: Option<String>,
}

impl std::fmt::Debug for Field {
    /// Without the text, which may be a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Field").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Envelope {
    /// Parses a JSON body (TRANS-02).
    ///
    /// # Errors
    /// [`Problem::Malformed`] if the body is not a JSON object with valid metadata, or has a duplicate key.
    pub fn from_json(body: &[u8]) -> Result<Self, Problem> {
        let mut payload = object(body)?;
        let metadata = payload.remove(METADATA).ok_or_else(|| missing(METADATA))?;
        Self::new(metadata, payload)
    }

    /// Parses a call without envelope: the route comes from the URL, the whole body is the payload (TRANS-09).
    ///
    /// # Errors
    /// [`Problem::Malformed`] if the body is neither empty nor a JSON object, or has a duplicate key.
    pub fn from_payload(
        method: Method,
        route: InnerRoute,
        format: ResponseFormat,
        body: &[u8],
    ) -> Result<Self, Problem> {
        let payload = if body.is_empty() { Map::new() } else { object(body)? };
        Ok(Self { method, route, format, captcha: None, payload })
    }

    /// Parses form data, in which the metadata is a part of JSON text (TRANS-03).
    ///
    /// # Errors
    /// [`Problem::Malformed`] if a part is a file, a name is duplicate, or the metadata is invalid.
    pub fn from_fields(fields: impl IntoIterator<Item = Field>) -> Result<Self, Problem> {
        let mut payload = Map::new();
        for Field { name, text } in fields {
            let text = text.ok_or_else(|| Problem::malformed(short(&name), "must not be a file"))?;
            if payload.contains_key(&name) {
                return Err(Problem::malformed(short(&name), "is duplicate"));
            }
            payload.insert(name, Value::String(text));
        }
        let Some(Value::String(text)) = payload.remove(METADATA) else { return Err(missing(METADATA)) };
        let metadata = strict::parse(text.as_bytes())
            .map_err(|reason| Problem::malformed(METADATA, format!("is not valid JSON: {reason}")))?;
        Self::new(metadata, payload)
    }

    fn new(metadata: Value, payload: Map<String, Value>) -> Result<Self, Problem> {
        let Value::Object(mut metadata) = metadata else {
            return Err(Problem::malformed(METADATA, "must be an object"));
        };
        let method = match text(&mut metadata, "method")?.as_deref() {
            Some("GET") => Method::Get,
            Some("POST") => Method::Post,
            Some(_) => return Err(Problem::malformed("reqMetadata.method", "must be GET or POST")),
            None => return Err(missing("reqMetadata.method")),
        };
        let format = match text(&mut metadata, "responseFormat")?.as_deref() {
            None | Some("json") => ResponseFormat::Json,
            Some("raw") => ResponseFormat::Raw,
            Some("blob") => ResponseFormat::Blob,
            Some(_) => {
                return Err(Problem::malformed("reqMetadata.responseFormat", "must be json, raw or blob"));
            }
        };
        let route = text(&mut metadata, "route")?.ok_or_else(|| missing("reqMetadata.route"))?;
        let captcha = text(&mut metadata, CAPTCHA)?.filter(|answer| !answer.is_empty());
        Ok(Self { method, route: InnerRoute::parse(&route)?, format, captcha, payload })
    }
}

/// Parses a body that must be a JSON object.
fn object(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    match strict::parse(body) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(Problem::malformed("body", "must be a JSON object")),
        Err(reason) => Err(Problem::malformed("body", format!("is not valid JSON: {reason}"))),
    }
}

/// Takes a string out of the metadata; `None` if absent or null.
fn text(metadata: &mut Map<String, Value>, key: &str) -> Result<Option<String>, Problem> {
    match metadata.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Problem::malformed(format!("{METADATA}.{key}"), "must be a string")),
    }
}

fn missing(field: &str) -> Problem {
    Problem::malformed(field, "is required")
}

/// The first 40 characters of a caller's field name, without control characters, for use in an error.
fn short(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn json(body: &Value) -> Result<Envelope, Problem> {
        Envelope::from_json(body.to_string().as_bytes())
    }

    fn field(problem: Result<Envelope, Problem>) -> String {
        match problem {
            Err(Problem::Malformed { field, .. }) => field,
            other => panic!("{other:?}"),
        }
    }

    fn part(name: &str, text: &str) -> Field {
        Field { name: name.to_owned(), text: Some(text.to_owned()) }
    }

    #[test]
    fn trans_02_json_carries_the_metadata_beside_the_payload() {
        let body = json!({
            "reqMetadata": { "method": "POST", "route": "/Member/v3/Login?boxofficeCircuitId=lumiere", "g-recaptcha-response": "c1", "later": 1 },
            "username": "ada@example.org", "password": "pw",
        });
        let call = json(&body).unwrap();
        assert_eq!((call.method, call.captcha.as_deref()), (Method::Post, Some("c1")));
        assert_eq!(call.route.parameter("boxofficeCircuitId"), Some("lumiere"));
        assert_eq!(Value::Object(call.payload), json!({ "username": "ada@example.org", "password": "pw" }));
    }

    #[test]
    fn trans_03_form_data_carries_the_metadata_as_text() {
        let metadata = json!({ "method": "POST", "route": "/Member/Create?circuitId=C1" }).to_string();
        let call =
            Envelope::from_fields([part("email", "a@b.example"), part("reqMetadata", &metadata)]).unwrap();
        assert_eq!(Value::Object(call.payload), json!({ "email": "a@b.example" }));
        let duplicate_parts = [part("reqMetadata", &metadata), part("reqMetadata", &metadata)];
        assert_eq!(field(Envelope::from_fields(duplicate_parts)), "reqMetadata");
        let file = Field { name: "photo".to_owned(), text: None };
        assert_eq!(field(Envelope::from_fields([file, part("reqMetadata", &metadata)])), "photo");
        assert_eq!(field(Envelope::from_fields([part("email", "a")])), "reqMetadata");
        assert_eq!(field(Envelope::from_fields([part("reqMetadata", "{\"a\":1,\"a\":2}")])), "reqMetadata");
    }

    #[test]
    fn trans_09_a_call_without_envelope_is_parsed_as_strictly() {
        let body_error = |body: &str| {
            let route = InnerRoute::parse("/M").unwrap();
            Envelope::from_payload(Method::Post, route, ResponseFormat::Json, body.as_bytes())
        };
        assert_eq!(body_error("").unwrap().payload, Map::new());
        assert_eq!(body_error(r#"{"a":1}"#).unwrap().payload.len(), 1);
        for body in ["[]", "7", "{", r#"{"a":1,"a":2}"#, &"[".repeat(100)] {
            assert_eq!(field(body_error(body)), "body", "{body}");
        }
    }

    #[test]
    fn trans_04_the_default_format_is_json() {
        let format = |name: Value| {
            json(&json!({ "reqMetadata": { "method": "GET", "route": "/M", "responseFormat": name } }))
                .map(|e| e.format)
        };
        let result =
            [Value::Null, json!("json"), json!("raw"), json!("blob")].map(|name| format(name).unwrap());
        assert_eq!(
            result,
            [ResponseFormat::Json, ResponseFormat::Json, ResponseFormat::Raw, ResponseFormat::Blob]
        );
        for name in [json!("xml"), json!(""), json!(1), json!("RAW")] {
            assert!(format(name).is_err());
        }
    }

    #[test]
    fn errors_name_the_invalid_field() {
        let metadata = |metadata: Value| field(json(&json!({ "reqMetadata": metadata })));
        assert_eq!(metadata(json!({ "route": "/M" })), "reqMetadata.method");
        assert_eq!(metadata(json!({ "method": "get", "route": "/M" })), "reqMetadata.method");
        assert_eq!(metadata(json!({ "method": "DELETE", "route": "/M" })), "reqMetadata.method");
        assert_eq!(metadata(json!({ "method": "GET" })), "reqMetadata.route");
        assert_eq!(metadata(json!({ "method": "GET", "route": 7 })), "reqMetadata.route");
        assert_eq!(
            metadata(json!({ "method": "GET", "route": "/M", "g-recaptcha-response": [] })),
            "reqMetadata.g-recaptcha-response"
        );
        assert_eq!(metadata(json!("x")), "reqMetadata");
        for body in ["", "[]", "7", "null", "{", r#"{"reqMetadata":{},"reqMetadata":{}}"#] {
            assert_eq!(field(Envelope::from_json(body.as_bytes())), "body", "{body}");
        }
        assert_eq!(field(Envelope::from_json(b"{}")), "reqMetadata");
    }
}
