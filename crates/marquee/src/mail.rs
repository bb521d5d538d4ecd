//! Sends queued emails.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use marquee_loyalty::Loyalty;
use marquee_mail::{
    Address, Branding, Envelope, Letter, Mailbox, Mailer, Retention, compose, is_expired, retry_delay,
};
use marquee_model::Clock;
use marquee_model::host::without_port;
use marquee_model::locale::Locale;
use marquee_model::settings::{SiteNameMode, SiteRecord};
use marquee_site::SiteIndex;
use marquee_store::{QueuedMail, Store, StoreError};

/// How often the queue is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum number of emails per poll.
const BATCH_SIZE: u64 = 20;
/// How long a node keeps its claim on an email it is sending.
const CLAIM_DURATION: SignedDuration = SignedDuration::from_secs(120);
/// How long an outbox folder keeps the email that confirms a deletion, which must be complete within a day (security 7.8).
const DELETION_MAIL_RETENTION: SignedDuration = SignedDuration::from_hours(20);

/// Opens the mailer for the setting `mail_url`; if it is invalid, logs an error and returns `None`.
pub fn mailer(url: &str, sites: &SiteIndex) -> Option<Arc<Mailer>> {
    let greeting = sites.all().first().map_or_else(|| "localhost".to_owned(), |s| host(&s.record).to_owned());
    match Mailer::open(url, &greeting) {
        Ok(mailer) => Some(Arc::new(mailer)),
        Err(error) => {
            tracing::error!(%error, "cannot send emails: invalid setting `mail_url`");
            None
        }
    }
}

/// Sends queued emails until aborted. Without a mailer they stay in the queue.
pub async fn send_queue(
    mailer: Option<Arc<Mailer>>,
    from: Option<String>,
    sites: SiteIndex,
    loyalty: Loyalty,
    clock: Arc<dyn Clock>,
) {
    let Some(mailer) = mailer else { return };
    let sender = MailSender { mailer, from, sites, store: loyalty.store().clone(), loyalty, clock };
    loop {
        match sender.send_due().await {
            Ok(0) => tokio::time::sleep(POLL_INTERVAL).await,
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, "cannot read the email queue");
                tokio::time::sleep(POLL_INTERVAL * 4).await;
            }
        }
    }
}

struct MailSender {
    mailer: Arc<Mailer>,
    from: Option<String>,
    sites: SiteIndex,
    store: Store,
    loyalty: Loyalty,
    clock: Arc<dyn Clock>,
}

fn host(record: &SiteRecord) -> &str {
    without_port(&record.settings.domain)
}

impl MailSender {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Sends the emails that are due; returns how many there were.
    async fn send_due(&self) -> Result<usize, StoreError> {
        let due_mails = self.store.due_mails(self.now(), BATCH_SIZE).await?;
        for mail in &due_mails {
            let now = self.now();
            let mut tx = self.store.begin().await?;
            let lease =
                tx.lease_mail(mail.seq, now, now.saturating_add(CLAIM_DURATION).unwrap_or(now)).await?;
            tx.commit().await?;
            // Otherwise another node is sending it.
            if lease {
                self.send(mail).await?;
            }
        }
        Ok(due_mails.len())
    }

    async fn send(&self, queued: &QueuedMail) -> Result<(), StoreError> {
        let seq = queued.seq;
        let result = match self.message(queued) {
            None => Ok(()),
            Some((message, retention)) => self.mailer.send(&message, &retention).await,
        };
        let mut tx = self.store.begin().await?;
        match result {
            Ok(()) => tx.remove_mail(seq).await?,
            Err(error) => {
                let waited = self.now().duration_since(queued.created_at);
                let attempt = queued.attempts + 1;
                if !error.is_temporary() || is_expired(Duration::try_from(waited).unwrap_or_default()) {
                    tracing::error!(site.id = %queued.site, %error, mail = seq, "cannot send an email; it is removed from the queue");
                    tx.remove_mail(seq).await?;
                } else {
                    tracing::warn!(site.id = %queued.site, %error, mail = seq, attempt, "cannot send an email; it will be retried");
                    let wait = SignedDuration::try_from(retry_delay(attempt)).unwrap_or(CLAIM_DURATION);
                    tx.postpone_mail(seq, attempt, self.now().saturating_add(wait).unwrap_or(Timestamp::MAX))
                        .await?;
                }
            }
        }
        tx.commit().await?;
        Ok(())
    }

    /// The message, and how long an outbox folder keeps it; `None` for an email that cannot or must not be sent.
    fn message(&self, queued: &QueuedMail) -> Option<(marquee_mail::Message, Retention)> {
        let mail = &queued.mail;
        let (to, letter) = match self.loyalty.mail_queue().open_mail(queued) {
            Ok(opened) => opened?,
            Err(error) => {
                tracing::error!(site.id = %queued.site, %error, mail = queued.seq, "cannot send an email; it is removed from the queue");
                return None;
            }
        };
        let retention = match (&letter, &mail.member) {
            (Letter::AccountDeleted, _) => Retention::Until(
                queued.created_at.saturating_add(DELETION_MAIL_RETENTION).unwrap_or(Timestamp::MAX),
            ),
            (_, Some(member)) => {
                Retention::UntilRemoved(self.loyalty.deletions().deletion_hash(&queued.site, member))
            }
            (_, None) => Retention::Forever,
        };
        let site = self.sites.by_id(&queued.site)?;
        let from = self.from.clone().unwrap_or_else(|| format!("no-reply@{}", host(&site.record)));
        let locale = Locale::parse(&mail.language).unwrap_or_else(|| site.record.config.locale.clone());
        let (Some(branding), Some(from)) =
            (Branding::of_site(&site.record, &site.origin, &locale), Address::parse(&from))
        else {
            tracing::error!(
                site.id = %queued.site, mail = queued.seq,
                "cannot send an email, it is removed from the queue: set `mail_from`, or correct the site's domain"
            );
            return None;
        };
        let from = Mailbox::new(from, Some(site.record.site_name(SiteNameMode::Site)));
        let id = format!("{}-{}", queued.site, queued.seq);
        let envelope = Envelope { id, date: queued.created_at, from, to: Mailbox::new(to, None) };
        Some((compose(&letter, &branding, &locale, envelope), retention))
    }
}
