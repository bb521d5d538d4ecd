//! The ledger: double entries of points and gift-card value, only ever added to (security 4.1, 4.2).

use jiff::Timestamp;
use marquee_model::loyalty::TransferKind;
use marquee_model::{GiftCardId, MemberId, OrderId, SiteId, TransferId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, JoinType, NotSet, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationDef, Select, Set,
};
use sha2::{Digest, Sha256};

use crate::connect::Store;
use crate::entity::{account, entry, transfer};
use crate::error::StoreError;
use crate::instant::{at, ms};
use crate::writes::WriteTx;

mod verify;

pub use verify::LedgerReport;

/// The largest amount of one move: sums of as many as there can ever be stay within 64 bits.
const LARGEST: u64 = 1_000_000_000_000;

/// Where value lies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// The programme itself, where value comes from and goes to. It has no balance.
    Programme,
    /// A member's points.
    Points(MemberId),
    /// The value on a gift card.
    Gift(GiftCardId),
}

impl Account {
    fn key(&self) -> String {
        match self {
            Self::Programme => "programme".to_owned(),
            Self::Points(member) => format!("points:{member}"),
            Self::Gift(card) => format!("gift:{card}"),
        }
    }
}

/// What an account gets, or gives when it is less than nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The account.
    pub account: Account,
    /// Units: points, or minor units of money.
    pub amount: i64,
}

/// A booking: what its accounts get adds up to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// Its id.
    pub id: TransferId,
    /// Why.
    pub kind: TransferKind,
    /// What is moved: `POINTS`, or a currency.
    pub unit: String,
    /// When it happened; the order of bookings is that of their writing.
    pub at: Timestamp,
    /// What the member reads.
    pub description: String,
    /// Where.
    pub cinema_id: Option<String>,
    /// For which order.
    pub order_id: Option<OrderId>,
    /// What moves.
    pub moves: Vec<Move>,
}

/// A line of an account's history.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "as in Transfer")]
pub struct Statement {
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

/// An entry hangs on the one before it: none can be changed or left out unnoticed.
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

fn of(site: &SiteId, key: &str) -> Select<account::Entity> {
    account::Entity::find()
        .filter(account::Column::SiteId.eq(site.as_str()))
        .filter(account::Column::Id.eq(key))
}

async fn balance<C: ConnectionTrait>(db: &C, site: &SiteId, key: &str) -> Result<i64, StoreError> {
    Ok(of(site, key).one(db).await?.map_or(0, |row| row.balance))
}

impl Store {
    /// What an account has.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn balance(&self, site: &SiteId, account: &Account) -> Result<i64, StoreError> {
        balance(&self.read, site, &account.key()).await
    }

    /// What several accounts have, in their order.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn balances(&self, site: &SiteId, accounts: &[Account]) -> Result<Vec<i64>, StoreError> {
        let keys: Vec<String> = accounts.iter().map(Account::key).collect();
        let rows = account::Entity::find()
            .filter(account::Column::SiteId.eq(site.as_str()))
            .filter(account::Column::Id.is_in(keys.iter().map(String::as_str)))
            .all(&self.read)
            .await?;
        let of = |key: &String| rows.iter().find(|row| row.id == *key).map_or(0, |row| row.balance);
        Ok(keys.iter().map(of).collect())
    }

    /// An account's history, the newest first.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn statement(
        &self,
        site: &SiteId,
        account: &Account,
        most: Option<u64>,
    ) -> Result<Vec<Statement>, StoreError> {
        let key = account.key();
        let Some(known) = of(site, &key).one(&self.read).await? else { return Ok(Vec::new()) };
        let rows = entry::Entity::find()
            .filter(entry::Column::SiteId.eq(site.as_str()))
            .filter(entry::Column::AccountId.eq(key))
            .order_by_desc(entry::Column::Number)
            .limit(most)
            .find_also_linked(EntryOf)
            .all(&self.read)
            .await?;
        Ok(rows
            .into_iter()
            .filter_map(|(entry, transfer)| Some((entry, transfer?)))
            .map(|(entry, transfer)| Statement {
                transfer: TransferId::stored(transfer.id),
                kind: TransferKind::parse(&transfer.kind).unwrap_or(TransferKind::Adjust),
                at: at(transfer.occurred_at),
                unit: known.unit.clone(),
                amount: entry.amount,
                balance_after: entry.balance_after.unwrap_or(0),
                description: transfer.description,
                cinema_id: transfer.cinema_id,
                order_id: transfer.order_id.map(OrderId::stored),
            })
            .collect())
    }
}

