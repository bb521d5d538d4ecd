//! Connects, changes and removes feeds.

use std::collections::HashSet;

use marquee_api::editor::{FeedCredential, FeedSettings, FeedTheater, FeedTrialRequest, ScheduleFormat};
use marquee_auth::random_text;
use marquee_import::{format_of, host_of, is_address, origin_of};
use marquee_model::feed::{FeedConfig, FeedTheaterMatch, MissingShows, TitleRule};
use marquee_model::{FeedId, ShowId, SiteId, TheaterId};
use marquee_store::{AuditRow, EditedKind, FeedRow, FeedState, FeedValidators, StoreError, WriteTx};

use crate::credential::{CredentialError, headers};
use crate::decisions::TrialSource;
use crate::film_facts::is_of_facts;
use crate::runner::FeedRunner;
use crate::shared::SharedTheaters;
use crate::titles::checked_rules;

/// Maximum length of a name in characters.
const MAX_NAME: usize = 60;
/// Maximum number of theaters of a feed.
const MAX_THEATERS: usize = 1_000;
/// Maximum number of feeds of a site.
const MAX_FEEDS: usize = 100;
/// The shortest interval of a feed that looks for films: an hour.
const MIN_INTERVAL_OF_FACTS: u32 = 60;
/// The longest interval: a day.
const MAX_INTERVAL: u32 = 24 * 60;

/// Why the settings of a feed are refused.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A field is wrong.
    #[error("{field} {rule}")]
    Field { field: &'static str, rule: String },
    /// The site has too many feeds.
    #[error("a site has at most {MAX_FEEDS} feeds")]
    TooMany,
    #[error("feed not found")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub fn wrong(field: &'static str, rule: impl Into<String>) -> SettingsError {
    SettingsError::Field { field, rule: rule.into() }
}

fn credential_failed(error: &CredentialError) -> SettingsError {
    wrong("credential", error.to_string())
}

fn matches(theaters: Vec<FeedTheater>) -> Result<Vec<FeedTheaterMatch>, SettingsError> {
    if theaters.len() > MAX_THEATERS {
        return Err(wrong("theaters", format!("must have at most {MAX_THEATERS} theaters")));
    }
    let id = |text: &str| TheaterId::parse(text).map_err(|error| wrong("theaters", error.to_string()));
    let mut feeds = HashSet::new();
    let mut matched = Vec::new();
    for theater in theaters {
        let feed = id(&theater.feed)?;
        if !feeds.insert(feed.clone()) {
            return Err(wrong("theaters", format!("must name {feed} only once")));
        }
        matched.push(FeedTheaterMatch { feed, theater: theater.theater.as_deref().map(id).transpose()? });
    }
    Ok(matched)
}

fn checked_address(address: &str) -> Result<String, SettingsError> {
    let address = address.trim();
    if is_address(address) {
        Ok(address.to_owned())
    } else {
        Err(wrong("address", "must be an address such as https://cinema.example/schedule.json"))
    }
}

fn checked_percent(percent: u8) -> Result<u8, SettingsError> {
    if (1..=100).contains(&percent) {
        Ok(percent)
    } else {
        Err(wrong("holdPercent", "must be between 1 and 100"))
    }
}

fn title_rules(rules: Vec<TitleRule>) -> Result<Vec<TitleRule>, SettingsError> {
    checked_rules(rules).map_err(|rule| wrong("titleRules", rule))
}

fn name_of_format(format: ScheduleFormat) -> String {
    format_of(format).name().to_owned()
}

/// The configuration of a feed with these settings.
fn config(settings: FeedSettings) -> Result<FeedConfig, SettingsError> {
    let name = settings.name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control) {
        return Err(wrong("name", format!("must have 1 to {MAX_NAME} characters")));
    }
    if !(1..=MAX_INTERVAL).contains(&settings.interval_minutes) {
        return Err(wrong("intervalMinutes", format!("must be between 1 and {MAX_INTERVAL}")));
    }
    let config = FeedConfig {
        name: name.to_owned(),
        address: checked_address(&settings.address)?,
        format: settings.format.map(name_of_format),
        theaters: matches(settings.theaters)?,
        interval_minutes: settings.interval_minutes,
        hold_percent: checked_percent(settings.hold_percent)?,
        conflicts: settings.conflicts,
        missing_shows: settings.missing_shows,
        title_rules: title_rules(settings.title_rules)?,
    };
    if is_of_facts(&config) {
        check_facts(&config)?;
    }
    Ok(config)
}

