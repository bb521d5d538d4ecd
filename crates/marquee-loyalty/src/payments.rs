//! Data exchanged with the payment provider.

use marquee_model::OrderId;
use marquee_model::settings::SiteRecord;

use crate::caller::AuthenticatedMember;
use crate::context::Visitor;
use crate::error::{LoyaltyError, RefusalReason};
use crate::services::Memberships;

impl Memberships<'_> {
    /// Stores the member's customer id at the payment provider.
    ///
    /// # Errors
    /// `InvalidSession` if the member was deleted meanwhile.
    pub async fn set_payment_customer(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        customer: &str,
    ) -> Result<(), LoyaltyError> {
        let mut tx = self.context.begin().await?;
        let id = &principal.member().id;
        let mut row = tx.member(&site.key, id).await?.ok_or(RefusalReason::InvalidSession)?;
        row.member.payment_customer = Some(customer.to_owned());
        tx.save_member(&site.key, &row, false).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, id);
        Ok(())
    }

    /// The email address for the receipt of an order, or empty.
    ///
    /// # Errors
    /// `UnknownOrder` if the order is unknown or has no member.
    pub async fn email_of_order(self, visitor: Visitor<'_>, order: &OrderId) -> Result<String, LoyaltyError> {
        let tx = self.context.begin().await?;
        let row = tx.order(visitor.id(), order).await?.ok_or(RefusalReason::UnknownOrder)?;
        let id = row.member.ok_or(RefusalReason::UnknownOrder)?;
        let member = tx.member(visitor.id(), &id).await?.ok_or(RefusalReason::UnknownOrder)?;
        Ok(member.member.email.unwrap_or_default())
    }
}
