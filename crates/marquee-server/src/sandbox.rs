//! The demo's ticketing site: where booking links of the demo lead. It shows which show was chosen and sells nothing.

use axum::response::Response;
use http::{StatusCode, Uri};
use marquee_model::ShowId;

use crate::error::{escape, plain};
use crate::router::App;

/// Answers a request to the sandbox.
pub async fn page(app: &App, uri: &Uri) -> Response {
    let query = uri.query().unwrap_or_default();
    let code =
        url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "perfCode").map(|(_, v)| v);
    let Some(id) = code.and_then(|code| ShowId::parse(&code).ok()) else {
        return plain(
            StatusCode::OK,
            "Sandbox ticketing",
            "Choose a showtime on one of the demo sites to come here.",
        );
    };
    for site in app.directory.all() {
        let Ok(Some(show)) = app.store.show(&site.id, &id).await else { continue };
        let title = app.pages.movie_title(&site, &show.movie_id).await.unwrap_or_default();
        let theater = app.pages.theater_name(&site, &show.theater_id).await.unwrap_or_default();
        let at = app.pages.local_time(&site, &show).await;
        let sentence = format!(
            "{}, {}, {}. This is the demo\u{2019}s ticketing site: nothing is sold here.",
            escape(&title),
            escape(&theater),
            escape(&at)
        );
        return plain(StatusCode::OK, "Sandbox ticketing", &sentence);
    }
    plain(StatusCode::NOT_FOUND, "Sandbox ticketing", "There is no such showtime.")
}
