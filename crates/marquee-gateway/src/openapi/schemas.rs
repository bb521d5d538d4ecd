//! All schemas of the document: the types of `marquee_api::loyalty`, and payload, envelope and answer of each call.

use std::collections::BTreeMap;

use marquee_api::{loyalty as api, schema};
use schemars::{JsonSchema, SchemaGenerator};
use utoipa::openapi::{RefOr, Schema};

use super::{admin, calls, cypher};
use crate::table::CALLS;

type Schemas = BTreeMap<String, RefOr<Schema>>;

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// The schemas of a generator in the types of the OpenAPI builder.
fn openapi_schemas(schemas: schema::Schemas) -> Result<Schemas, serde_json::Error> {
    schemas.into_iter().map(|(name, schema)| Ok((name, serde_json::from_value(schema)?))).collect()
}

/// The types of answers.
pub fn answers() -> schema::Schemas {
    let mut all = schema::sent();
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
    schema::definitions(&mut all)
}

/// Every schema by name.
pub fn all() -> Result<Schemas, serde_json::Error> {
    let mut received = schema::received();
    add::<api::EndSession>(&mut received);
    add::<api::TillTransaction>(&mut received);
    let mut all = openapi_schemas(schema::definitions(&mut received))?;
    all.extend(openapi_schemas(answers())?);
    all.extend(admin::schemas());
    for call in CALLS {
        all.insert(calls::name(call, "Payload"), calls::payload(call).into());
        all.insert(calls::name(call, "Call"), cypher::call(call).into());
        all.insert(calls::name(call, "Answer"), calls::success(call).into());
    }
    Ok(all)
}
