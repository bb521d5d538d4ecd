//! `POST /api/pos/transactions`: the endpoint for points of sale and ticketing systems.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{Request, StatusCode};
use marquee_api::loyalty::{TillKind, TillResponse, TillTransaction};
use marquee_gateway::Failure;
use marquee_loyalty::{Booking, BookingResult, LoyaltyError, RefusalReason, Till};
use marquee_model::{OrderId, TheaterId};

use super::{Caller, RequestError, bearer, body, problem};
use crate::app::App;

/// Books a transaction of a point of sale.
pub async fn transactions(State(app): State<App>, request: Request<Body>) -> Response {
    match book(&app, request).await {
        Ok(booked) => problem::serialized_response(&TillResponse {
            order_id: booked.order_id.as_str().to_owned(),
            member_id: booked.member_id.as_str().to_owned(),
            points: booked.points,
            balance: booked.balance,
            repeated: booked.is_repeated,
        }),
        Err(response) => *response,
    }
}

async fn book(app: &App, request: Request<Body>) -> Result<BookingResult, Box<Response>> {
    let error_response = |error: RequestError| Box::new(error.into_response());
    let caller = Caller::from_request(app, &request).map_err(error_response)?;
    let key = bearer(request.headers());
    let loyalty = app.gateway.loyalty();
    let site = &caller.site.record;
    let till: Till = match loyalty.tills().authenticate_till(caller.visitor(), &key).await {
        Ok(till) => till,
        Err(LoyaltyError::Refused(RefusalReason::UnknownKey)) => {
            return Err(Box::new(problem::unauthorized("Missing or unknown API key")));
        }
        Err(error) => return Err(failed(error)),
    };
    let bytes = body(request).await.map_err(error_response)?;
    let transaction: TillTransaction = serde_json::from_slice(&bytes).map_err(|error| {
        let title = format!("Invalid body: {error}");
        Box::new(problem::problem(StatusCode::BAD_REQUEST, &title, Some("body"), None))
    })?;
    let name = match &transaction.cinema_id {
        None => None,
        Some(id) => theater_name(app, &caller, id).await.map_err(failed)?,
    };
    // An invalid order id is treated as an unknown order.
    let order = transaction.order_id.as_deref().map(OrderId::parse).transpose();
    let order = order.map_err(|_| failed(RefusalReason::UnknownOrder.into()))?;
    loyalty.tills().book_purchase(site, &till, &booking(transaction, order, name)).await.map_err(failed)
}

async fn theater_name(app: &App, caller: &Caller, id: &str) -> Result<Option<String>, LoyaltyError> {
    let Ok(id) = TheaterId::parse(id) else { return Ok(None) };
    app.pages.theater_name(&caller.site, &id).await.map_err(LoyaltyError::Store)
}

fn booking(transaction: TillTransaction, order: Option<OrderId>, cinema_name: Option<String>) -> Booking {
    Booking {
        transaction: transaction.transaction_id,
        member: transaction.member,
        is_refund: transaction.kind == TillKind::Refund,
        is_unknown_cinema: transaction.cinema_id.is_some() && cinema_name.is_none(),
        cinema_id: transaction.cinema_id,
        cinema_name,
        at: transaction.occurred_at,
        reference: transaction.booking_reference,
        movie_title: transaction.movie_title,
        showtime_at: transaction.showtime_at,
        screen_name: transaction.screen_name,
        tickets: transaction.tickets.into_iter().map(Into::into).collect(),
        concessions: transaction.concessions.into_iter().map(Into::into).collect(),
        ticket_ids: transaction.ticket_ids,
        total: transaction.total.into(),
        membership: transaction.membership_item_code,
        refunded_order: order,
    }
}

/// The problem report for an error; 422 if the loyalty program refuses the transaction.
fn failed(error: LoyaltyError) -> Box<Response> {
    let title = match error {
        LoyaltyError::Refused(RefusalReason::UnknownMember) => "Member not found",
        LoyaltyError::Refused(RefusalReason::UnknownOrder) => {
            "orderId must be a completed purchase of this member"
        }
        _ => "Refused by the loyalty program",
    };
    Box::new(match Failure::from(error) {
        Failure::Problem(problem) => RequestError::Problem(problem).into_response(),
        Failure::Refused(_) => problem::problem(StatusCode::UNPROCESSABLE_ENTITY, title, None, None),
    })
}
