//! The loyalty gateway: the envelope of `POST /api/cypher`, the table of calls it accepts, and their implementation on the
//! embedded engine or on an external service (proxy mode).
//!
//! Layer 4. It does not depend on the HTTP server, SQL or pages: it takes bytes or fields and returns values.
//! To add a call: a row in `table/rows.rs`, a name in [`CallName`], its function in `calls`, its response in
//! `marquee_api::loyalty`; dispatch, reference, OpenAPI document, the browser's client and tests read the same table.

mod calls;
mod captcha;
mod client;
mod context;
mod envelope;
pub mod form;
mod gateway;
mod openapi;
mod payload;
mod problem;
mod proxy_sign_ins;
mod record;
mod redaction;
mod reference;
mod refusal_code;
mod reply;
mod route;
mod strict;
mod table;
mod upstream;
mod wallet;

pub use calls::profile;
pub use captcha::{Captchas, action, captcha_actions};
pub use client::client;
pub use context::{CallRequest, RequestTokens, Services};
pub use envelope::{Envelope, Field, Method, ResponseFormat};
pub use gateway::{Body, Dependencies, Gateway, IN_COOKIE_PLACEHOLDER, Reply};
pub use openapi::openapi;
pub use payload::Payload;
pub use problem::Problem;
pub use proxy_sign_ins::ProxySignIns;
pub use record::{CookieSealer, MAX_RECORD_BYTES, ProxySignIn, SessionRecord};
pub use reference::reference;
pub use reply::{Effect, Failure, format_seconds, member_details};
pub use route::InnerRoute;
pub use table::{Arguments, CALLS, Call, CallName, ResponseFields, Session, Version, find};
pub use upstream::Upstreams;
pub use wallet::Wallets;
