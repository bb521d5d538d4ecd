//! `POST /api/hand-over-ticket`: a ticket by which the ticketing site takes a session over, once (security 5.2).

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::Request;
use marquee_api::loyalty::HandOverAnswer;
use marquee_gateway::{Failure, Problem};
use marquee_model::peach::PeachCode;

use super::{Caller, Cookies, Unfit, cypher, report};
use crate::router::App;

/// Gives a ticket to who is signed in.
pub async fn ticket(State(app): State<App>, request: Request<Body>) -> Response {
    match answer(&app, request).await {
        Ok(response) => response,
        Err(unfit) => unfit.into_response(),
    }
}

fn told(peach_code: u16, status_code: u16, ticket: Option<String>) -> Response {
    report::answer_of(&HandOverAnswer { peach_code, status_code, ticket })
}

async fn answer(app: &App, request: Request<Body>) -> Result<Response, Unfit> {
    let caller = Caller::of(app, &request)?;
    let by_cookie = cypher::in_cookies(request.uri(), request.headers())?;
    let headers = request.headers().clone();
    let cookies = by_cookie.then(|| Cookies::of(&app.gateway, &caller.site, &headers));
    let (sent, _) = cypher::sent(cookies, &headers).await;
    let settings = &caller.site.record.settings;
    let Some(to) = settings.ticketing_origin() else { return Err(Problem::UnknownRoute.into()) };
    // A service that stands in for the engine has tokens of its own; pages never see those.
    if settings.loyalty.upstream.is_some() {
        return Err(Problem::UnknownRoute.into());
    }
    let ticket = async {
        let token = sent.session.as_deref().ok_or(PeachCode::Session)?;
        let signed = app.gateway.loyalty().session(&caller.site.record, token).await?;
        app.gateway.loyalty().not_expired(&caller.site.record, &signed)?;
        app.gateway.loyalty().hand_over(&caller.site.record, &signed, &to).await
    };
    match ticket.await.map_err(Failure::from) {
        Ok(ticket) => Ok(told(0, 200, Some(ticket))),
        Err(Failure::Refused(refusal)) => Ok(told(refusal.code, refusal.code, None)),
        Err(Failure::Problem(problem)) => Err(problem.into()),
    }
}
