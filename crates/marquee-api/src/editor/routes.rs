//! The routes of the site editor's API, and the OpenAPI document that is generated from them.

use serde_json::{Map, Value, json};

use crate::paths::EDITOR_API_PREFIX;
use crate::schema::{Schemas, definitions, request_generator, response_generator};

/// A route of the editor's API.
#[derive(Debug, Clone, Copy)]
pub struct EditorRoute {
    pub method: &'static str,
    /// Below [`EDITOR_API_PREFIX`]; `{…}` are parameters.
    pub path: &'static str,
    pub summary: &'static str,
    /// Names of the query parameters.
    pub query: &'static [&'static str],
    /// The schema of the request's JSON body.
    pub request: Option<&'static str>,
    /// The schema of the response's JSON body; `None` for 204, or for a body of another type.
    pub response: Option<&'static str>,
    /// Whether the response has a line with such a body for each part of the result, as soon as it is known.
    pub is_stream: bool,
}

const fn route(method: &'static str, path: &'static str, summary: &'static str) -> EditorRoute {
    EditorRoute { method, path, summary, query: &[], request: None, response: None, is_stream: false }
}

impl EditorRoute {
    const fn takes(mut self, schema: &'static str) -> Self {
        self.request = Some(schema);
        self
    }

    const fn returns(mut self, schema: &'static str) -> Self {
        self.response = Some(schema);
        self
    }

    const fn streams(mut self, schema: &'static str) -> Self {
        self.is_stream = true;
        self.returns(schema)
    }

    const fn with_query(mut self, query: &'static [&'static str]) -> Self {
        self.query = query;
        self
    }
}

