//! Writes a site's catalog.

use std::collections::HashMap;

use marquee_model::catalog::{Attribute, Closure, Event, Menus, Movie, Page, Showtime, Theater};
use marquee_model::{EventId, MovieId, ShowId, SiteId, Tag, TheaterId};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use crate::document::to_json;
use crate::entity::{event, movie, page, showtime, site_doc, theater};
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::shows::{from_row, to_row};
use crate::transaction::{CHUNK, WriteTx};

impl WriteTx {
    /// Saves theaters at their positions. Pages with shows that a changed closure hides or shows again follow.
    pub async fn save_theaters(&mut self, site: &SiteId, rows: &[(i32, &Theater)]) -> Result<(), StoreError> {
        use theater::Column as C;
        let before = self.theaters(site).await?;
        for (_, theater) in rows {
            let before = before.iter().find(|t| t.id == theater.id).map_or(&[][..], |t| &t.closures);
            if before == theater.closures {
                continue;
            }
            let is_in = |closures: &[Closure], show: &Showtime| {
                closures.iter().any(|closure| closure.includes(show.business_date))
            };
            for show in self.theater_shows(site, &theater.id).await? {
                if is_in(before, &show) != is_in(&theater.closures, &show) {
                    self.record_show_change(site, &show);
                }
            }
        }
        for chunk in rows.chunks(CHUNK) {
            let models = chunk
                .iter()
                .map(|(position, t)| {
                    Ok(theater::ActiveModel {
                        site_id: Set(site.as_str().to_owned()),
                        id: Set(t.id.as_str().to_owned()),
                        position: Set(*position),
                        doc: Set(to_json("theater", site, t.id.as_str(), t)?),
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            let conflict =
                OnConflict::columns([C::SiteId, C::Id]).update_columns([C::Position, C::Doc]).to_owned();
            theater::Entity::insert_many(models)
                .on_conflict(conflict)
                .exec_without_returning(self.tx())
                .await?;
        }
        for (_, t) in rows {
            self.record_change(site, Tag::Theater(t.id.clone()));
            self.record_change(site, Tag::Theaters);
        }
        Ok(())
    }

    /// Removes theaters and their shows.
    pub async fn remove_theaters(&mut self, site: &SiteId, ids: &[TheaterId]) -> Result<(), StoreError> {
        for id in ids {
            for show in self.theater_shows(site, id).await? {
                self.record_show_change(site, &show);
            }
            let key = (site.as_str().to_owned(), id.as_str().to_owned());
            theater::Entity::delete_by_id(key).exec(self.tx()).await?;
            self.record_change(site, Tag::Theater(id.clone()));
            self.record_change(site, Tag::Theaters);
        }
        Ok(())
    }

    pub async fn save_movies(&mut self, site: &SiteId, rows: &[&Movie]) -> Result<(), StoreError> {
        use movie::Column as C;
        for chunk in rows.chunks(CHUNK) {
            let models = chunk
                .iter()
                .map(|m| {
                    Ok(movie::ActiveModel {
                        site_id: Set(site.as_str().to_owned()),
                        id: Set(m.id.as_str().to_owned()),
                        doc: Set(to_json("movie", site, m.id.as_str(), m)?),
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            let conflict = OnConflict::columns([C::SiteId, C::Id]).update_columns([C::Doc]).to_owned();
            movie::Entity::insert_many(models)
                .on_conflict(conflict)
                .exec_without_returning(self.tx())
                .await?;
        }
        for m in rows {
            self.record_change(site, Tag::Movie(m.id.clone()));
            self.record_change(site, Tag::Films);
        }
        Ok(())
    }

    /// Removes films and their shows.
    pub async fn remove_movies(&mut self, site: &SiteId, ids: &[MovieId]) -> Result<(), StoreError> {
        for id in ids {
            // Their shows are removed with them.
            let shows = showtime::Entity::find()
                .filter(showtime::Column::SiteId.eq(site.as_str()))
                .filter(showtime::Column::MovieId.eq(id.as_str()));
            for show in shows.all(self.tx()).await? {
                self.record_show_change(site, &from_row(show)?);
            }
            let key = (site.as_str().to_owned(), id.as_str().to_owned());
            movie::Entity::delete_by_id(key).exec(self.tx()).await?;
            self.record_change(site, Tag::Movie(id.clone()));
            self.record_change(site, Tag::Films);
        }
        Ok(())
    }

    /// The shows of one theater, as seen by this transaction.
    pub async fn theater_shows(
        &self,
        site: &SiteId,
        theater: &TheaterId,
    ) -> Result<Vec<Showtime>, StoreError> {
        let rows = showtime::Entity::find()
            .filter(showtime::Column::SiteId.eq(site.as_str()))
            .filter(showtime::Column::TheaterId.eq(theater.as_str()))
            .all(self.tx())
            .await?;
        rows.into_iter().map(from_row).collect()
    }

    pub async fn save_shows(&mut self, site: &SiteId, rows: &[&Showtime]) -> Result<(), StoreError> {
        use showtime::Column as C;
        for chunk in rows.chunks(CHUNK) {
            // A show may have had another film or theater, whose pages change as well.
            let ids: Vec<&str> = chunk.iter().map(|s| ShowId::as_str(&s.id)).collect();
            let in_chunk =
                showtime::Entity::find().filter(C::SiteId.eq(site.as_str())).filter(C::Id.is_in(ids));
            for before in in_chunk.all(self.tx()).await? {
                self.record_show_change(site, &from_row(before)?);
            }
            let models = chunk.iter().map(|s| to_row(site, s)).collect::<Result<Vec<_>, _>>()?;
            let conflict = OnConflict::columns([C::SiteId, C::Id])
                .update_columns([
                    C::TheaterId,
                    C::MovieId,
                    C::BusinessDate,
                    C::StartsAt,
                    C::EndsAt,
                    C::Screen,
                    C::Attributes,
                    C::Availability,
                    C::Booking,
                    C::PerfCode,
                    C::PriceAmount,
                    C::PriceCurrency,
                    C::Change,
                ])
                .to_owned();
            showtime::Entity::insert_many(models)
                .on_conflict(conflict)
                .exec_without_returning(self.tx())
                .await?;
        }
        for s in rows {
            self.record_show_change(site, s);
        }
        Ok(())
    }

    pub async fn remove_shows(&mut self, site: &SiteId, rows: &[&Showtime]) -> Result<(), StoreError> {
        for chunk in rows.chunks(CHUNK) {
            let ids: Vec<&str> = chunk.iter().map(|s| ShowId::as_str(&s.id)).collect();
            showtime::Entity::delete_many()
                .filter(showtime::Column::SiteId.eq(site.as_str()))
                .filter(showtime::Column::Id.is_in(ids))
                .exec(self.tx())
                .await?;
        }
        for s in rows {
            self.record_show_change(site, s);
        }
        Ok(())
    }

    fn record_show_change(&mut self, site: &SiteId, s: &Showtime) {
        self.record_change(site, Tag::Films);
        self.record_change(site, Tag::Movie(s.movie_id.clone()));
        self.record_change(site, Tag::Theater(s.theater_id.clone()));
    }

    /// Replaces all events of a site. Pages of events that stay as they are remain fresh.
    pub async fn replace_events(&mut self, site: &SiteId, rows: &[Event]) -> Result<(), StoreError> {
        use event::Column as C;
        let of_site = || event::Entity::find().filter(C::SiteId.eq(site.as_str()));
        let stored = of_site().all(self.tx()).await?;
        let mut stored: HashMap<String, (i32, String)> =
            stored.into_iter().map(|row| (row.id, (row.position, row.doc))).collect();
        let conflict =
            OnConflict::columns([C::SiteId, C::Id]).update_columns([C::Position, C::Doc]).to_owned();
        // The times of such an event lead to its page on every page that has them.
        let is_members_first = |doc: &str| doc.contains("\"membersFirstUntil\"");
        for (position, e) in (0..).zip(rows) {
            let doc = to_json("event", site, e.id.as_str(), e)?;
            let before = stored.remove(e.id.as_str());
            if before.as_ref().is_none_or(|(_, doc_before)| *doc_before != doc) {
                self.record_change(site, Tag::Event(e.id.clone()));
                if before.as_ref().is_some_and(|(_, before)| is_members_first(before))
                    || is_members_first(&doc)
                {
                    self.record_change(site, Tag::Films);
                }
            } else if before.is_some_and(|(position_before, _)| position_before == position) {
                continue;
            }
            let row = event::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                id: Set(e.id.as_str().to_owned()),
                position: Set(position),
                doc: Set(doc),
            };
            event::Entity::insert(row)
                .on_conflict(conflict.clone())
                .exec_without_returning(self.tx())
                .await?;
        }
        for (id, (_, doc)) in stored {
            if is_members_first(&doc) {
                self.record_change(site, Tag::Films);
            }
            event::Entity::delete_by_id((site.as_str().to_owned(), id.clone())).exec(self.tx()).await?;
            let row_context = RowContext::new("event", [site.as_str(), &id]);
            let removed = EventId::parse(&id).map_err(|error| row_context.invalid("id", error))?;
            self.record_change(site, Tag::Event(removed));
        }
        self.record_change(site, Tag::Events);
        Ok(())
    }

    /// Replaces all content pages of a site. Menus, the search and the sitemap of all pages may change.
    pub async fn replace_pages(&mut self, site: &SiteId, rows: &[Page]) -> Result<(), StoreError> {
        let of_site = || page::Entity::find().filter(page::Column::SiteId.eq(site.as_str()));
        for removed in of_site().all(self.tx()).await? {
            self.record_change(site, Tag::Page(removed.path));
        }
        page::Entity::delete_many().filter(page::Column::SiteId.eq(site.as_str())).exec(self.tx()).await?;
        for p in rows {
            let row = page::ActiveModel {
                site_id: Set(site.as_str().to_owned()),
                path: Set(p.path.clone()),
                doc: Set(to_json("page", site, &p.path, p)?),
            };
            page::Entity::insert(row).exec_without_returning(self.tx()).await?;
            self.record_change(site, Tag::Page(p.path.clone()));
        }
        self.record_change(site, Tag::Site);
        Ok(())
    }

    async fn save_doc<T: serde::Serialize>(
        &mut self,
        site: &SiteId,
        kind: &'static str,
        value: &T,
    ) -> Result<(), StoreError> {
        use site_doc::Column as C;
        let row = site_doc::ActiveModel {
            site_id: Set(site.as_str().to_owned()),
            kind: Set(kind.to_owned()),
            doc: Set(to_json("site_doc", site, kind, value)?),
        };
        let conflict = OnConflict::columns([C::SiteId, C::Kind]).update_columns([C::Doc]).to_owned();
        site_doc::Entity::insert(row).on_conflict(conflict).exec_without_returning(self.tx()).await?;
        self.record_change(site, Tag::Site);
        Ok(())
    }

    pub async fn save_menus(&mut self, site: &SiteId, menus: &Menus) -> Result<(), StoreError> {
        self.save_doc(site, "menus", menus).await
    }

    pub async fn save_attributes(&mut self, site: &SiteId, names: &[Attribute]) -> Result<(), StoreError> {
        self.save_doc(site, "attributes", &names).await
    }
}
