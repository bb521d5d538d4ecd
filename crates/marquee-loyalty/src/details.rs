//! A member with the data shown to them (loyalty-gateway.md, section 3).

use marquee_model::SiteId;
use marquee_model::loyalty::{Level, Member};
use marquee_store::Account;

use crate::caller::Details;
use crate::cards::primary;
use crate::context::Context;
use crate::error::LoyaltyError;

impl Context {
    pub(crate) async fn details(&self, site: &SiteId, member: Member) -> Result<Details, LoyaltyError> {
        let store = &self.store;
        let points = store.balance(site, &Account::Points(member.id.clone())).await?;
        let levels: Vec<Level> = store.offers(site).await?;
        let level_name = levels.into_iter().find(|l| l.id == member.level_id).map(|l| l.name);
        let cards = store.member_cards(site, &member.id).await?;
        let card = primary(&cards, self.now()).cloned();
        Ok(Details { member, level_name, points, card })
    }
}
