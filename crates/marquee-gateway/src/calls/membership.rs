//! Memberships: list, select, order, complete; checkout and the payment provider's portal.

use marquee_api::loyalty::{
    MemberOrStanding, MembershipGroup, MembershipOffer, MembershipOrderResponse, MembershipResponse,
    MembershipsResponse, MoneyAmount, PortalResponse,
};
use marquee_loyalty::{Details, MembershipChoice, MembershipCompletion};
use marquee_model::OrderId;
use marquee_model::loyalty::{Level, Localizable, MembershipItem, Order};
use marquee_model::peach::PeachCode;
use marquee_model::site_path::is_return_address;
use marquee_payments::{CheckoutOrder, CheckoutStatus, Currency, Money, NewCustomer, PaymentError, Stripe};
use serde_json::{Map, Value, json};
use url::Url;

use super::fields_response;
use crate::context::Context;
use crate::problem::Problem;
use crate::reply::{CallResponse, Effect, Failure, Refusal, member_details, membership_status};

fn item(i: MembershipItem, levels: &[Level]) -> MembershipOffer {
    let level = levels.iter().find(|level| level.id == i.level_id);
    MembershipOffer {
        code: i.code,
        name: i.name,
        description: i.description,
        price: MoneyAmount::from(&i.price),
        member_level_id: i.level_id.to_string(),
        points_per_unit: level.map_or(0, |level| level.points_per_unit.max(0)),
        club_id: i.club_id,
        duration_months: i.duration_months,
    }
}

pub async fn list(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let all = c.loyalty().memberships().list(&c.request.site.record).await?;
    let levels = c.loyalty().program().levels(&c.request.site.record).await?;
    let mut groups: Vec<MembershipGroup> = Vec::new();
    for membership in all {
        let name = membership.group.clone();
        let offer = item(membership.in_language(c.request.language), &levels);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.items.push(offer),
            None => groups.push(MembershipGroup { name, items: vec![offer] }),
        }
    }
    fields_response(MembershipsResponse { list_concession_grouping: groups })
}

pub async fn select(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let level = c.payload.optional_u32("memberLevelId")?;
    let level = level.ok_or_else(|| Problem::malformed("memberLevelId", "is required"))?;
    let choice = MembershipChoice {
        email: c.payload.required_text("email")?,
        item: c.payload.required_text("memberItemId")?,
        level_id: i32::try_from(level)
            .map_err(|_| Problem::malformed("memberLevelId", "must be at most 2147483647"))?,
    };
    let id = c.loyalty().memberships().begin_activation(c.visitor(), &choice).await?;
    Ok(CallResponse::Done(Map::new(), Effect::RegistrationStarted(id)))
}

