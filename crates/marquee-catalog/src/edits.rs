//! Films, shows and theaters that operators typed in or changed, merged with what feeds and imports say. An import never replaces them.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use marquee_model::catalog::{Movie, ProgramEdits, RecordEdit, Showtime, Theater};
use marquee_model::{MovieId, ShowId, SiteId, TheaterId, text, time};
use marquee_store::{EditedKind, RecordEditRow, ShowFilter, Store, StoreError, WriteTx};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Days for which edits of past shows are kept.
const KEPT_DAYS: i64 = 60;

/// What the records of a site need beside themselves: cinema days.
#[derive(Debug, Clone, Copy)]
pub struct CinemaDays<'a> {
    pub theaters: &'a [Theater],
    /// Local hour at which a cinema day starts.
    pub start_hour: u8,
}

impl CinemaDays<'_> {
    /// The cinema day of a start at a theater; UTC if the theater is unknown.
    #[must_use]
    pub fn day(&self, theater: &str, starts_at: Timestamp) -> Date {
        let theater = self.theaters.iter().find(|t| t.id.as_str() == theater);
        let zone = time::time_zone(theater.map_or("UTC", |t| t.time_zone.as_str()));
        time::business_date(starts_at, &zone, self.start_hour)
    }
}

/// A film with an edit. `Ok(None)` if neither a feed nor the edit has it.
///
/// # Errors
/// The first field that does not fit.
pub fn edited_film(
    id: &str,
    edit: &RecordEdit,
    base: Option<&Value>,
) -> Result<Option<Movie>, serde_json::Error> {
    let Some(mut film) = edit.applied(id, base) else { return Ok(None) };
    if film.get("slug").is_none() {
        let title = film.get("title").and_then(Value::as_str).unwrap_or_default();
        film["slug"] = text::slug(title).into();
    }
    serde_json::from_value(film).map(Some)
}

/// A show with an edit. `Ok(None)` if neither a feed nor the edit has it, or if it is hidden.
///
/// # Errors
/// The first field that does not fit.
pub fn edited_show(
    id: &str,
    edit: &RecordEdit,
    base: Option<&Value>,
    days: CinemaDays<'_>,
) -> Result<Option<Showtime>, serde_json::Error> {
    let Some(mut show) = edit.applied(id, base) else { return Ok(None) };
    let field = |key: &str| show.get(key).and_then(Value::as_str);
    let day = field("theaterId").zip(field("startsAt").and_then(|at| at.parse().ok()));
    let day = day.map(|(theater, starts_at)| days.day(theater, starts_at).to_string());
    // Without a day the missing field is reported.
    show["businessDate"] = day.into();
    serde_json::from_value(show).map(Some)
}

fn to_base<T: Serialize>(record: &T) -> Option<Value> {
    // Records are serialized to JSON whenever they are stored.
    serde_json::to_value(record).ok()
}

/// The edits of one kind, with what feeds and imports said last.
#[derive(Debug, Default)]
pub(crate) struct Edits(pub(crate) HashMap<String, RecordEditRow>);

impl Edits {
    pub(crate) async fn read(tx: &WriteTx, site: &SiteId, kind: EditedKind) -> Result<Self, StoreError> {
        let rows = tx.record_edits(site, kind).await?.into_iter();
        Ok(Self(rows.map(|row| (row.id.clone(), row)).collect()))
    }

    /// The site's records as feeds and imports have them.
    pub(crate) fn without<T: DeserializeOwned>(&self, records: Vec<T>, id: impl Fn(&T) -> &str) -> Vec<T> {
        let base = |record: T| match self.0.get(id(&record)) {
            None => Some(record),
            Some(row) => serde_json::from_value(row.base.clone()?).ok(),
        };
        records.into_iter().filter_map(base).collect()
    }

    /// The records of a feed or import with the edits. Remembers what it said of edited ones. `applied` merges.
    fn applied<T: Clone + Serialize>(
        &mut self,
        records: &[T],
        id: impl Fn(&T) -> &str,
        applied: impl Fn(&RecordEditRow) -> Result<Option<T>, serde_json::Error>,
    ) -> Vec<T> {
        let mut result = Vec::with_capacity(records.len());
        for record in records {
            let Some(row) = self.0.get_mut(id(record)) else {
                result.push(record.clone());
                continue;
            };
            row.base = to_base(record);
            // Records typed in are added by the caller.
            if row.edit.added {
                continue;
            }
            match applied(row) {
                Ok(edited) => result.extend(edited),
                Err(error) => {
                    tracing::warn!(record.id = id(record), %error, "an edit does not fit the record of the feed");
                    result.push(record.clone());
                }
            }
        }
        result
    }
}

