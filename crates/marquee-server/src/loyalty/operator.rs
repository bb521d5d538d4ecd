//! `/api/operator/{site}/…`: the records of a loyalty program, for programs with an API key of that scope.
//!
//! [`marquee_loyalty::Subject`] defines kinds and fields. The site must be that of the host.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, LOCATION};
use http::{HeaderValue, Method, Request, StatusCode};
use marquee_api::paths::OPERATOR_PREFIX;
use marquee_gateway::Failure;
use marquee_loyalty::{
    Admin, AdminError, CsvError, FieldValues, ImportOptions, LoyaltyError, MAX_FILE_BYTES, PageQuery,
    RefusalReason, Subject,
};
use marquee_model::operator::PointsLimit;
use marquee_store::KeyScope;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};

use super::{Caller, RequestError, bearer, body_within, problem};
use crate::app::App;

/// Maximum size of a record in bytes.
const MAX_RECORD_BYTES: usize = 1 << 20;
/// Default number of records per page.
const DEFAULT_LIMIT: u64 = 100;

/// The error response.
type ErrorResponse = Box<Response>;

/// The record that a request names, and its API key.
struct RecordRequest {
    caller: Caller,
    subject: Subject,
    id: String,
    /// The key; once it is verified, its name for the audit log.
    actor: String,
    /// How many points the key may give or take at once; none before it is verified.
    points_limit: PointsLimit,
}

impl RecordRequest {
    /// Parses a request without verifying its key.
    fn read(app: &App, request: &Request<Body>) -> Result<Self, ErrorResponse> {
        let caller = Caller::from_request(app, request).map_err(error_response)?;
        let missing = || refuse(StatusCode::NOT_FOUND, "Record not found", None);
        let path = request.uri().path().strip_prefix(OPERATOR_PREFIX).unwrap_or_default();
        let segments = path.split('/').map(|part| percent_decode_str(part).decode_utf8());
        let segments = segments.collect::<Result<Vec<_>, _>>().map_err(|_| missing())?;
        let mut segments = segments.iter();
        let (site, kind) = (segments.next().map(AsRef::as_ref), segments.next());
        if site != Some(caller.site.record.key.as_str()) {
            return Err(refuse(StatusCode::NOT_FOUND, "Site not found on this host", None));
        }
        let subject = kind.and_then(|kind| Subject::parse(kind)).ok_or_else(missing)?;
        let id = segments.next().map(ToString::to_string).unwrap_or_default();
        let (actor, points_limit) = (bearer(request.headers()), PointsLimit::NOTHING);
        Ok(Self { caller, subject, id, actor, points_limit })
    }

    /// Verifies the key.
    async fn with_key(self, app: &App) -> Result<Self, ErrorResponse> {
        let loyalty = app.gateway.loyalty();
        match loyalty.keys().authenticate_key(self.caller.visitor(), &self.actor, KeyScope::Operator).await {
            Ok(key) => {
                Ok(Self { actor: format!("key:{}", key.name), points_limit: key.points_limit, ..self })
            }
            Err(LoyaltyError::Refused(RefusalReason::UnknownKey)) => {
                Err(Box::new(problem::unauthorized("Missing or unknown API key")))
            }
            Err(error) => Err(failed(AdminError::Loyalty(error))),
        }
    }

    fn admin<'a>(&'a self, app: &'a App) -> Admin<'a> {
        let admin = app.gateway.loyalty().admin(&self.caller.site.record, &self.actor);
        admin.with_points_limit(self.points_limit)
    }
}

fn refuse(status: StatusCode, title: &str, field: Option<&str>) -> ErrorResponse {
    Box::new(problem::problem(status, title, field, None))
}

