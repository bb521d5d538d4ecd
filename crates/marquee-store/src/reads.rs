//! Reads a site's catalog.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use marquee_model::catalog::{Attribute, Availability, Event, Menus, Movie, Page, Showtime, Theater};
use marquee_model::{MovieId, ShowId, SiteId, TheaterId};
use sea_orm::sea_query::{Expr, ExprTrait, QueryStatementBuilder};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select,
};

use crate::availability;
use crate::connect::Store;
use crate::document::from_json;
use crate::entity::{event, movie, page, showtime, site_doc, theater};
use crate::error::StoreError;
use crate::row_context::RowContext;
use crate::shows::from_row;
use crate::transaction::{CHUNK, WriteTx};

/// Days on which a theater is closed: its shows of these days are hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedDays {
    pub theater: TheaterId,
    /// First cinema day.
    pub from: Date,
    /// Last cinema day, inclusive; `None` until further notice.
    pub to: Option<Date>,
}

impl ClosedDays {
    /// Whether a show is hidden.
    #[must_use]
    pub fn includes(&self, show: &Showtime) -> bool {
        self.theater == show.theater_id
            && self.from <= show.business_date
            && self.to.is_none_or(|to| show.business_date <= to)
    }
}

/// Filter for shows; all criteria must match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShowFilter {
    pub theater: Option<TheaterId>,
    /// Shows of one of these theaters.
    pub among: Option<Vec<TheaterId>>,
    pub movie: Option<MovieId>,
    /// Not shows of these films.
    pub except_movies: Vec<MovieId>,
    /// Not shows of these films at these theaters.
    pub except_at: Vec<(MovieId, TheaterId)>,
    /// Not shows of these days.
    pub except_closed: Vec<ClosedDays>,
    /// Cinema day.
    pub date: Option<Date>,
    /// First cinema day.
    pub from_date: Option<Date>,
    /// Last cinema day, inclusive.
    pub to_date: Option<Date>,
    /// Earliest start, inclusive.
    pub from: Option<Timestamp>,
    /// Only shows that are canceled or changed since they were announced.
    pub only_changed: bool,
    /// Maximum number of rows of the result; the first ones in its order.
    pub limit: Option<u64>,
}

impl ShowFilter {
    /// Whether a show is selected, ignoring the limit.
    #[must_use]
    pub fn matches(&self, show: &Showtime) -> bool {
        self.theater.as_ref().is_none_or(|theater| *theater == show.theater_id)
            && self.among.as_ref().is_none_or(|among| among.contains(&show.theater_id))
            && self.movie.as_ref().is_none_or(|movie| *movie == show.movie_id)
            && !self.except_movies.contains(&show.movie_id)
            && !self.except_at.iter().any(|(movie, at)| *movie == show.movie_id && *at == show.theater_id)
            && !self.except_closed.iter().any(|closed| closed.includes(show))
            && self.date.is_none_or(|date| date == show.business_date)
            && self.from_date.is_none_or(|from| from <= show.business_date)
            && self.to_date.is_none_or(|to| show.business_date <= to)
            && self.from.is_none_or(|from| from <= show.starts_at)
            && (!self.only_changed || show.change.is_some() || show.availability == Availability::Canceled)
    }
}

/// Whether a closure can hide shows that a filter selects. The others are left out, so that past closures cost nothing.
fn may_apply(closed: &ClosedDays, f: &ShowFilter) -> bool {
    let first = f.date.or(f.from_date);
    let last = f.date.or(f.to_date);
    f.theater.as_ref().is_none_or(|theater| *theater == closed.theater)
        && first.is_none_or(|first| closed.to.is_none_or(|to| first <= to))
        && last.is_none_or(|last| closed.from <= last)
}

