//! Refusals of the editor's API as problem reports.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use marquee_loyalty::{AdminError, CsvError, LoyaltyError, RefusalReason};
use marquee_model::operator::GrantRefusal;
use marquee_site::draft::DraftError;
use marquee_site::new_site::NewSiteError;
use marquee_site::operators::OperatorError;
use serde_json::json;

use crate::loyalty::RequestError;
use crate::problem::{problem, problem_with_fields};

/// A response that refuses a request.
pub struct Refusal(pub Box<Response>);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        *self.0
    }
}

pub fn refuse(status: StatusCode, title: &str) -> Refusal {
    Refusal(Box::new(problem(status, title, None, None)))
}

/// 422 for a field of a form.
pub fn refuse_field(field: &str, title: &str) -> Refusal {
    Refusal(Box::new(problem(StatusCode::UNPROCESSABLE_ENTITY, title, Some(field), None)))
}

/// A refusal with a code that the editor recognizes.
pub fn with_code(status: StatusCode, title: &str, code: &str) -> Refusal {
    Refusal(Box::new(problem_with_fields(status, title, json!({ "code": code }))))
}

/// 401 for a failed sign-in.
pub fn sign_in_failed(error: OperatorError) -> Refusal {
    match error {
        OperatorError::WrongCredentials => refuse(StatusCode::UNAUTHORIZED, &sentence(&error)),
        error => failed(error),
    }
}

