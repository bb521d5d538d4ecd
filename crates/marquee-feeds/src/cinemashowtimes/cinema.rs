//! The cinema and its auditoria.

use std::collections::{HashMap, HashSet};

use marquee_model::catalog::{Address, Geo, Screen, Theater};
use marquee_model::{ScreenId, TheaterId, text};
use serde_json::Value;

use crate::attributes::{self, Kind};
use crate::collector::Collector;
use crate::report::{Expected, WarningReason};
use crate::row::{Field, JsonRow, id_of};
use crate::schedule::PictureOwner;

/// Screens by the feed's auditorium id.
type Screens = HashMap<String, ScreenId>;

pub(super) fn read(
    collector: &mut Collector<'_>,
    row: &JsonRow<'_>,
    auditoria: &[Value],
    place: &str,
) -> Field<(TheaterId, Screens)> {
    let feed_id = row.required_id("cinema_id")?;
    let id = TheaterId::normalized(&feed_id);
    let mut theater = theater(collector, row, &feed_id)?;
    let mut by_id = HashMap::new();
    for (i, value) in auditoria.iter().enumerate() {
        collector.row();
        match screen(collector, value, format!("{place}/{i}")) {
            Ok((feed_id, screen)) => {
                if by_id.insert(feed_id, screen.id.clone()).is_none() {
                    theater.screens.push(screen);
                }
            }
            Err(error) => {
                collector.skip("auditorium", &id_of(value, "auditorium_id"), error);
            }
        }
    }
    if collector.theater_mut(&id).is_some() {
        // Another payload of the same cinema, for example of the next week.
        for screen in theater.screens {
            collector.screen(&id, screen.id, &screen.name);
        }
    } else {
        collector.theater(row.place(), theater);
    }
    collector.picture(PictureOwner::Theater(id.clone()), row.text("image_url")?);
    Ok((id, by_id))
}

fn theater(collector: &mut Collector<'_>, row: &JsonRow<'_>, feed_id: &str) -> Field<Theater> {
    let id = TheaterId::normalized(feed_id);
    let name = row.required_text("name", 200)?;
    let slug = row.text_owned("slug")?.map(|s| text::slug(&s)).filter(|s| !s.is_empty());
    let slug = slug.unwrap_or_else(|| match text::slug(name) {
        slug if slug.is_empty() => text::slug(id.as_str()),
        slug => slug,
    });
    let zone = row.text("timezone")?.or(row.text("time_zone")?);
    Ok(Theater {
        slug,
        name: name.to_owned(),
        time_zone: collector.zone_name(feed_id, row.pointer_to("timezone"), zone),
        address: address(row)?,
        geo: geo(collector, row, feed_id)?,
        phone: row.text_owned("phone")?,
        email: row.text_owned("email")?,
        hours: row.text_owned("hours")?,
        ticketing_provider: row.text_owned("ticketing_provider")?,
        screens: Vec::new(),
        closures: super::film::extension(row, "closures")?.unwrap_or_default(),
        closed_weekdays: super::film::extension(row, "closed_weekdays")?
            .unwrap_or_else(Vec::new)
            .into_iter()
            .filter(|day| (1..=7).contains(day))
            .collect(),
        opening_hours: super::film::extension(row, "opening_hours")?,
        accessibility: super::film::extension(row, "accessibility")?.unwrap_or_default(),
        accessibility_note: row.text_owned("accessibility_note")?,
        picture: None,
        description: row.text_owned("description")?.unwrap_or_default(),
        play_week_start: super::film::extension(row, "play_week_start")?.filter(|d| (1..=7).contains(d)),
        localizations: super::film::extension(row, "localizations")?.unwrap_or_default(),
        id,
    })
}

fn geo(collector: &mut Collector<'_>, row: &JsonRow<'_>, id: &str) -> Field<Option<Geo>> {
    let (Some(lat), Some(lon)) = (row.number("lat")?, row.number("lon")?) else { return Ok(None) };
    if (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon) {
        return Ok(Some(Geo { lat, lon }));
    }
    let reason =
        WarningReason::Value { field: "lat", value: format!("{lat}, {lon}"), expected: Expected::Position };
    collector.warn("cinema", id, row.pointer_to("lat"), reason);
    Ok(None)
}

fn address(row: &JsonRow<'_>) -> Field<Address> {
    if let Some(parts) = super::film::extension(row, "address_parts")? {
        return Ok(parts);
    }
    Ok(row.text("address")?.map(split_address).unwrap_or_default())
}

/// Splits an address line into street, city, region, postal code and country, as far as they can be recognized.
pub(super) fn split_address(line: &str) -> Address {
    let mut parts: Vec<&str> = line.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
    let has_digit = |p: &str| p.contains(|c: char| c.is_ascii_digit());
    let mut address = Address::default();
    if parts.len() > 2
        && let Some(last_part) = parts.pop_if(|p| !has_digit(p))
    {
        last_part.clone_into(&mut address.country);
    }
    if parts.len() > 1
        && let Some(last_part) = parts.pop_if(|p| has_digit(p))
    {
        match last_part.split_once(' ') {
            Some((region, code)) if !has_digit(region) => {
                region.clone_into(&mut address.region);
                code.clone_into(&mut address.postal_code);
            }
            _ => last_part.clone_into(&mut address.postal_code),
        }
    }
    if parts.len() > 1
        && let Some(city) = parts.pop()
    {
        city.clone_into(&mut address.city);
    }
    address.street = parts.join(", ");
    address
}

fn screen(collector: &mut Collector<'_>, value: &Value, place: String) -> Field<(String, Screen)> {
    let row = JsonRow::new(value, place)?;
    let feed_id = row.required_id("auditorium_id")?;
    let mut keys = row.texts_owned("tags")?;
    let names = if keys.is_empty() { row.texts("attributes")? } else { Vec::new() };
    for name in names {
        let (name_keys, new_attribute) = attributes::keys(name, Kind::Screen);
        new_attribute.into_iter().for_each(|n| collector.attribute(n));
        keys.extend(name_keys);
    }
    let mut unique = HashSet::new();
    keys.retain(|key| unique.insert(key.clone()));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    let seats = row.number("seat_count")?.filter(|n| (1.0..100_000.0).contains(n)).map(|n| n as u32);
    let name = row.text("name")?.filter(|n| !n.trim().is_empty()).unwrap_or(&feed_id).to_owned();
    let id = ScreenId::normalized(&feed_id);
    Ok((feed_id, Screen { id, name, seats, attributes: keys }))
}
