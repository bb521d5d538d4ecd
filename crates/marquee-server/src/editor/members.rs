//! The members desk: members, and the records of the loyalty program.
//!
//! [`marquee_loyalty::Admin`] has the rules; it is what the command line and the operators' API use too.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::{delete, get, post, put};
use http::request::Parts;
use http::{StatusCode, Uri};
use marquee_api::editor::{
    BlockReasonName, GiftCardQuery, LevelCount, LostCard, LoyaltyNumbers, LoyaltyRecord, LoyaltyRecords,
    MAX_SEARCH_CHARACTERS, MemberDesk, MemberDeskMode, MemberNote, MemberProfileResponse,
    MergePreviewResponse, MergeRequest, MoneyAmount, NewMemberNote, PointsAdjustmentRequest, PointsBalance,
    PointsEntry, RecordsImport, RequestedStanding, RewardCount, RowProblem, StandingChange,
};
use marquee_api::paths::EDITOR_API_PREFIX;
use marquee_loyalty::{
    Access as FieldAccess, Admin, AdminError, BlockReason, FieldValues, ImportOptions, MAX_FILE_BYTES,
    PageQuery, RemovableNotes, Subject, Visitor,
};
use marquee_model::loyalty::MemberStatus;
use marquee_model::{MemberId, NoteId};
use marquee_store::{NoteRow, RewardUse};
use serde_json::{Value, json};

use super::may::{AdjustPoints, ExportMembers, May, Members};
use super::reply::{Refusal, admin_failed, body_refused, failed, refuse, refuse_field, with_code};
use super::{
    Access, Editor, Form, Shared, device, download, json as json_response, json_body, no_content, number,
    query,
};
use crate::loyalty::body_within;

/// Default number of records per page.
const DEFAULT_LIMIT: u64 = 50;

/// Number of rows of an import whose problems a response has.
const MAX_ROW_PROBLEMS: usize = 100;

/// The routes of the desk.
pub fn routes() -> Router<Arc<Editor>> {
    let of_site = |path: &str| format!("{EDITOR_API_PREFIX}{{site}}/{path}");
    Router::new()
        .route(&of_site("members"), get(desk))
        .route(&of_site("members.csv"), get(export_list))
        .route(&of_site("loyalty-numbers"), get(numbers))
        .route(&of_site("members/{id}"), get(profile))
        .route(&of_site("members/{id}/notes"), post(add_note))
        .route(&of_site("members/{id}/notes/{note}"), delete(remove_note))
        .route(&of_site("members/{id}/confirmation"), post(send_confirmation))
        .route(&of_site("members/{id}/export"), get(export_member))
        .route(&of_site("members/{id}/merge"), get(preview_merge).post(merge))
        .route(&of_site("members/{id}/points"), post(points))
        .route(&of_site("members/{id}/standing"), put(change_standing))
        .route(&of_site("members/{id}/password-link"), post(send_password_link))
        .route(&of_site("members/{id}/lost-card"), post(replace_card))
        .route(&of_site("gift-card"), post(find_gift_card))
        .route(&of_site("records/{kind}"), get(list).post(create))
        .route(&of_site("records/{kind}/import"), post(import))
        .route(&of_site("records/{kind}/template.csv"), get(template))
        .route(&of_site("records/{kind}/{id}"), get(read).put(change).delete(remove))
}

fn admin<'a>(editor: &'a Editor, access: &'a Access) -> Admin<'a> {
    let admin = editor.app.gateway.loyalty().admin(&access.site.record, &access.author.actor);
    admin.with_points_limit(access.person.points_limit(&access.id))
}

/// Refuses changes on a site whose members are at another service.
fn refuse_upstream(access: &Access) -> Result<(), Refusal> {
    if access.site.record.settings.loyalty.upstream.is_some() {
        let title = "The members of this site are at another loyalty service: change them there";
        return Err(with_code(StatusCode::CONFLICT, title, "upstream"));
    }
    Ok(())
}

