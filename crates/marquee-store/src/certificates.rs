//! Certificates of hosts, and the account and challenges with which an ACME server issues them.

use jiff::{SignedDuration, Timestamp};
use sea_orm::sea_query::{Expr, ExprTrait, Func, OnConflict, SimpleExpr};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::connect::Store;
use crate::entity::{acme_account, acme_challenge, certificate};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A certificate with its private key.
#[derive(Clone, PartialEq, Eq)]
pub struct IssuedCertificate {
    /// The certificate and those of its issuers, as PEM.
    pub chain: String,
    /// The private key; sealed by the caller.
    pub private_key: String,
    /// The address of the directory of the ACME server that issued it.
    pub directory: String,
    pub ends_at: Timestamp,
}

impl std::fmt::Debug for IssuedCertificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IssuedCertificate").field("ends_at", &self.ends_at).finish_non_exhaustive()
    }
}

/// The certificate of a host, and when the next one is ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateRow {
    /// In lower case, without port.
    pub host: String,
    /// `None` while none was issued.
    pub issued: Option<IssuedCertificate>,
    /// When the next one is ordered.
    pub next_at: Timestamp,
    /// How many orders have failed in a row.
    pub failures: u32,
    /// Why the last one failed.
    pub problem: Option<String>,
}

fn read(row: certificate::Model) -> Result<CertificateRow, StoreError> {
    let row_context = RowContext::new("certificate", [&row.host]);
    let issued = match (row.chain, row.private_key, row.directory, row.ends_at) {
        (Some(chain), Some(private_key), Some(directory), Some(ends_at)) => {
            let ends_at = row_context.milliseconds("ends_at", ends_at)?;
            Some(IssuedCertificate { chain, private_key, directory, ends_at })
        }
        _ => None,
    };
    Ok(CertificateRow {
        issued,
        next_at: row_context.milliseconds("next_at", row.next_at)?,
        failures: row_context.number("failures", row.failures)?,
        host: row.host,
        problem: row.problem,
    })
}

/// The longest time until an order that is not the renewal of a certificate.
const LONGEST_DELAY: SignedDuration = SignedDuration::from_hours(24);

/// Whether an order is not due. An instant that no order can have, from a clock that was wrong, does not count.
fn is_not_due(now: Timestamp) -> SimpleExpr {
    use certificate::Column as C;
    let tomorrow = to_millis(now.saturating_add(LONGEST_DELAY).unwrap_or(Timestamp::MAX));
    let ends_at = Func::coalesce([Expr::col(C::EndsAt), Expr::value(0)]);
    let is_possible = C::NextAt.lte(tomorrow).or(Expr::col(C::NextAt).lt(ends_at));
    C::NextAt.gt(to_millis(now)).and(is_possible)
}

impl Store {
    /// The certificate of a host (lower case, without port).
    pub async fn certificate(&self, host: &str) -> Result<Option<CertificateRow>, StoreError> {
        certificate::Entity::find_by_id(host).one(&self.read).await?.map(read).transpose()
    }

    /// The hosts whose certificate is ordered after an instant: all others of a server are due.
    pub async fn certificates_not_due(&self, now: Timestamp) -> Result<Vec<String>, StoreError> {
        use certificate::Column as C;
        let query = certificate::Entity::find().select_only().column(C::Host);
        let query = query.filter(is_not_due(now)).order_by_asc(C::Host);
        Ok(query.into_tuple().all(&self.read).await?)
    }

    /// The certificates that were issued, with their hosts.
    pub async fn issued_certificates(&self) -> Result<Vec<(String, IssuedCertificate)>, StoreError> {
        let query = certificate::Entity::find().filter(certificate::Column::Chain.is_not_null());
        let rows = query.all(&self.read).await?.into_iter().map(read);
        let issued = rows.map(|row| row.map(|row| row.issued.map(|issued| (row.host, issued))));
        issued.filter_map(Result::transpose).collect()
    }

    /// The sealed credentials of the account at an ACME server, by the address of its directory.
    pub async fn acme_account(&self, directory: &str) -> Result<Option<String>, StoreError> {
        let row = acme_account::Entity::find_by_id(directory).one(&self.read).await?;
        Ok(row.map(|row| row.credentials))
    }

