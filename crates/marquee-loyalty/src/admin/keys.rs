//! API keys of tills and of operators' programs.

use jiff::{SignedDuration, Timestamp};
use marquee_auth::Token;
use marquee_model::operator::PointsLimit;
use marquee_store::{ApiKey, KeyScope};
use serde_json::json;

use super::field_type::FieldType;
use super::{Admin, AdminError};
use crate::context::Visitor;
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::Action;
use crate::secrets::token_hash;
use crate::services::Keys;

/// How often the use of a key is recorded.
const USED_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

impl Admin<'_> {
    /// A site's API keys, by name. Their secrets are not stored.
    pub async fn keys(&self) -> Result<Vec<ApiKey>, AdminError> {
        Ok(self.context.store.api_keys(&self.site.key).await?)
    }

    /// Creates an API key, or replaces the one with the same name and scope. Returns the secret, which cannot be read again.
    /// `points_limit` is how many points a key of the scope `Operator` gives or takes at once; others adjust none.
    ///
    /// # Errors
    /// [`AdminError::Conflict`] if a key of another scope has this name; [`AdminError::Field`] for an invalid name or an expiry
    /// in the past; [`AdminError::PointsLimit`] for more points than the actor may adjust.
    pub async fn add_key(
        &self,
        name: &str,
        scope: KeyScope,
        expires_at: Option<Timestamp>,
        points_limit: PointsLimit,
    ) -> Result<String, AdminError> {
        FieldType::Id.check(&json!(name)).map_err(|rule| AdminError::field("name", rule))?;
        if let Some(existing) =
            self.keys().await?.into_iter().find(|key| key.name == name && key.scope != scope)
        {
            let scope = existing.scope.as_str();
            return Err(AdminError::conflict(format!("a key {name} with scope {scope} already exists")));
        }
        if scope == KeyScope::Operator {
            self.check_limit_of_key(points_limit)?;
        }
        let token = Token::new().map_err(LoyaltyError::from)?;
        let created_at = self.context.now();
        if expires_at.is_some_and(|at| at <= created_at) {
            return Err(AdminError::field("expiresAt", "must be in the future"));
        }
        let hash = token_hash(&token);
        let key = ApiKey {
            name: name.to_owned(),
            scope,
            hash,
            created_at,
            expires_at,
            used_at: None,
            // Tills book purchases, which no limit concerns.
            points_limit: if scope == KeyScope::Operator { points_limit } else { PointsLimit::Unlimited },
        };
        let mut tx = self.context.begin().await?;
        tx.save_api_key(&self.site.key, &key).await?;
        self.log_audit(&mut tx, "key.create", name).await?;
        tx.commit().await?;
        Ok(token.reveal().to_owned())
    }

    /// Deletes an API key.
    ///
    /// # Errors
    /// [`AdminError::NotFound`] for an unknown name.
    pub async fn remove_key(&self, name: &str) -> Result<(), AdminError> {
        let mut tx = self.context.begin().await?;
        if !tx.remove_api_key(&self.site.key, name).await? {
            return Err(AdminError::NotFound("key"));
        }
        self.log_audit(&mut tx, "key.delete", name).await?;
        tx.commit().await?;
        Ok(())
    }
}

impl Keys<'_> {
    /// Authenticates an API key of a scope, and returns it.
    ///
    /// # Errors
    /// `UnknownKey`; [`LoyaltyError::Limited`] after too many of those from one IP address.
    pub async fn authenticate_key(
        self,
        visitor: Visitor<'_>,
        key: &str,
        scope: KeyScope,
    ) -> Result<ApiKey, LoyaltyError> {
        self.context.check_limit(visitor, Action::Key).await?;
        let existing = match Token::parse(key) {
            Some(token) => self.context.store.api_key(visitor.id(), &token_hash(&token)).await?,
            None => None,
        };
        let now = self.context.now();
        let is_valid = |key: &ApiKey| key.scope == scope && key.expires_at.is_none_or(|at| at > now);
        match existing.filter(is_valid) {
            Some(key) => {
                let recently = now.saturating_sub(USED_INTERVAL).unwrap_or(now);
                if key.used_at.is_none_or(|at| at < recently) {
                    let mut tx = self.context.begin().await?;
                    tx.touch_api_key(visitor.id(), &key.hash, now).await?;
                    tx.commit().await?;
                }
                Ok(key)
            }
            None => {
                self.context.count_action(visitor, Action::Key).await?;
                Err(RefusalReason::UnknownKey.into())
            }
        }
    }
}