fn subject(kind: &str) -> Result<Subject, Refusal> {
    Subject::parse(kind).ok_or_else(|| refuse(StatusCode::NOT_FOUND, "Record not found"))
}

/// The operator as a visitor of the site, for mails to its members.
fn visitor<'a>(access: &'a Access, editor: &Editor, head: &'a Parts) -> Visitor<'a> {
    let device = device(editor, head);
    Visitor {
        site: &access.site.record,
        origin: &access.site.origin,
        address: device.address,
        device: device.user_agent,
        language: access.site.record.config.locale.short(),
    }
}

/// `GET /api/editor/{site}/members`.
async fn desk(State(editor): Shared, May(access, ..): May<Members>) -> Result<Response, Refusal> {
    let settings = &access.site.record.settings;
    let has_sign_in_page = !settings.login_page.slug.is_empty();
    let upstream = settings.loyalty.upstream.as_ref();
    let host = |url: &str| url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
    json_response(&MemberDesk {
        mode: match upstream {
            Some(_) => MemberDeskMode::Upstream,
            None if has_sign_in_page => MemberDeskMode::Local,
            None => MemberDeskMode::Off,
        },
        count: admin(&editor, &access).count_members().await.map_err(admin_failed)?,
        upstream: upstream.and_then(|service| host(&service.base_url)),
        has_sign_in_page,
    })
}

/// `GET /api/editor/{site}/loyalty-numbers`.
async fn numbers(State(editor): Shared, May(access, ..): May<Members>) -> Result<Response, Refusal> {
    let numbers = admin(&editor, &access).numbers().await.map_err(admin_failed)?;
    let reward = |used: RewardUse| RewardCount {
        item_code: used.item_code,
        ordered: used.ordered,
        redeemed: used.redeemed,
    };
    json_response(&LoyaltyNumbers {
        members: numbers.members,
        members_with_reward: numbers.members_with_reward,
        rewards: numbers.rewards.into_iter().map(reward).collect(),
        levels: numbers
            .levels
            .into_iter()
            .map(|(level_id, members)| LevelCount { level_id, members })
            .collect(),
        gift_cards: numbers
            .gift_cards
            .into_iter()
            .map(|(currency, amount)| MoneyAmount { amount, currency })
            .collect(),
    })
}

/// `GET /api/editor/{site}/members/{id}`.
async fn profile(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let profile = admin(&editor, &access).profile(&id).await.map_err(admin_failed)?;
    let favorite_films = names(&editor, &access, profile.favorite_films).await?;
    let theaters = editor.app.store.theaters(&access.id).await.map_err(|error| admin_failed(error.into()))?;
    let theater_name = |id: String| {
        theaters.iter().find(|theater| theater.id.as_str() == id).map_or(id, |theater| theater.name.clone())
    };
    json_response(&MemberProfileResponse {
        member: LoyaltyRecord(profile.member),
        cards: profile.cards.into_iter().map(LoyaltyRecord).collect(),
        orders: profile.orders.iter().map(|order| LoyaltyRecord(json!(order))).collect(),
        visits: profile.visits,
        last_visit: profile.last_visit,
        spent: profile.spent.map(|money| MoneyAmount { amount: money.amount, currency: money.currency }),
        points: profile
            .points
            .into_iter()
            .map(|line| PointsEntry {
                at: line.at,
                kind: line.kind.as_str().to_owned(),
                amount: line.amount,
                balance_after: line.balance_after,
                description: line.description,
            })
            .collect(),
        favorite_films,
        favorite_theaters: profile.favorite_theaters.into_iter().map(theater_name).collect(),
        notes: profile.notes.into_iter().map(|row| note(row, &access)).collect(),
        audit: editor.operators.audit_entries(&access.id, profile.audit).await.map_err(failed)?,
    })
}

