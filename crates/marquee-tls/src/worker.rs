//! Orders and renews certificates until aborted.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use marquee_store::{CertificateRow, IssuedCertificate, StoreError};
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, sleep, timeout};

use crate::order::NewCertificate;
use crate::{Certificates, TlsError};

/// How often hosts and due renewals are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(30);
/// Time between two looks at least, however many connections ask.
const MIN_INTERVAL: Duration = Duration::from_secs(1);
/// Orders at the same time.
const MAX_ORDERS: usize = 4;
/// How long an order may take; afterwards another node tries.
const LEASE: SignedDuration = SignedDuration::from_mins(5);
/// How long an order is waited for: less than it is leased for.
const ORDER_TIME: Duration = Duration::from_secs(240);
/// Time until the next order after a first failure, which doubles with each: certificate servers allow a few failures an hour.
const FIRST_DELAY: SignedDuration = SignedDuration::from_mins(5);
/// The longest time until the next order after failures, for a host that has no certificate: its name may lead here by now.
const MAX_DELAY_WITHOUT: SignedDuration = SignedDuration::from_hours(1);
/// The same for a host that has one. The store relies on it.
const MAX_DELAY: SignedDuration = SignedDuration::from_hours(18);
/// How long nothing is ordered after the certificate server has limited orders.
const PAUSE: SignedDuration = SignedDuration::from_mins(10);

