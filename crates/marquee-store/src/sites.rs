//! Sites and their host names.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use marquee_model::settings::SiteRecord;
use marquee_model::{Change, SiteId, Tag};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
    sea_query::{LockType, OnConflict},
};

use crate::connect::Store;
use crate::entity::{change, gift_card, operator_invitation, operator_role, site, site_host, touched};
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A stored site.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSite {
    /// The operator's settings.
    pub record: SiteRecord,
    /// Starts at 1; incremented by each save.
    pub version: i64,
}

fn from_row(row: site::Model) -> Result<StoredSite, StoreError> {
    let record = RowContext::new("site", [&row.id]).read_json("record", &row.record)?;
    Ok(StoredSite { record, version: row.version })
}

impl Store {
    pub async fn site(&self, site: &SiteId) -> Result<Option<StoredSite>, StoreError> {
        site::Entity::find_by_id(site.as_str().to_owned()).one(&self.read).await?.map(from_row).transpose()
    }

    /// All sites, sorted by key.
    pub async fn sites(&self) -> Result<Vec<StoredSite>, StoreError> {
        site::Entity::find()
            .order_by_asc(site::Column::Id)
            .all(&self.read)
            .await?
            .into_iter()
            .map(from_row)
            .collect()
    }

    /// The changes after number `seq`, oldest first. Nodes poll this to detect each other's writes.
    pub async fn changes_after(&self, seq: i64) -> Result<Vec<(i64, Change)>, StoreError> {
        let rows = change::Entity::find()
            .filter(change::Column::Seq.gt(seq))
            .order_by_asc(change::Column::Seq)
            .all(&self.read)
            .await?;
        rows.into_iter()
            .map(|row| {
                let tags =
                    RowContext::new("change_log", [&row.seq.to_string()]).read_json("tags", &row.tags)?;
                Ok((row.seq, Change::new(SiteId::stored(row.site_id), tags)))
            })
            .collect()
    }

    /// When each part of a site was last changed.
    pub async fn last_changed(&self, site: &SiteId) -> Result<BTreeMap<Tag, Timestamp>, StoreError> {
        let rows =
            touched::Entity::find().filter(touched::Column::SiteId.eq(site.as_str())).all(&self.read).await?;
        rows.into_iter()
            .map(|row| {
                let row_context = RowContext::new("touched", [&row.site_id, &row.tag]);
                Ok((row_context.read_json("tag", &row.tag)?, row_context.seconds("at", row.at)?))
            })
            .collect()
    }

    /// Number of the newest change, 0 if there is none.
    pub async fn last_change(&self) -> Result<i64, StoreError> {
        let newest = change::Entity::find().order_by_desc(change::Column::Seq).one(&self.read).await?;
        Ok(newest.map_or(0, |row| row.seq))
    }
}

/// What a new record of a site changes: if only saved blocks differ, those (PAGE-16), else the whole site.
fn changed_tags(before: Option<SiteRecord>, record: &SiteRecord) -> Vec<Tag> {
    let Some(mut before) = before else { return vec![Tag::Site] };
    let saved = &record.config.options.saved_blocks;
    let saved_before = std::mem::replace(&mut before.config.options.saved_blocks, saved.clone());
    if before != *record || saved_before == *saved {
        return vec![Tag::Site];
    }
    let ids: BTreeSet<_> = saved_before.keys().chain(saved.keys()).collect();
    let changed = ids.into_iter().filter(|id| saved_before.get(*id) != saved.get(*id));
    changed.cloned().map(Tag::SavedBlock).chain([Tag::SavedBlocks]).collect()
}

impl WriteTx {
    /// Locks a site until this transaction ends, so that a change can depend on what the transaction has read of the site. Other
    /// transactions that lock or save the site wait. `None` if the site does not exist.
    pub async fn lock_site(&self, site: &SiteId) -> Result<Option<StoredSite>, StoreError> {
        // Foreign keys to the site take weaker locks, so members' transactions do not wait. SQLite has one writer.
        let locked = site::Entity::find_by_id(site.as_str().to_owned()).lock(LockType::NoKeyUpdate);
        locked.one(self.tx()).await?.map(from_row).transpose()
    }

    /// Those of `hosts` that belong to other sites.
    pub async fn hosts_of_others(&self, site: &SiteId, hosts: &[String]) -> Result<Vec<String>, StoreError> {
        let rows = site_host::Entity::find()
            .filter(site_host::Column::Host.is_in(hosts))
            .filter(site_host::Column::SiteId.ne(site.as_str()))
            .all(self.tx())
            .await?;
        Ok(rows.into_iter().map(|row| row.host).collect())
    }

    /// Saves a site with its host names.
    ///
    /// # Errors
    /// [`StoreError::HostTaken`] if a host name belongs to another site.
    pub async fn save_site(&mut self, record: &SiteRecord) -> Result<(), StoreError> {
        let id = record.key.as_str().to_owned();
        for host in &record.hosts {
            let existing = site_host::Entity::find_by_id(host.clone()).one(self.tx()).await?;
            if existing.is_some_and(|row| row.site_id != id) {
                return Err(StoreError::HostTaken(host.clone()));
            }
        }
        let before = site::Entity::find_by_id(id.clone()).one(self.tx()).await?;
        let version = before.as_ref().map_or(0, |row| row.version) + 1;
        // A stored record that cannot be read is replaced.
        let before = before.and_then(|row| from_row(row).ok()).map(|stored| stored.record);
        let text = RowContext::new("site", [&id]).write_json("record", record)?;
        let row = site::ActiveModel { id: Set(id.clone()), record: Set(text), version: Set(version) };
        let conflict = OnConflict::column(site::Column::Id)
            .update_columns([site::Column::Record, site::Column::Version])
            .to_owned();
        site::Entity::insert(row).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        site_host::Entity::delete_many().filter(site_host::Column::SiteId.eq(&id)).exec(self.tx()).await?;
        for host in &record.hosts {
            let row = site_host::ActiveModel { host: Set(host.clone()), site_id: Set(id.clone()) };
            row.insert(self.tx()).await?;
        }
        self.removed.remove(&record.key);
        for tag in changed_tags(before, record) {
            self.record_change(&record.key, tag);
        }
        Ok(())
    }

    /// Removes a site and all its data.
    pub async fn remove_site(&mut self, id: &SiteId) -> Result<(), StoreError> {
        // Foreign keys delete the rows of the site. Gift cards have no foreign key, because dummy gift cards belong to no site.
        gift_card::Entity::delete_many()
            .filter(gift_card::Column::SiteId.eq(id.as_str()))
            .exec(self.tx())
            .await?;
        // An empty `site_id` of these tables means all sites, so they have no foreign key either.
        operator_role::Entity::delete_many()
            .filter(operator_role::Column::SiteId.eq(id.as_str()))
            .exec(self.tx())
            .await?;
        operator_invitation::Entity::delete_many()
            .filter(operator_invitation::Column::SiteId.eq(id.as_str()))
            .exec(self.tx())
            .await?;
        site::Entity::delete_by_id(id.as_str().to_owned()).exec(self.tx()).await?;
        self.removed.insert(id.clone());
        self.record_change(id, Tag::Site);
        Ok(())
    }
}
