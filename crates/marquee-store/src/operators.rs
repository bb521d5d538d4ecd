//! Operators, the people who run sites: accounts, roles, invitations, sign-ins, and counters of failed sign-ins.

use std::collections::BTreeSet;

use jiff::Timestamp;
use marquee_model::operator::{Grant, Role};
use marquee_model::{OperatorId, SiteId, TheaterId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, NotSet, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, Set,
};
use serde::{Deserialize, Serialize};

use crate::connect::Store;
use crate::entity::{
    operator_account as account, operator_counter as counter, operator_invitation as invitation,
    operator_role as role, operator_session as session, presence,
};
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::limits::Counter;
use crate::own_roles::{NamedRoles, role_columns};
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// An operator's account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperatorRow {
    pub id: OperatorId,
    /// Sign-in name, normally an email address; unique without regard to case.
    pub email: String,
    pub name: String,
    /// Password hash with its parameters; `None` for an account with passkeys only.
    pub password_hash: Option<String>,
    /// The encrypted secret of the authenticator app; `None` without one.
    pub totp_secret: Option<String>,
    /// The time step of the last code that was used. Codes of it and of earlier steps are spent.
    pub totp_step: u64,
    /// Hashes of the recovery codes that were not used yet.
    pub recovery_codes: Vec<String>,
    pub created_at: Timestamp,
    /// The last request; `None` before the first sign-in.
    pub seen_at: Option<Timestamp>,
}

/// Where a role applies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoleScope {
    /// All sites of the server.
    Everywhere,
    Site(SiteId),
}

impl RoleScope {
    fn column(&self) -> String {
        match self {
            Self::Everywhere => String::new(),
            Self::Site(site) => site.as_str().to_owned(),
        }
    }

    fn stored(column: String) -> Self {
        if column.is_empty() { Self::Everywhere } else { Self::Site(SiteId::stored(column)) }
    }

    /// Whether the role applies to a site.
    #[must_use]
    pub fn includes(&self, site: &SiteId) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Site(own) => own == site,
        }
    }
}

/// A role of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleRow {
    pub operator: OperatorId,
    pub scope: RoleScope,
    /// The database refuses a limit to theaters with the scope [`RoleScope::Everywhere`].
    pub grant: Grant,
}

/// A sign-in of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorSessionRow {
    /// Names the sign-in in lists. It is not the token.
    pub id: String,
    pub operator: OperatorId,
    /// Hash of the token, in hexadecimal.
    pub hash: String,
    /// Browser and system.
    pub device: String,
    pub created_at: Timestamp,
    /// Time of the last request, exact to the minute.
    pub seen_at: Timestamp,
    /// When the person last proved who they are.
    pub confirmed_at: Timestamp,
    /// Sites that were opened with this sign-in.
    pub opened_sites: BTreeSet<SiteId>,
    /// Name of the passkey with which it began; `None` for a password.
    pub passkey: Option<String>,
}

/// An invitation, or the set-up address of a new server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRow {
    pub id: String,
    /// Hash of the token, in hexadecimal.
    pub hash: String,
    /// The only address for which it works; `None` for the set-up address of a new server.
    pub email: Option<String>,
    pub scope: RoleScope,
    pub grant: Grant,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// The form of a sign-in name in which it is stored and compared.
#[must_use]
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

fn read_account(row: account::Model) -> Result<OperatorRow, StoreError> {
    let row_context = RowContext::new("operator_account", [&row.id]);
    Ok(OperatorRow {
        totp_step: row_context.number("totp_step", row.totp_step)?,
        recovery_codes: row_context.read_json("recovery_codes", &row.recovery_codes)?,
        created_at: row_context.seconds("created_at", row.created_at)?,
        seen_at: row.seen_at.map(|at| row_context.seconds("seen_at", at)).transpose()?,
        id: OperatorId::stored(row.id),
        email: row.email,
        name: row.name,
        // Empty without a password.
        password_hash: (!row.password_hash.is_empty()).then_some(row.password_hash),
        totp_secret: row.totp_secret,
    })
}

