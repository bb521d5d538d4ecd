//! All schemas of the document: the types of `marquee_api::loyalty`, the result of a pushed schedule, and payload, envelope and response of each call.

use std::collections::BTreeMap;

use marquee_api::editor::FeedPushResult;
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

/// The types of responses.
pub fn responses() -> schema::Schemas {
    let mut all = schema::response_generator();
    add::<api::SuccessResponse>(&mut all);
    add::<api::Refusal>(&mut all);
    add::<api::ProblemReport>(&mut all);
    add::<api::SessionTokens>(&mut all);
    add::<api::MemberResponse>(&mut all);
    add::<api::MembershipResponse>(&mut all);
    add::<api::SearchResponse>(&mut all);
    add::<api::OrdersResponse>(&mut all);
    add::<api::TransactionsResponse>(&mut all);
    add::<api::ItemsResponse>(&mut all);
    add::<api::RewardsResponse>(&mut all);
    add::<api::OrderedResponse>(&mut all);
    add::<api::RedeemedResponse>(&mut all);
    add::<api::ConcessionsResponse>(&mut all);
    add::<api::MembershipsResponse>(&mut all);
    add::<api::MembershipOrderResponse>(&mut all);
    add::<api::CardsResponse>(&mut all);
    add::<api::LostCardResponse>(&mut all);
    add::<api::GiftCardResponse>(&mut all);
    add::<api::FilmsResponse>(&mut all);
    add::<api::CinemasResponse>(&mut all);
    add::<api::PortalResponse>(&mut all);
    add::<api::PassResponse>(&mut all);
    add::<api::TillResponse>(&mut all);
    add::<api::CaptchaChallenge>(&mut all);
    add::<api::MemberSessions>(&mut all);
    add::<api::MarketingId>(&mut all);
    add::<api::MemberExport>(&mut all);
    add::<api::HandOverResponse>(&mut all);
    add::<FeedPushResult>(&mut all);
    schema::definitions(&mut all)
}

/// Every schema by name.
pub fn all() -> Result<Schemas, serde_json::Error> {
    let mut generator = schema::request_generator();
    add::<api::EndSession>(&mut generator);
    add::<api::TillTransaction>(&mut generator);
    let mut all = openapi_schemas(schema::definitions(&mut generator))?;
    all.extend(openapi_schemas(responses())?);
    all.extend(admin::schemas());
    for call in CALLS {
        all.insert(calls::name(call, "Payload"), calls::payload(call).into());
        all.insert(calls::name(call, "Call"), cypher::call(call).into());
        all.insert(calls::name(call, "Response"), calls::success(call).into());
    }
    Ok(all)
}
