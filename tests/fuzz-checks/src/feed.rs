//! Feeds of a format. What is read can be stored, and every skipped row says why.

use std::sync::LazyLock;

use marquee_feeds::{Format, Limits, ReadOptions, SiteNames, Source, SourceFile, read, recognize};
use marquee_model::catalog::Theater;

/// The theater of a site, for feeds that name none.
static THEATERS: LazyLock<[Theater; 1]> = LazyLock::new(|| {
    let text = r#"{ "id": "here", "name": "Here", "slug": "here", "timeZone": "Europe/London" }"#;
    [serde_json::from_str(text).expect("the theater can be read")]
});

/// Checks an input as the only file of a feed, for a site without theaters and for one with a theater.
pub fn check(format: Format, data: &[u8]) {
    let file = || SourceFile { name: format!("feed{}", format.extension()), bytes: data.to_vec() };
    recognize(&mut [file()], None).ok();
    let Ok(source) = Source::from_files(vec![file()], Limits::default()) else { return };
    for theaters in [&[][..], &THEATERS[..]] {
        let known = SiteNames { theaters, ..SiteNames::NOTHING };
        check_reading(format, &source, &ReadOptions { known, ..ReadOptions::default() });
    }
}

fn check_reading(format: Format, source: &Source, options: &ReadOptions<'_>) {
    let Ok(reading) = read(format, source, options) else { return };
    let schedule = &reading.schedule;
    for show in &schedule.showtimes {
        assert!(show.movie_id.is_numeric(), "{show:?}");
        assert!(show.ends_at.is_none_or(|end| end > show.starts_at), "{show:?}");
        let has_theater =
            schedule.theaters.as_ref().is_none_or(|all| all.iter().any(|t| t.id == show.theater_id));
        assert!(has_theater, "{show:?}");
        let has_film =
            schedule.movies.as_ref().is_none_or(|all| all.iter().any(|film| film.id == show.movie_id));
        assert!(has_film, "{show:?}");
    }
    assert!(reading.rows_read >= schedule.showtimes.len());
    assert!(reading.skipped.iter().all(|row| !row.reason.to_string().is_empty()));
}