/// A role with the theaters in its column.
fn read_grant<const N: usize>(
    row_context: &RowContext<'_, N>,
    role: Role,
    theaters: Option<&str>,
) -> Result<Grant, StoreError> {
    let theaters: Option<BTreeSet<TheaterId>> =
        theaters.map(|theaters| row_context.read_json("theaters", theaters)).transpose()?;
    Grant::new(role, theaters).map_err(|error| row_context.invalid("theaters", error))
}

/// The column of the theaters of a role.
fn theaters_column<const N: usize>(
    row_context: &RowContext<'_, N>,
    grant: &Grant,
) -> Result<Option<String>, StoreError> {
    grant.theaters().map(|theaters| row_context.write_json("theaters", theaters)).transpose()
}

fn read_role(row: role::Model, named: &NamedRoles) -> Result<RoleRow, StoreError> {
    let row_context = RowContext::new("operator_role", [&row.operator_id, &row.site_id]);
    let role = named.role(&row_context, &row.site_id, row.role.as_deref(), row.own_role.as_deref())?;
    let grant = read_grant(&row_context, role, row.theaters.as_deref())?;
    Ok(RoleRow {
        operator: OperatorId::stored(row.operator_id),
        scope: RoleScope::stored(row.site_id),
        grant,
    })
}

/// The roles in rows, with what those that sites define permit now.
async fn read_roles<C: ConnectionTrait>(db: &C, rows: Vec<role::Model>) -> Result<Vec<RoleRow>, StoreError> {
    let names = rows.iter().map(|row| (row.site_id.as_str(), row.own_role.as_deref()));
    let named = NamedRoles::read(db, names).await?;
    rows.into_iter().map(|row| read_role(row, &named)).collect()
}

fn read_session(row: session::Model) -> Result<OperatorSessionRow, StoreError> {
    let row_context = RowContext::new("operator_session", [&row.id]);
    Ok(OperatorSessionRow {
        created_at: row_context.milliseconds("created_at", row.created_at)?,
        seen_at: row_context.milliseconds("seen_at", row.seen_at)?,
        confirmed_at: row_context.milliseconds("confirmed_at", row.confirmed_at)?,
        opened_sites: row_context.read_json("opened_sites", &row.opened_sites)?,
        id: row.id,
        operator: OperatorId::stored(row.operator_id),
        hash: row.hash,
        device: row.device,
        passkey: row.passkey,
    })
}

fn read_invitation(row: invitation::Model, named: &NamedRoles) -> Result<InvitationRow, StoreError> {
    let row_context = RowContext::new("operator_invitation", [&row.id]);
    let role = named.role(&row_context, &row.site_id, row.role.as_deref(), row.own_role.as_deref())?;
    Ok(InvitationRow {
        grant: read_grant(&row_context, role, row.theaters.as_deref())?,
        created_at: row_context.milliseconds("created_at", row.created_at)?,
        expires_at: row_context.milliseconds("expires_at", row.expires_at)?,
        email: (!row.email.is_empty()).then_some(row.email),
        scope: RoleScope::stored(row.site_id),
        id: row.id,
        hash: row.hash,
    })
}

/// The invitations in rows, with what roles that sites define permit now.
async fn read_invitations<C: ConnectionTrait>(
    db: &C,
    rows: Vec<invitation::Model>,
) -> Result<Vec<InvitationRow>, StoreError> {
    let names = rows.iter().map(|row| (row.site_id.as_str(), row.own_role.as_deref()));
    let named = NamedRoles::read(db, names).await?;
    rows.into_iter().map(|row| read_invitation(row, &named)).collect()
}

/// The invitations to a site, by address.
fn site_invitations(site: &SiteId) -> Select<invitation::Entity> {
    invitation::Entity::find()
        .filter(invitation::Column::SiteId.eq(site.as_str()))
        .order_by_asc(invitation::Column::Email)
        .order_by_asc(invitation::Column::Id)
}