/// A text with a capital initial.
fn sentence(text: &impl ToString) -> String {
    let text = text.to_string();
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// 503: the database cannot be read or written now.
pub fn unavailable(error: &dyn std::fmt::Display) -> Refusal {
    tracing::error!(%error, "a request of the editor failed");
    Refusal(Box::new(problem(
        StatusCode::SERVICE_UNAVAILABLE,
        "The server cannot do this now",
        None,
        Some(2),
    )))
}

/// 403; with a code unless the role simply does not have the permission.
fn not_permitted(refusal: &GrantRefusal, title: &str) -> Refusal {
    let extension = match refusal {
        GrantRefusal::Role => return refuse(StatusCode::FORBIDDEN, title),
        GrantRefusal::Theater(theater) => json!({ "code": "otherTheater", "theater": theater }),
        GrantRefusal::WholeSite => json!({ "code": "wholeSite" }),
        GrantRefusal::MoreThanOwn => json!({ "code": "moreThanOwn" }),
    };
    Refusal(Box::new(problem_with_fields(StatusCode::FORBIDDEN, title, extension)))
}

pub fn failed(error: OperatorError) -> Refusal {
    let title = sentence(&error);
    match error {
        OperatorError::WrongCredentials => with_code(StatusCode::FORBIDDEN, &title, "credentials"),
        OperatorError::Unconfirmed => with_code(StatusCode::FORBIDDEN, &title, "reauthenticate"),
        OperatorError::PasskeyFirst => with_code(StatusCode::FORBIDDEN, &title, "passkeyFirst"),
        OperatorError::Locked => with_code(StatusCode::FORBIDDEN, &title, "locked"),
        OperatorError::NotPermitted(refusal) => not_permitted(&refusal, &title),
        OperatorError::Limited { seconds } => {
            Refusal(Box::new(problem(StatusCode::TOO_MANY_REQUESTS, &title, None, Some(seconds))))
        }
        OperatorError::InvalidInvitation | OperatorError::InvalidLink => refuse(StatusCode::GONE, &title),
        OperatorError::Password(_) => refuse_field("password", &title),
        OperatorError::Field { field, .. } => refuse_field(field, &title),
        OperatorError::EmailTaken => refuse_field("email", &title),
        OperatorError::AlreadyThere | OperatorError::LastOwner | OperatorError::TooManyRoles => {
            refuse(StatusCode::CONFLICT, &title)
        }
        OperatorError::Role(invalid) => refuse_field(invalid.field(), &title),
        OperatorError::RoleInUse { people } => {
            let extension = json!({ "code": "roleInUse", "people": people });
            Refusal(Box::new(problem_with_fields(StatusCode::CONFLICT, &title, extension)))
        }
        OperatorError::RoleIsLimited { people } => {
            let extension = json!({ "code": "roleIsLimited", "people": people });
            Refusal(Box::new(problem_with_fields(StatusCode::CONFLICT, &title, extension)))
        }
        OperatorError::PasskeysUnavailable | OperatorError::NothingToRemind => {
            refuse(StatusCode::CONFLICT, &title)
        }
        OperatorError::PasskeyRejected => {
            with_code(StatusCode::UNPROCESSABLE_ENTITY, &title, "passkeyRejected")
        }
        OperatorError::PasskeyExists => with_code(StatusCode::CONFLICT, &title, "passkeyExists"),
        OperatorError::TooManyPasskeys => with_code(StatusCode::CONFLICT, &title, "tooManyPasskeys"),
        OperatorError::LastSignIn => with_code(StatusCode::CONFLICT, &title, "lastSignIn"),
        OperatorError::NotFound => refuse(StatusCode::NOT_FOUND, &title),
        OperatorError::Busy => {
            Refusal(Box::new(problem(StatusCode::SERVICE_UNAVAILABLE, &title, None, Some(2))))
        }
        OperatorError::Auth(error) => unavailable(&error),
        OperatorError::Store(error) => unavailable(&error),
    }
}

pub fn admin_failed(error: AdminError) -> Refusal {
    let title = sentence(&error);
    match error {
        AdminError::Field { field, .. } | AdminError::UnknownField { field, .. } => {
            refuse_field(&field, &title)
        }
        AdminError::PointsLimit { field, limit } => {
            let extension = json!({ "code": "pointsLimit", "field": field, "limit": limit });
            Refusal(Box::new(problem_with_fields(StatusCode::FORBIDDEN, &title, extension)))
        }
        AdminError::NotFound(_) => refuse(StatusCode::NOT_FOUND, &title),
        AdminError::NotAuthor => refuse(StatusCode::FORBIDDEN, &title),
        AdminError::Conflict(_) | AdminError::ConcurrentWrite => refuse(StatusCode::CONFLICT, &title),
        AdminError::Sheet(CsvError::TooLarge | CsvError::TooLong) => {
            refuse(StatusCode::PAYLOAD_TOO_LARGE, &title)
        }
        AdminError::Sheet(_) => refuse_field("file", &title),
        AdminError::Loyalty(LoyaltyError::Refused(RefusalReason::GiftCardNumberTaken)) => {
            refuse(StatusCode::CONFLICT, "A gift card with this number already exists")
        }
        error => unavailable(&error),
    }
}

pub fn draft_failed(error: DraftError) -> Refusal {
    let title = sentence(&error);
    let with = |status, extension| Refusal(Box::new(problem_with_fields(status, &title, extension)));
    match error {
        DraftError::UnknownSite | DraftError::UnknownRevision(_) => refuse(StatusCode::NOT_FOUND, &title),
        DraftError::NotPermitted { refusal, .. } => not_permitted(&refusal, &title),
        DraftError::Part(_) => with(StatusCode::BAD_REQUEST, json!({ "field": "pointer" })),
        DraftError::Conflict(conflicts) => with(StatusCode::CONFLICT, json!({ "conflicts": conflicts })),
        DraftError::Outdated => with(StatusCode::CONFLICT, json!({ "code": "outdated" })),
        DraftError::Invalid(problems) => {
            with(StatusCode::UNPROCESSABLE_ENTITY, json!({ "problems": problems }))
        }
        DraftError::Nothing => refuse(StatusCode::UNPROCESSABLE_ENTITY, &title),
        DraftError::TooMany | DraftError::TooLarge => refuse(StatusCode::PAYLOAD_TOO_LARGE, &title),
        DraftError::LongName => with(StatusCode::UNPROCESSABLE_ENTITY, json!({ "field": "name" })),
        DraftError::Time => with(StatusCode::UNPROCESSABLE_ENTITY, json!({ "field": "at" })),
        DraftError::NotRemoved => with(StatusCode::CONFLICT, json!({ "code": "notRemoved" })),
        DraftError::Scheduled => with(StatusCode::CONFLICT, json!({ "code": "scheduled" })),
        DraftError::NobodyToAsk => with(StatusCode::CONFLICT, json!({ "code": "nobodyToAsk" })),
        DraftError::AskedRecently { seconds } => {
            Refusal(Box::new(problem(StatusCode::TOO_MANY_REQUESTS, &title, None, Some(seconds))))
        }
        DraftError::Store(error) => unavailable(&error),
    }
}

/// The response to a new site that cannot be created.
pub fn new_site_failed(error: NewSiteError) -> Refusal {
    match error {
        NewSiteError::Field { field, .. } => refuse_field(field, &error.to_string()),
        NewSiteError::HostTaken(_) => refuse_field("host", &error.to_string()),
        NewSiteError::Store(error) => {
            tracing::error!(%error, "cannot create a site");
            refuse(StatusCode::SERVICE_UNAVAILABLE, "The server cannot do this now")
        }
    }
}

/// A body that was not read.
pub fn body_refused(error: RequestError) -> Refusal {
    Refusal(Box::new(match error {
        RequestError::TooLarge => problem(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large", None, None),
        other => other.into_response(),
    }))
}
