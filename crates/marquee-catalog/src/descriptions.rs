//! What feeds and imports say of films that are one film of the site, each by itself (decision 0072).

use std::collections::{BTreeMap, HashMap};

use marquee_model::catalog::Movie;
use marquee_model::{MovieId, SiteId};
use marquee_store::{FilmMatchRow, StoreError, WriteTx};

/// Remembers what a feed or import says of films of matches: of those that were merged, and of those into which others were.
pub async fn store_descriptions(
    tx: &mut WriteTx,
    site: &SiteId,
    rows: &mut BTreeMap<MovieId, FilmMatchRow>,
    merged: &[Movie],
    films: &[Movie],
) -> Result<(), StoreError> {
    let films: HashMap<&MovieId, &Movie> = films.iter().map(|film| (&film.id, film)).collect();
    let merged: HashMap<&MovieId, &Movie> = merged.iter().map(|film| (&film.id, film)).collect();
    for row in rows.values_mut() {
        let record = merged.get(&row.film).copied().unwrap_or(&row.record);
        let target = films.get(&row.target).copied().or(row.target_record.as_ref());
        if *record == row.record && target == row.target_record.as_ref() {
            continue;
        }
        (row.record, row.target_record) = (record.clone(), target.cloned());
        tx.save_film_match(site, row).await?;
    }
    Ok(())
}

/// Remembers what an imported file says of films into which others were merged: the next run of a feed completes it, and does not go
/// back to what was said before.
pub async fn store_imported(tx: &mut WriteTx, site: &SiteId, films: &[Movie]) -> Result<(), StoreError> {
    let rows = tx.film_matches(site).await?.into_iter();
    let mut rows = rows.map(|row| (row.film.clone(), row)).collect();
    // An exported site has films that were completed: what is theirs and what is not cannot be told.
    let described: Vec<Movie> = films.iter().filter(|film| film.tmdb_id.is_none()).cloned().collect();
    store_descriptions(tx, site, &mut rows, &[], &described).await
}
