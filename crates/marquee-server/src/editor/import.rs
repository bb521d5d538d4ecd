//! Imports of schedules into a site, after a dry run.

use axum::extract::{Request, State};
use axum::response::Response;
use http::StatusCode;
use marquee_api::editor::{ImportPlanRequest, ImportRequest, ScheduleProblem, ScheduleSource};
use marquee_catalog::{
    self as catalog, ImportCounts, ImportError, films_by_all_titles, import_planned, plan_import,
};
use marquee_import::{FoundSchedule, PLAN_SEPARATOR, SiteFacts};
use marquee_model::TheaterId;
use marquee_store::AuditRow;

use super::language::ReaderLanguage;
use super::may::{EditProgram, May};
use super::reply::{Refusal, refuse, refuse_field, unavailable, with_code};
use super::schedule::{MAX_BODY, fetch_in_background, find_with, refuse_schedule};
use super::{Access, Editor, Shared, json, json_body_within};

/// `POST /api/editor/{site}/program/import/plan`.
pub async fn plan(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    ReaderLanguage(language): ReaderLanguage,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let form: ImportPlanRequest = json_body_within(&head.headers, body, MAX_BODY).await?;
    let found = read(&editor, &access, form.source, form.theater.as_deref()).await?;
    let planned = plan_import(&editor.app.store, &access.id, &found.import, false).await;
    let planned = planned.map_err(import_failed)?;
    json(&found.report(&planned, editor.app.pages.now(), language))
}

/// `POST /api/editor/{site}/program/import`. It writes films, which all theaters share, and removes shows that the file does not
/// have, so a role that is limited to theaters does not permit it.
pub async fn import(
    State(editor): Shared,
    May(access, ..): May<EditProgram>,
    ReaderLanguage(language): ReaderLanguage,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let form: ImportRequest = json_body_within(&head.headers, body, MAX_BODY).await?;
    let found = read(&editor, &access, form.source, form.theater.as_deref()).await?;
    let (source, changes) = form.plan.split_once(PLAN_SEPARATOR).unwrap_or_default();
    if source != found.digest {
        let title = "The files or the address have other content than the dry run: check them again";
        return Err(with_code(StatusCode::CONFLICT, title, "changedSource"));
    }
    let now = editor.app.pages.now();
    let audit = |report: &catalog::ImportReport| AuditRow {
        at: now,
        actor: format!("operator:{}", access.person.operator.email),
        action: "program.import".to_owned(),
        subject: String::new(),
        detail: detail(&found, report),
    };
    let imported = import_planned(&editor.app.store, &access.id, &found.import, changes, audit).await;
    let imported = imported.map_err(import_failed)?;
    let answer = found.report(&imported, now, language);
    fetch_in_background(&editor, &access.id, found.pictures);
    json(&answer)
}

/// Reads a schedule with what the site knows.
async fn read(
    editor: &Editor,
    access: &Access,
    source: ScheduleSource,
    theater: Option<&str>,
) -> Result<FoundSchedule, Refusal> {
    let theater = theater.map(TheaterId::parse).transpose();
    let theater = theater.map_err(|_| refuse_field("theater", "theater must be the id of a theater"))?;
    let _permit = editor.readings.permit(&access.person.operator.id, editor.app.pages.now())?;
    let store = &editor.app.store;
    let theaters = store.theaters(&access.id).await.map_err(|error| unavailable(&error))?;
    if theater.as_ref().is_some_and(|id| theaters.iter().all(|known| known.id != *id)) {
        return Err(refuse_field("theater", "The theater does not exist"));
    }
    let films = films_by_all_titles(store, &access.id).await.map_err(|error| unavailable(&error))?;
    let facts = SiteFacts::of_site(&access.site.record, theaters, films).at_theater(theater);
    find_with(editor, source, facts).await
}

fn import_failed(error: ImportError) -> Refusal {
    let title = error.to_string();
    match error {
        ImportError::Empty(_) => refuse_schedule("files", ScheduleProblem::NoShows, &title),
        ImportError::Dangling { .. } => refuse_schedule("files", ScheduleProblem::Invalid, &title),
        ImportError::UnknownSite(_) => refuse(StatusCode::NOT_FOUND, "Site not found"),
        ImportError::Outdated => with_code(
            StatusCode::CONFLICT,
            "The program was changed since the dry run: check the import again",
            "changedProgram",
        ),
        ImportError::Store(error) => unavailable(&error),
    }
}

/// For the audit log.
fn detail(found: &FoundSchedule, report: &catalog::ImportReport) -> String {
    let shows = report.counts.get("showtimes").copied().unwrap_or_default();
    let ImportCounts { added, changed, removed, .. } = shows;
    format!("{}: {added} shows added, {changed} changed, {removed} removed", found.description())
}
