//! Theaters.

use std::collections::BTreeMap;

use jiff::civil::Date;
use marquee_model::catalog::{Address, Closure, Geo, Screen, Theater};
use marquee_model::{ScreenId, TheaterId};

use super::{State, last_part, slug_of};
use crate::collector::Collector;
use crate::report::{SkipReason, WarningReason};
use crate::row::{Field, JsonRow};
use crate::schedule::PictureOwner;
use crate::values;

/// Ticketing providers of theaters, from files that contain nothing else about them.
pub(super) type Providers = Vec<(TheaterId, String)>;

pub(super) fn read(collector: &mut Collector<'_>, state: &mut State, row: &JsonRow<'_>) -> Field<()> {
    let feed_id = row.required_id("id")?;
    let id = TheaterId::normalized(&feed_id);
    let provider = row.text_owned("ticketingProvider")?;
    let mut keys = row.keys().map(|(key, _)| key.as_str());
    let names_provider = keys.clone().any(|key| key == "ticketingProvider");
    let is_part = names_provider && keys.all(|key| matches!(key, "__typename" | "id" | "ticketingProvider"));
    if is_part {
        state.providers.extend(provider.map(|provider| (id, provider)));
        return Ok(());
    }
    let name = row.required_text("name", 200)?;
    let info = row.object("practicalInfo")?;
    if let Some(info) = &info
        && info.bool("closed")?
    {
        collector.declare_theater_list();
        return Err(info.error("closed", SkipReason::Closed));
    }
    let path = row.text("path")?;
    let slug = slug_of(path, &feed_id, name);
    let zone = collector.zone_name(&feed_id, row.pointer_to("timeZone"), row.text("timeZone")?);
    let mut theater = Theater {
        id: id.clone(),
        name: name.to_owned(),
        slug: slug.clone(),
        time_zone: zone,
        address: Address::default(),
        geo: None,
        phone: None,
        email: None,
        hours: None,
        ticketing_provider: provider,
        screens: screens(collector, row, &feed_id)?,
        closures: Vec::new(),
        closed_weekdays: Vec::new(),
        picture: None,
        description: String::new(),
        opening_hours: None,
        accessibility: Default::default(),
        accessibility_note: None,
        play_week_start: week_day(row)?,
        localizations: Default::default(),
    };
    let mut picture = None;
    if let Some(info) = &info {
        picture = practical(info, &mut theater)?;
    }
    if collector.theater(row.place(), theater) {
        collector.picture(PictureOwner::Theater(id), picture.as_deref());
        if let Some(path) = path {
            state.theater_slugs.insert(last_part(path).to_owned(), slug);
        }
    }
    Ok(())
}

/// Sets the ticketing providers from other files on theaters that have none.
pub(super) fn finish(collector: &mut Collector<'_>, state: &mut State) {
    for (id, provider) in std::mem::take(&mut state.providers) {
        if let Some(theater) = collector.theater_mut(&id) {
            theater.ticketing_provider.get_or_insert(provider);
        }
    }
}

fn week_day(row: &JsonRow<'_>) -> Field<Option<u8>> {
    let day = row.number("showtimeWeekReleaseDay")?;
    Ok(day.and_then(|d| (1..=7).find(|n| (f64::from(*n) - d).abs() < f64::EPSILON)))
}

fn screens(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str) -> Field<Vec<Screen>> {
    let (mut screens, mut nameless) = (Vec::<Screen>::new(), 0);
    for screen in row.objects("screens")? {
        match screen.id("name")?.or(screen.id("number")?) {
            Some(name) if !screens.iter().take(1000).any(|s| s.name == name) => {
                screens.push(Screen {
                    id: ScreenId::normalized(&name),
                    name,
                    seats: None,
                    attributes: Vec::new(),
                });
            }
            Some(_) => {}
            None => nameless += 1,
        }
    }
    if nameless > 0 {
        collector.warn(
            "theater",
            id,
            row.pointer_to("screens"),
            WarningReason::NamelessScreens { count: nameless },
        );
    }
    Ok(screens)
}

/// Sets the practical information on the theater, and returns the URL of the first picture.
fn practical(info: &JsonRow<'_>, theater: &mut Theater) -> Field<Option<String>> {
    theater.phone = info.text_owned("phone")?;
    theater.email = info.text_owned("email")?;
    if let Some(coordinates) = info.object("coordinates")?
        && let (Some(lat), Some(lon)) = (coordinates.number("latitude")?, coordinates.number("longitude")?)
        && (-90.0..=90.0).contains(&lat)
        && (-180.0..=180.0).contains(&lon)
    {
        theater.geo = Some(Geo { lat, lon });
    }
    if let Some(location) = info.object("location")? {
        theater.address = Address {
            street: location.text_owned("address")?.unwrap_or_default(),
            city: location.text_owned("city")?.unwrap_or_default(),
            region: location.text_owned("state")?.unwrap_or_default(),
            postal_code: location.text_owned("zip")?.unwrap_or_default(),
            // A base64 reference of the platform, such as "Country:…", is not a country.
            country: location.text_owned("country")?.filter(|c| !is_reference(c)).unwrap_or_default(),
        };
    }
    if let Some(texts) = info.object("localeData")? {
        theater.description = texts.text_owned("description")?.unwrap_or_default();
    }
    theater.closures.extend(closure(info)?);
    info.objects("images")?.first().map_or(Ok(None), |image| image.text_owned("url"))
}

fn is_reference(country: &str) -> bool {
    country.ends_with('=') || country.starts_with("Q291bnRye")
}

/// The temporary closure, if its first day is a valid date.
fn closure(info: &JsonRow<'_>) -> Field<Option<Closure>> {
    let Some(closure) = info.object("temporaryClosure")? else { return Ok(None) };
    let day = |key| -> Field<Option<Date>> { Ok(closure.text(key)?.and_then(values::date)) };
    let Some(from) = day("startsAt")? else { return Ok(None) };
    Ok(Some(Closure {
        from,
        to: day("endsAt")?.filter(|to| *to >= from),
        reason: String::new(),
        translations: BTreeMap::new(),
    }))
}