impl Store {
    /// All operators, by name.
    pub async fn operators(&self) -> Result<Vec<OperatorRow>, StoreError> {
        let query =
            account::Entity::find().order_by_asc(account::Column::Name).order_by_asc(account::Column::Id);
        query.all(&self.read).await?.into_iter().map(read_account).collect()
    }

    /// The operators with a role on a site, with the role that applies: that on the site itself if there is one. By name.
    pub async fn site_operators(&self, site: &SiteId) -> Result<Vec<(OperatorRow, RoleRow)>, StoreError> {
        let roles = role::Entity::find().filter(role::Column::SiteId.is_in(["", site.as_str()]));
        // The role on the site comes last and replaces one on all sites.
        let roles = roles.order_by_asc(role::Column::SiteId).all(&self.read).await?;
        let mut by_operator = std::collections::BTreeMap::new();
        for row in read_roles(&self.read, roles).await? {
            by_operator.insert(row.operator.clone(), row);
        }
        let ids: Vec<&str> = by_operator.keys().map(OperatorId::as_str).collect();
        let accounts = account::Entity::find()
            .filter(account::Column::Id.is_in(ids))
            .order_by_asc(account::Column::Name)
            .order_by_asc(account::Column::Id);
        let mut operators = Vec::new();
        for row in accounts.all(&self.read).await? {
            let operator = read_account(row)?;
            if let Some(role) = by_operator.remove(&operator.id) {
                operators.push((operator, role));
            }
        }
        Ok(operators)
    }

    pub async fn operator(&self, id: &OperatorId) -> Result<Option<OperatorRow>, StoreError> {
        account::Entity::find_by_id(id.as_str()).one(&self.read).await?.map(read_account).transpose()
    }

    /// The operator with a sign-in name.
    pub async fn operator_by_email(&self, email: &str) -> Result<Option<OperatorRow>, StoreError> {
        let query = account::Entity::find().filter(account::Column::EmailKey.eq(email_key(email)));
        query.one(&self.read).await?.map(read_account).transpose()
    }

    /// The operators with these sign-in names.
    pub async fn operators_by_email(&self, emails: &[&str]) -> Result<Vec<OperatorRow>, StoreError> {
        let keys = emails.iter().map(|email| email_key(email));
        let query = account::Entity::find().filter(account::Column::EmailKey.is_in(keys));
        query.all(&self.read).await?.into_iter().map(read_account).collect()
    }

    /// The roles of an operator, those on all sites first.
    pub async fn operator_roles(&self, id: &OperatorId) -> Result<Vec<RoleRow>, StoreError> {
        let query = role::Entity::find()
            .filter(role::Column::OperatorId.eq(id.as_str()))
            .order_by_asc(role::Column::SiteId);
        read_roles(&self.read, query.all(&self.read).await?).await
    }

    /// The sign-in with this hash of a token.
    pub async fn operator_session(&self, hash: &str) -> Result<Option<OperatorSessionRow>, StoreError> {
        let query = session::Entity::find().filter(session::Column::Hash.eq(hash));
        query.one(&self.read).await?.map(read_session).transpose()
    }

    /// The sign-ins of an operator, newest first.
    pub async fn operator_sessions(&self, id: &OperatorId) -> Result<Vec<OperatorSessionRow>, StoreError> {
        let query = session::Entity::find()
            .filter(session::Column::OperatorId.eq(id.as_str()))
            .order_by_desc(session::Column::CreatedAt);
        query.all(&self.read).await?.into_iter().map(read_session).collect()
    }

    /// The invitation with this hash of a token.
    pub async fn invitation(&self, hash: &str) -> Result<Option<InvitationRow>, StoreError> {
        let query = invitation::Entity::find().filter(invitation::Column::Hash.eq(hash));
        let rows: Vec<_> = query.one(&self.read).await?.into_iter().collect();
        Ok(read_invitations(&self.read, rows).await?.pop())
    }