/// Orders the certificates of `hosts` (lower case, without port) that have none, and renews those that have used two thirds of their time,
/// until aborted. Hosts for which a connection waits come first.
pub async fn run_certificates(certificates: Certificates, hosts: impl Fn() -> BTreeSet<String> + Send) {
    if let Err(error) = certificates.replace_unusable().await {
        tracing::warn!(%error, "cannot look for certificates that cannot be used");
    }
    let mut orders = JoinSet::new();
    let mut ordered: HashMap<Id, String> = HashMap::new();
    let mut paused_until = Instant::now();
    loop {
        if Instant::now() >= paused_until {
            match certificates.due(&hosts()).await {
                Ok(due) => {
                    for host in due {
                        if orders.len() < MAX_ORDERS && !ordered.values().any(|other| *other == host) {
                            let order = orders.spawn(certificates.clone().renew(host.clone()));
                            ordered.insert(order.id(), host);
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "cannot look for certificates that are due"),
            }
        }
        tokio::select! {
            () = sleep(POLL_INTERVAL) => {}
            () = certificates.0.is_wanted.notified() => sleep(MIN_INTERVAL).await,
            Some(ended) = orders.join_next_with_id() => {
                let (id, ended) = ended.unwrap_or_else(|error| (error.id(), Ended::Done));
                ordered.remove(&id);
                if ended == Ended::Limited {
                    paused_until = Instant::now() + PAUSE.unsigned_abs();
                }
            }
        }
    }
}

/// How an order has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    Done,
    /// The certificate server limits orders.
    Limited,
}

impl Certificates {
    /// Makes the certificates due that no connection can use: those of another certificate server, which may be one to try with, and those
    /// whose key was encrypted with a secret key that was removed.
    async fn replace_unusable(&self) -> Result<(), StoreError> {
        let issued = self.0.store.issued_certificates().await?;
        let is_usable = |(host, certificate): &(String, IssuedCertificate)| {
            certificate.directory == self.0.server.directory
                && self.0.sealer.open(&certificate.private_key, &[host]).is_some()
        };
        let mut tx = self.0.store.begin().await?;
        for (host, _) in issued.iter().filter(|certificate| !is_usable(certificate)) {
            tx.set_certificate_due(host, self.0.clock.now()).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The hosts whose certificate is to be ordered now, those first for which a connection waits.
    async fn due(&self, hosts: &BTreeSet<String>) -> Result<Vec<String>, StoreError> {
        let not_due: HashSet<String> =
            self.0.store.certificates_not_due(self.0.clock.now()).await?.into_iter().collect();
        let mut due: Vec<String> = hosts.iter().filter(|host| !not_due.contains(*host)).cloned().collect();
        let wanted = std::mem::take(&mut *self.0.wanted.lock());
        due.sort_by_key(|host| !wanted.contains(host));
        Ok(due)
    }

    /// Orders the certificate of a host, unless another node does.
    async fn renew(self, host: String) -> Ended {
        match self.try_renew(&host).await {
            Ok(ended) => ended,
            Err(error) => {
                tracing::error!(host, %error, "cannot save a certificate");
                // The host is still due: a database that cannot be written is not asked without a pause.
                sleep(POLL_INTERVAL).await;
                Ended::Done
            }
        }
    }

    async fn try_renew(&self, host: &str) -> Result<Ended, TlsError> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.begin().await?;
        let is_leased = tx.lease_certificate(host, now, now + LEASE).await?;
        tx.commit().await?;
        if !is_leased {
            return Ok(Ended::Done);
        }
        let result = timeout(ORDER_TIME, self.order(host)).await.unwrap_or(Err(TlsError::TooSlow));
        let ended = if matches!(result, Err(TlsError::Limited(_))) { Ended::Limited } else { Ended::Done };
        let Some(before) = self.0.store.certificate(host).await? else { return Ok(ended) };
        let row = after(before, result, self.0.clock.now());
        let mut tx = self.0.store.begin().await?;
        tx.save_certificate(&row).await?;
        tx.commit().await?;
        if row.problem.is_none() {
            self.0.loaded.outdate(host);
        }
        report(&row);
        Ok(ended)
    }
}

/// The row of a host after an order.
fn after(before: CertificateRow, result: Result<NewCertificate, TlsError>, now: Timestamp) -> CertificateRow {
    let (next_at, failures, problem) = match result {
        Ok(NewCertificate { issued, begins_at }) => {
            let next_at = renewal(begins_at, issued.ends_at).max(now + FIRST_DELAY);
            return CertificateRow { issued: Some(issued), next_at, failures: 0, problem: None, ..before };
        }
        // Not a failure of the host.
        Err(error @ TlsError::Limited(_)) => (now + jittered(PAUSE, &before.host), before.failures, error),
        Err(error) => {
            let longest = if before.issued.is_some() { MAX_DELAY } else { MAX_DELAY_WITHOUT };
            let delay = jittered(delay(before.failures).min(longest), &before.host);
            (now + delay, before.failures.saturating_add(1), error)
        }
    };
    CertificateRow { next_at, failures, problem: Some(problem.to_string()), ..before }
}

/// Logs and counts what an order has led to.
fn report(row: &CertificateRow) {
    let (host, next_at) = (&row.host, row.next_at);
    let result = if let Some(error) = &row.problem {
        tracing::warn!(host, error, %next_at, "no certificate was issued");
        "failed"
    } else {
        tracing::info!(host, %next_at, "a certificate was issued");
        "issued"
    };
    metrics::counter!("marquee_certificates_total", "result" => result).increment(1);
}

/// When a certificate is renewed: after two thirds of its time.
fn renewal(begins_at: Timestamp, ends_at: Timestamp) -> Timestamp {
    begins_at + begins_at.duration_until(ends_at) / 3 * 2
}

/// The time until the next order, after a number of failures before this one.
fn delay(failures: u32) -> SignedDuration {
    FIRST_DELAY.checked_mul(1 << failures.min(16)).unwrap_or(MAX_DELAY)
}

/// Up to a quarter longer, by the host, so that many hosts are not due at once.
fn jittered(delay: SignedDuration, host: &str) -> SignedDuration {
    let mut hasher = DefaultHasher::new();
    host.hash(&mut hasher);
    let share = i32::try_from(hasher.finish() % 250).unwrap_or_default();
    delay + delay / 1000 * share
}

#[cfg(test)]
mod tests {
    use marquee_store::IssuedCertificate;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_certificate_is_renewed_after_two_thirds_of_its_time() {
        let next = renewal(at("2026-01-01T00:00:00Z"), at("2026-04-01T00:00:00Z"));
        assert_eq!(next, at("2026-03-02T00:00:00Z"), "60 of 90 days");
    }

    fn row(issued: Option<IssuedCertificate>, failures: u32, next_at: Timestamp) -> CertificateRow {
        CertificateRow { host: "acme.example".into(), issued, next_at, failures, problem: None }
    }

    fn certificate(ends_at: Timestamp) -> IssuedCertificate {
        IssuedCertificate { chain: "c".into(), private_key: "k".into(), directory: "d".into(), ends_at }
    }

    #[test]
    fn failed_orders_are_repeated_ever_later_and_hourly_without_a_certificate() {
        let now = at("2026-11-30T12:00:00Z");
        let minutes_of_failures = |issued: Option<IssuedCertificate>| {
            let mut row = row(issued, 0, now);
            let mut minutes = Vec::new();
            for _ in 0..9 {
                row = after(row.clone(), Err(TlsError::TooSlow), now);
                minutes.push(now.duration_until(row.next_at).as_mins());
            }
            minutes
        };
        let jitter = |minutes: &[i64]| -> Vec<i64> {
            let long =
                minutes.iter().map(|count| jittered(SignedDuration::from_mins(*count), "acme.example"));
            long.map(|delay| delay.as_mins()).collect()
        };
        assert_eq!(minutes_of_failures(None), jitter(&[5, 10, 20, 40, 60, 60, 60, 60, 60]));
        let issued = certificate(now);
        assert_eq!(minutes_of_failures(Some(issued)), jitter(&[5, 10, 20, 40, 80, 160, 320, 640, 1080]));
    }

    #[test]
    fn hosts_wait_up_to_a_quarter_longer_each_its_own_time() {
        let hour = SignedDuration::from_hours(1);
        let delays: HashSet<_> =
            (0..50).map(|n| jittered(hour, &format!("h{n}.example")).as_secs()).collect();
        assert!(
            delays.len() > 30 && delays.iter().all(|seconds| (3600..4500).contains(seconds)),
            "{delays:?}"
        );
    }

    #[test]
    fn a_limit_of_the_certificate_server_is_no_failure_of_the_host() {
        let now = at("2026-11-30T12:00:00Z");
        let before = row(None, 1, now);
        let row = after(before, Err(TlsError::Limited("300 orders".into())), now);
        assert_eq!(row.failures, 1);
        assert!((10..13).contains(&now.duration_until(row.next_at).as_mins()), "{}", row.next_at);
    }

    #[test]
    fn a_failure_keeps_the_certificate_and_says_why() {
        let now = at("2026-11-30T12:00:00Z");
        let issued = certificate(now);
        let before = row(Some(issued.clone()), 1, now);
        let row = after(before, Err(TlsError::NoChallenge("acme.example".into())), now);
        assert_eq!((row.issued, row.failures), (Some(issued), 2));
        assert!(row.problem.unwrap().contains("acme.example"));
    }
}
