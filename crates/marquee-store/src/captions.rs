//! Captions of the videos of the media library.

use jiff::Timestamp;
use marquee_model::locale::Locale;
use marquee_model::{MediaRef, SiteId, Tag};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
    Set,
};

use crate::connect::Store;
use crate::entity::captions;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

/// The captions of a video in one language, without their text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionsRow {
    /// Reference of the video.
    pub video: MediaRef,
    pub locale: Locale,
    /// Names the text, and changes with it.
    pub text_id: String,
    /// The file's name on the operator's device; may be empty.
    pub name: String,
    /// Size of the text.
    pub bytes: u64,
    pub uploaded_at: Timestamp,
    /// Who uploaded them.
    pub actor: String,
}

/// The captions of a site without their texts.
fn described(site: &SiteId) -> Select<captions::Entity> {
    use captions::Column as C;
    captions::Entity::find()
        .select_only()
        .columns([C::SiteId, C::Video, C::Locale, C::TextId, C::Name, C::Bytes, C::UploadedAt, C::Actor])
        .filter(C::SiteId.eq(site.as_str()))
}

/// The columns of [`CaptionsRow`].
#[derive(FromQueryResult)]
struct Described {
    site_id: String,
    video: String,
    locale: String,
    text_id: String,
    name: String,
    bytes: i64,
    uploaded_at: i64,
    actor: String,
}

fn read(row: Described) -> Result<CaptionsRow, StoreError> {
    let row_context = RowContext::new("captions", [&row.site_id, &row.video, &row.locale]);
    Ok(CaptionsRow {
        bytes: row_context.number("bytes", row.bytes)?,
        uploaded_at: row_context.milliseconds("uploaded_at", row.uploaded_at)?,
        locale: row_context.code("locale", Locale::parse(&row.locale), &row.locale)?,
        video: MediaRef::stored(row.video),
        text_id: row.text_id,
        name: row.name,
        actor: row.actor,
    })
}

async fn captions<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<CaptionsRow>, StoreError> {
    let query = described(site).order_by_asc(captions::Column::Video).order_by_asc(captions::Column::Locale);
    query.into_model::<Described>().all(db).await?.into_iter().map(read).collect()
}

impl Store {
    /// The captions of all videos of a site, also of those that were removed and can be restored; by video and locale.
    pub async fn captions(&self, site: &SiteId) -> Result<Vec<CaptionsRow>, StoreError> {
        captions(&self.read, site).await
    }

    /// The captions of a video in a language, without their text, also if the video was removed.
    pub async fn captions_of(
        &self,
        site: &SiteId,
        video: &str,
        locale: &str,
    ) -> Result<Option<CaptionsRow>, StoreError> {
        use captions::Column as C;
        let query = described(site).filter(C::Video.eq(video)).filter(C::Locale.eq(locale));
        query.into_model::<Described>().one(&self.read).await?.map(read).transpose()
    }

    /// A text of the captions of a video, with its name; `None` if it has none in this language.
    pub async fn captions_text(
        &self,
        site: &SiteId,
        video: &str,
        locale: &str,
    ) -> Result<Option<(String, String)>, StoreError> {
        let key = (site.as_str().to_owned(), video.to_owned(), locale.to_owned());
        let row = captions::Entity::find_by_id(key).one(&self.read).await?;
        Ok(row.map(|row| (row.text_id, row.text)))
    }
}

impl WriteTx {
    /// As [`Store::captions`].
    pub async fn captions(&self, site: &SiteId) -> Result<Vec<CaptionsRow>, StoreError> {
        captions(self.tx(), site).await
    }

    /// Saves captions; replaces those of the same video and language.
    pub async fn save_captions(
        &mut self,
        site: &SiteId,
        row: &CaptionsRow,
        text: &str,
    ) -> Result<(), StoreError> {
        use captions::Column as C;
        let model = captions::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            video: Set(row.video.as_str().to_owned()),
            locale: Set(row.locale.long().to_owned()),
            text_id: Set(row.text_id.clone()),
            name: Set(row.name.clone()),
            bytes: Set(i64::try_from(row.bytes).unwrap_or(i64::MAX)),
            text: Set(text.to_owned()),
            uploaded_at: Set(to_millis(row.uploaded_at)),
            actor: Set(row.actor.clone()),
        };
        let changed = [C::TextId, C::Name, C::Bytes, C::Text, C::UploadedAt, C::Actor];
        let conflict =
            OnConflict::columns([C::SiteId, C::Video, C::Locale]).update_columns(changed).to_owned();
        captions::Entity::insert(model).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }

    /// Deletes the captions of a video in one language; returns whether there were any.
    pub async fn delete_captions(
        &mut self,
        site: &SiteId,
        video: &MediaRef,
        locale: &Locale,
    ) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), video.as_str().to_owned(), locale.long().to_owned());
        let deleted = captions::Entity::delete_by_id(key).exec(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(deleted.rows_affected > 0)
    }
}