    /// The invitations to a site, by address.
    pub async fn site_invitations(&self, site: &SiteId) -> Result<Vec<InvitationRow>, StoreError> {
        read_invitations(&self.read, site_invitations(site).all(&self.read).await?).await
    }

    /// The counter of failed sign-ins of a key.
    pub async fn operator_counter(&self, key: &str) -> Result<Option<Counter>, StoreError> {
        counter::Entity::find_by_id(key).one(&self.read).await?.as_ref().map(read_counter).transpose()
    }

    /// The operators that had a site open after `since`, by id.
    pub async fn present_operators(
        &self,
        site: &SiteId,
        since: Timestamp,
    ) -> Result<Vec<OperatorId>, StoreError> {
        let query = presence::Entity::find()
            .filter(presence::Column::SiteId.eq(site.as_str()))
            .filter(presence::Column::At.gt(to_millis(since)))
            .order_by_asc(presence::Column::OperatorId);
        let rows = query.all(&self.read).await?;
        Ok(rows.into_iter().map(|row| OperatorId::stored(row.operator_id)).collect())
    }
}

fn read_counter(row: &counter::Model) -> Result<Counter, StoreError> {
    let row_context = RowContext::new("operator_counter", [&row.key]);
    Ok(Counter {
        count: row_context.number("count", row.count)?,
        retry_at: row_context.milliseconds("retry_at", row.retry_at)?,
        until: row_context.milliseconds("until", row.until)?,
    })
}

fn session_model(row: &OperatorSessionRow) -> Result<session::ActiveModel, StoreError> {
    let row_context = RowContext::new("operator_session", [row.id.as_str()]);
    Ok(session::ActiveModel {
        id: Set(row.id.clone()),
        operator_id: Set(row.operator.as_str().to_owned()),
        hash: Set(row.hash.clone()),
        device: Set(row.device.clone()),
        created_at: Set(to_millis(row.created_at)),
        seen_at: Set(to_millis(row.seen_at)),
        confirmed_at: Set(to_millis(row.confirmed_at)),
        opened_sites: Set(row_context.write_json("opened_sites", &row.opened_sites)?),
        passkey: Set(row.passkey.clone()),
    })
}

impl WriteTx {
    /// An operator, locked until this transaction ends.
    pub async fn operator(&self, id: &OperatorId) -> Result<Option<OperatorRow>, StoreError> {
        let query = account::Entity::find_by_id(id.as_str()).lock_exclusive();
        query.one(self.tx()).await?.map(read_account).transpose()
    }

