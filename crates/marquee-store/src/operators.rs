//! Accounts of operators, the people who run sites.

use jiff::Timestamp;
use marquee_model::SiteId;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, QueryOrder, Set};

use crate::connect::Store;
use crate::entity::operator;
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// An operator's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorRow {
    /// Sign-in name.
    pub name: String,
    /// Password hash with its parameters.
    pub password_hash: String,
    /// The sites they may edit; empty means all.
    pub sites: Vec<SiteId>,
    pub created_at: Timestamp,
}

fn from_row(row: operator::Model) -> Result<OperatorRow, StoreError> {
    let row_context = RowContext::new("operator", [&row.name]);
    Ok(OperatorRow {
        sites: row_context.read_json("sites", &row.sites)?,
        created_at: row_context.seconds("created_at", row.created_at)?,
        name: row.name,
        password_hash: row.password_hash,
    })
}

impl Store {
    /// All operators, sorted by name.
    pub async fn operators(&self) -> Result<Vec<OperatorRow>, StoreError> {
        let rows = operator::Entity::find().order_by_asc(operator::Column::Name).all(&self.read).await?;
        rows.into_iter().map(from_row).collect()
    }
}

impl WriteTx {
    pub async fn save_operator(&mut self, row: &OperatorRow) -> Result<(), StoreError> {
        use operator::Column as C;
        let model = operator::ActiveModel {
            name: Set(row.name.clone()),
            password_hash: Set(row.password_hash.clone()),
            sites: Set(RowContext::new("operator", [&row.name]).write_json("sites", &row.sites)?),
            created_at: Set(row.created_at.as_second()),
        };
        let conflict =
            OnConflict::column(C::Name).update_columns([C::PasswordHash, C::Sites, C::CreatedAt]).to_owned();
        operator::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes an operator; returns whether it existed.
    pub async fn remove_operator(&mut self, name: &str) -> Result<bool, StoreError> {
        Ok(operator::Entity::delete_by_id(name.to_owned()).exec(self.tx()).await?.rows_affected > 0)
    }
}
