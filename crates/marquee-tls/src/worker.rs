//! Orders and renews certificates until aborted.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use marquee_store::{CertificateRow, StoreError};
use tokio::task::{Id, JoinSet};

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
/// Time until the next order after a first failure, which doubles with each: certificate servers allow a few failures an hour.
const FIRST_DELAY: SignedDuration = SignedDuration::from_mins(5);
/// The longest time until the next order after failures.
const MAX_DELAY: SignedDuration = SignedDuration::from_hours(24);

/// Orders the certificates of `hosts` (lower case, without port) that have none, and renews those that have used two thirds of their time,
/// until aborted.
pub async fn run_certificates(certificates: Certificates, hosts: impl Fn() -> BTreeSet<String> + Send) {
    let mut orders = JoinSet::new();
    let mut ordered: HashMap<Id, String> = HashMap::new();
    loop {
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
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = certificates.0.wanted.notified() => tokio::time::sleep(MIN_INTERVAL).await,
            Some(ended) = orders.join_next_with_id() => {
                let id = ended.map_or_else(|error| error.id(), |(id, ())| id);
                ordered.remove(&id);
            }
        }
    }
}

impl Certificates {
    /// The hosts whose certificate is to be ordered now.
    async fn due(&self, hosts: &BTreeSet<String>) -> Result<Vec<String>, StoreError> {
        let not_due: HashSet<String> =
            self.0.store.certificates_not_due(self.0.clock.now()).await?.into_iter().collect();
        Ok(hosts.iter().filter(|host| !not_due.contains(*host)).cloned().collect())
    }

    /// Orders the certificate of a host, unless another node does.
    async fn renew(self, host: String) {
        if let Err(error) = self.try_renew(&host).await {
            tracing::error!(host, %error, "cannot save a certificate");
        }
    }

    async fn try_renew(&self, host: &str) -> Result<(), TlsError> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.begin().await?;
        let is_leased = tx.lease_certificate(host, now, now + LEASE).await?;
        tx.commit().await?;
        if !is_leased {
            return Ok(());
        }
        let result = self.order(host).await;
        let Some(before) = self.0.store.certificate(host).await? else { return Ok(()) };
        let row = after(before, result, self.0.clock.now());
        let mut tx = self.0.store.begin().await?;
        tx.save_certificate(&row).await?;
        tx.commit().await?;
        self.0.loaded.forget(host);
        report(&row);
        Ok(())
    }
}

/// The row of a host after an order.
fn after(before: CertificateRow, result: Result<NewCertificate, TlsError>, now: Timestamp) -> CertificateRow {
    match result {
        Ok(NewCertificate { issued, begins_at }) => {
            let next_at = renewal(begins_at, issued.ends_at);
            CertificateRow { issued: Some(issued), next_at, failures: 0, problem: None, ..before }
        }
        Err(error) => CertificateRow {
            next_at: now + delay(before.failures),
            failures: before.failures.saturating_add(1),
            problem: Some(error.to_string()),
            ..before
        },
    }
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
    FIRST_DELAY.checked_mul(1 << failures.min(16)).unwrap_or(MAX_DELAY).min(MAX_DELAY)
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

    #[test]
    fn failed_orders_are_repeated_ever_later_but_daily() {
        let delays: Vec<_> = [0, 1, 2, 8, 9, u32::MAX].map(|failures| delay(failures).as_mins()).into();
        assert_eq!(delays, [5, 10, 20, 1280, 1440, 1440]);
    }

    #[test]
    fn a_failure_keeps_the_certificate_and_says_why() {
        let now = at("2026-11-30T12:00:00Z");
        let issued = IssuedCertificate { chain: "c".into(), private_key: "k".into(), ends_at: now };
        let before = CertificateRow {
            host: "acme.example".into(),
            issued: Some(issued.clone()),
            next_at: now,
            failures: 1,
            problem: None,
        };
        let row = after(before, Err(TlsError::NoChallenge("acme.example".into())), now);
        assert_eq!((row.issued, row.failures, row.next_at), (Some(issued), 2, at("2026-11-30T12:10:00Z")));
        assert!(row.problem.unwrap().contains("acme.example"));
    }
}