    /// Saves an operator.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if another operator has the sign-in name.
    pub async fn save_operator(&mut self, row: &OperatorRow) -> Result<(), StoreError> {
        use account::Column as C;
        let key = email_key(&row.email);
        let same = account::Entity::find().filter(C::EmailKey.eq(&key)).filter(C::Id.ne(row.id.as_str()));
        if same.one(self.tx()).await?.is_some() {
            return Err(StoreError::Exists(format!("an operator with the address {}", row.email.trim())));
        }
        let row_context = RowContext::new("operator_account", [row.id.as_str()]);
        let model = account::ActiveModel {
            id: Set(row.id.as_str().to_owned()),
            email: Set(row.email.trim().to_owned()),
            email_key: Set(key),
            name: Set(row.name.clone()),
            password_hash: Set(row.password_hash.clone().unwrap_or_default()),
            totp_secret: Set(row.totp_secret.clone()),
            totp_step: Set(i64::try_from(row.totp_step).unwrap_or(i64::MAX)),
            recovery_codes: Set(row_context.write_json("recovery_codes", &row.recovery_codes)?),
            created_at: Set(row.created_at.as_second()),
            seen_at: Set(row.seen_at.map(Timestamp::as_second)),
        };
        let columns = [
            C::Email,
            C::EmailKey,
            C::Name,
            C::PasswordHash,
            C::TotpSecret,
            C::TotpStep,
            C::RecoveryCodes,
            C::CreatedAt,
            C::SeenAt,
        ];
        let conflict = OnConflict::column(C::Id).update_columns(columns).to_owned();
        account::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes an operator with roles, passkeys and sign-ins; returns whether it existed.
    pub async fn remove_operator(&mut self, id: &OperatorId) -> Result<bool, StoreError> {
        Ok(account::Entity::delete_by_id(id.as_str()).exec(self.tx()).await?.rows_affected > 0)
    }

    /// Gives an operator a role; replaces one with the same scope.
    pub async fn save_role(&mut self, row: &RoleRow) -> Result<(), StoreError> {
        let (operator, site) = (row.operator.as_str(), row.scope.column());
        let row_context = RowContext::new("operator_role", [operator, &site]);
        let (built_in, own) = role_columns(row.grant.role());
        let model = role::ActiveModel {
            operator_id: Set(operator.to_owned()),
            role: Set(built_in),
            own_role: Set(own),
            theaters: Set(theaters_column(&row_context, &row.grant)?),
            site_id: Set(site.clone()),
        };
        let conflict = OnConflict::columns([role::Column::OperatorId, role::Column::SiteId])
            .update_columns([role::Column::Role, role::Column::OwnRole, role::Column::Theaters])
            .to_owned();
        role::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Takes a role away; returns whether it existed.
    pub async fn remove_role(
        &mut self,
        operator: &OperatorId,
        scope: &RoleScope,
    ) -> Result<bool, StoreError> {
        let key = (operator.as_str().to_owned(), scope.column());
        Ok(role::Entity::delete_by_id(key).exec(self.tx()).await?.rows_affected > 0)
    }

    /// Number of roles of an operator.
    pub async fn count_roles(&self, operator: &OperatorId) -> Result<u64, StoreError> {
        Ok(role::Entity::find()
            .filter(role::Column::OperatorId.eq(operator.as_str()))
            .count(self.tx())
            .await?)
    }

    /// The roles that apply to a site, locked until this transaction ends.
    pub async fn site_roles(&self, site: &SiteId) -> Result<Vec<RoleRow>, StoreError> {
        let query = role::Entity::find()
            .filter(Condition::any().add(role::Column::SiteId.is_in(["", site.as_str()])))
            .lock_exclusive();
        read_roles(self.tx(), query.all(self.tx()).await?).await
    }

    /// The invitations to a site, by address.
    pub async fn site_invitations(&self, site: &SiteId) -> Result<Vec<InvitationRow>, StoreError> {
        read_invitations(self.tx(), site_invitations(site).all(self.tx()).await?).await
    }

    /// Begins a sign-in.
    pub async fn begin_operator_session(&mut self, row: &OperatorSessionRow) -> Result<(), StoreError> {
        session::Entity::insert(session_model(row)?).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Changes a sign-in; returns false, without an effect, if it has ended.
    pub async fn change_operator_session(&mut self, row: &OperatorSessionRow) -> Result<bool, StoreError> {
        let model = session::ActiveModel { id: NotSet, operator_id: NotSet, ..session_model(row)? };
        let result = session::Entity::update_many()
            .set(model)
            .filter(session::Column::Id.eq(&row.id))
            .filter(session::Column::OperatorId.eq(row.operator.as_str()))
            .exec(self.tx())
            .await?;
        Ok(result.rows_affected > 0)
    }

    /// Ends a sign-in of an operator; returns whether it existed.
    pub async fn end_operator_session(
        &mut self,
        operator: &OperatorId,
        id: &str,
    ) -> Result<bool, StoreError> {
        let query = session::Entity::delete_many()
            .filter(session::Column::OperatorId.eq(operator.as_str()))
            .filter(session::Column::Id.eq(id));
        Ok(query.exec(self.tx()).await?.rows_affected > 0)
    }

    /// Ends the sign-ins of an operator, except one.
    pub async fn end_operator_sessions(
        &mut self,
        operator: &OperatorId,
        except: Option<&str>,
    ) -> Result<(), StoreError> {
        session::Entity::delete_many()
            .filter(session::Column::OperatorId.eq(operator.as_str()))
            .filter(session::Column::Id.ne(except.unwrap_or_default()))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// Removes sign-ins that began before `created` or were last used before `seen`, and invitations, counters and challenges
    /// that expired before `now`.
    pub async fn remove_expired_operator_rows(
        &mut self,
        created: Timestamp,
        seen: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let is_over = Condition::any()
            .add(session::Column::CreatedAt.lt(to_millis(created)))
            .add(session::Column::SeenAt.lt(to_millis(seen)));
        session::Entity::delete_many().filter(is_over).exec(self.tx()).await?;
        let is_expired = invitation::Column::ExpiresAt.lt(to_millis(now));
        invitation::Entity::delete_many().filter(is_expired).exec(self.tx()).await?;
        let is_past = counter::Column::Until.lt(to_millis(now));
        counter::Entity::delete_many().filter(is_past).exec(self.tx()).await?;
        self.remove_expired_challenges(now).await
    }

    pub async fn save_invitation(&mut self, row: &InvitationRow) -> Result<(), StoreError> {
        let row_context = RowContext::new("operator_invitation", [row.id.as_str()]);
        let (built_in, own) = role_columns(row.grant.role());
        let model = invitation::ActiveModel {
            id: Set(row.id.clone()),
            hash: Set(row.hash.clone()),
            email: Set(row.email.as_deref().map(email_key).unwrap_or_default()),
            site_id: Set(row.scope.column()),
            role: Set(built_in),
            own_role: Set(own),
            theaters: Set(theaters_column(&row_context, &row.grant)?),
            created_at: Set(to_millis(row.created_at)),
            expires_at: Set(to_millis(row.expires_at)),
        };
        invitation::Entity::insert(model).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    /// Removes an invitation; returns whether it existed, so that it is accepted only once.
    pub async fn remove_invitation(&mut self, id: &str) -> Result<bool, StoreError> {
        Ok(invitation::Entity::delete_by_id(id).exec(self.tx()).await?.rows_affected > 0)
    }

    /// Removes all invitations of a scope to an address; without an address, set-up addresses.
    pub async fn remove_invitations(
        &mut self,
        scope: &RoleScope,
        email: Option<&str>,
    ) -> Result<(), StoreError> {
        invitation::Entity::delete_many()
            .filter(invitation::Column::SiteId.eq(scope.column()))
            .filter(invitation::Column::Email.eq(email.map(email_key).unwrap_or_default()))
            .exec(self.tx())
            .await?;
        Ok(())
    }

    /// The counter of failed sign-ins of a key, locked until this transaction ends.
    pub async fn operator_counter(&self, key: &str) -> Result<Option<Counter>, StoreError> {
        let query = counter::Entity::find_by_id(key).lock_exclusive();
        query.one(self.tx()).await?.as_ref().map(read_counter).transpose()
    }

    pub async fn save_operator_counter(&mut self, key: &str, row: &Counter) -> Result<(), StoreError> {
        use counter::Column as C;
        let model = counter::ActiveModel {
            key: Set(key.to_owned()),
            count: Set(i64::try_from(row.count).unwrap_or(i64::MAX)),
            retry_at: Set(to_millis(row.retry_at)),
            until: Set(to_millis(row.until)),
        };
        let conflict = OnConflict::column(C::Key).update_columns([C::Count, C::RetryAt, C::Until]).to_owned();
        counter::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }

    pub async fn remove_operator_counter(&mut self, key: &str) -> Result<(), StoreError> {
        counter::Entity::delete_by_id(key).exec(self.tx()).await?;
        Ok(())
    }

    /// Records that an operator has a site open.
    pub async fn save_presence(
        &mut self,
        site: &SiteId,
        operator: &OperatorId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let model = presence::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            operator_id: Set(operator.as_str().to_owned()),
            at: Set(to_millis(at)),
        };
        let conflict = OnConflict::columns([presence::Column::SiteId, presence::Column::OperatorId])
            .update_column(presence::Column::At)
            .to_owned();
        presence::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        Ok(())
    }
}
