//! Append-only double-entry ledger of points and gift-card values (security 4.1, 4.2).

use jiff::Timestamp;
use marquee_model::loyalty::TransferKind;
use marquee_model::{GiftCardId, MemberId, OrderId, SiteId, TransferId};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, NotSet, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationDef, Select, Set,
};
use sha2::{Digest, Sha256};

use crate::connect::Store;
use crate::entity::{account, entry, transfer};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

mod verify;

pub use verify::LedgerReport;

/// Maximum amount of one posting. Keeps sums of postings far below the limit of 64 bits.
const MAX_AMOUNT: u64 = 1_000_000_000_000;

/// A ledger account.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// The loyalty program: source and sink of all value. It has no stored balance.
    Program,
    /// A member's points.
    Points(MemberId),
    /// A gift card's value.
    GiftCard(GiftCardId),
}

impl Account {
    fn key(&self) -> String {
        match self {
            Self::Program => "programme".to_owned(),
            Self::Points(member) => format!("points:{member}"),
            Self::GiftCard(card) => format!("gift:{card}"),
        }
    }
}

/// A credit (positive) or debit (negative) of one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    pub account: Account,
    /// Points, or minor units of the currency.
    pub amount: i64,
}

/// A booking whose postings add up to zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    pub id: TransferId,
    pub kind: TransferKind,
    /// `POINTS`, or a currency code.
    pub unit: String,
    /// When it happened. Entries are ordered by when they were booked, not by this time.
    pub at: Timestamp,
    /// Shown in the member's history.
    pub description: String,
    pub cinema_id: Option<String>,
    pub order_id: Option<OrderId>,
    pub postings: Vec<Posting>,
}

/// One entry of an account's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    pub transfer: TransferId,
    pub kind: TransferKind,
    pub at: Timestamp,
    pub unit: String,
    pub amount: i64,
    pub balance_after: i64,
    pub description: String,
    pub cinema_id: Option<String>,
    pub order_id: Option<OrderId>,
}

/// Hash of an entry and the hash of the previous one (`head`), so that changed and missing entries are detected.
fn link(
    head: &str,
    account: &str,
    unit: &str,
    number: i64,
    amount: i64,
    after: i64,
    transfer: &str,
) -> String {
    let text = format!("{head}\n{account}\n{unit}\n{number}\n{amount}\n{after}\n{transfer}");
    hex::encode(Sha256::digest(text))
}

fn account_by_key(site: &SiteId, key: &str) -> Select<account::Entity> {
    account::Entity::find()
        .filter(account::Column::SiteId.eq(site.as_str()))
        .filter(account::Column::Id.eq(key))
}

async fn balance<C: ConnectionTrait>(db: &C, site: &SiteId, key: &str) -> Result<i64, StoreError> {
    Ok(account_by_key(site, key).one(db).await?.map_or(0, |row| row.balance))
}

impl Store {
    /// Balance of an account, 0 if it has no entries.
    pub async fn balance(&self, site: &SiteId, account: &Account) -> Result<i64, StoreError> {
        balance(&self.read, site, &account.key()).await
    }

    /// Balances of several accounts, in the order given.
    pub async fn balances(&self, site: &SiteId, accounts: &[Account]) -> Result<Vec<i64>, StoreError> {
        let keys: Vec<String> = accounts.iter().map(Account::key).collect();
        let rows = account::Entity::find()
            .filter(account::Column::SiteId.eq(site.as_str()))
            .filter(account::Column::Id.is_in(keys.iter().map(String::as_str)))
            .all(&self.read)
            .await?;
        let balance = |key: &String| rows.iter().find(|row| row.id == *key).map_or(0, |row| row.balance);
        Ok(keys.iter().map(balance).collect())
    }

    /// An account's history, newest first.
    pub async fn statement(
        &self,
        site: &SiteId,
        account: &Account,
        limit: Option<u64>,
    ) -> Result<Vec<StatementLine>, StoreError> {
        let key = account.key();
        let Some(account_row) = account_by_key(site, &key).one(&self.read).await? else {
            return Ok(Vec::new());
        };
        let rows = entry::Entity::find()
            .filter(entry::Column::SiteId.eq(site.as_str()))
            .filter(entry::Column::AccountId.eq(key))
            .order_by_desc(entry::Column::Number)
            .limit(limit)
            .find_also_linked(EntryToTransfer)
            .all(&self.read)
            .await?;
        rows.into_iter().map(|(entry, transfer)| statement(&account_row.unit, &entry, transfer)).collect()
    }
}

