//! Verifies the ledger by recomputing balances and hash chains (security 4.2).

use marquee_model::SiteId;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};

use super::link;
use crate::connect::Store;
use crate::entity::{account, entry};
use crate::error::StoreError;
use crate::transaction::WriteTx;

/// Accounts or entries per query.
const PAGE: u64 = 1000;

/// Result of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LedgerReport {
    /// Number of checked accounts.
    pub accounts: u64,
    /// Number of checked entries.
    pub entries: u64,
    /// One message for each error.
    pub errors: Vec<String>,
    /// Site and key of each account with an error.
    pub affected_accounts: Vec<(String, String)>,
}

impl LedgerReport {
    fn add_error(&mut self, site: &str, account: &str, what: &str) {
        self.errors.push(format!("{site} {account}: {what}"));
        self.affected_accounts.push((site.to_owned(), account.to_owned()));
    }
}

#[derive(FromQueryResult)]
struct Total {
    site_id: String,
    transfer_id: String,
}

impl Store {
    /// Verifies the ledgers of all sites.
    pub async fn verify_ledger(&self) -> Result<LedgerReport, StoreError> {
        self.verify(None).await
    }

    /// Verifies the ledger of one site.
    pub async fn verify_site_ledger(&self, site: &SiteId) -> Result<LedgerReport, StoreError> {
        self.verify(Some(site)).await
    }

    async fn verify(&self, only: Option<&SiteId>) -> Result<LedgerReport, StoreError> {
        let mut report = LedgerReport::default();
        let mut after: Option<(String, String)> = None;
        loop {
            let mut query = account::Entity::find()
                .order_by_asc(account::Column::SiteId)
                .order_by_asc(account::Column::Id)
                .limit(PAGE);
            if let Some(only) = only {
                query = query.filter(account::Column::SiteId.eq(only.as_str()));
            }
            if let Some((site, id)) = &after {
                let same_site = account::Column::SiteId.eq(site).and(account::Column::Id.gt(id));
                query = query.filter(account::Column::SiteId.gt(site).or(same_site));
            }
            let rows = query.all(&self.read).await?;
            let Some(last_row) = rows.last() else { break };
            after = Some((last_row.site_id.clone(), last_row.id.clone()));
            for row in rows {
                self.verify_account(&row, &mut report).await?;
            }
        }
        self.verify_transfers(only, &mut report).await?;
        Ok(report)
    }

    async fn verify_account(
        &self,
        row: &account::Model,
        report: &mut LedgerReport,
    ) -> Result<(), StoreError> {
        let (mut balance, mut number, mut head) = (0_i64, 0_i64, String::new());
        report.accounts += 1;
        loop {
            let entries = entry::Entity::find()
                .filter(entry::Column::SiteId.eq(&row.site_id))
                .filter(entry::Column::AccountId.eq(&row.id))
                .filter(entry::Column::Number.gt(number))
                .filter(entry::Column::Number.lte(row.entries))
                .order_by_asc(entry::Column::Number)
                .limit(PAGE)
                .all(&self.read)
                .await?;
            if entries.is_empty() {
                break;
            }
            for line in entries {
                report.entries += 1;
                number += 1;
                balance = balance.saturating_add(line.amount);
                head = link(&head, &row.id, &row.unit, number, line.amount, balance, &line.transfer_id);
                let expected = (Some(number), Some(balance), Some(&head));
                if expected != (line.number, line.balance_after, line.link.as_ref()) {
                    report.add_error(
                        &row.site_id,
                        &row.id,
                        &format!("entry {number} is modified or missing"),
                    );
                    return Ok(());
                }
            }
        }
        if (balance, number, &head) != (row.balance, row.entries, &row.head) {
            report.add_error(&row.site_id, &row.id, "the balance differs from the sum of the entries");
        } else if self.has_surplus_entries(row).await? {
            report.add_error(&row.site_id, &row.id, "the account has more entries than its entry count");
        }
        Ok(())
    }

    /// Whether an account has entries beyond its number of entries. Transfers may be booked concurrently, so the account is read
    /// again after its last entry.
    async fn has_surplus_entries(&self, row: &account::Model) -> Result<bool, StoreError> {
        let last_entry = entry::Entity::find()
            .filter(entry::Column::SiteId.eq(&row.site_id))
            .filter(entry::Column::AccountId.eq(&row.id))
            .filter(entry::Column::Number.gt(row.entries))
            .order_by_desc(entry::Column::Number)
            .one(&self.read)
            .await?;
        let Some(last_entry) = last_entry else { return Ok(false) };
        let key = (row.site_id.clone(), row.id.clone());
        let account = account::Entity::find_by_id(key).one(&self.read).await?;
        Ok(last_entry.number > account.map(|account| account.entries))
    }

    /// Checks that the postings of every transfer add up to zero.
    async fn verify_transfers(
        &self,
        only: Option<&SiteId>,
        report: &mut LedgerReport,
    ) -> Result<(), StoreError> {
        let sum = || Expr::expr(Func::sum(Expr::col(entry::Column::Amount)));
        let mut after: Option<Total> = None;
        let tx = self.begin_long_read().await?;
        loop {
            let mut unequal = entry::Entity::find();
            if let Some(only) = only {
                unequal = unequal.filter(entry::Column::SiteId.eq(only.as_str()));
            }
            if let Some(Total { site_id, transfer_id }) = &after {
                let same_site =
                    entry::Column::SiteId.eq(site_id).and(entry::Column::TransferId.gt(transfer_id));
                unequal = unequal.filter(entry::Column::SiteId.gt(site_id).or(same_site));
            }
            let unequal = unequal
                .select_only()
                .column(entry::Column::SiteId)
                .column(entry::Column::TransferId)
                .group_by(entry::Column::SiteId)
                .group_by(entry::Column::TransferId)
                .having(sum().ne(0))
                .order_by_asc(entry::Column::SiteId)
                .order_by_asc(entry::Column::TransferId)
                .limit(PAGE)
                .into_model::<Total>()
                .all(&tx)
                .await?;
            for Total { site_id, transfer_id } in &unequal {
                report.errors.push(format!("{site_id} transfer {transfer_id}: does not add up to 0"));
            }
            after = unequal.into_iter().last();
            if after.is_none() {
                return Ok(());
            }
        }
    }
}

impl WriteTx {
    pub(super) async fn freeze_key(&mut self, site: &str, key: &str, frozen: bool) -> Result<(), StoreError> {
        account::Entity::update_many()
            .col_expr(account::Column::Frozen, Expr::value(frozen))
            .filter(account::Column::SiteId.eq(site))
            .filter(account::Column::Id.eq(key))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Freezes the accounts with errors.
    pub async fn freeze_reported(&mut self, report: &LedgerReport) -> Result<(), StoreError> {
        for (site, key) in &report.affected_accounts {
            self.freeze_key(site, key, true).await?;
        }
        Ok(())
    }
}
