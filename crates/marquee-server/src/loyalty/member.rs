//! What members may have of their own beside the calls of the table: all their data, and their sign-ins (security 1.9, 7.8).

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_DISPOSITION;
use http::{HeaderMap, HeaderValue, Request, Uri};
use marquee_gateway::{Failure, Problem, seconds};
use marquee_loyalty::{LoyaltyError, Signed};
use marquee_model::SessionId;
use marquee_model::peach::PeachCode;
use serde_json::{Value, json};

use super::{Caller, Cookies, Unfit, body, cypher, report};
use crate::router::App;

async fn signed(app: &App, caller: &Caller, uri: &Uri, headers: &HeaderMap) -> Result<Arc<Signed>, Unfit> {
    let by_cookie = cypher::in_cookies(uri, headers)?;
    let cookies = by_cookie.then(|| Cookies::of(&app.gateway, &caller.site, headers));
    let (sent, _) = cypher::sent(cookies, headers).await;
    let token = sent.session.ok_or(LoyaltyError::Refused(PeachCode::Session)).map_err(unfit)?;
    app.gateway.loyalty().session(&caller.site.record, &token).await.map_err(unfit)
}

/// A refusal beside the gateway is a problem report as well.
fn unfit(error: LoyaltyError) -> Unfit {
    match Failure::from(error) {
        Failure::Problem(problem) => problem.into(),
        Failure::Refused(_) => Problem::Foreign.into(),
    }
}

/// All data of a member, to be saved.
pub async fn export(State(app): State<App>, request: Request<Body>) -> Response {
    let answer = async {
        let caller = Caller::of(&app, &request)?;
        let (parts, _) = request.into_parts();
        let signed = signed(&app, &caller, &parts.uri, &parts.headers).await?;
        app.gateway.loyalty().export(&caller.site.record, &signed).await.map_err(unfit)
    };
    match answer.await {
        Ok(data) => {
            let mut response = report::json_of(&data);
            let name = HeaderValue::from_static("attachment; filename=\"my-data.json\"");
            response.headers_mut().insert(CONTENT_DISPOSITION, name);
            response
        }
        Err(unfit) => unfit.into_response(),
    }
}

/// A member's sign-ins.
pub async fn sessions(State(app): State<App>, request: Request<Body>) -> Response {
    let answer = async {
        let caller = Caller::of(&app, &request)?;
        let (parts, _) = request.into_parts();
        let signed = signed(&app, &caller, &parts.uri, &parts.headers).await?;
        let rows = app.gateway.loyalty().sessions(&caller.site.record, &signed).await.map_err(unfit)?;
        let row = |s: &marquee_store::SessionRow| {
            json!({
                "sessionId": s.id, "device": s.family.device, "startedAt": seconds(s.family.created_at),
                "endsAt": seconds(s.ends_at), "isCurrent": s.id == signed.session.id,
                "isHandedOver": s.parent.is_some(),
            })
        };
        Ok::<Value, Unfit>(json!({ "sessions": rows.iter().map(row).collect::<Vec<_>>() }))
    };
    match answer.await {
        Ok(value) => report::json_of(&value),
        Err(unfit) => unfit.into_response(),
    }
}

/// Ends one of a member's own sign-ins: `{"sessionId": …}`.
pub async fn end_session(State(app): State<App>, request: Request<Body>) -> Response {
    let answer = async {
        let caller = Caller::of(&app, &request)?;
        let (parts, body_of) = request.into_parts();
        let signed = signed(&app, &caller, &parts.uri, &parts.headers).await?;
        let sent: Value =
            serde_json::from_slice(&body(Request::from_parts(parts, body_of)).await?).unwrap_or_default();
        let id = sent.get("sessionId").and_then(Value::as_str).unwrap_or_default();
        let id = SessionId::parse(id)
            .map_err(|_| Problem::Malformed { field: "sessionId".into(), must: "must be there".into() })?;
        app.gateway.loyalty().end_session(&caller.site.record, &signed, &id).await.map_err(unfit)
    };
    match answer.await {
        Ok(()) => report::json_of(&json!({ "peachCode": 0, "statusCode": 200 })),
        Err(unfit) => unfit.into_response(),
    }
}