/// The rules for feeds with facts of films instead of shows.
fn check_facts(config: &FeedConfig) -> Result<(), SettingsError> {
    if !config.theaters.is_empty() {
        return Err(wrong("theaters", "must be empty for a feed without shows"));
    }
    if !config.title_rules.is_empty() {
        return Err(wrong("titleRules", "must be empty for a feed without shows"));
    }
    if config.interval_minutes < MIN_INTERVAL_OF_FACTS {
        return Err(wrong("intervalMinutes", format!("must be at least {MIN_INTERVAL_OF_FACTS}")));
    }
    if config.address.contains(['?', '#']) {
        return Err(wrong("address", "must have no query, such as https://api.themoviedb.org/3/"));
    }
    Ok(())
}

impl FeedRunner {
    /// Connects a feed. It is due at once if it is on.
    ///
    /// # Errors
    /// [`SettingsError`]
    pub async fn connect(
        &self,
        site: &SiteId,
        settings: FeedSettings,
        actor: &str,
    ) -> Result<FeedId, SettingsError> {
        let (is_on, credential) = (settings.is_on, settings.credential.clone());
        let config = config(settings)?;
        let random = random_text(12).map_err(|error| credential_failed(&error.into()))?;
        let id = FeedId::parse(&random).map_err(|error| wrong("name", error.to_string()))?;
        let credential = credential.unwrap_or(FeedCredential::None);
        let sealed = self.credentials().seal((site, &id), &credential);
        let now = self.now();
        let row = FeedRow {
            site: site.clone(),
            id,
            config,
            is_on,
            credential: sealed.map_err(|error| credential_failed(&error))?,
            push_secret: None,
            created_at: now,
            state: FeedState::new(now),
        };
        let tx = self.store().begin().await?;
        self.save_settings(tx, &row, (actor, "feed.add")).await?;
        Ok(row.id)
    }

    /// Changes a feed. It is due at once if it is on; a run that waits for a decision does not wait any more.
    ///
    /// # Errors
    /// [`SettingsError`]
    pub async fn change(
        &self,
        site: &SiteId,
        id: &FeedId,
        settings: FeedSettings,
        actor: &str,
    ) -> Result<(), SettingsError> {
        let (is_on, credential) = (settings.is_on, settings.credential.clone());
        let config = config(settings)?;
        let tx = self.store().begin().await?;
        let before = tx.feed(site, id).await?.ok_or(SettingsError::NotFound)?;
        let sealed = match credential {
            Some(credential) => {
                let sealed = self.credentials().seal((site, id), &credential);
                sealed.map_err(|error| credential_failed(&error))?
            }
            // A stored credential is not sent to another host, port or without encryption: somebody else could read it.
            None if before.credential.is_some() && !is_same_origin(&before.config, &config) => {
                return Err(wrong("credential", "must be entered again for another server"));
            }
            None => before.credential,
        };
        let state = FeedState {
            next_at: self.now(),
            failures: 0,
            validators: FeedValidators::default(),
            held_run: None,
            has_announced: before.state.has_announced && has_same_shows(&before.config, &config),
            ..before.state
        };
        // Nobody can push facts of films.
        let push_secret = before.push_secret.filter(|_| !is_of_facts(&config));
        let row = FeedRow { config, is_on, credential: sealed, state, push_secret, ..before };
        self.save_settings(tx, &row, (actor, "feed.change")).await
    }

