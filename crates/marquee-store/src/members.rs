//! Members of the loyalty program.

use std::collections::BTreeMap;

use marquee_model::loyalty::{Member, folded};
use marquee_model::{MemberId, SiteId};
use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Set, SqlErr,
};

use crate::connect::Store;
use crate::document::{from_json, to_json};
use crate::entity::{card, loyalty_order, member, secret};
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A member with their password hash.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberRow {
    pub member: Member,
    /// `None` until the member sets a password.
    pub password_hash: Option<String>,
}

fn from_row(row: member::Model) -> Result<MemberRow, StoreError> {
    Ok(MemberRow {
        member: from_json("member", &row.site_id, &row.id, &row.doc)?,
        password_hash: row.password_hash,
    })
}

fn members_in(site: &SiteId) -> Select<member::Entity> {
    member::Entity::find().filter(member::Column::SiteId.eq(site.as_str()))
}

async fn one<C: ConnectionTrait>(
    db: &C,
    query: Select<member::Entity>,
) -> Result<Option<MemberRow>, StoreError> {
    query.one(db).await?.map(from_row).transpose()
}

/// Finds a member by username or email address; a matching username wins.
async fn by_login<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    name: &str,
) -> Result<Option<MemberRow>, StoreError> {
    let key = folded(name);
    let matches_login =
        Condition::any().add(member::Column::UsernameKey.eq(&key)).add(member::Column::EmailKey.eq(&key));
    let rows = members_in(site).filter(matches_login).all(db).await?;
    let index = rows.iter().position(|row| row.username_key.as_deref() == Some(&key)).unwrap_or(0);
    rows.into_iter().nth(index).map(from_row).transpose()
}

/// Escapes the wildcards of a LIKE pattern.
pub(crate) fn escape_like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Minimum number of characters of a part of a phone or card number that is searched for.
const MIN_NUMBER: usize = 4;
/// Separators in phone numbers.
const PHONE_SEPARATORS: [char; 7] = [' ', '-', '.', '/', '(', ')', '+'];

/// The digits of a part of a phone number, without leading zeros; `None` if the text is not one.
fn phone_digits(text: &str) -> Option<String> {
    let is_phone = text.chars().all(|c| c.is_ascii_digit() || PHONE_SEPARATORS.contains(&c));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    (is_phone && digits.len() >= MIN_NUMBER).then(|| digits.to_owned())
}

/// Whether one of the phone numbers contains these digits.
fn has_phone(backend: DbBackend, digits: &str) -> Condition {
    let mut condition = Condition::any();
    for field in ["phoneNumber", "mobileNumber"] {
        let number = match backend {
            DbBackend::Postgres => format!("doc::json ->> '{field}'"),
            _ => format!("json_extract(doc, '$.{field}')"),
        };
        let bare = PHONE_SEPARATORS.iter().fold(number, |sql, c| format!("replace({sql}, '{c}', '')"));
        condition = condition.add(Expr::cust(bare).like(format!("%{digits}%")));
    }
    condition
}

/// The owners of cards whose code begins with a text; `None` if the text is too short for one.
fn owners_of_cards(site: &SiteId, text: &str) -> Option<SelectStatement> {
    let code: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect();
    let begins = LikeExpr::new(format!("{}%", escape_like(&code))).escape('\\');
    let owners = card::Entity::find()
        .select_only()
        .column(card::Column::MemberId)
        .filter(card::Column::SiteId.eq(site.as_str()))
        .filter(card::Column::MemberId.is_not_null())
        .filter(card::Column::Code.like(begins));
    (code.chars().count() >= MIN_NUMBER).then(|| owners.into_query())
}

impl Store {
    /// Number of members.
    pub async fn count_members(&self, site: &SiteId) -> Result<u64, StoreError> {
        Ok(members_in(site).count(&self.read).await?)
    }

    /// Number of members of each level that has some.
    pub async fn count_members_by_level(&self, site: &SiteId) -> Result<BTreeMap<i32, u64>, StoreError> {
        let level = match self.read.get_database_backend() {
            DbBackend::Postgres => "COALESCE((doc::json ->> 'levelId')::bigint, 0)",
            _ => "COALESCE(json_extract(doc, '$.levelId'), 0)",
        };
        let rows: Vec<(i64, i64)> = members_in(site)
            .select_only()
            .expr_as(Expr::cust(level).cast_as("BIGINT"), "level")
            .expr_as(Expr::col(member::Column::Id).count().cast_as("BIGINT"), "total")
            .group_by(Expr::cust(level))
            .into_tuple()
            .all(&self.read)
            .await?;
        let context = RowContext::new("member", [site.as_str()]);
        rows.into_iter()
            .map(|(level, total)| Ok((context.number("levelId", level)?, context.number("count", total)?)))
            .collect()
    }

    pub async fn member(&self, site: &SiteId, id: &MemberId) -> Result<Option<MemberRow>, StoreError> {
        one(&self.read, members_in(site).filter(member::Column::Id.eq(id.as_str()))).await
    }

    /// The member with this email address and last name. The database compares both, so that a wrong name takes as long as
    /// an unknown address (security 2.5).
    pub async fn member_by_email_and_last_name(
        &self,
        site: &SiteId,
        email: &str,
        last_name: &str,
    ) -> Result<Option<MemberRow>, StoreError> {
        let has_last_name = member::Column::LastNameKey.eq(folded(last_name));
        one(
            &self.read,
            members_in(site).filter(member::Column::EmailKey.eq(folded(email))).filter(has_last_name),
        )
        .await
    }

