//! The export of a member's data (security 7.8).

use marquee_model::settings::SiteRecord;
use serde_json::{Value, json};

use crate::caller::AuthenticatedMember;
use crate::error::LoyaltyError;
use crate::services::Accounts;

impl Accounts<'_> {
    /// All data about a member as JSON.
    pub async fn export(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<Value, LoyaltyError> {
        let cards: Vec<Value> = self.context.cards().of_member(site, principal)
            .await?
            .into_iter()
            .map(|c| {
                json!({
                    "cardCode": c.code, "cardType": c.card_type, "status": c.status, "isPrimary": c.is_primary,
                    "issuedAt": c.issued_at, "expiresAt": c.expires_at,
                })
            })
            .collect();
        let transactions: Vec<Value> = self
            .context
            .program()
            .transactions(site, principal, None)
            .await?
            .into_iter()
            .map(|t| {
                json!({
                    "transactionId": t.transfer, "kind": t.kind.as_str(), "occurredAt": t.at, "balanceType": t.unit,
                    "amount": t.amount, "balanceAfter": t.balance_after, "description": t.description,
                    "cinemaId": t.cinema_id, "orderId": t.order_id,
                })
            })
            .collect();
        let sessions: Vec<Value> = self.context.sessions().of_member(site, principal)
            .await?
            .into_iter()
            .map(|s| json!({ "device": s.family.device, "startedAt": s.family.created_at, "endsAt": s.ends_at }))
            .collect();
        let cinemas: Vec<Value> = self
            .favorite_theaters(site, principal)
            .await?
            .into_iter()
            .map(|c| json!({ "boxofficeCinemaId": c.id, "subscribeToNewsletter": c.newsletter }))
            .collect();
        Ok(json!({
            "exportedAt": self.context.now(),
            "member": principal.member(),
            "points": principal.details.points,
            "cards": cards,
            "orders": self.context.program().orders(site, principal, None).await?,
            "transactions": transactions,
            "favoriteFilms": self.favorite_films(site, principal).await?,
            "favoriteCinemas": cinemas,
            "sessions": sessions,
        }))
    }
}
