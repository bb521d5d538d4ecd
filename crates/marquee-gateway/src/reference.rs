//! Renders the table of calls as Markdown. `cargo xtask codegen` writes it to `docs/reference/gateway.md`.

use crate::table::{CALLS, Call, Session, Version};

const HEAD: &str = "\
# The calls of the loyalty gateway

Made by `cargo xtask codegen` from `crates/marquee-gateway/src/table`: change it there.

Semantics, transport and guarantees are described in [the contract](../spec/loyalty-gateway.md). Schemas of all fields are in \
[openapi.json](openapi.json), which the server also serves at `/api/openapi.json`.

- *Session*: `no`; `may` (used if sent); `yes` (otherwise 7); `or id` (a session, or the `userSessionId` of a sign-in); \
`refresh` (the refresh token, otherwise 7).
- *Payload*: **bold** fields are required; unknown fields are dropped.
- *Response*: fields besides `peachCode` and `statusCode`. *Italic* fields: header mode only; `?`: optional; after /: with a \
refusal.
- *Codes*: of the engine; an external service may have others. 30: circuit or cinema of another site; 429: captcha failed.

";

/// The complete Markdown file.
#[must_use]
pub fn reference() -> String {
    let mut markdown = HEAD.to_owned();
    markdown.push_str("| Call | Version | Route | Session | Captcha | Payload | Response | Codes |\n");
    markdown.push_str("|---|---|---|---|---|---|---|---|\n");
    for call in CALLS {
        markdown.push_str(&row(call));
    }
    markdown.push_str("\n## What each call does\n\n");
    for call in CALLS {
        markdown.push_str(&format!("- `{} {}`: {}\n", call.method.as_str(), call.path, call.description));
    }
    markdown
}

fn row(call: &Call) -> String {
    let version = match call.version() {
        Version::V1 => 1,
        Version::V2 => 2,
        Version::V3 => 3,
    };
    let session = match call.session {
        Session::None => "no",
        Session::Optional => "may",
        Session::Required => "yes",
        Session::RequiredOrId => "or id",
        Session::Refresh => "refresh",
    };
    let captcha = if call.captcha { "yes" } else { "no" };
    let codes: Vec<String> = call.codes().iter().map(|code| code.number().to_string()).collect();
    format!(
        "| {:?} | {version} | `{} {}` | {session} | {captcha} | {} | {} | {} |\n",
        call.name,
        call.method.as_str(),
        route(call),
        payload(call),
        response(call),
        codes.join(" ")
    )
}

/// A route in the notation of the contract: `/path?required[&optional]`.
fn route(call: &Call) -> String {
    let mut route = call.path.to_owned();
    for (index, name) in call.query.iter().enumerate() {
        route.push_str(if index == 0 { "?" } else { "&" });
        route.push_str(name);
    }
    for name in call.optional {
        route.push_str(&format!("[&{name}]"));
    }
    route
}

fn payload(call: &Call) -> String {
    let field = |name: &&str| {
        if call.required.contains(name) { format!("**`{name}`**") } else { format!("`{name}`") }
    };
    call.fields.iter().map(field).collect::<Vec<_>>().join(" ")
}

fn response(call: &Call) -> String {
    let response = &call.response;
    let optional_mark = if response.is_optional { "?" } else { "" };
    let own_fields = response.fields.iter().map(|name| format!("`{name}`{optional_mark}"));
    let session = call.session_fields.iter().map(|name| format!("*`{name}`*"));
    let mut fields = own_fields.chain(session).collect::<Vec<_>>().join(" ");
    let refusal_fields: Vec<String> = response.with_refusal.iter().map(|name| format!("`{name}`")).collect();
    if !refusal_fields.is_empty() {
        fields.push_str(" / ");
        fields.push_str(&refusal_fields.join(" "));
    }
    fields.trim().to_owned()
}