/// The films of an import with the edits of the site. Films that the import no longer has stay while shows that were typed in
/// need them (`needed`).
pub(crate) async fn import_films(
    tx: &mut WriteTx,
    site: &SiteId,
    imported: &[Movie],
    old: &[Movie],
    needed: &HashSet<MovieId>,
) -> Result<Vec<Movie>, StoreError> {
    let mut edits = Edits::read(tx, site, EditedKind::Film).await?;
    let before = bases(&edits);
    for row in edits.0.values_mut() {
        row.base = None;
    }
    let mut films = edits.applied(
        imported,
        |film| film.id.as_str(),
        |row| edited_film(&row.id, &row.edit, row.base.as_ref()),
    );
    for row in edits.0.values().filter(|row| row.edit.added) {
        films.extend(edited_film(&row.id, &row.edit, None).ok().flatten());
    }
    let ids: HashSet<MovieId> = films.iter().map(|film| film.id.clone()).collect();
    films.extend(old.iter().filter(|film| needed.contains(&film.id) && !ids.contains(&film.id)).cloned());
    save_bases(tx, site, EditedKind::Film, &edits, &before).await?;
    Ok(films)
}

fn edited_theater(row: &RecordEditRow) -> Result<Option<Theater>, serde_json::Error> {
    row.edit.applied(&row.id, row.base.as_ref()).map(serde_json::from_value).transpose()
}

/// The theaters of an import with the edits of the site. Theaters that were typed in stay.
pub(crate) async fn import_theaters(
    tx: &mut WriteTx,
    site: &SiteId,
    imported: &[Theater],
) -> Result<Vec<Theater>, StoreError> {
    let mut edits = Edits::read(tx, site, EditedKind::Theater).await?;
    let before = bases(&edits);
    for row in edits.0.values_mut() {
        row.base = None;
    }
    let mut theaters = edits.applied(imported, |theater| theater.id.as_str(), edited_theater);
    let mut added: Vec<&RecordEditRow> = edits.0.values().filter(|row| row.edit.added).collect();
    added.sort_by(|a, b| a.id.cmp(&b.id));
    theaters.extend(added.into_iter().filter_map(|row| edited_theater(row).ok().flatten()));
    save_bases(tx, site, EditedKind::Theater, &edits, &before).await?;
    Ok(theaters)
}

/// What feeds and imports say of the site's theaters, without those that were typed in.
///
/// # Errors
/// [`StoreError`]
pub async fn unedited_theaters(store: &Store, site: &SiteId) -> Result<Vec<Theater>, StoreError> {
    let rows = store.record_edits(site, EditedKind::Theater).await?.into_iter();
    let edits = Edits(rows.map(|row| (row.id.clone(), row)).collect());
    Ok(edits.without(store.theaters(site).await?, |theater| theater.id.as_str()))
}

/// The theaters of some shows: as the site has them, and as feeds and imports do if an edit hides them.
///
/// # Errors
/// [`StoreError`]
pub async fn theaters_of_shows(
    tx: &WriteTx,
    site: &SiteId,
    shows: &[ShowId],
) -> Result<Vec<(ShowId, TheaterId)>, StoreError> {
    let ids: Vec<&ShowId> = shows.iter().collect();
    let shown = tx.shows_by_id(site, &ids).await?.into_iter().map(|show| (show.id, show.theater_id));
    let wanted: HashMap<&str, &ShowId> = shows.iter().map(|id| (id.as_str(), id)).collect();
    let of_feed = |row: RecordEditRow| {
        let id = *wanted.get(row.id.as_str())?;
        let theater = row.base.as_ref()?.get("theaterId")?.as_str()?;
        Some((id.clone(), TheaterId::parse(theater).ok()?))
    };
    let hidden = tx.record_edits(site, EditedKind::Show).await?.into_iter().filter_map(of_feed);
    Ok(shown.chain(hidden).collect())
}

