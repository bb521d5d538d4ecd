//! What messages say.

use jiff::Timestamp;
use marquee_auth::{AuthError, random_text};
use marquee_model::webhook::MessageState;
use marquee_model::{SiteId, Tag, WebhookId, WebhookMessageId};
use marquee_store::WebhookMessageRow;
use serde_json::{Value, json};

/// Maximum number of ids of one kind in a message.
const MAX_IDS: usize = 500;

/// The message about changes with these tags; `None` if none of them is of the program.
pub fn program_changed(site: &SiteId, tags: &[Tag], now: Timestamp) -> Option<Value> {
    let (mut films, mut theaters, mut events) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_of_program = false;
    // Settings of the site decide which films and theaters it shows.
    let is_of_site = tags.contains(&Tag::Site);
    for tag in tags {
        match tag {
            Tag::Movie(id) => films.push(id.as_str()),
            Tag::Theater(id) => theaters.push(id.as_str()),
            Tag::Event(id) => events.push(id.as_str()),
            Tag::Site | Tag::Films | Tag::Theaters | Tag::Events => {}
            Tag::Page(_) | Tag::SavedBlock(_) | Tag::SavedBlocks | Tag::Offers => continue,
        }
        is_of_program = true;
    }
    let is_complete = !is_of_site && [&films, &theaters, &events].iter().all(|ids| ids.len() <= MAX_IDS);
    for ids in [&mut films, &mut theaters, &mut events] {
        ids.truncate(MAX_IDS);
    }
    is_of_program.then(|| {
        let data = json!({
            "site": site, "theaters": theaters, "films": films, "events": events, "isComplete": is_complete,
        });
        message("program.changed", data, now)
    })
}

/// The message with which an operator tries a webhook.
pub fn test(site: &SiteId, now: Timestamp) -> Value {
    message("test", json!({ "site": site }), now)
}

fn message(kind: &str, data: Value, now: Timestamp) -> Value {
    json!({ "type": kind, "timestamp": now, "data": data })
}

/// A message that is due at once.
///
/// # Errors
/// [`AuthError::Random`] if the system's random number generator fails.
pub fn waiting(
    (site, webhook): (&SiteId, &WebhookId),
    body: Value,
    now: Timestamp,
) -> Result<WebhookMessageRow, AuthError> {
    // Later messages have greater ids.
    let id = format!("{:013}-{}", now.as_millisecond().max(0), random_text(12)?);
    Ok(WebhookMessageRow {
        site: site.clone(),
        id: WebhookMessageId::stored(id),
        webhook: webhook.clone(),
        at: now,
        body,
        state: MessageState::Waiting,
        attempts: 0,
        next_at: Some(now),
        status: None,
        problem: None,
        error: None,
    })
}

#[cfg(test)]
mod tests {
    use marquee_model::{MovieId, TheaterId};

    use super::*;

    #[test]
    fn a_message_names_what_has_changed_in_the_program() {
        let site = SiteId::parse("acme").unwrap();
        let now: Timestamp = "2026-11-20T18:00:00Z".parse().unwrap();
        let film = |id: &str| Tag::Movie(MovieId::parse(id).unwrap());
        let tags = [Tag::Films, film("1"), film("2"), Tag::Theater(TheaterId::parse("T1").unwrap())];
        let expected = json!({
            "type": "program.changed",
            "timestamp": "2026-11-20T18:00:00Z",
            "data": { "site": "acme", "theaters": ["T1"], "films": ["1", "2"], "events": [], "isComplete": true },
        });
        assert_eq!(program_changed(&site, &tags, now), Some(expected));
        assert_eq!(program_changed(&site, &[Tag::Page("/".to_owned()), Tag::Offers], now), None);
        let settings = program_changed(&site, &[Tag::Site], now).unwrap();
        assert_eq!(settings["data"]["isComplete"], false, "anything may have changed");
        let many: Vec<Tag> = (0..600).map(|id| film(&id.to_string())).collect();
        let body = program_changed(&site, &many, now).unwrap();
        assert_eq!(
            (body["data"]["films"].as_array().unwrap().len(), &body["data"]["isComplete"]),
            (500, &json!(false))
        );
    }
}
