//! The site and its screens.

use marquee_model::catalog::{Address, Screen};
use marquee_model::{ScreenId, TheaterId, text};
use serde_json::Value;

use super::{Cinema, Document, List, State, rows_of};
use crate::collector::Collector;
use crate::records;
use crate::row::{Field, JsonRow, id_of};
use crate::site_names::screen_named;

/// The screens of the feed: their ids there, and their records.
pub(super) fn screens(collector: &mut Collector<'_>, documents: &[Document<'_>]) -> Vec<(String, Screen)> {
    let mut screens = Vec::new();
    for (file, place, value) in rows_of(documents, List::Screens) {
        collector.name_file(file);
        collector.row();
        match JsonRow::new(value, place).and_then(|row| screen(&row)) {
            Ok(screen) => screens.push(screen),
            Err(error) => collector.skip("screen", &id_of(value, "Id"), error),
        }
    }
    screens
}

fn screen(row: &JsonRow<'_>) -> Field<(String, Screen)> {
    let feed_id = row.required_id("Id")?;
    let number = row.id("ScreenNumber")?;
    let name = row.short_text("Name", 200)?.filter(|name| !name.trim().is_empty()).map(str::to_owned);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    let seats = row.numeric("TotalSeats")?.filter(|n| (1.0..100_000.0).contains(n)).map(|n| n as u32);
    let screen = Screen {
        id: ScreenId::normalized(&feed_id),
        name: name.or(number).unwrap_or_else(|| feed_id.clone()),
        seats,
        attributes: Vec::new(),
    };
    Ok((feed_id, screen))
}

/// Decides which theater the sessions belong to: one of the site, else the one of the feed.
pub(super) fn read<'o>(
    collector: &mut Collector<'o>,
    documents: &[Document<'_>],
    state: &mut State<'o>,
    screens: Vec<(String, Screen)>,
) {
    let known = collector.options.known;
    let mut sites = rows_of(documents, List::Site).into_iter();
    let site = sites.next();
    for (file, place, value) in site.iter().cloned().chain(sites) {
        collector.name_file(file);
        collector.row();
        let name =
            JsonRow::new(value, place.clone()).and_then(|row| Ok(row.required_text("Name", 200)?.to_owned()));
        let cinema = match name {
            Ok(_) if state.cinema.is_some() => continue,
            Ok(name) if known.theaters.is_empty() => theater(collector, &name, value, &place, &screens),
            Ok(name) => Ok(known.theater_named(Some(&name)).map(Cinema::known)),
            Err(error) => Err(error),
        };
        match cinema {
            Ok(cinema) => state.cinema = cinema,
            Err(error) => collector.skip("theater", &id_of(value, "Name"), error),
        }
    }
    if state.cinema.is_none() {
        state.cinema = known.theater_named(None).map(Cinema::known);
    }
    for (feed_id, screen) in screens {
        let id = match state.cinema.as_ref().and_then(|cinema| cinema.known) {
            Some(theater) => screen_named(theater, &screen.name).or_else(|| screen_named(theater, &feed_id)),
            None => Some(screen.id),
        };
        // A screen that the site does not have is reported with the first session on it.
        if id.is_some() {
            state.screens.insert(feed_id, id);
        }
    }
}

impl<'o> Cinema<'o> {
    fn known(theater: &'o marquee_model::catalog::Theater) -> Self {
        Self { id: theater.id.clone(), known: Some(theater) }
    }
}

fn theater<'o>(
    collector: &mut Collector<'o>,
    name: &str,
    value: &Value,
    place: &str,
    screens: &[(String, Screen)],
) -> Field<Option<Cinema<'o>>> {
    let row = JsonRow::new(value, place)?;
    let id = TheaterId::normalized(&text::slug(name));
    let zone =
        collector.zone_name(name, row.pointer_to("TimeZoneIdentifier"), row.text("TimeZoneIdentifier")?);
    let mut theater = records::theater(id.clone(), name, zone);
    let lines = [row.text("Address1")?, row.text("Address2")?];
    theater.address = Address {
        street: lines.into_iter().flatten().map(str::trim).collect::<Vec<_>>().join(", "),
        city: row.text_owned("Address3")?.unwrap_or_default(),
        region: String::new(),
        postal_code: row.text_owned("PostCode")?.unwrap_or_default(),
        country: row.text_owned("Country")?.unwrap_or_default(),
    };
    theater.phone = row.short_text("Phone1", 40)?.map(str::to_owned);
    theater.screens = screens.iter().map(|(_, screen)| screen.clone()).collect();
    collector.theater(place, theater);
    Ok(Some(Cinema { id, known: None }))
}
