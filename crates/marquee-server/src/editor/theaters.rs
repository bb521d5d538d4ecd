//! Theaters beside the draft: alerts, which pages show at once, what feeds say, and how many shows a closure hides.

use axum::extract::{Path, State};
use axum::response::Response;
use http::{StatusCode, Uri};
use jiff::civil::Date;
use marquee_api::editor::{EditorAlert, EditorAlerts, EditorTheaters, NewAlert, ShowCount};
use marquee_catalog::unedited_theaters;
use marquee_model::TheaterId;
use marquee_model::catalog::{Theater, TheaterAlert};
use marquee_model::time::time_zone;
use marquee_site::alerts::{self, AlertChange, AlertError, AlertText, current_alerts};
use marquee_store::ShowFilter;

use super::may::{Alerts, May, MayAtTheater, Read};
use super::reply::{Refusal, refuse, refuse_field, unavailable};
use super::{Access, Editor, Form, Shared, json, no_content, query};

fn refused(error: AlertError) -> Refusal {
    match error {
        AlertError::UnknownTheater => refuse(StatusCode::NOT_FOUND, "The theater does not exist"),
        AlertError::NoMessage | AlertError::InvalidMessage => refuse_field("message", &error.to_string()),
        AlertError::InvalidTranslation { ref language } | AlertError::UnknownLanguage { ref language } => {
            refuse_field(&format!("translations.{language}"), &error.to_string())
        }
        AlertError::InvalidEnd => refuse_field("ends", &error.to_string()),
        AlertError::Store(error) => unavailable(&error),
    }
}

fn change<'a>(editor: &Editor, access: &'a Access) -> AlertChange<'a> {
    AlertChange { actor: &access.author.actor, now: editor.app.pages.now() }
}

fn response(theater: &Theater, alert: TheaterAlert) -> EditorAlert {
    EditorAlert {
        ends: alert.ends_at.to_zoned(time_zone(&theater.time_zone)).datetime(),
        theater: alert.theater.to_string(),
        message: alert.message,
        translations: alert.translations,
        since: alert.since,
        ends_at: alert.ends_at,
    }
}

/// `GET /api/editor/{site}/alerts`.
pub async fn alerts(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let alerts = current_alerts(&editor.app.store, &access.id, editor.app.pages.now()).await;
    let alerts = alerts.map_err(|error| unavailable(&error))?;
    json(&EditorAlerts {
        alerts: alerts.into_iter().map(|(theater, alert)| response(&theater, alert)).collect(),
    })
}

/// `PUT /api/editor/{site}/alerts/{theater}`.
pub async fn set_alert(
    State(editor): Shared,
    MayAtTheater(access, ..): MayAtTheater<Alerts>,
    Path((_, theater)): Path<(String, String)>,
    Form(form): Form<NewAlert>,
) -> Result<Response, Refusal> {
    let id = TheaterId::parse(&theater).map_err(|_| refused(AlertError::UnknownTheater))?;
    let (store, change) = (&editor.app.store, change(&editor, &access));
    let text = AlertText { message: &form.message, translations: &form.translations, ends: form.ends };
    let (theater, alert) = alerts::set_alert(store, &access.id, &id, text, change).await.map_err(refused)?;
    json(&response(&theater, alert))
}

/// `DELETE /api/editor/{site}/alerts/{theater}`.
pub async fn end_alert(
    State(editor): Shared,
    MayAtTheater(access, ..): MayAtTheater<Alerts>,
    Path((_, theater)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let id = TheaterId::parse(&theater).map_err(|_| refused(AlertError::UnknownTheater))?;
    let change = change(&editor, &access);
    alerts::end_alert(&editor.app.store, &access.id, &id, change).await.map_err(refused)?;
    Ok(no_content())
}

/// `GET /api/editor/{site}/theaters`.
pub async fn of_feeds(State(editor): Shared, May(access, ..): May<Read>) -> Result<Response, Refusal> {
    let feed = unedited_theaters(&editor.app.store, &access.id).await;
    json(&EditorTheaters { feed: feed.map_err(|error| unavailable(&error))? })
}

/// `GET /api/editor/{site}/theaters/{theater}/shows?from=2026-12-25&to=2026-12-26`.
pub async fn count_shows(
    State(editor): Shared,
    May(access, ..): May<Read>,
    Path((_, theater)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let day = |name: &'static str| match query(&uri, name).map(|text| text.parse::<Date>()) {
        None => Ok(None),
        Some(Ok(day)) => Ok(Some(day)),
        Some(Err(_)) => Err(refuse_field(name, &format!("{name} must be a date such as 2026-11-20"))),
    };
    let filter = ShowFilter {
        theater: Some(TheaterId::parse(&theater).map_err(|_| refused(AlertError::UnknownTheater))?),
        from_date: day("from")?,
        to_date: day("to")?,
        from: Some(editor.app.pages.now()),
        ..ShowFilter::default()
    };
    let shows = editor.app.store.count_shows(&access.id, &filter).await;
    json(&ShowCount { shows: shows.map_err(|error| unavailable(&error))? })
}