/// Saves how theaters differ from what feeds and imports say, so that the next import keeps it. A theater without a difference
/// follows them again. The caller saves the theaters.
///
/// # Errors
/// [`StoreError`]
pub async fn save_theater_edits(
    tx: &mut WriteTx,
    site: &SiteId,
    old: &[Theater],
    new: &[Theater],
) -> Result<(), StoreError> {
    let edits = Edits::read(tx, site, EditedKind::Theater).await?;
    for theater in new {
        let before = old.iter().find(|before| before.id == theater.id);
        if before == Some(theater) {
            continue;
        }
        let id = theater.id.as_str();
        // What was published before is what the feed said, as long as there is no edit.
        let base = match edits.0.get(id) {
            Some(row) => row.base.clone(),
            None => before.and_then(to_base),
        };
        let Some(Value::Object(record)) = to_base(theater) else { continue };
        let edit = RecordEdit {
            added: base.is_none(),
            hidden: false,
            fields: changed_fields(base.as_ref().and_then(Value::as_object), record),
        };
        if edit.added || !edit.fields.is_empty() {
            let row = RecordEditRow { id: id.to_owned(), edit, base, day: None };
            tx.save_record_edit(site, EditedKind::Theater, &row).await?;
        } else {
            tx.remove_record_edit(site, EditedKind::Theater, id).await?;
        }
    }
    for removed in old.iter().filter(|before| new.iter().all(|theater| theater.id != before.id)) {
        tx.remove_record_edit(site, EditedKind::Theater, removed.id.as_str()).await?;
    }
    Ok(())
}

/// The fields of a record that differ from those of a feed; null for those that only the feed has.
fn changed_fields(base: Option<&Map<String, Value>>, record: Map<String, Value>) -> Map<String, Value> {
    let Some(base) = base else { return record };
    let removed = base.keys().filter(|key| !record.contains_key(*key)).map(|key| (key.clone(), Value::Null));
    let removed: Vec<_> = removed.collect();
    let changed = record.into_iter().filter(|(key, value)| key != "id" && base.get(key) != Some(value));
    changed.chain(removed).collect()
}

/// The shows of an import with the edits of the site, of the theaters whose shows it replaces.
pub(crate) async fn import_shows(
    tx: &mut WriteTx,
    site: &SiteId,
    imported: &[Showtime],
    theaters: &HashSet<TheaterId>,
    days: CinemaDays<'_>,
) -> Result<Vec<Showtime>, StoreError> {
    let mut edits = Edits::read(tx, site, EditedKind::Show).await?;
    let before = bases(&edits);
    let is_replaced = |row: &RecordEditRow| {
        let record = if row.edit.added {
            Some(&row.edit.fields)
        } else {
            row.base.as_ref().and_then(Value::as_object)
        };
        let theater = record.and_then(|record| record.get("theaterId")).and_then(Value::as_str);
        theater.is_some_and(|theater| theaters.iter().any(|id| id.as_str() == theater))
    };
    for row in edits.0.values_mut().filter(|row| is_replaced(row)) {
        row.base = None;
    }
    let apply = |row: &RecordEditRow| edited_show(&row.id, &row.edit, row.base.as_ref(), days);
    let mut shows = edits.applied(imported, |show| show.id.as_str(), apply);
    for row in edits.0.values().filter(|row| row.edit.added && is_replaced(row)) {
        shows.extend(apply(row).ok().flatten());
    }
    save_bases(tx, site, EditedKind::Show, &edits, &before).await?;
    Ok(shows)
}

fn bases(edits: &Edits) -> HashMap<String, Option<Value>> {
    edits.0.iter().map(|(id, row)| (id.clone(), row.base.clone())).collect()
}

async fn save_bases(
    tx: &mut WriteTx,
    site: &SiteId,
    kind: EditedKind,
    edits: &Edits,
    before: &HashMap<String, Option<Value>>,
) -> Result<(), StoreError> {
    for row in edits.0.values().filter(|row| before.get(&row.id) != Some(&row.base)) {
        tx.save_record_edit(site, kind, row).await?;
    }
    Ok(())
}

/// Films that edits of shows name; with `only_added` those of shows that were typed in.
pub(crate) async fn named_films(
    tx: &WriteTx,
    site: &SiteId,
    only_added: bool,
) -> Result<HashSet<MovieId>, StoreError> {
    let rows = tx.record_edits(site, EditedKind::Show).await?.into_iter();
    Ok(rows.filter(|row| row.edit.added || !only_added).filter_map(|row| film_of(&row.edit)).collect())
}