impl WriteTx {
    /// What an account has, as this write sees it.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn balance(&self, site: &SiteId, account: &Account) -> Result<i64, StoreError> {
        balance(self.tx(), site, &account.key()).await
    }

    /// What an account got for an order.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn earned_by_order(
        &self,
        site: &SiteId,
        account: &Account,
        order: &OrderId,
    ) -> Result<i64, StoreError> {
        let rows = entry::Entity::find()
            .filter(entry::Column::SiteId.eq(site.as_str()))
            .filter(entry::Column::AccountId.eq(account.key()))
            .join_as(JoinType::InnerJoin, belongs(), Alias::new("booked"))
            .filter(Expr::col((Alias::new("booked"), transfer::Column::OrderId)).eq(order.as_str()))
            .all(self.tx())
            .await?;
        Ok(rows.iter().map(|row| row.amount).sum())
    }

    /// Deletes the notes that an operator wrote about an account. Its entries stay valid, because their chain does not cover
    /// notes.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn forget_words(&mut self, site: &SiteId, account: &Account) -> Result<(), StoreError> {
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

    /// Books a transfer; tells what its accounts have then, in the order of its moves.
    ///
    /// # Errors
    /// [`StoreError::Short`] when an account has less than is taken from it, [`StoreError::Frozen`] when an account may
    /// not give, [`StoreError::Booking`] when the moves do not add up. Then the write is to be dropped.
    pub async fn book(&mut self, site: &SiteId, transfer: &Transfer) -> Result<Vec<i64>, StoreError> {
        check(transfer)?;
        let row = transfer::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(transfer.id.as_str().to_owned()),
            kind: Set(transfer.kind.as_str().to_owned()),
            occurred_at: Set(ms(transfer.at)),
            description: Set(transfer.description.clone()),
            cinema_id: Set(transfer.cinema_id.clone()),
            order_id: Set(transfer.order_id.as_ref().map(|o| o.as_str().to_owned())),
        };
        transfer::Entity::insert(row).exec_without_returning(self.tx()).await?;
        // In the order of their names, so that two transfers never wait for each other.
        let mut order: Vec<usize> = (0..transfer.moves.len()).collect();
        order.sort_by_key(|index| transfer.moves.get(*index).map(|m| m.account.key()));
        let mut after = vec![0; transfer.moves.len()];
        for index in order {
            if let (Some(step), Some(slot)) = (transfer.moves.get(index), after.get_mut(index)) {
                *slot = self.enter(site, transfer, step).await?;
            }
        }
        Ok(after)
    }

    async fn enter(&mut self, site: &SiteId, transfer: &Transfer, step: &Move) -> Result<i64, StoreError> {
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
        if step.account == Account::Programme {
            model.insert(self.tx()).await?;
            return Ok(0);
        }
        let known = self.account(site, &key, &transfer.unit).await?;
        if known.unit != transfer.unit {
            return Err(StoreError::Booking("the account has another unit"));
        }
        if known.frozen != 0 && step.amount < 0 {
            return Err(StoreError::Frozen);
        }
        let after = known.balance.checked_add(step.amount).ok_or(StoreError::Booking("too large"))?;
        if after < 0 {
            return Err(StoreError::Short);
        }
        let number = known.entries + 1;
        let link = link(&known.head, &key, &transfer.unit, number, step.amount, after, transfer.id.as_str());
        model.number = Set(Some(number));
        model.balance_after = Set(Some(after));
        model.link = Set(Some(link.clone()));
        model.insert(self.tx()).await?;
        let changed = account::ActiveModel {
            balance: Set(after),
            entries: Set(number),
            head: Set(link),
            ..account::ActiveModel::from(known)
        };
        changed.update(self.tx()).await?;
        Ok(after)
    }

    /// The account's row, made when there is none, kept from other writes until this one ends.
    async fn account(&mut self, site: &SiteId, key: &str, unit: &str) -> Result<account::Model, StoreError> {
        use account::Column as C;
        if let Some(row) = of(site, key).lock_exclusive().one(self.tx()).await? {
            return Ok(row);
        }
        let model = account::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(key.to_owned()),
            unit: Set(unit.to_owned()),
            balance: Set(0),
            entries: Set(0),
            head: Set(String::new()),
            frozen: Set(0),
        };
        let known = OnConflict::columns([C::SiteId, C::Id]).do_nothing().to_owned();
        account::Entity::insert(model).on_conflict(known).exec_without_returning(self.tx()).await?;
        let row = of(site, key).lock_exclusive().one(self.tx()).await?;
        row.ok_or(StoreError::Booking("the account is gone"))
    }

    /// Keeps anything from being taken from an account, or allows it again.
    ///
    /// # Errors
    /// [`StoreError::Engine`].
    pub async fn freeze(&mut self, site: &SiteId, account: &Account, frozen: bool) -> Result<(), StoreError> {
        self.freeze_key(site.as_str(), &account.key(), frozen).await
    }
}

/// A transfer adds up to nothing, and has each account once.
fn check(transfer: &Transfer) -> Result<(), StoreError> {
    let mut sum = 0_i64;
    for (index, step) in transfer.moves.iter().enumerate() {
        if step.amount == 0 || step.amount.unsigned_abs() > LARGEST {
            return Err(StoreError::Booking("an amount is nothing or too large"));
        }
        if transfer.moves.iter().skip(index + 1).any(|other| other.account == step.account) {
            return Err(StoreError::Booking("an account stands twice"));
        }
        sum = sum.checked_add(step.amount).ok_or(StoreError::Booking("too large"))?;
    }
    if sum == 0 && !transfer.moves.is_empty() {
        Ok(())
    } else {
        Err(StoreError::Booking("the moves do not add up to nothing"))
    }
}

/// From an entry to its transfer.
#[derive(Debug, Clone, Copy)]
struct EntryOf;

impl sea_orm::Linked for EntryOf {
    type FromEntity = entry::Entity;
    type ToEntity = transfer::Entity;

    fn link(&self) -> Vec<sea_orm::LinkDef> {
        vec![belongs()]
    }
}

fn belongs() -> RelationDef {
    entry::Entity::belongs_to(transfer::Entity)
        .from((entry::Column::SiteId, entry::Column::TransferId))
        .to((transfer::Column::SiteId, transfer::Column::Id))
        .into()
}
