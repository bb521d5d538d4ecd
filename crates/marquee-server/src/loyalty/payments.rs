//! `POST /api/payments/webhook`: events of the payment provider.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{Request, StatusCode};
use marquee_loyalty::{LoyaltyError, Visitor};
use marquee_model::OrderId;
use marquee_model::loyalty::Money;
use marquee_payments::{CheckoutStatus, PaymentError, WebhookEvent};

use super::{Caller, RequestError, body, problem};
use crate::app::App;

/// Processes an event. The response is 204 only after the payment is stored; otherwise the provider sends the event again.
pub async fn webhook(State(app): State<App>, request: Request<Body>) -> Response {
    match process(&app, request).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(response) => *response,
    }
}

fn refused(status: StatusCode, title: &str) -> Box<Response> {
    Box::new(problem::problem(status, title, None, None))
}

async fn process(app: &App, request: Request<Body>) -> Result<(), Box<Response>> {
    let error_response = |error: RequestError| Box::new(error.into_response());
    let Some(stripe) = &app.gateway.services().payments else {
        return Err(refused(StatusCode::NOT_FOUND, "No payment provider is configured"));
    };
    let caller = Caller::from_request(app, &request).map_err(error_response)?;
    let signature = request.headers().get("stripe-signature").and_then(|v| v.to_str().ok());
    let signature = signature.unwrap_or_default().to_owned();
    let bytes = body(request).await.map_err(error_response)?;
    let event =
        stripe.read_webhook(&signature, &bytes, app.gateway.loyalty().real_time()).map_err(|error| {
            tracing::warn!(%error, "a webhook of the payment provider was refused");
            let title = match error {
                PaymentError::InvalidSignature(_) => "Invalid webhook signature",
                _ => "Invalid webhook body",
            };
            refused(StatusCode::BAD_REQUEST, title)
        })?;
    let WebhookEvent::Checkout { checkout, .. } = event else { return Ok(()) };
    if checkout.status != CheckoutStatus::Paid {
        return Ok(());
    }
    let Some(site) = app.sites.by_id(&checkout.site) else { return Ok(()) };
    let origin = &site.origin;
    let visitor = Visitor {
        site: &site.record,
        origin,
        address: caller.address,
        device: "",
        language: site.record.config.locale.short(),
    };
    let amount = Money {
        amount: i64::try_from(checkout.amount.minor).unwrap_or(i64::MAX),
        currency: checkout.amount.currency.to_string(),
    };
    let Ok(order) = OrderId::parse(&checkout.order_id) else { return Ok(()) };
    match app.gateway.loyalty().memberships().record_payment(visitor, &order, &amount).await {
        Ok(()) => Ok(()),
        Err(LoyaltyError::Refused(reason)) => {
            tracing::error!(
                site.id = %site.id, order.id = %order, ?reason,
                "payment for an unknown or closed order: refund it"
            );
            Ok(())
        }
        Err(error) => {
            tracing::error!(%error, "cannot record a payment");
            Err(refused(StatusCode::SERVICE_UNAVAILABLE, "Try again later"))
        }
    }
}