    /// The member with this username, or else with this email address.
    pub async fn member_by_login(&self, site: &SiteId, name: &str) -> Result<Option<MemberRow>, StoreError> {
        by_login(&self.read, site, name).await
    }

    /// The member with this email address.
    pub async fn member_by_email(&self, site: &SiteId, email: &str) -> Result<Option<MemberRow>, StoreError> {
        one(&self.read, members_in(site).filter(member::Column::EmailKey.eq(folded(email)))).await
    }

    /// One page of at most `limit` members, sorted by id, starting after `after`; `words` filters by a part of the name, email
    /// address or phone number, or by the beginning of a card number.
    pub async fn members(
        &self,
        site: &SiteId,
        words: &str,
        after: Option<&MemberId>,
        limit: u64,
    ) -> Result<Vec<MemberRow>, StoreError> {
        let mut query = members_in(site).order_by_asc(member::Column::Id).limit(limit);
        if let Some(after) = after {
            query = query.filter(member::Column::Id.gt(after.as_str()));
        }
        let words = folded(words);
        if !words.is_empty() {
            let has = || LikeExpr::new(format!("%{}%", escape_like(&words))).escape('\\');
            let mut any = Condition::any()
                .add(member::Column::NameKey.like(has()))
                .add(member::Column::EmailKey.like(has()));
            if let Some(digits) = phone_digits(&words) {
                any = any.add(has_phone(self.read.get_database_backend(), &digits));
            }
            if let Some(owners) = owners_of_cards(site, &words) {
                any = any.add(member::Column::Id.in_subquery(owners));
            }
            query = query.filter(any);
        }
        query.all(&self.read).await?.into_iter().map(from_row).collect()
    }
}

impl WriteTx {
    /// One member, locked until this transaction ends.
    pub async fn member(&self, site: &SiteId, id: &MemberId) -> Result<Option<MemberRow>, StoreError> {
        one(self.tx(), members_in(site).filter(member::Column::Id.eq(id.as_str())).lock_exclusive()).await
    }

    /// The member with this username, or else with this email address.
    pub async fn member_by_login(&self, site: &SiteId, name: &str) -> Result<Option<MemberRow>, StoreError> {
        by_login(self.tx(), site, name).await
    }

    /// The member with this email address.
    pub async fn member_by_email(&self, site: &SiteId, email: &str) -> Result<Option<MemberRow>, StoreError> {
        one(self.tx(), members_in(site).filter(member::Column::EmailKey.eq(folded(email)))).await
    }

    /// Inserts (`new`) or updates a member.
    ///
    /// # Errors
    /// [`StoreError::Exists`] if the id, username or email address is taken; the transaction cannot continue after that.
    pub async fn save_member(&mut self, site: &SiteId, row: &MemberRow, new: bool) -> Result<(), StoreError> {
        let Member { id, username, email, first_name, last_name, .. } = &row.member;
        let model = member::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            id: Set(id.as_str().to_owned()),
            email_key: Set(email.as_deref().map(folded)),
            username_key: Set(username.as_deref().map(folded)),
            last_name_key: Set(folded(last_name)),
            name_key: Set(folded(&format!("{first_name} {last_name} {}", username.as_deref().unwrap_or("")))),
            password_hash: Set(row.password_hash.clone()),
            doc: Set(to_json("member", site, id.as_str(), &row.member)?),
        };
        let result = if new {
            member::Entity::insert(model).exec_without_returning(self.tx()).await.map(|_| ())
        } else {
            model.update(self.tx()).await.map(|_| ())
        };
        result.map_err(|error| match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(_)) => StoreError::Exists("this member".to_owned()),
            _ => StoreError::Database(error),
        })
    }

    /// Removes a member and their sessions, secrets, favorites, queued mails and the notes about them. Cards and orders stay without an owner;
    /// ledger entries stay under the member's id (security 7.8).
    pub async fn remove_member(&mut self, site: &SiteId, id: &MemberId) -> Result<(), StoreError> {
        // Sessions, favorites, queued mails and notes are deleted by foreign keys. Secrets have no foreign key to members, because their
        // subject is not always a member. Cards and orders are kept without an owner.
        let (site, id) = (site.as_str(), id.as_str());
        let tx = self.tx();
        secret::Entity::delete_many()
            .filter(secret::Column::SiteId.eq(site))
            .filter(secret::Column::Subject.eq(id))
            .exec(tx)
            .await?;
        card::Entity::update_many()
            .col_expr(card::Column::MemberId, sea_orm::sea_query::Expr::value(Option::<String>::None))
            .filter(card::Column::SiteId.eq(site))
            .filter(card::Column::MemberId.eq(id))
            .exec(tx)
            .await?;
        loyalty_order::Entity::update_many()
            .col_expr(
                loyalty_order::Column::MemberId,
                sea_orm::sea_query::Expr::value(Option::<String>::None),
            )
            .filter(loyalty_order::Column::SiteId.eq(site))
            .filter(loyalty_order::Column::MemberId.eq(id))
            .exec(tx)
            .await?;
        member::Entity::delete_by_id((site.to_owned(), id.to_owned())).exec(tx).await?;
        Ok(())
    }
}
