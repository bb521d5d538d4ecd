//! API keys of external programs. Only their hashes are stored.

use jiff::Timestamp;
use marquee_model::SiteId;
use marquee_model::operator::PointsLimit;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use crate::connect::Store;
use crate::entity::api_key;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// What an API key permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyScope {
    /// Booking purchases and refunds.
    Till,
    /// Reading and changing the loyalty program's records.
    Operator,
}

impl KeyScope {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Till => "till",
            Self::Operator => "operator",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Till, Self::Operator].into_iter().find(|scope| scope.as_str() == text)
    }
}

/// An API key of an external program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Name that the operator chose, unique within the site.
    pub name: String,
    pub scope: KeyScope,
    /// Hash of the key, in hexadecimal.
    pub hash: String,
    pub created_at: Timestamp,
    /// `None` if it does not expire.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, exact to some minutes; `None` if it never was.
    pub used_at: Option<Timestamp>,
    /// How many points the key may give or take at once. Keys from before migration m0016 have no limit.
    pub points_limit: PointsLimit,
}

fn key(row: api_key::Model) -> Result<ApiKey, StoreError> {
    let row_context = RowContext::new("api_key", [&row.site_id, &row.name]);
    let scope = row_context.code("scope", KeyScope::parse(&row.scope), &row.scope)?;
    let created_at = row_context.milliseconds("created_at", row.created_at)?;
    let expires_at = row.expires_at.map(|at| row_context.milliseconds("expires_at", at)).transpose()?;
    let used_at = row.used_at.map(|at| row_context.milliseconds("used_at", at)).transpose()?;
    let points = row.points_limit.map(|points| row_context.number("points_limit", points)).transpose()?;
    let points_limit =
        PointsLimit::new(points).map_err(|error| row_context.invalid("points_limit", error))?;
    Ok(ApiKey { name: row.name, scope, hash: row.hash, created_at, expires_at, used_at, points_limit })
}

impl Store {
    /// The API key with this hash.
    pub async fn api_key(&self, site: &SiteId, hash: &str) -> Result<Option<ApiKey>, StoreError> {
        let query = api_key::Entity::find()
            .filter(api_key::Column::SiteId.eq(site.as_str()))
            .filter(api_key::Column::Hash.eq(hash));
        query.one(&self.read).await?.map(key).transpose()
    }

    /// A site's keys, by name.
    pub async fn api_keys(&self, site: &SiteId) -> Result<Vec<ApiKey>, StoreError> {
        let query = api_key::Entity::find()
            .filter(api_key::Column::SiteId.eq(site.as_str()))
            .order_by_asc(api_key::Column::Name);
        query.all(&self.read).await?.into_iter().map(key).collect()
    }
}

impl WriteTx {
    /// Saves an API key; replaces one of the same name.
    pub async fn save_api_key(&mut self, site: &SiteId, key: &ApiKey) -> Result<(), StoreError> {
        use api_key::Column as C;
        let model = api_key::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            name: Set(key.name.clone()),
            scope: Set(key.scope.as_str().to_owned()),
            hash: Set(key.hash.clone()),
            created_at: Set(to_millis(key.created_at)),
            expires_at: Set(key.expires_at.map(to_millis)),
            used_at: Set(key.used_at.map(to_millis)),
            points_limit: Set(key.points_limit.points().map(i64::from)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Name])
            .update_columns([C::Scope, C::Hash, C::CreatedAt, C::ExpiresAt, C::UsedAt, C::PointsLimit])
            .to_owned();
        api_key::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Records the use of an API key, if it still has this hash.
    pub async fn touch_api_key(
        &mut self,
        site: &SiteId,
        hash: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        api_key::Entity::update_many()
            .col_expr(api_key::Column::UsedAt, Expr::value(to_millis(at)))
            .filter(api_key::Column::SiteId.eq(site.as_str()))
            .filter(api_key::Column::Hash.eq(hash))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Removes an API key; returns whether it existed.
    pub async fn remove_api_key(&mut self, site: &SiteId, name: &str) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), name.to_owned());
        Ok(api_key::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0)
    }
}