fn filtered(site: &SiteId, f: &ShowFilter) -> Select<showtime::Entity> {
    use showtime::Column as C;
    let mut q = showtime::Entity::find().filter(C::SiteId.eq(site.as_str()));
    if let Some(t) = &f.theater {
        q = q.filter(C::TheaterId.eq(t.as_str()));
    }
    // `among` is redundant if it contains the single theater.
    let is_redundant = |among: &Vec<TheaterId>| f.theater.as_ref().is_some_and(|t| among.contains(t));
    if let Some(among) = f.among.as_ref().filter(|among| !is_redundant(among)) {
        q = q.filter(C::TheaterId.is_in(among.iter().map(TheaterId::as_str)));
    }
    if let Some(m) = &f.movie {
        q = q.filter(C::MovieId.eq(m.as_str()));
    }
    if !f.except_movies.is_empty() {
        q = q.filter(C::MovieId.is_not_in(f.except_movies.iter().map(MovieId::as_str)));
    }
    for (movie, theater) in f.except_at.iter().filter(|(movie, theater)| {
        f.movie.as_ref().is_none_or(|of| of == movie) && f.theater.as_ref().is_none_or(|at| at == theater)
    }) {
        let is_elsewhere =
            Condition::any().add(C::MovieId.ne(movie.as_str())).add(C::TheaterId.ne(theater.as_str()));
        q = q.filter(is_elsewhere);
    }
    for closed in f.except_closed.iter().filter(|closed| may_apply(closed, f)) {
        let mut is_open = Condition::any()
            .add(C::TheaterId.ne(closed.theater.as_str()))
            .add(C::BusinessDate.lt(closed.from.to_string()));
        if let Some(to) = closed.to {
            is_open = is_open.add(C::BusinessDate.gt(to.to_string()));
        }
        q = q.filter(is_open);
    }
    if let Some(d) = f.date {
        q = q.filter(C::BusinessDate.eq(d.to_string()));
    }
    if let Some(d) = f.from_date {
        q = q.filter(C::BusinessDate.gte(d.to_string()));
    }
    if let Some(d) = f.to_date {
        q = q.filter(C::BusinessDate.lte(d.to_string()));
    }
    if let Some(t) = f.from {
        q = q.filter(C::StartsAt.gte(t.as_second()));
    }
    if f.only_changed {
        let canceled = availability::to_code(Availability::Canceled);
        q = q.filter(Condition::any().add(C::Change.is_not_null()).add(C::Availability.eq(canceled)));
    }
    q
}

async fn theaters<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<Theater>, StoreError> {
    let rows = theater::Entity::find()
        .filter(theater::Column::SiteId.eq(site.as_str()))
        .order_by_asc(theater::Column::Position)
        .all(db)
        .await?;
    rows.iter().map(|r| from_json("theater", &r.site_id, &r.id, &r.doc)).collect()
}

async fn movies<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<Movie>, StoreError> {
    let rows: Vec<(String, String)> = movie::Entity::find()
        .filter(movie::Column::SiteId.eq(site.as_str()))
        .order_by_asc(movie::Column::Id)
        .select_only()
        .columns([movie::Column::Id, movie::Column::Doc])
        .into_tuple()
        .all(db)
        .await?;
    rows.iter().map(|(id, doc)| from_json("movie", site.as_str(), id, doc)).collect()
}

async fn events<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<Event>, StoreError> {
    let rows = event::Entity::find()
        .filter(event::Column::SiteId.eq(site.as_str()))
        .order_by_asc(event::Column::Position)
        .all(db)
        .await?;
    rows.iter().map(|r| from_json("event", &r.site_id, &r.id, &r.doc)).collect()
}

async fn pages<C: ConnectionTrait>(db: &C, site: &SiteId) -> Result<Vec<Page>, StoreError> {
    let rows = page::Entity::find()
        .filter(page::Column::SiteId.eq(site.as_str()))
        .order_by_asc(page::Column::Path)
        .all(db)
        .await?;
    rows.iter().map(|r| from_json("page", &r.site_id, &r.path, &r.doc)).collect()
}