/// The titles of films; the id of one that no longer exists.
async fn names(editor: &Editor, access: &Access, ids: Vec<String>) -> Result<Vec<String>, Refusal> {
    if ids.is_empty() {
        return Ok(ids);
    }
    let movies = editor.app.store.movies(&access.id).await.map_err(|error| admin_failed(error.into()))?;
    let title = |id: String| {
        movies.iter().find(|movie| movie.id.as_str() == id).map_or(id, |movie| movie.title.clone())
    };
    Ok(ids.into_iter().map(title).collect())
}

fn member_id(text: &str) -> Result<MemberId, Refusal> {
    MemberId::parse(text).map_err(|_| admin_failed(AdminError::NotFound("member")))
}

fn note(row: NoteRow, access: &Access) -> MemberNote {
    let is_own = row.author == access.author.actor;
    MemberNote { id: row.id.as_str().to_owned(), at: row.at, author: row.author, is_own, text: row.text }
}

/// `POST /api/editor/{site}/members/{id}/notes`.
async fn add_note(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<NewMemberNote>,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    let row = admin(&editor, &access).add_note(&member_id(&id)?, &form.text).await.map_err(admin_failed)?;
    json_response(&note(row, &access))
}

/// `DELETE /api/editor/{site}/members/{id}/notes/{note}`.
async fn remove_note(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id, note)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    let note = NoteId::parse(&note).map_err(|_| admin_failed(AdminError::NotFound("note")))?;
    let removed = admin(&editor, &access).remove_note(&member_id(&id)?, &note, RemovableNotes::Own).await;
    removed.map_err(admin_failed)?;
    Ok(no_content())
}

/// `GET /api/editor/{site}/members/{id}/merge?member=…`.
async fn preview_merge(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    let closed = member_id(&query(&uri, "member").unwrap_or_default())?;
    let preview = admin(&editor, &access).preview_merge(&member_id(&id)?, &closed).await;
    let preview = preview.map_err(admin_failed)?;
    json_response(&MergePreviewResponse {
        kept: LoyaltyRecord(preview.kept),
        closed: LoyaltyRecord(preview.closed),
        points: preview.points,
        level_id: preview.level_id,
        orders: preview.orders,
        cards: preview.cards,
        favorites: preview.favorites,
        notes: preview.notes,
        filled: preview.filled.into_iter().map(str::to_owned).collect(),
    })
}

/// `POST /api/editor/{site}/members/{id}/merge`.
async fn merge(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<MergeRequest>,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    access.person.require_recent().map_err(failed)?;
    let (kept, closed) = (member_id(&id)?, member_id(&form.member_id)?);
    admin(&editor, &access).merge_members(&kept, &closed).await.map_err(admin_failed)?;
    Ok(no_content())
}

/// `GET /api/editor/{site}/members/{id}/export`.
async fn export_member(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let data = admin(&editor, &access).export_member(&member_id(&id)?).await.map_err(admin_failed)?;
    Ok(download("attachment; filename=\"member.json\"", "application/json", data.to_string()))
}

/// `GET /api/editor/{site}/members.csv?q=…`: the members that a search finds, all of them without one.
async fn export_list(
    State(editor): Shared,
    May(access, ..): May<ExportMembers>,
    uri: Uri,
) -> Result<Response, Refusal> {
    access.person.require_recent().map_err(failed)?;
    let words = search_words(&uri)?;
    let sheet = admin(&editor, &access).export_members(words.trim()).await.map_err(admin_failed)?;
    Ok(download("attachment; filename=\"members.csv\"", "text/csv; charset=utf-8", sheet))
}

/// The words of a search.
fn search_words(uri: &Uri) -> Result<String, Refusal> {
    let words = query(uri, "q").unwrap_or_default();
    if words.chars().count() > MAX_SEARCH_CHARACTERS {
        return Err(refuse_field("q", &format!("q must have at most {MAX_SEARCH_CHARACTERS} characters")));
    }
    Ok(words)
}