    /// What an ACME server expects at the address of a token; `None` for an unknown or expired token.
    pub async fn acme_challenge(&self, token: &str, now: Timestamp) -> Result<Option<String>, StoreError> {
        let query = acme_challenge::Entity::find_by_id(token)
            .filter(acme_challenge::Column::EndsAt.gt(to_millis(now)));
        Ok(query.one(&self.read).await?.map(|row| row.response))
    }
}

impl WriteTx {
    /// Leases the order of a host's certificate until `until`, when it is due again. Returns false unless it is due.
    pub async fn lease_certificate(
        &mut self,
        host: &str,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        use certificate::Column as C;
        let new = certificate::ActiveModel {
            host: Set(host.to_owned()),
            chain: Set(None),
            private_key: Set(None),
            directory: Set(None),
            ends_at: Set(None),
            next_at: Set(to_millis(now)),
            failures: Set(0),
            problem: Set(None),
        };
        let keep = OnConflict::column(C::Host).do_nothing().to_owned();
        certificate::Entity::insert(new).on_conflict(keep).exec_without_returning(self.tx()).await?;
        let result = certificate::Entity::update_many()
            .col_expr(C::NextAt, Expr::value(to_millis(until)))
            .filter(C::Host.eq(host))
            .filter(is_not_due(now).not())
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Makes the order of a host's certificate due.
    pub async fn set_certificate_due(&mut self, host: &str, now: Timestamp) -> Result<(), StoreError> {
        use certificate::Column as C;
        certificate::Entity::update_many()
            .col_expr(C::NextAt, Expr::value(to_millis(now)))
            .col_expr(C::Failures, Expr::value(0))
            .filter(C::Host.eq(host))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Saves the certificate of a host.
    pub async fn save_certificate(&mut self, row: &CertificateRow) -> Result<(), StoreError> {
        use certificate::Column as C;
        let issued = row.issued.as_ref();
        let model = certificate::ActiveModel {
            host: Set(row.host.clone()),
            chain: Set(issued.map(|issued| issued.chain.clone())),
            private_key: Set(issued.map(|issued| issued.private_key.clone())),
            directory: Set(issued.map(|issued| issued.directory.clone())),
            ends_at: Set(issued.map(|issued| to_millis(issued.ends_at))),
            next_at: Set(to_millis(row.next_at)),
            failures: Set(i32::try_from(row.failures).unwrap_or(i32::MAX)),
            problem: Set(row.problem.clone()),
        };
        let replace = OnConflict::column(C::Host)
            .update_columns([
                C::Chain,
                C::PrivateKey,
                C::Directory,
                C::EndsAt,
                C::NextAt,
                C::Failures,
                C::Problem,
            ])
            .to_owned();
        certificate::Entity::insert(model).on_conflict(replace).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes the account at an ACME server, if its sealed credentials are still these.
    pub async fn remove_acme_account(
        &mut self,
        directory: &str,
        credentials: &str,
    ) -> Result<(), StoreError> {
        use acme_account::Column as C;
        let these = acme_account::Entity::delete_many().filter(C::Directory.eq(directory));
        these.filter(C::Credentials.eq(credentials)).exec(self.tx()).await?;
        Ok(())
    }

    /// Saves the sealed credentials of the account at an ACME server, unless another node has saved some.
    pub async fn save_acme_account(&mut self, directory: &str, credentials: &str) -> Result<(), StoreError> {
        let model = acme_account::ActiveModel {
            directory: Set(directory.to_owned()),
            credentials: Set(credentials.to_owned()),
        };
        let keep = OnConflict::column(acme_account::Column::Directory).do_nothing().to_owned();
        acme_account::Entity::insert(model).on_conflict(keep).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Saves what an ACME server expects at the address of a token until `until`, and removes what has expired.
    pub async fn save_acme_challenge(
        &mut self,
        token: &str,
        response: &str,
        (now, until): (Timestamp, Timestamp),
    ) -> Result<(), StoreError> {
        use acme_challenge::Column as C;
        acme_challenge::Entity::delete_many().filter(C::EndsAt.lte(to_millis(now))).exec(self.tx()).await?;
        let model = acme_challenge::ActiveModel {
            token: Set(token.to_owned()),
            response: Set(response.to_owned()),
            ends_at: Set(to_millis(until)),
        };
        let replace = OnConflict::column(C::Token).update_columns([C::Response, C::EndsAt]).to_owned();
        acme_challenge::Entity::insert(model).on_conflict(replace).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}