/// The film that an edit of a show names.
fn film_of(edit: &RecordEdit) -> Option<MovieId> {
    edit.fields.get("movieId")?.as_str().and_then(|id| MovieId::parse(id).ok())
}

/// Why edits cannot be saved.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// A show is of a film that the site does not have.
    #[error("the film {film} of the show {show} does not exist")]
    UnknownFilm { show: ShowId, film: MovieId },
    /// A field does not fit.
    #[error("{id}: {source}")]
    Field { kind: EditedKind, id: String, source: serde_json::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The edits of a site, those of shows without the ones that are long over.
pub async fn read_program_edits(
    tx: &WriteTx,
    site: &SiteId,
    now: Timestamp,
) -> Result<ProgramEdits, StoreError> {
    let first = first_kept_day(now);
    let films = tx.record_edits(site, EditedKind::Film).await?.into_iter();
    let shows = tx.record_edits(site, EditedKind::Show).await?.into_iter();
    let shows = shows.filter(|row| row.day.is_none_or(|day| day >= first));
    Ok(ProgramEdits {
        films: films.filter_map(|row| Some((MovieId::parse(&row.id).ok()?, row.edit))).collect(),
        shows: shows.filter_map(|row| Some((ShowId::parse(&row.id).ok()?, row.edit))).collect(),
    })
}

fn first_kept_day(now: Timestamp) -> Date {
    now.to_zoned(jiff::tz::TimeZone::UTC).date().saturating_sub(KEPT_DAYS.days())
}

/// The shows of a theater as feeds and imports have them, by start: those of the cinema days from `from` to `to`, and those of
/// other days that are edited or in `also`.
pub async fn unedited_shows(
    store: &Store,
    site: &SiteId,
    theater: &TheaterId,
    (from, to): (Date, Date),
    also: &[ShowId],
) -> Result<Vec<Showtime>, StoreError> {
    let rows = store.record_edits(site, EditedKind::Show).await?;
    let edited: HashSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let filter = ShowFilter {
        theater: Some(theater.clone()),
        from_date: Some(from),
        to_date: Some(to),
        ..ShowFilter::default()
    };
    let mut shows = store.shows(site, &filter).await?;
    let in_days: HashSet<ShowId> = shows.iter().map(|show| show.id.clone()).collect();
    let also: Vec<&ShowId> = also.iter().filter(|id| !in_days.contains(*id)).collect();
    shows.extend(store.shows_by_id(site, &also).await?);
    shows.retain(|show| !edited.contains(show.id.as_str()));
    let bases = rows.iter().filter(|row| !row.edit.added).filter_map(|row| row.base.clone());
    shows.extend(bases.filter_map(|base| serde_json::from_value(base).ok()));
    shows.retain(|show: &Showtime| show.theater_id == *theater);
    shows.sort_by(|a, b| (a.starts_at, &a.id).cmp(&(b.starts_at, &b.id)));
    Ok(shows)
}

/// Films and shows that a draft changes, as it has them; `None` for those that it removes.
#[derive(Debug, Clone, Default)]
pub struct DraftProgram {
    pub(crate) films: HashMap<MovieId, Option<Movie>>,
    pub(crate) shows: HashMap<ShowId, Option<Showtime>>,
}

impl DraftProgram {
    /// The shows of the published site as the draft has them, sorted by start, theater and id.
    pub(crate) fn shows(&self, filter: &ShowFilter, mut published: Vec<Showtime>) -> Vec<Showtime> {
        published.retain(|show| !self.shows.contains_key(&show.id));
        published.extend(self.shows.values().flatten().filter(|show| filter.matches(show)).cloned());
        published
            .sort_by(|a, b| (a.starts_at, &a.theater_id, &a.id).cmp(&(b.starts_at, &b.theater_id, &b.id)));
        if let Some(limit) = filter.limit.and_then(|limit| usize::try_from(limit).ok()) {
            published.truncate(limit);
        }
        published
    }
}

/// What the edits of a draft change. Edits that do not fit are left out.
pub async fn draft_program(
    store: &Store,
    site: &SiteId,
    draft: &ProgramEdits,
    days: CinemaDays<'_>,
) -> Result<DraftProgram, StoreError> {
    fn rows_by_id(rows: Vec<RecordEditRow>) -> HashMap<String, RecordEditRow> {
        rows.into_iter().map(|row| (row.id.clone(), row)).collect()
    }
    /// Ids that the draft changes, with their edits.
    fn changes<'d, K: Ord + Clone>(
        rows: &HashMap<String, RecordEditRow>,
        draft: &'d BTreeMap<K, RecordEdit>,
        parse: impl Fn(&str) -> Option<K>,
        text: impl Fn(&K) -> &str,
    ) -> Vec<(K, Option<&'d RecordEdit>)> {
        let edited =
            draft.iter().filter(|(id, edit)| rows.get(text(id)).is_none_or(|row| row.edit != **edit));
        let removed = rows.keys().filter_map(|id| parse(id)).filter(|id| !draft.contains_key(id));
        edited.map(|(id, edit)| (id.clone(), Some(edit))).chain(removed.map(|id| (id, None))).collect()
    }
    let mut program = DraftProgram::default();
    let rows = rows_by_id(store.record_edits(site, EditedKind::Film).await?);
    let films = changes(&rows, &draft.films, |id| MovieId::parse(id).ok(), MovieId::as_str);
    let stored = store.movies_by_id(site, &films.iter().map(|(id, _)| id).collect::<Vec<_>>()).await?;
    for (id, edit) in &films {
        let base = match rows.get(id.as_str()) {
            Some(row) => row.base.clone(),
            None => stored.iter().find(|film| film.id == *id).and_then(to_base),
        };
        let film = match edit {
            Some(edit) => edited_film(id.as_str(), edit, base.as_ref()).ok(),
            None => base.map(serde_json::from_value).transpose().ok(),
        };
        program.films.extend(film.map(|film| (id.clone(), film)));
    }
    let rows = rows_by_id(store.record_edits(site, EditedKind::Show).await?);
    let shows = changes(&rows, &draft.shows, |id| ShowId::parse(id).ok(), ShowId::as_str);
    let stored = store.shows_by_id(site, &shows.iter().map(|(id, _)| id).collect::<Vec<_>>()).await?;
    for (id, edit) in &shows {
        let base = match rows.get(id.as_str()) {
            Some(row) => row.base.clone(),
            None => stored.iter().find(|show| show.id == *id).and_then(to_base),
        };
        let show = match edit {
            Some(edit) => edited_show(id.as_str(), edit, base.as_ref(), days).ok(),
            None => base.map(serde_json::from_value).transpose().ok(),
        };
        program.shows.extend(show.map(|show| (id.clone(), show)));
    }
    Ok(program)
}