fn statement(
    unit: &str,
    entry: &entry::Model,
    transfer: Option<transfer::Model>,
) -> Result<StatementLine, StoreError> {
    let seq = entry.seq.to_string();
    let row_context = RowContext::new("entry", [&seq]);
    let balance_after = entry.balance_after.ok_or_else(|| row_context.missing("balance_after"))?;
    let transfer = transfer.ok_or_else(|| row_context.missing("transfer_id"))?;
    let row_context = RowContext::new("transfer", [&transfer.site_id, &transfer.id]);
    Ok(StatementLine {
        kind: row_context.code("kind", TransferKind::parse(&transfer.kind), &transfer.kind)?,
        at: row_context.milliseconds("occurred_at", transfer.occurred_at)?,
        transfer: TransferId::stored(transfer.id),
        unit: unit.to_owned(),
        amount: entry.amount,
        balance_after,
        description: transfer.description,
        cinema_id: transfer.cinema_id,
        order_id: transfer.order_id.map(OrderId::stored),
    })
}

impl WriteTx {
    /// Balance of an account, as seen by this transaction.
    pub async fn balance(&self, site: &SiteId, account: &Account) -> Result<i64, StoreError> {
        balance(self.tx(), site, &account.key()).await
    }

    /// Clears the descriptions of an account's transfers. The entries stay valid, because their hash chain does not include
    /// descriptions.
    pub async fn clear_descriptions(&mut self, site: &SiteId, account: &Account) -> Result<(), StoreError> {
        use transfer::Column as C;
        let booked = entry::Entity::find()
            .select_only()
            .column(entry::Column::TransferId)
            .filter(entry::Column::SiteId.eq(site.as_str()))
            .filter(entry::Column::AccountId.eq(account.key()));
        transfer::Entity::update_many()
            .col_expr(C::Description, Expr::value(""))
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Id.in_subquery(booked.into_query()))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Books a transfer; returns the new balances in the order of its postings (0 for the program).
    ///
    /// # Errors
    /// [`StoreError::InsufficientFunds`] if a balance is insufficient, [`StoreError::Frozen`] if a debited account is frozen,
    /// [`StoreError::InvalidTransfer`] if the transfer is invalid. The caller must then drop the transaction.
    pub async fn book(&mut self, site: &SiteId, transfer: &Transfer) -> Result<Vec<i64>, StoreError> {
        check(transfer)?;
        let row = transfer::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(transfer.id.as_str().to_owned()),
            kind: Set(transfer.kind.as_str().to_owned()),
            occurred_at: Set(to_millis(transfer.at)),
            description: Set(transfer.description.clone()),
            cinema_id: Set(transfer.cinema_id.clone()),
            order_id: Set(transfer.order_id.as_ref().map(|o| o.as_str().to_owned())),
        };
        transfer::Entity::insert(row).exec_without_returning(self.tx()).await?;
        // Accounts are locked in the order of their keys, so that concurrent transfers cannot deadlock.
        let mut order: Vec<usize> = (0..transfer.postings.len()).collect();
        order.sort_by_key(|index| transfer.postings.get(*index).map(|posting| posting.account.key()));
        let mut balances = vec![0; transfer.postings.len()];
        for index in order {
            if let (Some(step), Some(slot)) = (transfer.postings.get(index), balances.get_mut(index)) {
                *slot = self.post(site, transfer, step).await?;
            }
        }
        Ok(balances)
    }

    async fn post(&mut self, site: &SiteId, transfer: &Transfer, step: &Posting) -> Result<i64, StoreError> {
        let key = step.account.key();
        let mut model = entry::ActiveModel {
            seq: NotSet,
            site_id: Set(site.as_str().to_owned()),
            transfer_id: Set(transfer.id.as_str().to_owned()),
            account_id: Set(key.clone()),
            amount: Set(step.amount),
            number: Set(None),
            balance_after: Set(None),
            link: Set(None),
        };
        if step.account == Account::Program {
            model.insert(self.tx()).await?;
            return Ok(0);
        }
        let existing_account = self.account(site, &key, &transfer.unit).await?;
        if existing_account.unit != transfer.unit {
            return Err(StoreError::InvalidTransfer("the account has a different unit"));
        }
        if existing_account.frozen && step.amount < 0 {
            return Err(StoreError::Frozen);
        }
        let after = existing_account
            .balance
            .checked_add(step.amount)
            .ok_or(StoreError::InvalidTransfer("the balance would overflow"))?;
        if after < 0 {
            return Err(StoreError::InsufficientFunds);
        }
        let number = existing_account.entries + 1;
        let link = link(
            &existing_account.head,
            &key,
            &transfer.unit,
            number,
            step.amount,
            after,
            transfer.id.as_str(),
        );
        model.number = Set(Some(number));
        model.balance_after = Set(Some(after));
        model.link = Set(Some(link.clone()));
        model.insert(self.tx()).await?;
        let changed = account::ActiveModel {
            balance: Set(after),
            entries: Set(number),
            head: Set(link),
            ..account::ActiveModel::from(existing_account)
        };
        changed.update(self.tx()).await?;
        Ok(after)
    }

    /// The account's row, created if missing, locked until this transaction ends.
    async fn account(&mut self, site: &SiteId, key: &str, unit: &str) -> Result<account::Model, StoreError> {
        use account::Column as C;
        if let Some(row) = account_by_key(site, key).lock_exclusive().one(self.tx()).await? {
            return Ok(row);
        }
        let model = account::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(key.to_owned()),
            unit: Set(unit.to_owned()),
            balance: Set(0),
            entries: Set(0),
            head: Set(String::new()),
            frozen: Set(false),
        };
        let on_conflict = OnConflict::columns([C::SiteId, C::Id]).do_nothing().to_owned();
        account::Entity::insert(model).on_conflict(on_conflict).exec_without_returning(self.tx()).await?;
        let row = account_by_key(site, key).lock_exclusive().one(self.tx()).await?;
        row.ok_or(StoreError::InvalidTransfer("account not found"))
    }

    /// Forbids or allows debits of an account.
    pub async fn set_frozen(
        &mut self,
        site: &SiteId,
        account: &Account,
        frozen: bool,
    ) -> Result<(), StoreError> {
        self.freeze_key(site.as_str(), &account.key(), frozen).await
    }
}

