//! Videos of the media library.

use jiff::Timestamp;
use marquee_model::{MediaRef, SiteId, Tag};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::{Deserialize, Serialize};

use crate::connect::Store;
use crate::entity::video;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// An uploaded video.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VideoRow {
    /// Reference used in records; it stays when the file is replaced.
    pub source: MediaRef,
    /// Content address in the media store.
    pub media_id: String,
    /// The file's name on the operator's device; may be empty.
    pub name: String,
    pub bytes: u64,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// In milliseconds; 0 if unknown.
    pub duration_ms: u64,
    pub uploaded_at: Timestamp,
    /// Who uploaded it.
    pub actor: String,
    /// When it was removed; until it is deleted, it can be restored.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub removed_at: Option<Timestamp>,
}

fn read(row: video::Model) -> Result<VideoRow, StoreError> {
    let row_context = RowContext::new("video", [&row.site_id, &row.source]);
    Ok(VideoRow {
        bytes: row_context.number("bytes", row.bytes)?,
        width: row_context.number("width", row.width)?,
        height: row_context.number("height", row.height)?,
        duration_ms: row_context.number("duration_ms", row.duration_ms)?,
        uploaded_at: row_context.milliseconds("uploaded_at", row.uploaded_at)?,
        removed_at: row.removed_at.map(|at| row_context.milliseconds("removed_at", at)).transpose()?,
        source: MediaRef::stored(row.source),
        media_id: row.media_id,
        name: row.name,
        actor: row.actor,
    })
}

async fn videos<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<VideoRow>, StoreError> {
    let query = video::Entity::find()
        .filter(video::Column::SiteId.eq(site.as_str()))
        .order_by_desc(video::Column::UploadedAt)
        .order_by_asc(video::Column::Source);
    query.all(db).await?.into_iter().map(read).collect()
}

impl Store {
    /// One video of a site, also if it was removed and can be restored.
    pub async fn video(&self, site: &SiteId, source: &str) -> Result<Option<VideoRow>, StoreError> {
        let row =
            video::Entity::find_by_id((site.as_str().to_owned(), source.to_owned())).one(&self.read).await?;
        row.map(read).transpose()
    }

    /// The videos of a site, also those that were removed and can be restored; the newest first.
    pub async fn videos(&self, site: &SiteId) -> Result<Vec<VideoRow>, StoreError> {
        videos(&self.read, site).await
    }
}

impl WriteTx {
    /// As [`Store::videos`].
    pub async fn videos(&self, site: &SiteId) -> Result<Vec<VideoRow>, StoreError> {
        videos(self.tx(), site).await
    }

    /// Saves a video; replaces one of the same source.
    pub async fn save_video(&mut self, site: &SiteId, row: &VideoRow) -> Result<(), StoreError> {
        use video::Column as C;
        let px = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let big = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        let model = video::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            source: Set(row.source.as_str().to_owned()),
            media_id: Set(row.media_id.clone()),
            name: Set(row.name.clone()),
            bytes: Set(big(row.bytes)),
            width: Set(px(row.width)),
            height: Set(px(row.height)),
            duration_ms: Set(big(row.duration_ms)),
            uploaded_at: Set(to_millis(row.uploaded_at)),
            actor: Set(row.actor.clone()),
            removed_at: Set(row.removed_at.map(to_millis)),
        };
        let changed = [
            C::MediaId,
            C::Name,
            C::Bytes,
            C::Width,
            C::Height,
            C::DurationMs,
            C::UploadedAt,
            C::Actor,
            C::RemovedAt,
        ];
        let conflict = OnConflict::columns([C::SiteId, C::Source]).update_columns(changed).to_owned();
        video::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }

    /// Deletes the record of a video.
    pub async fn delete_video(&mut self, site: &SiteId, source: &MediaRef) -> Result<(), StoreError> {
        let key = (site.as_str().to_owned(), source.as_str().to_owned());
        video::Entity::delete_by_id(key).exec(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }
}
