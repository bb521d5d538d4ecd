//! Members' order history and points history.

use marquee_model::loyalty::Order;
use marquee_model::settings::SiteRecord;
use marquee_store::{Account, StatementLine};

use crate::caller::AuthenticatedMember;
use crate::error::{LoyaltyError, RefusalReason};
use crate::services::Program;

/// A row of the points history.
pub type PointsLine = StatementLine;

impl Program<'_> {
    /// A member's orders, newest first; at most `limit` of them (CALL-21).
    pub async fn orders(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        limit: Option<u64>,
    ) -> Result<Vec<Order>, LoyaltyError> {
        Ok(self.context.store.member_orders(&site.key, &principal.member().id, limit).await?)
    }

    /// A member's points transactions, newest first; at most `limit` of them.
    pub async fn transactions(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        limit: Option<u64>,
    ) -> Result<Vec<PointsLine>, LoyaltyError> {
        let account = Account::Points(principal.member().id.clone());
        Ok(self.context.store.statement(&site.key, &account, limit).await?)
    }

    /// The order that contains one of a member's own tickets.
    ///
    /// # Errors
    /// `UnknownTicket`, also for a ticket of another member.
    pub async fn order_by_ticket(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        ticket: &str,
    ) -> Result<Order, LoyaltyError> {
        let order = self.context.store.order_by_ticket(&site.key, ticket).await?;
        let own_order = order.filter(|row| row.member.as_ref() == Some(&principal.member().id));
        own_order.map(|row| row.order).ok_or_else(|| RefusalReason::UnknownTicket.into())
    }
}
