//! What a member ordered, and how their points came and went.

use marquee_model::loyalty::Order;
use marquee_model::settings::SiteRecord;
use marquee_store::{Account, Statement};

use crate::engine::Loyalty;
use crate::error::LoyaltyError;
use crate::session::Signed;

/// A line of the points' history.
pub type PointsLine = Statement;

impl Loyalty {
    /// A member's orders, the newest first; `most` of them at most (CALL-21).
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn orders(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        most: Option<u64>,
    ) -> Result<Vec<Order>, LoyaltyError> {
        Ok(self.0.store.orders_of(&site.key, &signed.member().id, most).await?)
    }

    /// How a member's points came and went, the newest first.
    ///
    /// # Errors
    /// [`LoyaltyError::Store`].
    pub async fn transactions(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        most: Option<u64>,
    ) -> Result<Vec<PointsLine>, LoyaltyError> {
        let account = Account::Points(signed.member().id.clone());
        Ok(self.0.store.statement(&site.key, &account, most).await?)
    }

    /// The order of one of a member's own tickets.
    ///
    /// # Errors
    /// 30 for a ticket that is not theirs.
    pub async fn order_of_ticket(
        &self,
        site: &SiteRecord,
        signed: &Signed,
        ticket: &str,
    ) -> Result<Order, LoyaltyError> {
        let found = self.0.store.order_of_ticket(&site.key, ticket).await?;
        let mine = found.filter(|row| row.member.as_ref() == Some(&signed.member().id));
        mine.map(|row| row.order).ok_or_else(|| marquee_model::peach::PeachCode::MemberNotFound.into())
    }
}
