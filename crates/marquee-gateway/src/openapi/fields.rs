//! Schemas of parameters and payload fields. Form data sends every field as text.

use serde_json::json;
use utoipa::openapi::schema::{ArrayBuilder, Object, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use super::parts::{object, text};
use crate::payload::MAX_TEXT_CHARACTERS;

/// Schema of a route parameter.
pub fn parameter(name: &str) -> Object {
    let example = match name {
        "circuitId" | "boxofficeCircuitId" => Some("lumiere"),
        "cinemaId" | "boxofficeCinemaId" => Some("101"),
        "value" | "emailAddress" => Some("ada@example.org"),
        "rootUrl" => Some("https://www.lumiere.example"),
        "resetPasswordLink" => Some("/login/"),
        "fullJwt" => Some("true"),
        _ => None,
    };
    let about = match name {
        "circuitId" | "boxofficeCircuitId" => "The site's circuit; others are refused with 30",
        "cinemaId" | "boxofficeCinemaId" => "A cinema of the site, or empty; others are refused with 30",
        "value" => "The email address",
        "rootUrl" => "The site's own origin",
        "resetPasswordLink" => "The page that the mail leads to",
        "memberId" => "The member's own id, or empty",
        "maxResults" => "Maximum number of records",
        "fullJwt" | "fromTicketing" => "Accepted for compatibility, ignored",
        _ => "",
    };
    let schema = match name {
        "maxResults" => integer().minimum(Some(0)).maximum(Some(u32::MAX)),
        _ => text(),
    };
    let about = Some(about).filter(|about| !about.is_empty());
    schema.description(about).examples(example).build()
}

fn integer() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer))
}

fn one_of_types(types: &[Type]) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::from_iter(types.iter().cloned()))
}

/// Schema of a payload field.
pub fn field(name: &str) -> RefOr<Schema> {
    match name {
        "sendNewsletter" | "wishToReceiveSMS" | "contactByThirdParty" => {
            let values = [json!(true), json!(false), json!("True"), json!("False")];
            one_of_types(&[Type::Boolean, Type::String]).enum_values(Some(values)).build().into()
        }
        "quantity" => number("1 to 20. Default: 1"),
        "houseSize" => number("Number of people in the household"),
        "memberLevelId" => number("Level of the selected membership"),
        "preferredCinemaList" | "preferredGenres" => {
            ArrayBuilder::new().items(text().max_length(Some(MAX_TEXT_CHARACTERS)).build()).build().into()
        }
        "concessions" => ArrayBuilder::new().items(membership()).max_items(Some(1)).build().into(),
        "favoriteCinemas" => {
            let several = ArrayBuilder::new().items(cinema()).build();
            Schema::from(OneOfBuilder::new().item(cinema()).item(several).build()).into()
        }
        "cancelAssociatedOrder" => one_of_types(&[Type::Boolean, Type::String]).build().into(),
        "memberId"
        | "preferenceList"
        | "updatePreferences"
        | "QueryString"
        | "PostValues"
        | "PostValuesModel"
        | "OtherPayments"
        | "IsNewMember"
        | "AmountPaidPaymentProvider"
        | "Customer"
        | "mobile"
        | "membershipId"
        | "uid" => ignored(),
        "password" | "currentPassword" => {
            text().format(Some(utoipa::openapi::SchemaFormat::Custom("password".into()))).build().into()
        }
        _ => plain_text(name),
    }
}

fn plain_text(name: &str) -> RefOr<Schema> {
    let example = match name {
        "email" | "username" | "emailAddress" => Some("ada@example.org"),
        "dateOfBirth" => Some("1990-05-17"),
        "clientRequestId" => Some("8b1f0e5c-6a52-4f0e-9d27-1f3a6c1b2d44"),
        "returnUrl" => Some("/profile/"),
        _ => None,
    };
    text().max_length(Some(MAX_TEXT_CHARACTERS)).examples(example).build().into()
}

fn number(about: &str) -> RefOr<Schema> {
    one_of_types(&[Type::Integer, Type::String])
        .minimum(Some(0))
        .maximum(Some(u32::MAX))
        .pattern(Some("^[0-9]{1,9}$"))
        .description(Some(about))
        .build()
        .into()
}

fn ignored() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .description(Some("Accepted for compatibility, ignored"))
        .build()
        .into()
}

fn membership() -> Object {
    object()
        .property("code", text().description(Some("Code of the selected membership")).build())
        .property("quantity", integer().minimum(Some(1)).maximum(Some(1)).build())
        .property("cost", ignored())
        .property("memberLevelId", ignored())
        .property("isLoyaltyMembershipActivation", ignored())
        .required("code")
        .build()
}

fn cinema() -> Object {
    let wants = ObjectBuilder::new().schema_type(SchemaType::new(Type::Boolean));
    object()
        .property("boxofficeCinemaId", text().build())
        .property("subscribeToNewsletter", wants.description(Some("Default: true")).build())
        .required("boxofficeCinemaId")
        .build()
}
