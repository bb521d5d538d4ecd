//! The export of a member's data (security 7.8).

use marquee_model::settings::SiteRecord;
use marquee_store::{Account, FavoriteKind};
use serde_json::{Value, json};

use crate::caller::{AuthenticatedMember, Details};
use crate::context::Context;
use crate::error::LoyaltyError;
use crate::services::Accounts;

impl Accounts<'_> {
    /// All data about a member as JSON.
    pub async fn export(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<Value, LoyaltyError> {
        self.context.export_member(site, &principal.details).await
    }
}

impl Context {
    /// All data about a member as JSON. Notes of operators are without the names of their authors, which are personal data of
    /// other people.
    pub(crate) async fn export_member(
        &self,
        site: &SiteRecord,
        details: &Details,
    ) -> Result<Value, LoyaltyError> {
        let (store, site, id, now) = (&self.store, &site.key, &details.member.id, self.now());
        let cards: Vec<Value> = store
            .member_cards(site, id)
            .await?
            .iter()
            .map(|c| {
                json!({
                    "cardCode": c.code, "cardType": c.card_type, "status": c.status_at(now),
                    "isPrimary": c.is_primary_at(now), "issuedAt": c.issued_at, "expiresAt": c.expires_at,
                })
            })
            .collect();
        let transactions: Vec<Value> = store
            .statement(site, &Account::Points(id.clone()), None)
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
        let sessions: Vec<Value> = store
            .member_sessions(site, id, now)
            .await?
            .into_iter()
            .map(|s| json!({ "device": s.family.device, "startedAt": s.family.created_at, "endsAt": s.ends_at }))
            .collect();
        let films = store.favorites(site, id, FavoriteKind::Film).await?;
        let cinemas: Vec<Value> = store
            .favorites(site, id, FavoriteKind::Cinema)
            .await?
            .into_iter()
            .map(|c| json!({ "boxofficeCinemaId": c.id, "subscribeToNewsletter": c.newsletter }))
            .collect();
        let notes = store.notes(site, id).await?;
        Ok(json!({
            "exportedAt": now,
            "member": details.member,
            "points": details.points,
            "cards": cards,
            "orders": store.member_orders(site, id, None).await?,
            "transactions": transactions,
            "favoriteFilms": films.into_iter().map(|film| film.id).collect::<Vec<_>>(),
            "favoriteCinemas": cinemas,
            "sessions": sessions,
            "notes": notes.iter().map(|n| json!({ "text": n.text, "createdAt": n.at })).collect::<Vec<_>>(),
        }))
    }
}
