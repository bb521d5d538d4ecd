//! Endpoints for members in addition to the loyalty calls: data export and sign-ins (security 1.9, 7.8).

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_DISPOSITION;
use http::{HeaderMap, HeaderValue, Request};
use marquee_api::loyalty::{EndSession, MarketingId, MemberSession, MemberSessions, SuccessResponse};
use marquee_gateway::{Failure, Problem, format_seconds};
use marquee_loyalty::{AuthenticatedMember, LoyaltyError, RefusalReason};
use marquee_model::SessionId;

use super::{Caller, Cookies, RequestError, body, cypher, problem};
use crate::app::App;

async fn authenticate(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
) -> Result<Arc<AuthenticatedMember>, RequestError> {
    let is_cookie_mode = cypher::is_cookie_mode(caller, headers)?;
    let cookies = is_cookie_mode.then(|| Cookies::from_request(&app.gateway, &caller.site, headers));
    let (tokens, _) = cypher::request_tokens(cookies, headers).await;
    let token =
        tokens.session.ok_or(LoyaltyError::Refused(RefusalReason::InvalidSession)).map_err(problem_of)?;
    app.gateway.loyalty().sessions().session_by_token(&caller.site.record, &token).await.map_err(problem_of)
}

/// These endpoints do not return refusal codes, so a refusal becomes a problem report too.
fn problem_of(error: LoyaltyError) -> RequestError {
    match Failure::from(error) {
        Failure::Problem(problem) => problem.into(),
        Failure::Refused(_) => Problem::Forbidden.into(),
    }
}

/// All data of a member, as a download.
pub async fn export(State(app): State<App>, request: Request<Body>) -> Response {
    let result = async {
        let caller = Caller::from_request(&app, &request)?;
        let (parts, _) = request.into_parts();
        let principal = authenticate(&app, &caller, &parts.headers).await?;
        app.gateway.loyalty().accounts().export(&caller.site.record, &principal).await.map_err(problem_of)
    };
    match result.await {
        Ok(data) => {
            let mut response = problem::json_response(&data);
            let name = HeaderValue::from_static("attachment; filename=\"my-data.json\"");
            response.headers_mut().insert(CONTENT_DISPOSITION, name);
            response
        }
        Err(error) => error.into_response(),
    }
}

/// The id of the signed-in member for the site's marketing tracker; 404 on sites without one (ANLY-04).
pub async fn marketing_id(State(app): State<App>, request: Request<Body>) -> Response {
    let result = async {
        let caller = Caller::from_request(&app, &request)?;
        let record = &caller.site.record;
        if !record.config.options.marketing_tracker.enabled || record.settings.loyalty.upstream.is_some() {
            return Err(Problem::UnknownRoute.into());
        }
        let (parts, _) = request.into_parts();
        let principal = authenticate(&app, &caller, &parts.headers).await?;
        Ok::<_, RequestError>(MarketingId {
            id: app.gateway.loyalty().sessions().marketing_id(record, &principal),
        })
    };
    match result.await {
        Ok(visitor_id) => problem::serialized_response(&visitor_id),
        Err(error) => error.into_response(),
    }
}

/// The member's sign-ins.
pub async fn sessions(State(app): State<App>, request: Request<Body>) -> Response {
    let result = async {
        let caller = Caller::from_request(&app, &request)?;
        let (parts, _) = request.into_parts();
        let principal = authenticate(&app, &caller, &parts.headers).await?;
        let rows = app
            .gateway
            .loyalty()
            .sessions()
            .of_member(&caller.site.record, &principal)
            .await
            .map_err(problem_of)?;
        let row = |s: &marquee_store::SessionRow| MemberSession {
            session_id: s.id.as_str().to_owned(),
            device: s.family.device.clone(),
            started_at: format_seconds(s.family.created_at),
            ends_at: format_seconds(s.ends_at),
            is_current: s.id == principal.session.id,
            is_handed_over: s.parent.is_some(),
        };
        Ok::<_, RequestError>(MemberSessions { sessions: rows.iter().map(row).collect() })
    };
    match result.await {
        Ok(sessions) => problem::serialized_response(&sessions),
        Err(error) => error.into_response(),
    }
}

/// Ends one of the member's own sign-ins: `{"sessionId": …}`.
pub async fn end_session(State(app): State<App>, request: Request<Body>) -> Response {
    let result = async {
        let caller = Caller::from_request(&app, &request)?;
        let (parts, body_of) = request.into_parts();
        let principal = authenticate(&app, &caller, &parts.headers).await?;
        let malformed =
            |rule: &'static str| Problem::Malformed { field: "sessionId".into(), rule: rule.into() };
        let bytes = body(Request::from_parts(parts, body_of)).await?;
        let EndSession { session_id } =
            serde_json::from_slice(&bytes).map_err(|_| malformed("is required"))?;
        let id = SessionId::parse(&session_id).map_err(|_| malformed("is invalid"))?;
        app.gateway
            .loyalty()
            .sessions()
            .end_session(&caller.site.record, &principal, &id)
            .await
            .map_err(problem_of)
    };
    match result.await {
        Ok(()) => problem::serialized_response(&SuccessResponse { peach_code: 0, status_code: 200 }),
        Err(error) => error.into_response(),
    }
}
