//! The calls of Stripe's API that this product uses.

use std::collections::BTreeMap;

use http::{HeaderMap, Method, StatusCode};
use serde_json::{Value, json};

use super::state::{CachedResponse, Session, SessionState, new_id};
use super::{Reply, Server};

/// The minimum price that Stripe accepts, in cents.
const MIN_AMOUNT: u64 = 50;

type Form = BTreeMap<String, String>;

/// Handles a call; `path` is the part after `/v1/`.
pub(super) fn handle(
    server: &Server,
    method: &Method,
    path: &[&str],
    headers: &HeaderMap,
    body: &[u8],
) -> Reply {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if header("authorization") != Some(&format!("Bearer {}", server.options.secret_key)) {
        return Reply::failure(StatusCode::UNAUTHORIZED, "invalid_request_error", None);
    }
    if header("stripe-version") != Some(super::VERSION) {
        return refused("api_version_unknown");
    }
    if *method == Method::GET {
        return match path {
            ["checkout", "sessions", id] => match server.state.lock().session(id) {
                Some(session) => Reply::json(StatusCode::OK, &session.json(&server.origin)),
                None => missing(),
            },
            _ => missing(),
        };
    }
    let form: Form = url::form_urlencoded::parse(body).into_owned().collect();
    let (path, key) = (path.join("/"), header("idempotency-key"));
    if let Some(earlier) = key.and_then(|key| server.state.lock().responses.get(key).cloned()) {
        return if earlier.path == path && earlier.form == form {
            Reply::json(StatusCode::OK, &earlier.body)
        } else {
            Reply::failure(StatusCode::BAD_REQUEST, "idempotency_error", None)
        };
    }
    let result = match path.as_str() {
        "customers" => customer(&form),
        "billing_portal/sessions" => portal(server, &form),
        "checkout/sessions" => checkout(server, &form),
        _ => Err(missing()),
    };
    match result {
        Ok(body) => {
            if let Some(key) = key {
                let cached = CachedResponse { path, form, body: body.clone() };
                server.state.lock().responses.insert(key.to_owned(), cached);
            }
            Reply::json(StatusCode::OK, &body)
        }
        Err(reply) => reply,
    }
}

fn customer(form: &Form) -> Result<Value, Reply> {
    let email = email(form, "email")?;
    Ok(json!({ "id": new_id("cus"), "object": "customer", "email": email, "livemode": false }))
}

fn portal(server: &Server, form: &Form) -> Result<Value, Reply> {
    let (customer, return_url) = (field(form, "customer")?, address(form, "return_url")?);
    if !customer.starts_with("cus_") || customer == "cus_missing" {
        return Err(refused("resource_missing"));
    }
    let id = new_id("bps");
    server.state.lock().portals.insert(id.clone(), return_url.to_owned());
    let url = format!("{}portal/{id}", server.origin);
    Ok(
        json!({ "id": id, "object": "billing_portal.session", "customer": customer, "url": url, "return_url": return_url, "livemode": false }),
    )
}

fn checkout(server: &Server, form: &Form) -> Result<Value, Reply> {
    let item = |name: &str| field(form, &format!("line_items[0]{name}"));
    let number = |text: &str| text.parse::<u64>().map_err(|_| refused("parameter_invalid_integer"));
    if field(form, "mode")? != "payment" {
        return Err(refused("parameter_unknown"));
    }
    item("[price_data][product_data][name]")?;
    let currency = item("[price_data][currency]")?;
    if currency.len() != 3 || !currency.bytes().all(|b| b.is_ascii_lowercase()) {
        return Err(refused("currency_unknown"));
    }
    let (unit_amount, quantity) = (number(item("[price_data][unit_amount]")?)?, number(item("[quantity]")?)?);
    let amount = unit_amount.checked_mul(quantity).ok_or_else(|| refused("amount_too_large"))?;
    if amount < MIN_AMOUNT {
        return Err(refused("amount_too_small"));
    }
    address(form, "success_url")?;
    address(form, "cancel_url")?;
    email(form, "customer_email")?;
    let session = Session {
        id: new_id("cs_test"),
        state: SessionState::Open,
        created: server.clock.now().as_second(),
        form: form.clone(),
        amount,
        currency: currency.to_owned(),
    };
    let body = session.json(&server.origin);
    server.state.lock().insert(session);
    Ok(body)
}

fn field<'a>(form: &'a Form, name: &str) -> Result<&'a str, Reply> {
    form.get(name).map(String::as_str).filter(|v| !v.is_empty()).ok_or_else(|| refused("parameter_missing"))
}

fn address<'a>(form: &'a Form, name: &str) -> Result<&'a str, Reply> {
    let text = field(form, name)?;
    let web = text.starts_with("https://") || text.starts_with("http://");
    if web { Ok(text) } else { Err(refused("url_invalid")) }
}

fn email<'a>(form: &'a Form, name: &str) -> Result<&'a str, Reply> {
    let text = field(form, name)?;
    if text.contains('@') { Ok(text) } else { Err(refused("email_invalid")) }
}

fn refused(code: &str) -> Reply {
    Reply::failure(StatusCode::BAD_REQUEST, "invalid_request_error", Some(code))
}

fn missing() -> Reply {
    Reply::failure(StatusCode::NOT_FOUND, "invalid_request_error", Some("resource_missing"))
}
