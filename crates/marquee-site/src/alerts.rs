//! Alerts of theaters: pages show them at once, without a publication, until they end (ux 5.9).

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use marquee_model::catalog::{MAX_ALERT_CHARACTERS, Theater, TheaterAlert};
use marquee_model::locale::Locale;
use marquee_model::time::{instant, time_zone, to_the_millisecond};
use marquee_model::{SiteId, TheaterId};
use marquee_store::{AuditRow, Store, StoreError, WriteTx};

/// Longest time until an alert ends.
const MAX_DURATION: SignedDuration = SignedDuration::from_hours(366 * 24);

/// Why an alert was not saved.
#[derive(Debug, thiserror::Error)]
pub enum AlertError {
    #[error("theater not found")]
    UnknownTheater,
    #[error("message is required")]
    NoMessage,
    #[error("message must have at most {MAX_ALERT_CHARACTERS} characters and no line breaks")]
    InvalidMessage,
    #[error(
        "the message in \"{language}\" must have at most {MAX_ALERT_CHARACTERS} characters and no line breaks"
    )]
    InvalidTranslation { language: String },
    #[error("\"{language}\" is no other language of the site")]
    UnknownLanguage { language: String },
    #[error("ends must be in the future, at most a year from now")]
    InvalidEnd,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What an alert says, and until when.
#[derive(Debug, Clone, Copy)]
pub struct AlertText<'a> {
    /// The message in the main language of the site.
    pub message: &'a str,
    /// The message in other languages of the site, by short locale. Empty ones are left out.
    pub translations: &'a BTreeMap<String, String>,
    /// Local time of the theater.
    pub ends: DateTime,
}

/// Who changes an alert, and when.
#[derive(Debug, Clone, Copy)]
pub struct AlertChange<'a> {
    /// The actor of the audit log.
    pub actor: &'a str,
    pub now: Timestamp,
}

impl AlertChange<'_> {
    async fn log(
        self,
        tx: &mut WriteTx,
        site: &SiteId,
        action: &str,
        alert: (&TheaterId, &str),
    ) -> Result<(), StoreError> {
        let row = AuditRow {
            at: self.now,
            actor: self.actor.to_owned(),
            action: action.to_owned(),
            subject: alert.0.to_string(),
            detail: alert.1.to_owned(),
        };
        tx.log_audit(site, &row).await
    }
}

/// The alerts that have not ended, with their theaters, in the site's order.
///
/// # Errors
/// [`StoreError`].
pub async fn current_alerts(
    store: &Store,
    site: &SiteId,
    now: Timestamp,
) -> Result<Vec<(Theater, TheaterAlert)>, StoreError> {
    let alerts = store.theater_alerts(site).await?;
    let alert_of = |theater: &Theater| {
        alerts.iter().find(|alert| alert.theater == theater.id && now < alert.ends_at).cloned()
    };
    let theaters = store.theaters(site).await?.into_iter();
    Ok(theaters.filter_map(|theater| alert_of(&theater).map(|alert| (theater, alert))).collect())
}

/// A message without spaces around it; `None` if it is too long or has line breaks.
fn line(message: &str) -> Option<&str> {
    let message = message.trim();
    let is_valid = message.chars().count() <= MAX_ALERT_CHARACTERS && !message.contains(char::is_control);
    is_valid.then_some(message)
}

/// The translations that are filled in.
fn translations(
    texts: &BTreeMap<String, String>,
    languages: &[&str],
) -> Result<BTreeMap<String, String>, AlertError> {
    let mut filled = BTreeMap::new();
    for (language, text) in texts {
        let language = language.clone();
        let Some(text) = line(text) else { return Err(AlertError::InvalidTranslation { language }) };
        if text.is_empty() {
            continue;
        }
        if !languages.contains(&language.as_str()) {
            return Err(AlertError::UnknownLanguage { language });
        }
        filled.insert(language, text.to_owned());
    }
    Ok(filled)
}

/// Starts the alert of a theater, or changes it.
///
/// # Errors
/// [`AlertError`]
pub async fn set_alert(
    store: &Store,
    site: &SiteId,
    theater: &TheaterId,
    text: AlertText<'_>,
    change: AlertChange<'_>,
) -> Result<(Theater, TheaterAlert), AlertError> {
    let message = line(text.message).ok_or(AlertError::InvalidMessage)?;
    if message.is_empty() {
        return Err(AlertError::NoMessage);
    }
    let mut tx = store.begin().await?;
    let theaters = tx.theaters(site).await?;
    let record = theaters.into_iter().find(|t| t.id == *theater).ok_or(AlertError::UnknownTheater)?;
    let stored = tx.lock_site(site).await?.ok_or(AlertError::UnknownTheater)?;
    let languages: Vec<_> = stored.record.config.locales().skip(1).map(Locale::short).collect();
    let translations = translations(text.translations, &languages)?;
    let ends_at = instant(text.ends, &time_zone(&record.time_zone));
    let latest = change.now.saturating_add(MAX_DURATION).unwrap_or(Timestamp::MAX);
    if ends_at <= change.now || ends_at > latest {
        return Err(AlertError::InvalidEnd);
    }
    tx.remove_theater_alerts_before(site, change.now).await?;
    let running = tx.theater_alerts(site).await?.into_iter().find(|alert| alert.theater == *theater);
    let since = running.map_or(to_the_millisecond(change.now), |alert| alert.since);
    let alert =
        TheaterAlert { theater: theater.clone(), message: message.to_owned(), translations, since, ends_at };
    tx.save_theater_alert(site, &alert).await?;
    let translated = alert.translations.iter().map(|(language, text)| format!(" [{language}] {text}"));
    let detail = format!("until {ends_at}: {message}{}", translated.collect::<String>());
    change.log(&mut tx, site, "alert.set", (theater, &detail)).await?;
    tx.commit().await?;
    Ok((record, alert))
}

/// Ends the alert of a theater now. Nothing happens if it has none.
///
/// # Errors
/// [`AlertError::Store`]
pub async fn end_alert(
    store: &Store,
    site: &SiteId,
    theater: &TheaterId,
    change: AlertChange<'_>,
) -> Result<(), AlertError> {
    let mut tx = store.begin().await?;
    if tx.remove_theater_alert(site, theater).await? {
        change.log(&mut tx, site, "alert.end", (theater, "")).await?;
        tx.commit().await?;
    }
    Ok(())
}