async fn site_doc<C: ConnectionTrait, T: serde::de::DeserializeOwned + Default>(
    db: &C,
    site: &SiteId,
    kind: &'static str,
) -> Result<T, StoreError> {
    let key = (site.as_str().to_owned(), kind.to_owned());
    match site_doc::Entity::find_by_id(key).one(db).await? {
        Some(row) => from_json("site_doc", site.as_str(), kind, &row.doc),
        None => Ok(T::default()),
    }
}

async fn count_shows<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    filter: &ShowFilter,
) -> Result<u64, StoreError> {
    use sea_orm::PaginatorTrait;
    Ok(filtered(site, filter).count(db).await?)
}

async fn shows<Db: ConnectionTrait>(
    db: &Db,
    site: &SiteId,
    filter: &ShowFilter,
) -> Result<Vec<Showtime>, StoreError> {
    use showtime::Column as C;
    let q = filtered(site, filter)
        .order_by_asc(C::StartsAt)
        .order_by_asc(C::TheaterId)
        .order_by_asc(C::Id)
        .limit(filter.limit);
    q.all(db).await?.into_iter().map(from_row).collect()
}

async fn shows_by_id<C: ConnectionTrait>(
    db: &C,
    site: &SiteId,
    ids: &[&ShowId],
) -> Result<Vec<Showtime>, StoreError> {
    let mut shows = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let query = showtime::Entity::find()
            .filter(showtime::Column::SiteId.eq(site.as_str()))
            .filter(showtime::Column::Id.is_in(chunk.iter().map(|id| id.as_str())));
        for row in query.all(db).await? {
            shows.push(from_row(row)?);
        }
    }
    Ok(shows)
}

/// Reads for imports, within their transaction.
impl WriteTx {
    /// The shows with these ids, in no particular order; unknown ids are ignored.
    pub async fn shows_by_id(&self, site: &SiteId, ids: &[&ShowId]) -> Result<Vec<Showtime>, StoreError> {
        shows_by_id(self.tx(), site, ids).await
    }

    /// Theaters in the site's order.
    pub async fn theaters(&self, site: &SiteId) -> Result<Vec<Theater>, StoreError> {
        theaters(self.tx(), site).await
    }

    /// All films, sorted by id.
    pub async fn movies(&self, site: &SiteId) -> Result<Vec<Movie>, StoreError> {
        movies(self.tx(), site).await
    }

    /// Events in the site's order.
    pub async fn events(&self, site: &SiteId) -> Result<Vec<Event>, StoreError> {
        events(self.tx(), site).await
    }

    /// Content pages, sorted by path.
    pub async fn pages(&self, site: &SiteId) -> Result<Vec<Page>, StoreError> {
        pages(self.tx(), site).await
    }

    /// The site's menus, empty by default.
    pub async fn menus(&self, site: &SiteId) -> Result<Menus, StoreError> {
        site_doc(self.tx(), site, "menus").await
    }

    /// The site's own attribute names, empty by default.
    pub async fn attributes(&self, site: &SiteId) -> Result<Vec<Attribute>, StoreError> {
        site_doc(self.tx(), site, "attributes").await
    }

    /// Shows, sorted by start, theater and id.
    pub async fn shows(&self, site: &SiteId, filter: &ShowFilter) -> Result<Vec<Showtime>, StoreError> {
        shows(self.tx(), site, filter).await
    }

    /// Number of shows; ignores the filter's limit.
    pub async fn count_shows(&self, site: &SiteId, filter: &ShowFilter) -> Result<u64, StoreError> {
        count_shows(self.tx(), site, filter).await
    }
}

impl Store {
    /// The shows with these ids, in no particular order; unknown ids are ignored.
    pub async fn shows_by_id(&self, site: &SiteId, ids: &[&ShowId]) -> Result<Vec<Showtime>, StoreError> {
        shows_by_id(&self.read, site, ids).await
    }

