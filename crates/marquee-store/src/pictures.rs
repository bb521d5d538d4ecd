//! Maps picture sources to stored pictures and their dimensions.

use marquee_model::{MediaRef, SiteId, Tag};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use crate::connect::Store;
use crate::entity::picture;
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A stored picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PictureRow {
    /// Reference used in records: a media id, a path within a feed, or a URL.
    pub source: MediaRef,
    /// Content address in the media store.
    pub media_id: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

fn from_row(row: picture::Model) -> Result<PictureRow, StoreError> {
    let row_context = RowContext::new("picture", [&row.site_id, &row.source]);
    Ok(PictureRow {
        width: row_context.number("width", row.width)?,
        height: row_context.number("height", row.height)?,
        source: MediaRef::stored(row.source),
        media_id: row.media_id,
    })
}

async fn pictures<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<PictureRow>, StoreError> {
    let rows = picture::Entity::find().filter(picture::Column::SiteId.eq(site.as_str())).all(db).await?;
    rows.into_iter().map(from_row).collect()
}

impl Store {
    pub async fn pictures(&self, site: &SiteId) -> Result<Vec<PictureRow>, StoreError> {
        pictures(&self.read, site).await
    }
}

impl WriteTx {
    pub async fn pictures(&self, site: &SiteId) -> Result<Vec<PictureRow>, StoreError> {
        pictures(self.tx(), site).await
    }

    /// Saves a picture; replaces one of the same source.
    pub async fn save_picture(&mut self, site: &SiteId, row: &PictureRow) -> Result<(), StoreError> {
        use picture::Column as C;
        let px = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let model = picture::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            source: Set(row.source.as_str().to_owned()),
            media_id: Set(row.media_id.clone()),
            width: Set(px(row.width)),
            height: Set(px(row.height)),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Source])
            .update_columns([C::MediaId, C::Width, C::Height])
            .to_owned();
        picture::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }
}
