//! Which feed announces a show, in theaters that several feeds have (decision 0079).

use std::collections::HashMap;

use marquee_model::{FeedId, ShowId, SiteId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use crate::connect::Store;
use crate::entity::feed_show;
use crate::error::StoreError;
use crate::transaction::WriteTx;

/// Number of rows in a statement.
const CHUNK: usize = 200;

impl Store {
    /// The feeds of those of these shows that name one. Their feeds may have been removed.
    pub async fn feeds_of(
        &self,
        site: &SiteId,
        shows: &[ShowId],
    ) -> Result<Vec<(ShowId, FeedId)>, StoreError> {
        let mut feeds = Vec::new();
        for chunk in shows.chunks(CHUNK) {
            let query = feed_show::Entity::find()
                .filter(feed_show::Column::SiteId.eq(site.as_str()))
                .filter(feed_show::Column::ShowId.is_in(chunk.iter().map(ShowId::as_str)));
            let rows = query.all(&self.read).await?.into_iter();
            feeds.extend(rows.map(|row| (ShowId::stored(row.show_id), FeedId::stored(row.feed_id))));
        }
        Ok(feeds)
    }
}

impl WriteTx {
    /// The feeds of the shows that name one. Their feeds may have been removed.
    pub async fn feeds_of_shows(&self, site: &SiteId) -> Result<HashMap<ShowId, FeedId>, StoreError> {
        let query = feed_show::Entity::find().filter(feed_show::Column::SiteId.eq(site.as_str()));
        let rows = query.all(self.tx()).await?.into_iter();
        Ok(rows.map(|row| (ShowId::stored(row.show_id), FeedId::stored(row.feed_id))).collect())
    }

    /// Names the feed of shows. It is forgotten with the show.
    pub async fn save_feed_of_shows(
        &mut self,
        site: &SiteId,
        feed: &FeedId,
        shows: &[ShowId],
    ) -> Result<(), StoreError> {
        use feed_show::Column as C;
        for chunk in shows.chunks(CHUNK) {
            let models = chunk.iter().map(|show| feed_show::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                show_id: Set(show.as_str().to_owned()),
                feed_id: Set(feed.as_str().to_owned()),
            });
            let conflict = OnConflict::columns([C::SiteId, C::ShowId]).update_column(C::FeedId).to_owned();
            let insert = feed_show::Entity::insert_many(models).on_conflict(conflict);
            insert.exec_without_returning(self.tx()).await?;
        }
        Ok(())
    }
}