    /// Theaters in the site's order.
    pub async fn theaters(&self, site: &SiteId) -> Result<Vec<Theater>, StoreError> {
        theaters(&self.read, site).await
    }

    /// All films, sorted by id.
    pub async fn movies(&self, site: &SiteId) -> Result<Vec<Movie>, StoreError> {
        movies(&self.read, site).await
    }

    /// The films with these ids, in no particular order; unknown ids are ignored.
    pub async fn movies_by_id(&self, site: &SiteId, ids: &[&MovieId]) -> Result<Vec<Movie>, StoreError> {
        let rows = movie::Entity::find()
            .filter(movie::Column::SiteId.eq(site.as_str()))
            .filter(movie::Column::Id.is_in(ids.iter().map(|id| id.as_str())))
            .all(&self.read)
            .await?;
        rows.iter().map(|r| from_json("movie", &r.site_id, &r.id, &r.doc)).collect()
    }

    /// Events in the site's order.
    pub async fn events(&self, site: &SiteId) -> Result<Vec<Event>, StoreError> {
        events(&self.read, site).await
    }

    /// Content pages, sorted by path.
    pub async fn pages(&self, site: &SiteId) -> Result<Vec<Page>, StoreError> {
        pages(&self.read, site).await
    }

    /// The site's menus, empty by default.
    pub async fn menus(&self, site: &SiteId) -> Result<Menus, StoreError> {
        site_doc(&self.read, site, "menus").await
    }

    /// The site's own attribute names, empty by default.
    pub async fn attributes(&self, site: &SiteId) -> Result<Vec<Attribute>, StoreError> {
        site_doc(&self.read, site, "attributes").await
    }

    /// Shows, sorted by start, theater and id.
    pub async fn shows(&self, site: &SiteId, filter: &ShowFilter) -> Result<Vec<Showtime>, StoreError> {
        shows(&self.read, site, filter).await
    }

    pub async fn show(&self, site: &SiteId, id: &ShowId) -> Result<Option<Showtime>, StoreError> {
        let key = (site.as_str().to_owned(), id.as_str().to_owned());
        showtime::Entity::find_by_id(key).one(&self.read).await?.map(from_row).transpose()
    }

    /// The show with this performance code of the ticketing site; the first by id if there are several.
    pub async fn show_by_code(&self, site: &SiteId, code: &str) -> Result<Option<Showtime>, StoreError> {
        use showtime::Column as C;
        let query = showtime::Entity::find().filter(C::SiteId.eq(site.as_str())).filter(C::PerfCode.eq(code));
        query.order_by_asc(C::Id).one(&self.read).await?.map(from_row).transpose()
    }

    /// Number of shows; ignores the filter's limit.
    pub async fn count_shows(&self, site: &SiteId, filter: &ShowFilter) -> Result<u64, StoreError> {
        count_shows(&self.read, site, filter).await
    }