/// Checks that a transfer has postings that add up to zero, with allowed amounts and each account at most once.
fn check(transfer: &Transfer) -> Result<(), StoreError> {
    let mut sum = 0_i64;
    for (index, step) in transfer.postings.iter().enumerate() {
        if step.amount == 0 || step.amount.unsigned_abs() > MAX_AMOUNT {
            return Err(StoreError::InvalidTransfer("an amount is 0 or too large"));
        }
        if transfer.postings.iter().skip(index + 1).any(|other| other.account == step.account) {
            return Err(StoreError::InvalidTransfer("duplicate account"));
        }
        sum = sum
            .checked_add(step.amount)
            .ok_or(StoreError::InvalidTransfer("the sum of the amounts would overflow"))?;
    }
    if sum == 0 && !transfer.postings.is_empty() {
        Ok(())
    } else {
        Err(StoreError::InvalidTransfer("the postings must add up to 0"))
    }
}

/// The relation from an entry to its transfer.
#[derive(Debug, Clone, Copy)]
struct EntryToTransfer;

impl sea_orm::Linked for EntryToTransfer {
    type FromEntity = entry::Entity;
    type ToEntity = transfer::Entity;

    fn link(&self) -> Vec<sea_orm::LinkDef> {
        vec![entry_to_transfer()]
    }
}

pub(crate) fn entry_to_transfer() -> RelationDef {
    entry::Entity::belongs_to(transfer::Entity)
        .from((entry::Column::SiteId, entry::Column::TransferId))
        .to((transfer::Column::SiteId, transfer::Column::Id))
        .into()
}