/// `POST /api/editor/{site}/members/{id}/points`.
async fn points(
    State(editor): Shared,
    May(access, ..): May<AdjustPoints>,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<PointsAdjustmentRequest>,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    for (field, text) in [("reason", &form.reason), ("requestId", &form.request_id)] {
        if text.trim().is_empty() {
            return Err(refuse_field(field, &format!("{field} is required")));
        }
    }
    let admin = admin(&editor, &access);
    let balance = admin.adjust_points(&id, form.amount, &form.reason, Some(&form.request_id)).await;
    let points = balance.map_err(|error| match error {
        // The operators' API calls it differently.
        AdminError::Field { field, rule } if field == "description" => {
            refuse_field("reason", &format!("reason {rule}"))
        }
        other => admin_failed(other),
    })?;
    json_response(&PointsBalance { points })
}

/// `PUT /api/editor/{site}/members/{id}/standing`.
async fn change_standing(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<StandingChange>,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    let standing = match form.standing {
        RequestedStanding::Active => MemberStatus::Active,
        RequestedStanding::PasswordDue => MemberStatus::PasswordDue,
        RequestedStanding::Blocked => MemberStatus::Blocked,
    };
    let reason = form.reason.filter(|_| standing == MemberStatus::Blocked).map(|reason| match reason {
        BlockReasonName::Misuse => BlockReason::Misuse,
        BlockReasonName::PaymentDispute => BlockReason::PaymentDispute,
        BlockReasonName::Security => BlockReason::Security,
        BlockReasonName::Request => BlockReason::Request,
    });
    if standing == MemberStatus::Blocked && reason.is_none() {
        return Err(refuse_field("reason", "reason is required"));
    }
    admin(&editor, &access).change_standing(&id, standing, reason).await.map_err(admin_failed)?;
    Ok(no_content())
}

/// `POST /api/editor/{site}/members/{id}/password-link`.
async fn send_password_link(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    refuse_upstream(&access)?;
    let sent = admin(&editor, &access).send_password_link(visitor(&access, &editor, &head), &id).await;
    sent.map_err(admin_failed)?;
    Ok(no_content())
}

/// `POST /api/editor/{site}/members/{id}/confirmation`.
async fn send_confirmation(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, _) = request.into_parts();
    refuse_upstream(&access)?;
    let id = member_id(&id)?;
    let sent = admin(&editor, &access).send_confirmation(visitor(&access, &editor, &head), &id).await;
    sent.map_err(admin_failed)?;
    Ok(no_content())
}

/// `POST /api/editor/{site}/members/{id}/lost-card`.
async fn replace_card(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, id)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    refuse_upstream(&access)?;
    let form: LostCard = json_body(&head.headers, body).await?;
    let admin = admin(&editor, &access);
    let code = admin.replace_card(visitor(&access, &editor, &head), &id, &form.code).await;
    let code = code.map_err(admin_failed)?;
    json_response(&LoyaltyRecord(admin.read(Subject::Cards, &code).await.map_err(admin_failed)?))
}

/// `POST /api/editor/{site}/gift-card`.
async fn find_gift_card(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Form(form): Form<GiftCardQuery>,
) -> Result<Response, Refusal> {
    let card = admin(&editor, &access).find_gift_card(&form.number).await.map_err(admin_failed)?;
    json_response(&LoyaltyRecord(card))
}

/// `GET /api/editor/{site}/records/{kind}?q=…&after=…&limit=…`.
async fn list(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, kind)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let subject = subject(&kind)?;
    let (after, words) = (query(&uri, "after"), search_words(&uri)?);
    let limit = number(&uri, "limit")?.map_or(Some(DEFAULT_LIMIT), |limit| u64::try_from(limit).ok());
    let limit = limit.filter(|limit| (1..=PageQuery::MAX_LIMIT).contains(limit));
    let wrong_limit =
        || refuse_field("limit", &format!("limit must be between 1 and {}", PageQuery::MAX_LIMIT));
    let page =
        PageQuery { after: after.as_deref(), limit: limit.ok_or_else(wrong_limit)?, search: words.trim() };
    let page = admin(&editor, &access).list(subject, page).await.map_err(admin_failed)?;
    json_response(&LoyaltyRecords {
        items: page.items.into_iter().map(LoyaltyRecord).collect(),
        next: page.next,
    })
}

