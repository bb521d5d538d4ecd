//! Maps picture sources to stored pictures and their dimensions, with what operators say about them and the files they uploaded.

use jiff::Timestamp;
use marquee_model::catalog::PictureDetailsBySource;
use marquee_model::{MediaRef, SiteId, Tag};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, Set};
use serde::{Deserialize, Serialize};

use crate::connect::Store;
use crate::entity::{picture, picture_details, picture_file};
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// A stored picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
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

/// A file that an operator uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFileRow {
    pub media_id: String,
    /// The file's name on the operator's device; may be empty.
    pub name: String,
    /// Size of the original; 0 if it was replaced, because then it is no longer stored.
    pub bytes: u64,
    pub uploaded_at: Timestamp,
    /// Who uploaded it.
    pub actor: String,
    /// The media id to which addresses of a replaced file lead.
    pub replaced_by: Option<String>,
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

async fn details<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<PictureDetailsBySource, StoreError> {
    let query = picture_details::Entity::find().filter(picture_details::Column::SiteId.eq(site.as_str()));
    let mut details = PictureDetailsBySource::new();
    for row in query.all(db).await? {
        let doc =
            RowContext::new("picture_details", [&row.site_id, &row.source]).read_json("doc", &row.doc)?;
        details.insert(MediaRef::stored(row.source), doc);
    }
    Ok(details)
}

async fn files<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<PictureFileRow>, StoreError> {
    let query = picture_file::Entity::find().filter(picture_file::Column::SiteId.eq(site.as_str()));
    let read = |row: picture_file::Model| {
        let row_context = RowContext::new("picture_file", [&row.site_id, &row.media_id]);
        Ok(PictureFileRow {
            bytes: row_context.number("bytes", row.bytes)?,
            uploaded_at: row_context.milliseconds("uploaded_at", row.uploaded_at)?,
            media_id: row.media_id,
            name: row.name,
            actor: row.actor,
            replaced_by: row.replaced_by,
        })
    };
    query.all(db).await?.into_iter().map(read).collect()
}

impl Store {
    pub async fn pictures(&self, site: &SiteId) -> Result<Vec<PictureRow>, StoreError> {
        pictures(&self.read, site).await
    }

    /// What operators say about the pictures, as published.
    pub async fn picture_details(&self, site: &SiteId) -> Result<PictureDetailsBySource, StoreError> {
        details(&self.read, site).await
    }

    /// The uploaded files, also those that were replaced.
    pub async fn picture_files(&self, site: &SiteId) -> Result<Vec<PictureFileRow>, StoreError> {
        files(&self.read, site).await
    }
}

impl WriteTx {
    pub async fn pictures(&self, site: &SiteId) -> Result<Vec<PictureRow>, StoreError> {
        pictures(self.tx(), site).await
    }

    pub async fn picture_details(&self, site: &SiteId) -> Result<PictureDetailsBySource, StoreError> {
        details(self.tx(), site).await
    }

    /// Replaces what operators say about the pictures.
    pub async fn replace_picture_details(
        &mut self,
        site: &SiteId,
        details: &PictureDetailsBySource,
    ) -> Result<(), StoreError> {
        let of_site =
            picture_details::Entity::delete_many().filter(picture_details::Column::SiteId.eq(site.as_str()));
        of_site.exec(self.tx()).await?;
        for (source, details) in details {
            let row_context = RowContext::new("picture_details", [site.as_str(), source.as_str()]);
            let row = picture_details::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                source: Set(source.as_str().to_owned()),
                doc: Set(row_context.write_json("doc", details)?),
            };
            picture_details::Entity::insert(row).exec_without_returning(self.tx()).await?;
        }
        self.record_change(site, Tag::Site);
        Ok(())
    }

    pub async fn picture_files(&self, site: &SiteId) -> Result<Vec<PictureFileRow>, StoreError> {
        files(self.tx(), site).await
    }

    /// Saves an uploaded file; replaces one of the same media id.
    pub async fn save_picture_file(&mut self, site: &SiteId, row: &PictureFileRow) -> Result<(), StoreError> {
        use picture_file::Column as C;
        let model = picture_file::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            media_id: Set(row.media_id.clone()),
            name: Set(row.name.clone()),
            bytes: Set(i64::try_from(row.bytes).unwrap_or(i64::MAX)),
            uploaded_at: Set(row.uploaded_at.as_millisecond()),
            actor: Set(row.actor.clone()),
            replaced_by: Set(row.replaced_by.clone()),
        };
        let conflict = OnConflict::columns([C::SiteId, C::MediaId])
            .update_columns([C::Name, C::Bytes, C::UploadedAt, C::Actor, C::ReplacedBy])
            .to_owned();
        picture_file::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }

    /// Removes a picture; its file stays until [`Self::remove_picture_file`].
    pub async fn remove_picture(&mut self, site: &SiteId, source: &MediaRef) -> Result<(), StoreError> {
        let key = (site.as_str().to_owned(), source.as_str().to_owned());
        picture::Entity::delete_by_id(key).exec(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }

    /// Removes an uploaded file, and those that it has replaced.
    pub async fn remove_picture_file(&mut self, site: &SiteId, media_id: &str) -> Result<(), StoreError> {
        use picture_file::Column as C;
        let query = picture_file::Entity::delete_many()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(Condition::any().add(C::MediaId.eq(media_id)).add(C::ReplacedBy.eq(media_id)));
        query.exec(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
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
