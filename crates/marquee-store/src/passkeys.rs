//! Passkeys of operators, and the challenges of their ceremonies.

use std::collections::BTreeSet;

use jiff::Timestamp;
use marquee_model::OperatorId;
use sea_orm::{ColumnTrait, EntityTrait, NotSet, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::connect::Store;
use crate::entity::{operator_challenge as challenge, operator_passkey as passkey};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::operators::OperatorRow;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A passkey of an operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyRow {
    /// Names the passkey in lists. It is not the id of the credential.
    pub id: String,
    pub operator: OperatorId,
    /// The host of the editor for which it works: the relying party's id.
    pub host: String,
    /// The id of the credential in hexadecimal, unique on the server.
    pub credential_id: String,
    /// The credential with its public key, signature counter and backup flags.
    pub credential: Value,
    pub name: String,
    pub created_at: Timestamp,
    /// `None` before the first use.
    pub used_at: Option<Timestamp>,
}

/// A challenge that waits for the response of an authenticator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChallengeRow {
    pub id: String,
    /// Keyed hash of the network that asked for it.
    pub network: String,
    /// The sign-in with which it ends.
    pub session: Option<String>,
    /// The invitation with which it ends.
    pub invitation: Option<String>,
    /// What it permits, with the state of the ceremony.
    pub doc: Value,
    pub expires_at: Timestamp,
}

fn read_passkey(row: passkey::Model) -> Result<PasskeyRow, StoreError> {
    let row_context = RowContext::new("operator_passkey", [&row.id]);
    Ok(PasskeyRow {
        credential: row_context.read_json("credential", &row.credential)?,
        created_at: row_context.milliseconds("created_at", row.created_at)?,
        used_at: row.used_at.map(|at| row_context.milliseconds("used_at", at)).transpose()?,
        id: row.id,
        operator: OperatorId::stored(row.operator_id),
        host: row.host,
        credential_id: row.credential_id,
        name: row.name,
    })
}

fn passkey_model(row: &PasskeyRow) -> Result<passkey::ActiveModel, StoreError> {
    let row_context = RowContext::new("operator_passkey", [row.id.as_str()]);
    Ok(passkey::ActiveModel {
        id: Set(row.id.clone()),
        operator_id: Set(row.operator.as_str().to_owned()),
        host: Set(row.host.clone()),
        credential_id: Set(row.credential_id.clone()),
        credential: Set(row_context.write_json("credential", &row.credential)?),
        name: Set(row.name.clone()),
        created_at: Set(to_millis(row.created_at)),
        used_at: Set(row.used_at.map(to_millis)),
    })
}

fn passkeys_of(operator: &OperatorId) -> sea_orm::Select<passkey::Entity> {
    passkey::Entity::find()
        .filter(passkey::Column::OperatorId.eq(operator.as_str()))
        .order_by_asc(passkey::Column::CreatedAt)
        .order_by_asc(passkey::Column::Id)
}

impl Store {
    /// The passkeys of an operator for all hosts, oldest first.
    pub async fn passkeys(&self, operator: &OperatorId) -> Result<Vec<PasskeyRow>, StoreError> {
        passkeys_of(operator).all(&self.read).await?.into_iter().map(read_passkey).collect()
    }

    /// The operator with the passkey of a credential.
    pub async fn operator_by_credential(
        &self,
        credential_id: &str,
    ) -> Result<Option<OperatorRow>, StoreError> {
        let query = passkey::Entity::find().filter(passkey::Column::CredentialId.eq(credential_id));
        match query.one(&self.read).await? {
            Some(row) => self.operator(&OperatorId::stored(row.operator_id)).await,
            None => Ok(None),
        }
    }

    /// Those of some operators that have a passkey.
    pub async fn operators_with_passkeys(
        &self,
        operators: &[OperatorId],
    ) -> Result<BTreeSet<OperatorId>, StoreError> {
        let query = passkey::Entity::find()
            .select_only()
            .column(passkey::Column::OperatorId)
            .distinct()
            .filter(passkey::Column::OperatorId.is_in(operators.iter().map(OperatorId::as_str)));
        let ids: Vec<String> = query.into_tuple().all(&self.read).await?;
        Ok(ids.into_iter().map(OperatorId::stored).collect())
    }
}

impl WriteTx {
    /// The passkeys of an operator for all hosts, oldest first, locked until this transaction ends.
    pub async fn passkeys(&self, operator: &OperatorId) -> Result<Vec<PasskeyRow>, StoreError> {
        let query = passkeys_of(operator).lock_exclusive();
        query.all(self.tx()).await?.into_iter().map(read_passkey).collect()
    }

