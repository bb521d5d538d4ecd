//! All schemas of the document: the types of `marquee_api::loyalty`, and payload, envelope and answer of each call.

use std::collections::BTreeMap;

use marquee_api::loyalty as api;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::{admin, calls, cypher};
use crate::table::CALLS;

/// Optional fields. All other fields of an answer are always present, possibly null.
const OPTIONAL: [&str; 5] =
    ["reauthenticate", "paymentUrl", "field", "boxofficeRefreshSessionToken", "ticket"];

type Schemas = BTreeMap<String, RefOr<Schema>>;

fn add<T: ToSchema>(all: &mut Schemas) {
    let mut found = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut found);
    all.extend(found);
}

/// Marks all fields of an answer as required, except the optional ones.
fn require_fields(schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(object)) = schema {
        let names = object.properties.keys().filter(|name| !OPTIONAL.contains(&name.as_str()));
        object.required = names.cloned().collect();
    }
}

/// The types of answers, with their required fields marked.
pub fn answers() -> Schemas {
    let mut all = Schemas::new();
    add::<api::Done>(&mut all);
    add::<api::Refusal>(&mut all);
    add::<api::ProblemReport>(&mut all);
    add::<api::SessionTokens>(&mut all);
    add::<api::MemberAnswer>(&mut all);
    add::<api::MembershipAnswer>(&mut all);
    add::<api::SearchAnswer>(&mut all);
    add::<api::OrdersAnswer>(&mut all);
    add::<api::TransactionsAnswer>(&mut all);
    add::<api::ItemsAnswer>(&mut all);
    add::<api::RewardsAnswer>(&mut all);
    add::<api::OrderedAnswer>(&mut all);
    add::<api::RedeemedAnswer>(&mut all);
    add::<api::ConcessionsAnswer>(&mut all);
    add::<api::MembershipsAnswer>(&mut all);
    add::<api::DueAnswer>(&mut all);
    add::<api::CardsAnswer>(&mut all);
    add::<api::LostCardAnswer>(&mut all);
    add::<api::GiftCardAnswer>(&mut all);
    add::<api::FilmsAnswer>(&mut all);
    add::<api::CinemasAnswer>(&mut all);
    add::<api::PortalAnswer>(&mut all);
    add::<api::PassAnswer>(&mut all);
    add::<api::TillAnswer>(&mut all);
    add::<api::CaptchaChallenge>(&mut all);
    add::<api::MemberSessions>(&mut all);
    add::<api::MarketingId>(&mut all);
    add::<api::MemberExport>(&mut all);
    add::<api::HandOverAnswer>(&mut all);
    all.values_mut().for_each(require_fields);
    all
}

/// Every schema by name.
pub fn all() -> Schemas {
    let mut all = answers();
    add::<api::EndSession>(&mut all);
    let mut sent = Schemas::new();
    add::<api::TillTransaction>(&mut sent);
    for (name, schema) in sent {
        all.entry(name).or_insert(schema);
    }
    all.extend(admin::schemas());
    for call in CALLS {
        all.insert(calls::name(call, "Payload"), calls::payload(call).into());
        all.insert(calls::name(call, "Call"), cypher::call(call).into());
        all.insert(calls::name(call, "Answer"), calls::success(call).into());
    }
    all
}