/// What feeds and imports say of the site's films, without those that were typed in.
pub async fn unedited_films(store: &Store, site: &SiteId) -> Result<Vec<Movie>, StoreError> {
    let rows = store.record_edits(site, EditedKind::Film).await?.into_iter();
    let edits = Edits(rows.map(|row| (row.id.clone(), row)).collect());
    Ok(edits.without(store.movies(site).await?, |film| film.id.as_str()))
}

/// The films of a site for readers that know them by name: with the titles that feeds and imports gave, then with those that visitors
/// see.
///
/// # Errors
/// [`StoreError`] if the films cannot be read.
pub async fn films_by_all_titles(store: &Store, site: &SiteId) -> Result<Vec<Movie>, StoreError> {
    let mut films = unedited_films(store, site).await?;
    films.append(&mut store.movies(site).await?);
    Ok(films)
}

/// Ids whose edits differ.
fn changed<'e, K: Ord + Clone>(
    old: &'e BTreeMap<K, RecordEdit>,
    new: &'e BTreeMap<K, RecordEdit>,
) -> impl Iterator<Item = &'e K> {
    let removed = old.keys().filter(|id| !new.contains_key(*id));
    new.iter().filter(|(id, edit)| old.get(*id) != Some(*edit)).map(|(id, _)| id).chain(removed)
}

/// Saves changed edits, and the films and shows that follow from them.
///
/// # Errors
/// [`EditError`]. The caller's transaction must be dropped.
pub async fn save_program_edits(
    tx: &mut WriteTx,
    site: &SiteId,
    (old, new): (&ProgramEdits, &ProgramEdits),
    days: CinemaDays<'_>,
    now: Timestamp,
) -> Result<(), EditError> {
    tx.remove_show_edits_before(site, first_kept_day(now)).await?;
    save_film_edits(tx, site, old, new).await?;
    save_show_edits(tx, site, old, new, days).await
}

