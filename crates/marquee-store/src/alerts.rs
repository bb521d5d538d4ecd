//! Alerts of theaters, which pages show at once. Imports and publications do not write them.

use jiff::Timestamp;
use marquee_model::catalog::TheaterAlert;
use marquee_model::{SiteId, Tag, TheaterId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use crate::connect::Store;
use crate::entity::theater_alert;
use crate::error::StoreError;
use crate::instant::to_millis;
use crate::row_context::RowContext;
use crate::transaction::WriteTx;

fn read(row: theater_alert::Model) -> Result<TheaterAlert, StoreError> {
    let row_context = RowContext::new("theater_alert", [&row.site_id, &row.theater_id]);
    Ok(TheaterAlert {
        since: row_context.milliseconds("since", row.since)?,
        ends_at: row_context.milliseconds("ends_at", row.ends_at)?,
        translations: row_context.read_json("translations", &row.translations)?,
        message: row.message,
        theater: TheaterId::stored(row.theater_id),
    })
}

async fn alerts<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<TheaterAlert>, StoreError> {
    let query = theater_alert::Entity::find()
        .filter(theater_alert::Column::SiteId.eq(site.as_str()))
        .order_by_asc(theater_alert::Column::TheaterId);
    query.all(db).await?.into_iter().map(read).collect()
}

impl Store {
    /// The alerts of a site's theaters, by theater id, also those that have ended.
    pub async fn theater_alerts(&self, site: &SiteId) -> Result<Vec<TheaterAlert>, StoreError> {
        alerts(&self.read, site).await
    }
}

impl WriteTx {
    /// The alerts of a site's theaters, by theater id, also those that have ended.
    pub async fn theater_alerts(&self, site: &SiteId) -> Result<Vec<TheaterAlert>, StoreError> {
        alerts(self.tx(), site).await
    }

    /// Saves the alert of a theater; replaces the previous one.
    pub async fn save_theater_alert(
        &mut self,
        site: &SiteId,
        alert: &TheaterAlert,
    ) -> Result<(), StoreError> {
        use theater_alert::Column as C;
        let row_context = RowContext::new("theater_alert", [site.as_str(), alert.theater.as_str()]);
        let row = theater_alert::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            theater_id: Set(alert.theater.as_str().to_owned()),
            message: Set(alert.message.clone()),
            since: Set(to_millis(alert.since)),
            ends_at: Set(to_millis(alert.ends_at)),
            translations: Set(row_context.write_json("translations", &alert.translations)?),
        };
        let conflict = OnConflict::columns([C::SiteId, C::TheaterId])
            .update_columns([C::Message, C::Since, C::EndsAt, C::Translations])
            .to_owned();
        theater_alert::Entity::insert(row).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        self.record_alert_change(site, &alert.theater);
        Ok(())
    }

    /// Removes the alert of a theater. False if it has none.
    pub async fn remove_theater_alert(
        &mut self,
        site: &SiteId,
        theater: &TheaterId,
    ) -> Result<bool, StoreError> {
        let key = (site.as_str().to_owned(), theater.as_str().to_owned());
        let result = theater_alert::Entity::delete_by_id(key).exec(self.tx()).await?;
        self.record_alert_change(site, theater);
        Ok(result.rows_affected > 0)
    }

    /// Removes the alerts that ended before an instant.
    pub async fn remove_theater_alerts_before(
        &mut self,
        site: &SiteId,
        end: Timestamp,
    ) -> Result<(), StoreError> {
        use theater_alert::Column as C;
        let ended = theater_alert::Entity::delete_many()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::EndsAt.lte(to_millis(end)));
        ended.exec(self.tx()).await?;
        Ok(())
    }

    /// Pages of theaters, films and orders show alerts.
    fn record_alert_change(&mut self, site: &SiteId, theater: &TheaterId) {
        self.record_change(site, Tag::Theater(theater.clone()));
        self.record_change(site, Tag::Theaters);
    }
}