/// `POST /api/editor/{site}/records/{kind}/import?dryRun=…`: the body is a CSV file.
async fn import(
    State(editor): Shared,
    May(access, ..): May<ExportMembers>,
    Path((_, kind)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    let subject = subject(&kind)?;
    let (head, body) = request.into_parts();
    let dry_run = match query(&head.uri, "dryRun").as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(refuse_field("dryRun", "dryRun must be true or false")),
    };
    if !dry_run {
        access.person.require_recent().map_err(failed)?;
    }
    let bytes = body_within(&head.headers, body, MAX_FILE_BYTES).await.map_err(body_refused)?;
    let options = ImportOptions { dry_run, strict: false };
    let report = admin(&editor, &access).import(subject, &bytes, options).await.map_err(admin_failed)?;
    let problems = report.left_out.iter().take(MAX_ROW_PROBLEMS);
    json_response(&RecordsImport {
        rows: report.rows_read,
        added: report.added,
        changed: report.changed,
        unchanged: report.unchanged,
        skipped: report.left_out.len(),
        problems: problems.map(|row| RowProblem { line: row.line, message: row.why.clone() }).collect(),
    })
}

/// `GET /api/editor/{site}/records/{kind}/template.csv`: the names of the columns.
async fn template(_: May<Members>, Path((_, kind)): Path<(String, String)>) -> Result<Response, Refusal> {
    let subject = subject(&kind)?;
    let columns = subject.fields().iter().filter(|field| field.access != FieldAccess::ReadOnly);
    let columns: Vec<_> = columns.map(|field| field.name).collect();
    // The mark tells spreadsheet programs that the text is UTF-8.
    let text = format!("\u{feff}{}\r\n", columns.join(","));
    let disposition = format!("attachment; filename=\"{}.csv\"", subject.plural());
    Ok(download(&disposition, "text/csv; charset=utf-8", text))
}

/// The fields that a request sets.
async fn fields(subject: Subject, head: &Parts, body: axum::body::Body) -> Result<FieldValues, Refusal> {
    let value: Value = json_body(&head.headers, body).await?;
    FieldValues::from_object(subject.fields(), &value).map_err(admin_failed)
}

/// `POST /api/editor/{site}/records/{kind}`.
async fn create(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, kind)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    refuse_upstream(&access)?;
    let subject = subject(&kind)?;
    let fields = fields(subject, &head, body).await?;
    let record = admin(&editor, &access).create(subject, &fields).await.map_err(admin_failed)?;
    json_response(&LoyaltyRecord(record))
}

/// `GET /api/editor/{site}/records/{kind}/{id}`.
async fn read(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, kind, id)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    let record = admin(&editor, &access).read(subject(&kind)?, &id).await.map_err(admin_failed)?;
    json_response(&LoyaltyRecord(record))
}

/// `PUT /api/editor/{site}/records/{kind}/{id}`.
async fn change(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, kind, id)): Path<(String, String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    refuse_upstream(&access)?;
    let subject = subject(&kind)?;
    let fields = fields(subject, &head, body).await?;
    let record = admin(&editor, &access).change(subject, &id, &fields).await.map_err(admin_failed)?;
    json_response(&LoyaltyRecord(record))
}

/// `DELETE /api/editor/{site}/records/{kind}/{id}`.
async fn remove(
    State(editor): Shared,
    May(access, ..): May<Members>,
    Path((_, kind, id)): Path<(String, String, String)>,
) -> Result<Response, Refusal> {
    refuse_upstream(&access)?;
    admin(&editor, &access).remove(subject(&kind)?, &id).await.map_err(admin_failed)?;
    Ok(no_content())
}
