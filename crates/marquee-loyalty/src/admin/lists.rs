//! Reading lists of records and single records.

use marquee_model::id::IdError;
use marquee_model::loyalty::{Card, EVoucher, Level, MembershipItem, Reward};
use marquee_model::{CardCode, GiftCardId, MemberId};
use marquee_store::Account;
use serde_json::Value;

use super::cards::code;
use super::fields::Subject;
use super::offers::Offered;
use super::{Admin, AdminError, cards, gift_cards, members, offers};
use crate::cards::primary;

/// Which page of a list to read.
#[derive(Debug, Clone, Copy)]
pub struct PageQuery<'a> {
    /// The id of the last record of the previous page.
    pub after: Option<&'a str>,
    /// The page size, clamped to 1–200.
    pub limit: u64,
    /// A search text for members' names, email addresses, phone and card numbers. Ignored for other kinds of records.
    pub search: &'a str,
}

/// The records of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordPage {
    pub items: Vec<Value>,
    /// The value of [`PageQuery::after`] for the next page; `None` on the last page.
    pub next: Option<String>,
}

impl PageQuery<'_> {
    /// The largest page size.
    pub const MAX_LIMIT: u64 = 200;

    /// The first page, in the largest size.
    #[must_use]
    pub fn first() -> Self {
        Self { after: None, limit: Self::MAX_LIMIT, search: "" }
    }

    fn limit(&self) -> usize {
        usize::try_from(self.limit.clamp(1, Self::MAX_LIMIT)).unwrap_or(1)
    }
}

/// Truncates rows to a page, and returns the id for the next page if more were read.
fn truncate_page<T>(mut rows: Vec<T>, limit: usize, id: impl Fn(&T) -> String) -> (Vec<T>, Option<String>) {
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(id);
    (rows, next)
}

/// Parses [`PageQuery::after`].
fn after<T>(page: PageQuery<'_>, parse: fn(&str) -> Result<T, IdError>) -> Result<Option<T>, AdminError> {
    page.after
        .map(parse)
        .transpose()
        .map_err(|error| AdminError::field("after", format!("is invalid: {error}")))
}

