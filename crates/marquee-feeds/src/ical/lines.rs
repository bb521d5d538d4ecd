//! The lines of a calendar. The crate `ical` splits them into name, parameters and value; lines are unfolded here, because the crate loses
//! spaces before a fold, and components are put together here, under limits (security 7.5).

use ::ical::PropertyParser;

use crate::error::FeedError;
use crate::json::{MAX_DEPTH, MAX_ENTRIES, MAX_MEMORY};
use crate::source::SourceFile;

/// What a property takes besides its texts, in bytes.
const PROPERTY_BYTES: usize = 128;

/// A calendar, or several of one file.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    /// The time zone of times without one (`X-WR-TIMEZONE`).
    pub time_zone: Option<String>,
    pub events: Vec<Event>,
}

/// An event, without what is nested in it, such as alarms.
#[derive(Debug)]
pub(super) struct Event {
    /// Line of its `BEGIN`, from 1.
    pub line: usize,
    pub properties: Vec<Property>,
}

#[derive(Debug)]
pub(super) struct Property {
    /// In upper case.
    pub name: String,
    parameters: Vec<(String, Vec<String>)>,
    /// Verbatim, with escapes.
    pub value: String,
}

impl Property {
    /// The first value of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.and_then(|(_, values)| values.first()).map(String::as_str)
    }
}

impl Event {
    /// The first property with a name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The text of a property, without escapes. `None` if it is missing or empty.
    pub fn text(&self, name: &str) -> Option<String> {
        let text = unescape(&self.property(name)?.value);
        (!text.is_empty()).then_some(text)
    }
}

/// A text value without escapes.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next() {
            Some('n' | 'N') => text.push('\n'),
            Some(escaped) => text.push(escaped),
            None => text.push('\\'),
        }
    }
    text
}

/// The lines with their numbers, from 1. A line that begins with a space or tab continues the one before.
fn unfold(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut lines = text.lines().enumerate().peekable();
    std::iter::from_fn(move || {
        let (index, first) = lines.next()?;
        let mut line = first.to_owned();
        while let Some(more) = lines.peek().and_then(|(_, next)| next.strip_prefix([' ', '\t'])) {
            line.push_str(more);
            lines.next();
        }
        Some((index + 1, line))
    })
}

/// Parses a file. Lines that are not properties are ignored, because calendars of real websites have them.
pub(super) fn parse(file: &SourceFile) -> Result<Calendar, FeedError> {
    let text = crate::collector::text(file)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let refuse = |line: usize, reason: String| FeedError::Calendar { file: file.name.clone(), line, reason };
    let mut calendar = Calendar::default();
    let mut components: Vec<String> = Vec::new();
    let mut event: Option<Event> = None;
    let mut memory = 0;
    for (number, line) in unfold(text) {
        let Some(Ok(parsed)) = PropertyParser::from_reader(line.as_bytes()).next() else { continue };
        let name = parsed.name.to_ascii_uppercase();
        let value = parsed.value.unwrap_or_default();
        match name.as_str() {
            "BEGIN" => {
                if components.len() >= MAX_DEPTH {
                    return Err(refuse(
                        number,
                        format!("components are nested deeper than {MAX_DEPTH} levels"),
                    ));
                }
                let component = value.trim().to_ascii_uppercase();
                if component == "VEVENT" && event.is_none() {
                    event = Some(Event { line: number, properties: Vec::new() });
                }
                components.push(component);
            }
            "END" => {
                let component = value.trim().to_ascii_uppercase();
                if components.pop().as_ref() != Some(&component) {
                    return Err(refuse(number, format!("END:{component} without its BEGIN")));
                }
                if component == "VEVENT" && !components.iter().any(|outer| outer == "VEVENT") {
                    calendar.events.extend(event.take());
                }
            }
            "X-WR-TIMEZONE" if components.len() == 1 => calendar.time_zone = Some(value),
            _ => {
                if components.last().is_some_and(|component| component == "VEVENT")
                    && let Some(event) = &mut event
                {
                    let parameters = parsed.params.unwrap_or_default();
                    let of_parameters: usize = parameters
                        .iter()
                        .map(|(key, values)| {
                            PROPERTY_BYTES + key.len() + values.iter().map(String::len).sum::<usize>()
                        })
                        .sum();
                    memory += PROPERTY_BYTES + name.len() + value.len() + of_parameters;
                    event.properties.push(Property { name, parameters, value });
                }
            }
        }
        if memory > MAX_MEMORY || calendar.events.len() > MAX_ENTRIES {
            return Err(refuse(number, "the calendar is too large: split it".to_owned()));
        }
    }
    if !components.is_empty() {
        return Err(refuse(text.lines().count(), "unexpected end of the file: it is truncated".to_owned()));
    }
    Ok(calendar)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Calendar, String> {
        parse(&SourceFile { name: "a.ics".to_owned(), bytes: text.as_bytes().to_vec() })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn lines_are_unfolded_and_texts_unescaped() {
        let text = "BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:Europe/Paris\r\nBEGIN:VEVENT\r\nSUMMARY:Low \r\n Tide\\, the\r\n\t Film\\nx\\\\\r\n\
            dtstart;TZID=\"Europe/Berlin\";X=1:20261127T193000\r\nBEGIN:VALARM\r\nSUMMARY:Alarm\r\nEND:VALARM\r\nno property\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        let calendar = parsed(text).unwrap();
        assert_eq!(calendar.time_zone.as_deref(), Some("Europe/Paris"));
        let [event] = &calendar.events[..] else { panic!("one event") };
        assert_eq!((event.line, event.text("SUMMARY").as_deref()), (3, Some("Low Tide, the Film\nx\\")));
        let start = event.property("DTSTART").unwrap();
        assert_eq!(
            (start.parameter("tzid"), start.value.as_str()),
            (Some("Europe/Berlin"), "20261127T193000")
        );
        assert_eq!((start.parameter("VALUE"), event.text("LOCATION")), (None, None));
    }

    #[test]
    fn feeds_7_5_broken_and_hostile_calendars_are_refused_with_their_line() {
        for (text, part) in [
            ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x", "a.ics:3: unexpected end"),
            ("BEGIN:VCALENDAR\nEND:VEVENT", "a.ics:2: END:VEVENT without its BEGIN"),
        ] {
            let error = parsed(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(parsed(&"BEGIN:A\n".repeat(65)).unwrap_err().contains("deeper than 64"));
        let events =
            format!("BEGIN:VCALENDAR\n{}END:VCALENDAR", "BEGIN:VEVENT\nEND:VEVENT\n".repeat(MAX_ENTRIES + 1));
        assert!(parsed(&events).unwrap_err().contains("too large"));
        assert!(parsed("").unwrap().events.is_empty());
    }
}
