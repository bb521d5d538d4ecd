//! New sites.

use axum::extract::{Request, State};
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use marquee_api::editor::{EditorSite, NewSiteRequest};
use marquee_model::host::{canonical, is_loopback, without_port};
use marquee_model::operator::{OperatorRole, Permission};
use marquee_model::settings::SiteNameMode;
use marquee_model::text::ascii_slug;
use marquee_site::new_site::{LOOKS, NewSite};
use marquee_site::operators::SignedIn;
use marquee_store::RoleScope;
use serde_json::Value;

use super::reply::{Refusal, failed, new_site_failed, refuse, refuse_field};
use super::schedule;
use super::website::{TypedTheater, keep};
use super::{Editor, Shared, json, json_body_within};

/// `GET /api/editor/looks`: the looks for new sites.
pub async fn looks(State(editor): Shared, headers: HeaderMap) -> Result<Response, Refusal> {
    editor.signed_in(&headers).await?;
    let looks: Value = serde_json::from_str(LOOKS).unwrap_or_default();
    json(&looks)
}

/// The host of a new site without one, if the editor is on this machine: a name below `localhost` with the editor's port.
fn local_host(editor: &Editor, name: &str) -> Option<String> {
    let authority = editor.origin.split_once("://")?.1;
    let port = authority.strip_prefix(without_port(authority))?;
    is_loopback(without_port(authority)).then(|| format!("{}.localhost{port}", ascii_slug(name)))
}

/// Whether an operator has the role of an owner on all sites.
pub fn may_create_sites(person: &SignedIn) -> bool {
    person
        .roles
        .iter()
        .any(|row| row.scope == RoleScope::Everywhere && row.grant.role().is(OperatorRole::Owner))
}

/// The host name of the editor.
fn editor_host(editor: &Editor) -> String {
    let origin = editor.origin.as_str();
    canonical(origin.split_once("://").map_or(origin, |(_, host)| host))
}

/// `POST /api/editor/sites`: creates a site, imports its schedule, and publishes what it takes over from another website. The
/// operator needs the role of an owner on all sites. A schedule that cannot be read is refused before anything is stored.
pub async fn create(State(editor): Shared, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let person = editor.owner_of_all_sites(&head.headers).await?;
    let form: NewSiteRequest = json_body_within(&head.headers, body, schedule::MAX_BODY).await?;
    let host = match form.host.filter(|host| !host.is_empty()) {
        Some(host) => host,
        None => local_host(&editor, &form.name).ok_or_else(|| refuse_field("host", "host is missing"))?,
    };
    if canonical(&host) == editor_host(&editor) && editor.app.sites.by_host(&canonical(&host)).is_none() {
        return Err(refuse_field("host", "This is the host of the site editor: enter another one"));
    }
    let mut website = form.website.unwrap_or_default();
    let mut site = NewSite {
        name: form.name.trim().to_owned(),
        host,
        address: form.address,
        time_zone: form.time_zone,
        locale: form.locale,
        country: form.country,
        is_single_location: form.is_single_location,
        screens: form.screens,
        look: form.look,
        description: std::mem::take(&mut website.description),
        palette: website.palette.take(),
        fonts: website.fonts.take(),
        origin: website.host.clone(),
        theaters: Vec::new(),
    };
    let found = match form.schedule {
        Some(source) => {
            let _permit = editor.readings.permit(&person.operator.id, editor.app.pages.now())?;
            Some(schedule::find(&editor, source, &site).await?)
        }
        None => None,
    };
    let mut typed = TypedTheater::default();
    if let Some(found) = &found {
        website.program = None;
        site.origin = [site.origin.as_str(), &found.description()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", ");
        let own = site.theater().map_err(new_site_failed)?;
        typed = TypedTheater { address: site.address.clone(), screens: own.screens };
        site.theaters = found.import.theaters.clone().unwrap_or_default();
        site.is_single_location &= site.theaters.len() <= 1;
    }
    let actor = format!("operator:{}", person.operator.email);
    let record = site.create(&editor.app.store, &actor, editor.app.pages.now()).await;
    let record = record.map_err(new_site_failed)?;
    let is_imported = match found {
        Some(found) => schedule::import_into_new_site(found, &editor, &record.key).await,
        None => true,
    };
    // This node knows the site at once, others when they see the change.
    let reloaded = editor.app.sites.reload().await;
    let handle = editor.app.sites.by_id(&record.key).filter(|_| reloaded.is_ok());
    let handle = handle
        .ok_or_else(|| refuse(StatusCode::SERVICE_UNAVAILABLE, "The site was created: sign in again"))?;
    let author = person.author(&record.key, Permission::Publish).map_err(failed)?;
    let is_complete = keep(&editor, &record.key, &author, website, &typed).await && is_imported;
    let name = record.site_name(SiteNameMode::Site);
    let site = person.site(&record.key, name, &handle.origin);
    let site = site.ok_or_else(|| refuse(StatusCode::NOT_FOUND, "Site not found"))?;
    json(&EditorSite { is_incomplete: !is_complete, ..site })
}