impl Admin<'_> {
    /// Reads a page of a list.
    pub async fn list(&self, subject: Subject, page: PageQuery<'_>) -> Result<RecordPage, AdminError> {
        match subject {
            Subject::Members => self.list_members(page).await,
            Subject::Cards => self.list_cards(page).await,
            Subject::GiftCards => self.list_gift_cards(page).await,
            Subject::Levels => self.list_offers::<Level>(page).await,
            Subject::Rewards => self.list_offers::<Reward>(page).await,
            Subject::Memberships => self.list_offers::<MembershipItem>(page).await,
            Subject::EVouchers => self.list_offers::<EVoucher>(page).await,
        }
    }

    async fn list_members(&self, page: PageQuery<'_>) -> Result<RecordPage, AdminError> {
        let (store, site, limit) = (&self.context.store, &self.site.key, page.limit());
        let after = after(page, MemberId::parse)?;
        let rows = store.members(site, page.search, after.as_ref(), limit as u64 + 1).await?;
        let (rows, next) = truncate_page(rows, limit, |row| row.member.id.as_str().to_owned());
        let accounts: Vec<Account> = rows.iter().map(|row| Account::Points(row.member.id.clone())).collect();
        let points = store.balances(site, &accounts).await?;
        let ids: Vec<&MemberId> = rows.iter().map(|row| &row.member.id).collect();
        let cards = store.cards_of_members(site, &ids).await?;
        let now = self.context.now();
        let items = rows.iter().zip(points).map(|(row, points)| {
            let own_cards =
                cards.iter().filter(|c| c.member.as_ref() == Some(&row.member.id)).map(|c| &c.card);
            members::view(&row.member, points, primary(own_cards, now))
        });
        Ok(RecordPage { items: items.collect(), next })
    }

    async fn list_cards(&self, page: PageQuery<'_>) -> Result<RecordPage, AdminError> {
        let after = after(page, CardCode::parse)?;
        let limit = page.limit();
        let rows = self.context.store.cards(&self.site.key, after.as_ref(), limit as u64 + 1).await?;
        let (rows, next) = truncate_page(rows, limit, |row| row.card.code.as_str().to_owned());
        let now = self.context.now();
        Ok(RecordPage { items: rows.iter().map(|row| cards::view(row, now)).collect(), next })
    }

    async fn list_gift_cards(&self, page: PageQuery<'_>) -> Result<RecordPage, AdminError> {
        let (store, site, limit) = (&self.context.store, &self.site.key, page.limit());
        let after = after(page, GiftCardId::parse)?;
        let rows = store.gift_cards(site, after.as_ref(), limit as u64 + 1).await?;
        let (rows, next) = truncate_page(rows, limit, |row| row.card.id.as_str().to_owned());
        let accounts: Vec<Account> = rows.iter().map(|row| Account::GiftCard(row.card.id.clone())).collect();
        let balances = store.balances(site, &accounts).await?;
        let items = rows.iter().zip(balances).map(|(row, balance)| gift_cards::view(row, balance));
        Ok(RecordPage { items: items.collect(), next })
    }

    async fn list_offers<T: Offered>(&self, page: PageQuery<'_>) -> Result<RecordPage, AdminError> {
        let existing = self.offers::<T>().await?;
        let from = match page.after {
            Some(after) => {
                existing.iter().position(|(_, record)| record.id() == after).map_or(0, |index| index + 1)
            }
            None => 0,
        };
        let rows: Vec<_> = existing.into_iter().skip(from).collect();
        let (rows, next) = truncate_page(rows, page.limit(), |(_, record)| record.id());
        Ok(RecordPage {
            items: rows.iter().map(|(position, record)| offers::view(*position, record)).collect(),
            next,
        })
    }

    async fn offers<T: Offered>(&self) -> Result<Vec<(i32, T)>, AdminError> {
        Ok(self.context.store.offers_with_positions::<T>(&self.site.key).await?)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown id, [`AdminError::Field`] for an invalid card code.
    pub async fn read(&self, subject: Subject, id: &str) -> Result<Value, AdminError> {
        let record = match subject {
            Subject::Members => self.read_member(id).await?,
            Subject::Cards => {
                let row = self.context.store.card(&self.site.key, &code(id)?).await?;
                row.map(|row| cards::view(&row, self.context.now()))
            }
            Subject::GiftCards => self.read_gift_card(id).await?,
            Subject::Levels => self.read_offer::<Level>(id).await?,
            Subject::Rewards => self.read_offer::<Reward>(id).await?,
            Subject::Memberships => self.read_offer::<MembershipItem>(id).await?,
            Subject::EVouchers => self.read_offer::<EVoucher>(id).await?,
        };
        record.ok_or(AdminError::NotFound(subject.noun()))
    }

    async fn read_member(&self, id: &str) -> Result<Option<Value>, AdminError> {
        let (store, site) = (&self.context.store, &self.site.key);
        let Ok(id) = MemberId::parse(id) else { return Ok(None) };
        let Some(row) = store.member(site, &id).await? else { return Ok(None) };
        let points = store.balance(site, &Account::Points(id.clone())).await?;
        let cards: Vec<Card> = store.member_cards(site, &id).await?;
        Ok(Some(members::view(&row.member, points, primary(&cards, self.context.now()))))
    }

    async fn read_gift_card(&self, id: &str) -> Result<Option<Value>, AdminError> {
        let (store, site) = (&self.context.store, &self.site.key);
        let Ok(id) = GiftCardId::parse(id) else { return Ok(None) };
        let Some(row) = store.gift_card_by_id(site, &id).await? else { return Ok(None) };
        let balance = store.balance(site, &Account::GiftCard(id)).await?;
        Ok(Some(gift_cards::view(&row, balance)))
    }

    async fn read_offer<T: Offered>(&self, id: &str) -> Result<Option<Value>, AdminError> {
        let existing = self.offers::<T>().await?;
        let record = existing.iter().find(|(_, record)| record.id() == id);
        Ok(record.map(|(position, record)| offers::view(*position, record)))
    }
}