/// The problem report for an error of the admin API.
fn failed(error: AdminError) -> ErrorResponse {
    let field = match &error {
        AdminError::Field { field, .. } => Some(field.as_str()),
        _ => None,
    };
    let title = problem::title(&error.to_string(), field);
    match error {
        AdminError::NotFound(_) => refuse(StatusCode::NOT_FOUND, &title, None),
        AdminError::Field { field, .. } | AdminError::UnknownField { field, .. } => {
            refuse(StatusCode::BAD_REQUEST, &title, Some(&field))
        }
        AdminError::NotAuthor => refuse(StatusCode::FORBIDDEN, &title, None),
        AdminError::PointsLimit { field, .. } => refuse(StatusCode::FORBIDDEN, &title, Some(field)),
        AdminError::Conflict(_) | AdminError::ConcurrentWrite => refuse(StatusCode::CONFLICT, &title, None),
        AdminError::Sheet(CsvError::TooLarge | CsvError::TooLong) => {
            refuse(StatusCode::PAYLOAD_TOO_LARGE, &title, None)
        }
        AdminError::Sheet(_) => refuse(StatusCode::BAD_REQUEST, &title, Some("body")),
        AdminError::InvalidRows(report) => {
            let extension = json!({ "report": *report });
            Box::new(problem::problem_with_fields(StatusCode::UNPROCESSABLE_ENTITY, &title, extension))
        }
        AdminError::Loyalty(error) => match Failure::from(error) {
            Failure::Problem(problem) => error_response(RequestError::Problem(problem)),
            Failure::Refused(_) => refuse(StatusCode::CONFLICT, "Refused by the loyalty program", None),
        },
    }
}

fn error_response(error: RequestError) -> ErrorResponse {
    Box::new(error.into_response())
}

/// The body of a request, which must have this media type.
async fn read(request: Request<Body>, media_type: &str, limit: usize) -> Result<bytes::Bytes, ErrorResponse> {
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let content_type = content_type.split(';').next().unwrap_or_default().trim();
    let wrong_type = || {
        let title = format!("The body must be {media_type}, without Content-Encoding");
        refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, &title, None)
    };
    if !content_type.eq_ignore_ascii_case(media_type) {
        return Err(wrong_type());
    }
    let (head, body) = request.into_parts();
    body_within(&head.headers, body, limit).await.map_err(|refused| match refused {
        RequestError::TooLarge => {
            let title = format!("The body has more than {} MB", limit >> 20);
            refuse(StatusCode::PAYLOAD_TOO_LARGE, &title, None)
        }
        RequestError::UnsupportedMediaType => wrong_type(),
        refused => error_response(refused),
    })
}

async fn object(request: Request<Body>) -> Result<Value, ErrorResponse> {
    let bytes = read(request, "application/json", MAX_RECORD_BYTES).await?;
    serde_json::from_slice(&bytes)
        .map_err(|error| refuse(StatusCode::BAD_REQUEST, &format!("Invalid body: {error}"), Some("body")))
}

async fn record_fields(subject: Subject, request: Request<Body>) -> Result<FieldValues, ErrorResponse> {
    FieldValues::from_object(subject.fields(), &object(request).await?).map_err(failed)
}

/// A query parameter; `None` if it is missing or empty.
fn query_parameter(request: &Request<Body>, name: &str) -> Option<String> {
    let query = request.uri().query().unwrap_or_default();
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).filter(|value| !value.is_empty())
}

fn flag(request: &Request<Body>, name: &'static str) -> Result<bool, ErrorResponse> {
    match query_parameter(request, name).as_deref() {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(malformed(name, "must be true or false")),
    }
}

fn malformed(field: &str, rule: &str) -> ErrorResponse {
    refuse(StatusCode::BAD_REQUEST, &format!("{field} {rule}"), Some(field))
}

async fn response_of(result: impl Future<Output = Result<Response, ErrorResponse>>) -> Response {
    result.await.unwrap_or_else(|refused| *refused)
}

/// The page of a list that a request selects.
#[derive(Debug)]
struct ListQuery {
    after: Option<String>,
    words: String,
    limit: u64,
}

impl ListQuery {
    fn from_request(request: &Request<Body>) -> Result<Self, ErrorResponse> {
        let limit = match query_parameter(request, "limit").map(|text| text.parse::<u64>()) {
            None => DEFAULT_LIMIT,
            Some(Ok(limit)) if (1..=PageQuery::MAX_LIMIT).contains(&limit) => limit,
            Some(_) => {
                return Err(malformed("limit", &format!("must be between 1 and {}", PageQuery::MAX_LIMIT)));
            }
        };
        Ok(Self {
            after: query_parameter(request, "after"),
            words: query_parameter(request, "q").unwrap_or_default(),
            limit,
        })
    }
}

