//! A member with the data shown to them (loyalty-gateway.md, section 3).

use marquee_model::SiteId;
use marquee_model::loyalty::{Card, CardStatus, Level, Member};
use marquee_store::Account;

use crate::engine::Loyalty;
use crate::error::LoyaltyError;

/// A member with level, points and primary card.
#[derive(Debug, Clone, PartialEq)]
pub struct Details {
    pub member: Member,
    /// The name of the member's level; `None` if the level is not defined.
    pub level_name: Option<String>,
    pub points: i64,
    /// The primary card, if it is active.
    pub card: Option<Card>,
}

impl Loyalty {
    pub(crate) async fn details(&self, site: &SiteId, member: Member) -> Result<Details, LoyaltyError> {
        let store = &self.0.store;
        let points = store.balance(site, &Account::Points(member.id.clone())).await?;
        let levels: Vec<Level> = store.offers(site).await?;
        let level_name = levels.into_iter().find(|l| l.id == member.level_id).map(|l| l.name);
        let cards = store.cards_of(site, &member.id).await?;
        let now = self.now();
        let card = cards.into_iter().find(|c| c.is_primary && c.status_at(now) == CardStatus::Active);
        Ok(Details { member, level_name, points, card })
    }
}
