//! The OpenAPI document: every call of the table, with and without envelope, and the endpoints outside the table.
//!
//! Schemas come from `marquee_api::loyalty` and calls from the table; only the other endpoints are described by hand.
//! `cargo xtask codegen` writes the document to `docs/reference/openapi.json`, which the server serves verbatim.

mod admin;
mod calls;
mod cypher;
mod endpoints;
mod fields;
mod parts;
mod schemas;

pub use endpoints::{MEMBER_ENDPOINTS, MemberEndpoint};
pub use fields::{field as field_schema, parameter as parameter_schema};
pub use schemas::responses as response_schemas;

use marquee_api::loyalty::{REFRESH_TOKEN_HEADER, SESSION_TOKEN_HEADER};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::{Tag, TagBuilder};
use utoipa::openapi::{
    ComponentsBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder, PathsBuilder, ServerBuilder,
};

const ABOUT: &str = "\
Members, points, rewards, cards and memberships of a site, and the endpoints for points of sale, payment providers and the \
operator's own programs.

Every URL belongs to the site of its `Host`. Members' calls use `POST /api/cypher`, or `/api/loyalty/…` without the \
envelope. The HTTP status is 200 if a call succeeded or was refused by a rule; `peachCode` says which (0 is success). \
Protocol errors are problem reports (RFC 9457); the call was then not executed. Any URL may also return 405 for another \
method, 503 under overload, and 404 for an unknown host. Codes are those of Marquee's own engine; an external service may \
have others.

There are two session modes. With `Boxoffice-Session-Mode: cookie`, tokens are in a sealed cookie that scripts cannot read, \
and the request must come from the site's own pages. Without that header, cookies are ignored; tokens are returned in the \
response and sent in `Boxoffice-Session-Token` and `Boxoffice-Refresh-Session-Token`.";

/// The document as pretty-printed JSON.
///
/// # Errors
/// If it cannot be serialized.
pub fn openapi() -> Result<String, String> {
    document().map_err(|e| e.to_string())?.to_pretty_json().map(|text| text + "\n").map_err(|e| e.to_string())
}

fn document() -> Result<OpenApi, serde_json::Error> {
    let mut paths = PathsBuilder::new();
    for (path, item) in
        cypher::path().into_iter().chain(calls::paths()).chain(endpoints::paths()).chain(admin::paths())
    {
        paths = paths.path(path, item);
    }
    let mut components = ComponentsBuilder::new();
    for (name, schema) in schemas::all()? {
        components = components.schema(name, schema);
    }
    for (name, response) in parts::problems() {
        components = components.response(name, response);
    }
    for (name, scheme) in securities() {
        components = components.security_scheme(name, scheme);
    }
    let info = InfoBuilder::new()
        .title("Marquee")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(ABOUT))
        .license(Some(License::new("Apache-2.0")))
        .build();
    let document = OpenApiBuilder::new()
        .info(info)
        .servers(Some([ServerBuilder::new()
            .url("/")
            .description(Some("The site of the request's host"))
            .build()]))
        .tags(Some(tags()))
        .paths(paths.build())
        .components(Some(components.build()))
        .build();
    Ok(document)
}

fn tags() -> Vec<Tag> {
    let tag = |name: &str, about: &str| TagBuilder::new().name(name).description(Some(about)).build();
    vec![
        tag("gateway", "The endpoint of members' calls"),
        tag(
            "calls",
            "The same calls without the envelope, in header mode, for other servers; if the site has a captcha, calls that require one are refused here",
        ),
        tag("members", "Further endpoints for members"),
        tag("partners", "Points of sale, ticketing systems, payment providers"),
        tag("program", "Records of the loyalty program, for the operator's own programs"),
        tag("document", "This document"),
    ]
}

fn securities() -> Vec<(&'static str, SecurityScheme)> {
    let header =
        |name, about| SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(name, about)));
    let cookie = "Cookie mode; over https its name is __Host-loyaltySession";
    let key = "API key of scope `till`: Authorization: Bearer …";
    let operator_key = "API key of scope `operator`: Authorization: Bearer …";
    let bearer = |about| {
        SecurityScheme::Http(
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about)).build(),
        )
    };
    vec![
        (parts::SESSION, header(SESSION_TOKEN_HEADER, "Session token, in header mode")),
        (parts::REFRESH, header(REFRESH_TOKEN_HEADER, "Refresh token, in header mode")),
        (
            parts::COOKIE,
            SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description("loyaltySession", cookie))),
        ),
        (parts::TILL, bearer(key)),
        (parts::OPERATOR, bearer(operator_key)),
    ]
}

#[cfg(test)]
mod tests;