    pub(crate) async fn save_settings(
        &self,
        mut tx: WriteTx,
        row: &FeedRow,
        (actor, action): (&str, &str),
    ) -> Result<(), SettingsError> {
        match tx.save_feed(row).await {
            Err(StoreError::Exists(_)) => return Err(wrong("name", "is the name of another feed")),
            saved => saved?,
        }
        tx.lock_site(&row.site).await?.ok_or(SettingsError::NotFound)?;
        if tx.feeds(&row.site).await?.len() > MAX_FEEDS {
            return Err(SettingsError::TooMany);
        }
        let detail = format!("{}: {}", row.config.name, host_of(&row.config.address).unwrap_or_default());
        tx.log_audit(&row.site, &self.audit_row(actor, action, &row.id, detail)).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Removes a feed with its runs. Its shows stay.
    ///
    /// # Errors
    /// [`SettingsError::NotFound`], [`SettingsError::Store`]
    pub async fn remove(&self, site: &SiteId, id: &FeedId, actor: &str) -> Result<(), SettingsError> {
        let mut tx = self.store().begin().await?;
        let row = tx.feed(site, id).await?.ok_or(SettingsError::NotFound)?;
        tx.lock_site(site).await?.ok_or(SettingsError::NotFound)?;
        let edits = tx.record_edits(site, EditedKind::Show).await?.into_iter();
        let typed =
            edits.filter(|row| row.edit.added).filter_map(|row| ShowId::parse(&row.id).ok()).collect();
        let shared = SharedTheaters::read(&tx, site, Some(id), &row.config).await?;
        shared.save_before_removal(&mut tx, site, &typed).await?;
        tx.remove_feed(site, id).await?;
        tx.log_audit(site, &self.audit_row(actor, "feed.remove", id, row.config.name)).await?;
        tx.commit().await?;
        Ok(())
    }

    fn audit_row(&self, actor: &str, action: &str, feed: &FeedId, detail: String) -> AuditRow {
        AuditRow {
            at: self.now(),
            actor: actor.to_owned(),
            action: action.to_owned(),
            subject: feed.to_string(),
            detail,
        }
    }

    /// What a trial reads.
    ///
    /// # Errors
    /// [`SettingsError`]
    pub async fn trial_source(
        &self,
        site: &SiteId,
        request: FeedTrialRequest,
    ) -> Result<TrialSource, SettingsError> {
        let before = match request.feed.as_deref() {
            Some(feed) => {
                let id = FeedId::parse(feed).map_err(|_| SettingsError::NotFound)?;
                Some(self.store().feed(site, &id).await?.ok_or(SettingsError::NotFound)?)
            }
            None => None,
        };
        let config = FeedConfig {
            name: String::new(),
            address: checked_address(&request.address)?,
            format: request.format.map(name_of_format),
            theaters: matches(request.theaters)?,
            interval_minutes: 1,
            hold_percent: checked_percent(request.hold_percent)?,
            conflicts: request.conflicts,
            missing_shows: before.as_ref().map_or_else(MissingShows::default, |row| row.config.missing_shows),
            title_rules: title_rules(request.title_rules)?,
        };
        let credential = match (request.credential, &before) {
            (Some(credential), _) => credential,
            (None, Some(row)) if is_same_origin(&row.config, &config) => {
                let opened = self.credentials().open((site, &row.id), row.credential.as_deref());
                opened.map_err(|error| credential_failed(&error))?
            }
            (None, _) => FeedCredential::None,
        };
        headers(&credential).map_err(|error| credential_failed(&error))?;
        Ok(TrialSource { feed: before.map(|row| row.id), config, credential })
    }
}

/// Whether a show has the same id, theater and film with both configurations.
fn has_same_shows(before: &FeedConfig, after: &FeedConfig) -> bool {
    let source = |config: &FeedConfig| {
        (config.address.clone(), config.format.clone(), config.theaters.clone(), config.title_rules.clone())
    };
    source(before) == source(after)
}

fn is_same_origin(before: &FeedConfig, after: &FeedConfig) -> bool {
    let origins = (origin_of(&before.address), origin_of(&after.address));
    origins.0.is_some() && origins.0 == origins.1
}