/// All routes, by path.
pub const EDITOR_ROUTES: &[EditorRoute] = &[
    route("get", "session", "The signed-in operator").returns("EditorSession"),
    route("post", "sign-in", "Signs in").takes("EditorSignIn").returns("SignInResponse"),
    route("post", "sign-in/passkey/options", "Begins a sign-in with a passkey").returns("PasskeyChallenge"),
    route("post", "sign-in/passkey", "Signs in with a passkey")
        .takes("PasskeyAnswer")
        .returns("SignInResponse"),
    route("post", "sign-out", "Signs out"),
    route("post", "reauthenticate", "Permits people, keys and exports for some minutes")
        .takes("Reauthentication"),
    route("post", "reauthenticate/passkey/options", "Begins a confirmation with a passkey")
        .returns("PasskeyChallenge"),
    route("post", "reauthenticate/passkey", "Permits people, keys and exports, after a passkey")
        .takes("PasskeyAnswer"),
    route("post", "password", "Changes the password").takes("PasswordChange"),
    route("post", "password/reset", "Mails the link of a forgotten password").takes("PasswordResetRequest"),
    route("post", "password/reset/confirm", "Sets the password of whoever has the link")
        .takes("PasswordReset")
        .returns("SignInResponse"),
    route("put", "account", "Changes the operator's own name").takes("AccountName"),
    route("post", "account/email", "Mails the link that confirms a new address").takes("NewAccountEmail"),
    route("post", "account/email/confirm", "Changes the address of the operator to that of the link")
        .takes("AccountEmailConfirmation")
        .returns("ConfirmedEmail"),
    route("get", "invitation", "What an invitation permits").with_query(&["token"]).returns("Invitation"),
    route("post", "invitation", "Accepts an invitation")
        .takes("InvitationAcceptance")
        .returns("SignInResponse"),
    route("post", "invitation/passkey/options", "Begins to accept an invitation with a passkey")
        .takes("InvitationPasskey")
        .returns("PasskeyChallenge"),
    route("get", "passkeys", "The passkeys of the operator").returns("OperatorPasskeys"),
    route("post", "passkeys/options", "Begins to add a passkey").returns("PasskeyChallenge"),
    route("post", "passkeys", "Adds a passkey").takes("NewPasskey").returns("OperatorPasskey"),
    route("put", "passkeys/{id}", "Renames a passkey").takes("PasskeyName"),
    route("delete", "passkeys/{id}", "Removes a passkey"),
    route("post", "totp", "Creates the secret of an authenticator app").returns("TotpSetup"),
    route("delete", "totp", "Removes the authenticator app"),
    route("post", "totp/confirm", "Confirms the authenticator app")
        .takes("TotpConfirmation")
        .returns("RecoveryCodes"),
    route("post", "recovery-codes", "Replaces the recovery codes").returns("RecoveryCodes"),
    route("get", "sessions", "Where the operator is signed in").returns("OperatorSessions"),
    route("delete", "sessions", "Ends all other sign-ins"),
    route("delete", "sessions/{id}", "Ends another sign-in"),
    route("get", "looks", "The looks for new sites"),
    route("get", "site-schema", "The JSON Schema of the site record"),
    route("post", "website", "Reads the website that a cinema has today")
        .takes("WebsiteRequest")
        .streams("WebsiteFinding"),
    route("post", "schedule", "Reads a schedule in files or at an address, for a new site")
        .takes("ScheduleRequest")
        .returns("ScheduleReading"),
    route("post", "sites", "Creates a site").takes("NewSiteRequest").returns("EditorSite"),
    route("get", "{site}/draft", "The draft, beside what is published").returns("Draft"),
    route("patch", "{site}/draft", "Changes parts of the draft").takes("DraftEdits").returns("DraftUpdate"),
    route("get", "{site}/draft/version", "The version of the draft, and who is here").returns("DraftVersion"),
    route("post", "{site}/draft/discard", "Discards changes").takes("Discard").returns("DraftUpdate"),
    route("get", "{site}/preview", "Where the draft or a version is shown")
        .with_query(&["revision", "days"])
        .returns("PreviewAddress"),
    route("get", "{site}/overview", "What is playing, and what needs attention").returns("SiteOverview"),
    route("get", "{site}/numbers", "Counts of 28 or 365 days").with_query(&["days"]).returns("Numbers"),
    route("get", "{site}/numbers.csv", "Counts of 28 or 365 days as a file").with_query(&["days"]),
    route("get", "{site}/page-views", "Views of the site's pages in 28 days").returns("PageViews"),
    route("get", "{site}/films", "The films of the site").returns("EditorFilms"),
    route(
        "get",
        "{site}/film-matches",
        "Films of feeds that are, or may be, films that the site has from elsewhere",
    )
    .returns("FilmMatches"),
    route("put", "{site}/film-matches/{film}", "Says whether a film of a feed is the film of the site")
        .takes("FilmMatchDecision")
        .returns("FilmMatches"),
    route("get", "{site}/films/{id}", "A film, as feeds and imports have it").returns("EditorFilmRecord"),
    route("get", "{site}/program", "The shows that feeds and imports have")
        .with_query(&["theater", "from", "days"])
        .returns("EditorProgram"),
    route("post", "{site}/program/spreadsheet", "Reads a spreadsheet with shows: the body is the file")
        .with_query(&["theater", "name"])
        .returns("SpreadsheetProgram"),
    route(
        "post",
        "{site}/program/import/plan",
        "What the import of a schedule would change; nothing is stored",
    )
    .takes("ImportPlanRequest")
    .returns("ImportPlan"),
    route("post", "{site}/program/import", "Imports a schedule as its dry run has shown, at once")
        .takes("ImportRequest")
        .returns("ImportPlan"),
    route("get", "{site}/feeds", "The feeds with their health, and their latest runs").returns("EditorFeeds"),
    route("post", "{site}/feeds", "Connects a feed").takes("FeedSettings").returns("EditorFeed"),
    route(
        "post",
        "{site}/feeds/trial",
        "Reads a feed once, and shows what a run would do; nothing is stored",
    )
    .takes("FeedTrialRequest")
    .returns("FeedTrial"),
    route("post", "{site}/feeds/try-titles", "What rules make of titles; nothing is stored")
        .takes("TitleTrial")
        .returns("TriedTitles"),
    route("get", "{site}/feeds/{feed}/titles", "The titles of a feed as its system writes them")
        .returns("FeedTitles"),
    route("put", "{site}/feeds/{feed}", "Changes a feed").takes("FeedSettings").returns("EditorFeed"),
    route("delete", "{site}/feeds/{feed}", "Removes a feed with its runs; its shows stay"),
    route("post", "{site}/feeds/{feed}/push", "Creates the secret that signs messages for a feed")
        .returns("FeedPushSecret"),
    route("delete", "{site}/feeds/{feed}/push", "Refuses all messages for a feed"),
    route("post", "{site}/feeds/{feed}/run", "Runs a feed now, and responds when it is done")
        .returns("FeedRunReport"),
    route("get", "{site}/feeds/{feed}/runs", "The runs of a feed")
        .with_query(&["before"])
        .returns("FeedRuns"),
    route("get", "{site}/feeds/{feed}/runs/{run}", "A run with its differences").returns("FeedRunReport"),
    route("get", "{site}/feeds/{feed}/runs/{run}/response", "The response that a run has read, as a file"),
    route(
        "post",
        "{site}/feeds/{feed}/runs/{run}/replay",
        "What the response of a run would change now; nothing is stored",
    )
    .returns("FeedTrial"),
    route("post", "{site}/feeds/{feed}/runs/{run}/decision", "Decides on a run that is held")
        .takes("FeedDecision")
        .returns("FeedRunReport"),
    route("get", "{site}/webhooks", "The webhooks of the site").returns("EditorWebhooks"),
    route("post", "{site}/webhooks", "Adds a webhook").takes("WebhookSettings").returns("WebhookSecret"),
    route("put", "{site}/webhooks/{webhook}", "Changes a webhook")
        .takes("WebhookSettings")
        .returns("EditorWebhooks"),
    route("delete", "{site}/webhooks/{webhook}", "Removes a webhook with its messages"),
    route("post", "{site}/webhooks/{webhook}/secret", "Replaces the signing secret of a webhook")
        .returns("WebhookSecret"),
    route("post", "{site}/webhooks/{webhook}/test", "Sends a test message").returns("WebhookMessages"),
    route("get", "{site}/webhooks/{webhook}/messages", "The messages of a webhook")
        .with_query(&["before"])
        .returns("WebhookMessages"),
    route("post", "{site}/webhooks/{webhook}/messages/{message}", "Sends a message once more")
        .returns("WebhookMessages"),
    route("get", "{site}/program/template.csv", "A spreadsheet with the columns and an example"),
    route(
        "get",
        "{site}/program/template.xlsx",
        "An Excel workbook with the columns, an example and what they are",
    ),
    route("get", "{site}/theaters", "The theaters that feeds and imports have").returns("EditorTheaters"),
    route("get", "{site}/theaters/{theater}/shows", "Number of shows from now on in some days")
        .with_query(&["from", "to"])
        .returns("ShowCount"),
    route("get", "{site}/alerts", "The alerts of theaters that have not ended").returns("EditorAlerts"),
    route("put", "{site}/alerts/{theater}", "Shows an alert of a theater, at once")
        .takes("NewAlert")
        .returns("EditorAlert"),
    route("delete", "{site}/alerts/{theater}", "Ends the alert of a theater"),
    route("get", "{site}/media", "The pictures and videos of the site").returns("EditorPictures"),
    route("post", "{site}/media", "Stores a picture: the body is the file")
        .with_query(&["name"])
        .returns("UploadedPicture"),
    route("put", "{site}/media/picture", "Replaces a picture at all places: the body is the file")
        .with_query(&["source", "name"])
        .returns("EditorPicture"),
    route("delete", "{site}/media/picture", "Removes a picture that nothing uses").with_query(&["source"]),
    route("post", "{site}/media/films", "Fetches posters and stills of films that the library does not have")
        .with_query(&["after"])
        .returns("FetchedPictures"),
    route(
        "post",
        "{site}/media/picture/restore",
        "Brings back a picture that was removed within the last hour",
    )
    .with_query(&["source"])
    .returns("EditorPicture"),
    route("post", "{site}/media/videos", "Stores a video: the body is the file")
        .with_query(&["name"])
        .returns("UploadedVideo"),
    route("put", "{site}/media/video", "Replaces a video at all places: the body is the file")
        .with_query(&["source", "name"])
        .returns("EditorVideo"),
    route("delete", "{site}/media/video", "Removes a video that nothing uses").with_query(&["source"]),
    route("post", "{site}/media/video/restore", "Brings back a video that was removed within the last hour")
        .with_query(&["source"])
        .returns("EditorVideo"),
    route("get", "{site}/media/video/captions", "The captions of a video in a language, as WebVTT")
        .with_query(&["source", "locale"]),
    route("put", "{site}/media/video/captions", "Stores captions: the body is a WebVTT or SubRip file")
        .with_query(&["source", "locale", "name"])
        .returns("EditorVideo"),
    route("delete", "{site}/media/video/captions", "Removes the captions of a video in a language")
        .with_query(&["source", "locale"])
        .returns("EditorVideo"),
    route("post", "{site}/publish", "Publishes changes, at once or later")
        .takes("PublishRequest")
        .returns("PublishResponse"),
    route("post", "{site}/requests", "Asks people who may publish to do it, or to wait with it")
        .takes("NewOperatorRequest"),
    route("delete", "{site}/requests/{kind}/{from}", "Closes the request of another person"),
    route("delete", "{site}/publish/scheduled", "Cancels the scheduled publication"),
    route("get", "{site}/history", "The published versions").with_query(&["before"]).returns("History"),
    route("get", "{site}/history/{number}", "A published version").returns("Revision"),
    route("post", "{site}/history/{number}/restore", "Puts a version into the draft").returns("DraftUpdate"),
    route("get", "{site}/removed", "What was removed from the draft lately").returns("RemovedRecords"),
    route("post", "{site}/removed/restore", "Puts a removed record back into the draft")
        .takes("PutBackRequest")
        .returns("DraftUpdate"),
    route("get", "{site}/team", "People with access").returns("Team"),
    route("put", "{site}/team/{id}", "Changes a role").takes("RoleChange"),
    route("delete", "{site}/team/{id}", "Takes access away"),
    route(
        "post",
        "{site}/team/{id}/restore",
        "Gives access back to a person from whom the operator has taken it within the last minute",
    ),
    route("post", "{site}/team/{id}/reminder", "Asks a person with a password only to add a second factor"),
    route("get", "{site}/roles", "The roles of the site, and what each permits").returns("SiteRoles"),
    route("post", "{site}/roles", "Adds a role").takes("RoleDefinition").returns("SiteRole"),
    route("put", "{site}/roles/{role}", "Changes a role that the site defines")
        .takes("RoleDefinition")
        .returns("SiteRole"),
    route("delete", "{site}/roles/{role}", "Deletes a role that nobody has"),
    route("put", "{site}/box-office-points", "Sets the points that the box office may adjust at once")
        .takes("BoxOfficePoints"),
    route("post", "{site}/invitations", "Invites a person")
        .takes("NewInvitation")
        .returns("PendingInvitation"),
    route("delete", "{site}/invitations/{id}", "Withdraws an invitation"),
    route(
        "post",
        "{site}/invitations/{id}/restore",
        "Brings back an invitation that was withdrawn within the last hour",
    )
    .returns("PendingInvitation"),
    route("get", "{site}/keys", "API keys of other programs").returns("EditorKeys"),
    route("post", "{site}/keys", "Creates an API key").takes("NewKey").returns("KeySecret"),
    route("delete", "{site}/keys/{name}", "Removes an API key, with immediate effect"),
    route("get", "{site}/members", "What the members desk can do").returns("MemberDesk"),
    route("get", "{site}/members.csv", "The members that are found as a file").with_query(&["q"]),
    route("get", "{site}/loyalty-numbers", "How rewards and levels are used").returns("LoyaltyNumbers"),
    route("get", "{site}/members/{id}", "A member with cards, orders and points")
        .returns("MemberProfileResponse"),
    route("post", "{site}/members/{id}/points", "Adds points, or deducts them")
        .takes("PointsAdjustmentRequest")
        .returns("PointsBalance"),
    route(
        "put",
        "{site}/members/{id}/standing",
        "Blocks a member, unblocks them, or requires a new password",
    )
    .takes("StandingChange"),
    route("post", "{site}/members/{id}/password-link", "Emails a link to set a new password"),
    route(
        "post",
        "{site}/members/{id}/confirmation",
        "Emails the link that confirms the email address again",
    ),
    route("post", "{site}/members/{id}/notes", "Adds a note for colleagues")
        .takes("NewMemberNote")
        .returns("MemberNote"),
    route("delete", "{site}/members/{id}/notes/{note}", "Removes a note that the person wrote"),
    route("get", "{site}/members/{id}/merge", "What a merge of two accounts will do")
        .with_query(&["member"])
        .returns("MergePreviewResponse"),
    route("post", "{site}/members/{id}/merge", "Merges another account of the same person into this one")
        .takes("MergeRequest"),
    route("get", "{site}/members/{id}/export", "All data of a member as a file"),
    route("post", "{site}/members/{id}/lost-card", "Replaces a lost card")
        .takes("LostCard")
        .returns("LoyaltyRecord"),
    route("post", "{site}/gift-card", "Looks up a gift card by its number")
        .takes("GiftCardQuery")
        .returns("LoyaltyRecord"),
    route("get", "{site}/records/{kind}", "Records of the loyalty program")
        .with_query(&["q", "after", "limit"])
        .returns("LoyaltyRecords"),
    route("post", "{site}/records/{kind}", "Creates a record")
        .takes("LoyaltyRecord")
        .returns("LoyaltyRecord"),
    route(
        "post",
        "{site}/records/{kind}/import",
        "Imports a CSV file: the body is the file; with dryRun=true, nothing is stored",
    )
    .with_query(&["dryRun"])
    .returns("RecordsImport"),
    route("get", "{site}/records/{kind}/template.csv", "A CSV file with the columns of an import"),
    route("get", "{site}/records/{kind}/{id}", "A record").returns("LoyaltyRecord"),
    route("put", "{site}/records/{kind}/{id}", "Changes the given fields of a record")
        .takes("LoyaltyRecord")
        .returns("LoyaltyRecord"),
    route("delete", "{site}/records/{kind}/{id}", "Removes a record"),
    route("get", "{site}/audit", "The audit log").with_query(&["before", "q"]).returns("AuditPage"),
    route("get", "{site}/audit.csv", "The audit log as a file").with_query(&["q"]),
];