/// Lists records, or creates one.
pub async fn records(State(app): State<App>, request: Request<Body>) -> Response {
    response_of(async {
        let target = RecordRequest::read(&app, &request)?.with_key(&app).await?;
        if *request.method() == Method::POST {
            return create(&app, &target, request).await;
        }
        let list_query = ListQuery::from_request(&request)?;
        let page = PageQuery {
            after: list_query.after.as_deref(),
            limit: list_query.limit,
            search: &list_query.words,
        };
        let listed_page = target.admin(&app).list(target.subject, page).await.map_err(failed)?;
        Ok(problem::json_response(&json!({ "items": listed_page.items, "next": listed_page.next })))
    })
    .await
}

async fn create(
    app: &App,
    target: &RecordRequest,
    request: Request<Body>,
) -> Result<Response, ErrorResponse> {
    let fields = record_fields(target.subject, request).await?;
    let created = target.admin(app).create(target.subject, &fields).await.map_err(failed)?;
    let mut response = problem::json_response(&created);
    *response.status_mut() = StatusCode::CREATED;
    let id = match created.get(target.subject.id()) {
        Some(Value::String(id)) => id.clone(),
        other => other.map(ToString::to_string).unwrap_or_default(),
    };
    let id = utf8_percent_encode(&id, NON_ALPHANUMERIC);
    let location =
        format!("{OPERATOR_PREFIX}{}/{}/{id}", target.caller.site.record.key, target.subject.plural());
    if let Ok(location) = HeaderValue::from_str(&location) {
        response.headers_mut().insert(LOCATION, location);
    }
    Ok(response)
}

/// Reads, changes or removes a record.
pub async fn record(State(app): State<App>, request: Request<Body>) -> Response {
    response_of(async {
        let target = RecordRequest::read(&app, &request)?.with_key(&app).await?;
        let (subject, method) = (target.subject, request.method().clone());
        let admin = target.admin(&app);
        match method {
            Method::PUT => {
                let fields = record_fields(subject, request).await?;
                Ok(problem::json_response(&admin.change(subject, &target.id, &fields).await.map_err(failed)?))
            }
            Method::DELETE => {
                admin.remove(subject, &target.id).await.map_err(failed)?;
                Ok(StatusCode::NO_CONTENT.into_response())
            }
            _ => Ok(problem::json_response(&admin.read(subject, &target.id).await.map_err(failed)?)),
        }
    })
    .await
}

/// Imports a CSV file.
pub async fn import_file(State(app): State<App>, request: Request<Body>) -> Response {
    response_of(async {
        let target = RecordRequest::read(&app, &request)?.with_key(&app).await?;
        let options = ImportOptions { dry_run: flag(&request, "dryRun")?, strict: flag(&request, "strict")? };
        let bytes = read(request, "text/csv", MAX_FILE_BYTES).await?;
        let report = target.admin(&app).import(target.subject, &bytes, options).await.map_err(failed)?;
        Ok(problem::json_response(&json!(report)))
    })
    .await
}

/// Adds points to a member's account, or subtracts them: `{"amount": 50, "description": "…", "requestId": "…"}`.
pub async fn points(State(app): State<App>, request: Request<Body>) -> Response {
    response_of(async {
        let target = RecordRequest::read(&app, &request)?.with_key(&app).await?;
        let fields = object(request).await?;
        let names = fields.as_object().into_iter().flat_map(|object| object.keys());
        if let Some(unknown) =
            names.into_iter().find(|name| !["amount", "description", "requestId"].contains(&name.as_str()))
        {
            return Err(malformed(unknown, "is an unknown field: must be amount, description or requestId"));
        }
        let amount = fields.get("amount").and_then(Value::as_i64);
        let amount = amount.ok_or_else(|| malformed("amount", "must be an integer"))?;
        let text = |name: &str| match fields.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(_) => Err(malformed(name, "must be a string")),
        };
        let (description, request_id) = (text("description")?.unwrap_or_default(), text("requestId")?);
        let admin = target.admin(&app);
        let balance =
            admin.adjust_points(&target.id, amount, description, request_id).await.map_err(failed)?;
        Ok(problem::json_response(&json!({ "points": balance })))
    })
    .await
}