    /// The passkey of a credential, locked until this transaction ends.
    pub async fn passkey_of_credential(&self, credential_id: &str) -> Result<Option<PasskeyRow>, StoreError> {
        let query =
            passkey::Entity::find().filter(passkey::Column::CredentialId.eq(credential_id)).lock_exclusive();
        query.one(self.tx()).await?.map(read_passkey).transpose()
    }

    /// Adds a passkey.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if the credential is registered.
    pub async fn add_passkey(&mut self, row: &PasskeyRow) -> Result<(), StoreError> {
        if self.passkey_of_credential(&row.credential_id).await?.is_some() {
            return Err(StoreError::Exists("this passkey".to_owned()));
        }
        passkey::Entity::insert(passkey_model(row)?).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Changes name, credential and last use of a passkey; returns false, without an effect, if the operator does not have it.
    pub async fn change_passkey(&mut self, row: &PasskeyRow) -> Result<bool, StoreError> {
        let model = passkey::ActiveModel {
            id: NotSet,
            operator_id: NotSet,
            host: NotSet,
            credential_id: NotSet,
            created_at: NotSet,
            ..passkey_model(row)?
        };
        let result = passkey::Entity::update_many()
            .set(model)
            .filter(passkey::Column::Id.eq(&row.id))
            .filter(passkey::Column::OperatorId.eq(row.operator.as_str()))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Removes a passkey of an operator; returns whether it existed.
    pub async fn remove_passkey(&mut self, operator: &OperatorId, id: &str) -> Result<bool, StoreError> {
        let query = passkey::Entity::delete_many()
            .filter(passkey::Column::OperatorId.eq(operator.as_str()))
            .filter(passkey::Column::Id.eq(id));
        Ok(query.exec(self.tx()).await?.rows_affected > 0)
    }

    /// Removes all passkeys of an operator; returns their number.
    pub async fn remove_passkeys(&mut self, operator: &OperatorId) -> Result<u64, StoreError> {
        let query = passkey::Entity::delete_many().filter(passkey::Column::OperatorId.eq(operator.as_str()));
        Ok(query.exec(self.tx()).await?.rows_affected)
    }

    /// Number of the challenges of a network that have not expired.
    pub async fn count_challenges(&self, network: &str, now: Timestamp) -> Result<u64, StoreError> {
        let query = challenge::Entity::find()
            .filter(challenge::Column::Network.eq(network))
            .filter(challenge::Column::ExpiresAt.gt(to_millis(now)));
        Ok(query.count(self.tx()).await?)
    }

    /// Saves a challenge, and removes those that expire first while there are more than `max`.
    pub async fn begin_challenge(&mut self, row: &ChallengeRow, max: u64) -> Result<(), StoreError> {
        let row_context = RowContext::new("operator_challenge", [row.id.as_str()]);
        let model = challenge::ActiveModel {
            id: Set(row.id.clone()),
            network: Set(row.network.clone()),
            session_id: Set(row.session.clone()),
            invitation_id: Set(row.invitation.clone()),
            doc: Set(row_context.write_json("doc", &row.doc)?),
            expires_at: Set(to_millis(row.expires_at)),
        };
        challenge::Entity::insert(model).exec_without_returning(self.tx()).await?;
        let count = challenge::Entity::find().count(self.tx()).await?;
        if count <= max {
            return Ok(());
        }
        let oldest: Vec<String> = challenge::Entity::find()
            .select_only()
            .column(challenge::Column::Id)
            .order_by_asc(challenge::Column::ExpiresAt)
            .limit(count - max)
            .into_tuple()
            .all(self.tx())
            .await?;
        challenge::Entity::delete_many().filter(challenge::Column::Id.is_in(oldest)).exec(self.tx()).await?;
        Ok(())
    }

    /// Removes a challenge and returns it, so that it is used only once.
    pub async fn take_challenge(&mut self, id: &str) -> Result<Option<ChallengeRow>, StoreError> {
        let query = challenge::Entity::find_by_id(id).lock_exclusive();
        let Some(row) = query.one(self.tx()).await? else { return Ok(None) };
        challenge::Entity::delete_by_id(id).exec(self.tx()).await?;
        let row_context = RowContext::new("operator_challenge", [&row.id]);
        Ok(Some(ChallengeRow {
            doc: row_context.read_json("doc", &row.doc)?,
            expires_at: row_context.milliseconds("expires_at", row.expires_at)?,
            id: row.id,
            network: row.network,
            session: row.session_id,
            invitation: row.invitation_id,
        }))
    }

    /// Removes challenges that expired before `now`.
    pub async fn remove_expired_challenges(&mut self, now: Timestamp) -> Result<(), StoreError> {
        let is_expired = challenge::Column::ExpiresAt.lt(to_millis(now));
        challenge::Entity::delete_many().filter(is_expired).exec(self.tx()).await?;
        Ok(())
    }
}