const ABOUT: &str = "\
What the site editor uses. The host is that of the setting `editor_host`. `POST sign-in` sets a cookie; other requests that \
change something need the editor's own origin in `Origin`. Refusals are problem reports (RFC 9457). 401: sign in first. 403: \
the role does not permit it, or, with `code` `reauthenticate`, the password must be entered again or a passkey used; with \
`code` `otherTheater`, the role is limited to other theaters than `theater`, with `wholeSite`, it is limited to theaters and \
this belongs to the whole site. 404 also stands for a site \
without a role. 409: somebody else has changed the same part (`conflicts`), or the draft has changed (`code` `outdated`). 422: \
a field is wrong (`field`), or changes are invalid (`problems`). 429 and 503 have `Retry-After`.";

/// Schemas of all bodies.
fn schemas() -> Schemas {
    let mut requests = request_generator();
    let mut responses = response_generator();
    super::add_requests(&mut requests);
    super::add_responses(&mut responses);
    let mut all = definitions(&mut requests);
    all.extend(definitions(&mut responses));
    all
}

/// The OpenAPI document of the editor's API.
#[must_use]
pub fn openapi() -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let content = |name: &str| json!({ "application/json": { "schema": reference(name) } });
    let mut paths: Map<String, Value> = Map::new();
    for route in EDITOR_ROUTES {
        let in_path = route.path.split(['{', '}']).skip(1).step_by(2);
        let parameter = |name: &str, place: &str| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } });
        let parameters: Vec<Value> = in_path
            .map(|name| parameter(name, "path"))
            .chain(route.query.iter().map(|name| parameter(name, "query")))
            .collect();
        let success = match route.response {
            Some(name) if route.is_stream => {
                let lines = json!({ "application/x-ndjson": { "schema": reference(name) } });
                json!({ "200": { "description": "A line for each part", "content": lines } })
            }
            Some(name) => json!({ "200": { "description": "Done", "content": content(name) } }),
            None => json!({ "2XX": { "description": "Done" } }),
        };
        let mut responses = success.as_object().cloned().unwrap_or_default();
        responses.insert(
            "default".to_owned(),
            json!({ "description": "Refused", "content": { "application/problem+json": { "schema": { "type": "object" } } } }),
        );
        let mut operation = json!({
            "summary": route.summary,
            "operationId": format!("{} {}", route.method, route.path),
            "parameters": parameters,
            "responses": responses,
        });
        if let Some(name) = route.request {
            operation["requestBody"] = json!({ "required": true, "content": content(name) });
        }
        let path = format!("{EDITOR_API_PREFIX}{}", route.path);
        let item = paths.entry(path).or_insert_with(|| json!({}));
        item[route.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Marquee site editor", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_of_a_route_is_in_the_document() {
        let document = openapi();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for route in EDITOR_ROUTES {
            for name in route.request.iter().chain(&route.response) {
                assert!(schemas.contains_key(*name), "{} {}: {name}", route.method, route.path);
            }
        }
        assert!(document["paths"]["/api/editor/{site}/team/{id}"]["put"]["requestBody"].is_object());
    }
}