    /// Number of shows from an instant on, by film and theater. Films without shows are missing.
    pub async fn count_upcoming_shows(
        &self,
        site: &SiteId,
        from: Timestamp,
    ) -> Result<HashMap<MovieId, BTreeMap<TheaterId, u64>>, StoreError> {
        use showtime::Column as C;
        let rows: Vec<(String, String, i64)> = showtime::Entity::find()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::StartsAt.gte(from.as_second()))
            .select_only()
            .column(C::MovieId)
            .column(C::TheaterId)
            .column_as(C::Id.count(), "shows")
            .group_by(C::MovieId)
            .group_by(C::TheaterId)
            .into_tuple()
            .all(&self.read)
            .await?;
        let row_context = RowContext::new("showtime", [site.as_str()]);
        let mut counts: HashMap<MovieId, BTreeMap<TheaterId, u64>> = HashMap::new();
        for (movie, theater, shows) in rows {
            let of_film = counts.entry(MovieId::stored(movie)).or_default();
            of_film.insert(TheaterId::stored(theater), row_context.number("shows", shows)?);
        }
        Ok(counts)
    }

    /// The last cinema day of each theater that has a show which is not canceled.
    pub async fn last_show_days(&self, site: &SiteId) -> Result<Vec<(TheaterId, Date)>, StoreError> {
        use showtime::Column as C;
        let rows: Vec<(String, String)> = showtime::Entity::find()
            .filter(C::SiteId.eq(site.as_str()))
            .filter(C::Availability.ne(availability::to_code(Availability::Canceled)))
            .select_only()
            .column(C::TheaterId)
            .column_as(C::BusinessDate.max(), "last_day")
            .group_by(C::TheaterId)
            .into_tuple()
            .all(&self.read)
            .await?;
        let row_context = RowContext::new("showtime", [site.as_str()]);
        let last = |(theater, day): (String, String)| {
            Ok((TheaterId::stored(theater), row_context.parsed("business_date", &day)?))
        };
        rows.into_iter().map(last).collect()
    }

    /// Number of shows of each film that are not canceled; films without one are missing.
    pub async fn count_shows_by_film(
        &self,
        site: &SiteId,
        filter: &ShowFilter,
    ) -> Result<HashMap<MovieId, u64>, StoreError> {
        use showtime::Column as C;
        let rows: Vec<(String, i64)> = filtered(site, filter)
            .filter(C::Availability.ne(availability::to_code(Availability::Canceled)))
            .select_only()
            .column(C::MovieId)
            .column_as(C::Id.count(), "shows")
            .group_by(C::MovieId)
            .into_tuple()
            .all(&self.read)
            .await?;
        let row_context = RowContext::new("showtime", [site.as_str()]);
        let count = |(movie, shows)| Ok((MovieId::stored(movie), row_context.number("shows", shows)?));
        rows.into_iter().map(count).collect()
    }

    /// Cinema days that have a show, ascending.
    pub async fn show_days(&self, site: &SiteId, filter: &ShowFilter) -> Result<Vec<Date>, StoreError> {
        use showtime::Column as C;
        let days: Vec<String> = filtered(site, filter)
            .select_only()
            .column(C::BusinessDate)
            .distinct()
            .order_by_asc(C::BusinessDate)
            .limit(filter.limit)
            .into_tuple()
            .all(&self.read)
            .await?;
        let row_context = RowContext::new("showtime", [site.as_str()]);
        days.iter().map(|day| row_context.parsed("business_date", day)).collect()
    }

    /// The first cinema day of each film that has a show which is not canceled.
    pub async fn first_show_days(
        &self,
        site: &SiteId,
        filter: &ShowFilter,
    ) -> Result<Vec<(MovieId, Date)>, StoreError> {
        use showtime::Column as C;
        // One index lookup per film; a GROUP BY over all shows took ten times as long.
        let query = filtered(site, filter)
            .select_only()
            .column_as(C::BusinessDate.min(), "first_day")
            .filter(Expr::col((showtime::Entity, C::MovieId)).equals((movie::Entity, movie::Column::Id)))
            .filter(C::Availability.ne(availability::to_code(Availability::Canceled)))
            .into_query();
        let rows: Vec<(String, Option<String>)> = movie::Entity::find()
            .filter(movie::Column::SiteId.eq(site.as_str()))
            .select_only()
            .column(movie::Column::Id)
            .expr_as(Expr::SubQuery(None, Box::new(query.into_sub_query_statement())), "first_day")
            .into_tuple()
            .all(&self.read)
            .await?;
        rows.into_iter()
            .filter_map(|(movie, day)| Some((movie, day?)))
            .map(|(movie, day)| {
                let day =
                    RowContext::new("showtime", [site.as_str(), &movie]).parsed("business_date", &day)?;
                Ok((MovieId::stored(movie), day))
            })
            .collect()
    }
}