pub async fn add(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let activation = c.payload.required_text("userSessionId")?;
    let items = c
        .payload
        .required_objects("concessions")?
        .iter()
        .map(|item| {
            let code = item.get("code").and_then(Value::as_str).map(str::to_owned);
            let quantity = item.get("quantity").map_or(Some(1), Value::as_u64);
            let quantity = quantity.and_then(|n| u32::try_from(n).ok());
            code.zip(quantity)
                .ok_or_else(|| Problem::malformed("concessions", "must have a code and a quantity"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let order =
        c.loyalty().memberships().order_membership(c.visitor(), &activation, &items, c.cinema()).await?;
    fields_response(MembershipOrderResponse {
        order_id: order.order_id.as_str().to_owned(),
        amount_due: MoneyAmount::from(&order.amount),
    })
}

pub async fn complete(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let id =
        OrderId::parse(&c.payload.required_text("OrderId")?).map_err(|_| PeachCode::InvalidActivation)?;
    let caller = match c.request.tokens.session {
        Some(_) => c.current_member().await.ok(),
        None => None,
    };
    let caller = caller.as_ref().map(|principal| &principal.member().id);
    let status_response = |details: &Details| {
        fields_response(MembershipResponse {
            order_id: id.as_str().to_owned(),
            member_details: MemberOrStanding::Standing(membership_status(details)),
        })
    };
    match c.loyalty().memberships().complete_membership(c.visitor(), &id, caller).await? {
        MembershipCompletion::AwaitsConfirmation(details) => status_response(&details),
        // Knowing an order id does not identify the caller: only the member's own session gets all details (security 1.11).
        MembershipCompletion::Active(details) if caller != Some(&details.member.id) => {
            status_response(&details)
        }
        MembershipCompletion::Active(details) => {
            let member_details = MemberOrStanding::Member(Box::new(member_details(&details)));
            fields_response(MembershipResponse { order_id: id.as_str().to_owned(), member_details })
        }
        MembershipCompletion::Unpaid(order) => pay(c, &order).await,
    }
}

fn unavailable(error: &PaymentError) -> Failure {
    tracing::warn!(%error, "the request to the payment provider failed");
    Problem::Unavailable { seconds: 10 }.into()
}

/// Refuses with the checkout's `paymentUrl`, unless the provider reports that the order is paid; then completes it.
async fn pay(c: &Context<'_>, order: &Order) -> Result<CallResponse, Failure> {
    let mut refusal = Refusal::new(PeachCode::InvalidActivation);
    if let Some(stripe) = &c.services.payments {
        let checkout = checkout(c, stripe, order).await?;
        let status = stripe.checkout_status(&checkout.id).await.map_err(|e| unavailable(&e))?;
        if status.status == CheckoutStatus::Paid {
            c.loyalty().memberships().record_payment(c.visitor(), &order.id, &order.total).await?;
            return Box::pin(complete(c)).await;
        }
        refusal.fields.insert("paymentUrl".to_owned(), json!(checkout.url.as_str()));
    }
    Err(Failure::Refused(Box::new(refusal)))
}

async fn checkout(
    c: &Context<'_>,
    stripe: &Stripe,
    order: &Order,
) -> Result<marquee_payments::CheckoutSession, Failure> {
    let invalid_activation = || Failure::from(PeachCode::InvalidActivation);
    let success_url = return_url(c, "done").ok_or_else(invalid_activation)?;
    let cancel_url = return_url(c, "cancelled").ok_or_else(invalid_activation)?;
    let minor = u64::try_from(order.total.amount).map_err(|_| invalid_activation())?;
    let currency = Currency::parse(&order.total.currency).ok_or_else(invalid_activation)?;
    let name = order.concessions.first().map(|line| line.name.clone()).unwrap_or_default();
    let email = c.loyalty().memberships().email_of_order(c.visitor(), &order.id).await?;
    let checkout_order = CheckoutOrder {
        site: &c.request.site.id,
        order_id: order.id.as_str(),
        amount: Money { minor, currency },
        name: &name,
        email: &email,
        success_url: &success_url,
        cancel_url: &cancel_url,
    };
    stripe.checkout_session(checkout_order).await.map_err(|e| unavailable(&e))
}

/// URL of the site's join page in its default language, with `?payment={outcome}`. That page then continues in the visitor's
/// language and requests the state of the payment. The URL does not depend on the visitor's language, because the provider
/// refuses a repeated request with different URLs.
fn return_url(c: &Context<'_>, outcome: &str) -> Option<Url> {
    let slug = &c.request.site.record.settings.login_page.slug;
    let path = if slug.is_empty() { "/".to_owned() } else { format!("/{slug}/join/") };
    let mut page = Url::parse(c.request.origin).ok()?.join(&path).ok()?;
    page.set_query(Some(&format!("payment={outcome}")));
    Some(page)
}

pub async fn portal(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let return_url = c.payload.required_text("returnUrl")?;
    let invalid_url = || Problem::malformed("returnUrl", "must be a URL or path of this site");
    let path = return_url.strip_prefix(c.request.origin).unwrap_or(&return_url);
    if !is_return_address(path) {
        return Err(invalid_url().into());
    }
    let base = Url::parse(c.request.origin).map_err(|_| invalid_url())?;
    let target = base.join(&return_url).map_err(|_| invalid_url())?;
    if target.origin() != base.origin() {
        return Err(invalid_url().into());
    }
    let Some(stripe) = &c.services.payments else {
        return Err(Problem::Unavailable { seconds: 3600 }.into());
    };
    let member = principal.member();
    let customer = match &member.payment_customer {
        Some(customer) => customer.clone(),
        None => {
            let key = format!("{}-{}", c.request.site.id, member.id);
            let new = NewCustomer {
                site: &c.request.site.id,
                member_id: member.id.as_str(),
                email: member.email.as_deref().unwrap_or_default(),
                idempotency_key: &key,
            };
            let customer = stripe.create_customer(new).await.map_err(|e| unavailable(&e))?;
            c.loyalty()
                .memberships()
                .set_payment_customer(&c.request.site.record, &principal, &customer)
                .await?;
            customer
        }
    };
    let url = stripe.portal_session(&customer, &target).await.map_err(|e| unavailable(&e))?;
    fields_response(PortalResponse { url: url.as_str().to_owned() })
}