async fn save_film_edits(
    tx: &mut WriteTx,
    site: &SiteId,
    old: &ProgramEdits,
    new: &ProgramEdits,
) -> Result<(), EditError> {
    let ids: Vec<&MovieId> = changed(&old.films, &new.films).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let films: HashMap<MovieId, Movie> =
        tx.movies(site).await?.into_iter().map(|film| (film.id.clone(), film)).collect();
    let edits = Edits::read(tx, site, EditedKind::Film).await?;
    for id in ids {
        let base =
            edits.0.get(id.as_str()).map_or_else(|| films.get(id).and_then(to_base), |row| row.base.clone());
        let film = match new.films.get(id) {
            Some(edit) => {
                let film = edited_film(id.as_str(), edit, base.as_ref());
                let row = RecordEditRow { id: id.to_string(), edit: edit.clone(), base, day: None };
                tx.save_record_edit(site, EditedKind::Film, &row).await?;
                film
            }
            None => {
                tx.remove_record_edit(site, EditedKind::Film, id.as_str()).await?;
                base.map(serde_json::from_value).transpose()
            }
        };
        let field = |source| EditError::Field { kind: EditedKind::Film, id: id.to_string(), source };
        match film.map_err(field)? {
            Some(film) => tx.save_movies(site, &[&film]).await?,
            None => tx.remove_movies(site, std::slice::from_ref(id)).await?,
        }
    }
    Ok(())
}

async fn save_show_edits(
    tx: &mut WriteTx,
    site: &SiteId,
    old: &ProgramEdits,
    new: &ProgramEdits,
    days: CinemaDays<'_>,
) -> Result<(), EditError> {
    let ids: Vec<&ShowId> = changed(&old.shows, &new.shows).collect();
    let films_changed = old.films != new.films;
    if ids.is_empty() && !films_changed {
        return Ok(());
    }
    let known: HashSet<MovieId> = tx.movies(site).await?.into_iter().map(|film| film.id).collect();
    let edits = Edits::read(tx, site, EditedKind::Show).await?;
    let current = tx.shows_by_id(site, &ids).await?;
    let current: HashMap<&str, &Showtime> = current.iter().map(|show| (show.id.as_str(), show)).collect();
    let (mut saved, mut removed) = (Vec::new(), Vec::new());
    for id in ids {
        let row = edits.0.get(id.as_str());
        let base =
            row.map_or_else(|| current.get(id.as_str()).copied().and_then(to_base), |row| row.base.clone());
        let show = match new.shows.get(id) {
            Some(edit) => edited_show(id.as_str(), edit, base.as_ref(), days),
            None => base.clone().map(serde_json::from_value).transpose(),
        };
        let field = |source| EditError::Field { kind: EditedKind::Show, id: id.to_string(), source };
        let show: Option<Showtime> = show.map_err(field)?;
        match new.shows.get(id) {
            Some(edit) => {
                let day = show.as_ref().map(|show| show.business_date).or_else(|| day_of(base.as_ref()));
                let row = RecordEditRow { id: id.to_string(), edit: edit.clone(), base, day };
                tx.save_record_edit(site, EditedKind::Show, &row).await?;
            }
            None => tx.remove_record_edit(site, EditedKind::Show, id.as_str()).await?,
        }
        match show {
            Some(show) => saved.push(show),
            None => removed.extend(current.get(id.as_str()).copied()),
        }
    }
    if let Some(show) = saved.iter().find(|show| !known.contains(&show.movie_id)) {
        return Err(EditError::UnknownFilm { show: show.id.clone(), film: show.movie_id.clone() });
    }
    if films_changed {
        // The shows of a removed film would be removed with it.
        let orphan = new.shows.iter().filter(|(_, edit)| edit.added && !edit.hidden);
        let mut orphan = orphan.filter_map(|(id, edit)| Some((id, film_of(edit)?)));
        if let Some((show, film)) = orphan.find(|(_, film)| !known.contains(film)) {
            return Err(EditError::UnknownFilm { show: show.clone(), film });
        }
    }
    tx.save_shows(site, &saved.iter().collect::<Vec<_>>()).await?;
    tx.remove_shows(site, &removed).await?;
    Ok(())
}

fn day_of(base: Option<&Value>) -> Option<Date> {
    let record: Option<&Map<String, Value>> = base.and_then(Value::as_object);
    record?.get("businessDate")?.as_str()?.parse().ok()
}
