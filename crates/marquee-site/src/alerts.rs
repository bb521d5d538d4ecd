//! Alerts of theaters: pages show them at once, without a publication, until they end (ux 5.9).

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use marquee_model::catalog::{MAX_ALERT_CHARACTERS, Theater, TheaterAlert};
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
    #[error("ends must be in the future, at most a year from now")]
    InvalidEnd,
    #[error(transparent)]
    Store(#[from] StoreError),
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

/// Starts the alert of a theater, or changes it. `ends` is a local time of the theater.
///
/// # Errors
/// [`AlertError`]
pub async fn set_alert(
    store: &Store,
    site: &SiteId,
    theater: &TheaterId,
    message: &str,
    ends: DateTime,
    change: AlertChange<'_>,
) -> Result<(Theater, TheaterAlert), AlertError> {
    let message = message.trim();
    if message.is_empty() {
        return Err(AlertError::NoMessage);
    }
    if message.chars().count() > MAX_ALERT_CHARACTERS || message.contains(char::is_control) {
        return Err(AlertError::InvalidMessage);
    }
    let mut tx = store.begin().await?;
    let theaters = tx.theaters(site).await?;
    let record = theaters.into_iter().find(|t| t.id == *theater).ok_or(AlertError::UnknownTheater)?;
    let ends_at = instant(ends, &time_zone(&record.time_zone));
    let latest = change.now.saturating_add(MAX_DURATION).unwrap_or(Timestamp::MAX);
    if ends_at <= change.now || ends_at > latest {
        return Err(AlertError::InvalidEnd);
    }
    tx.remove_theater_alerts_before(site, change.now).await?;
    let running = tx.theater_alerts(site).await?.into_iter().find(|alert| alert.theater == *theater);
    let since = running.map_or(to_the_millisecond(change.now), |alert| alert.since);
    let alert = TheaterAlert { theater: theater.clone(), message: message.to_owned(), since, ends_at };
    tx.save_theater_alert(site, &alert).await?;
    change.log(&mut tx, site, "alert.set", (theater, &format!("until {ends_at}: {message}"))).await?;
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
