//! `list_theaters`.

use marquee_api::assistant::{TheaterEntry, TheaterList};
use marquee_model::catalog::Theater;

use super::{MAX_ROWS, ToolError, ToolResult, extent, result, text};
use crate::builders::PageContext;
use crate::kind::{CalendarSubject, Resource};

pub fn list(context: &PageContext<'_>) -> Result<ToolResult, ToolError> {
    let all = &context.snapshot.theaters;
    let list = TheaterList {
        theaters: all.iter().take(MAX_ROWS).map(|theater| entry(context, theater)).collect(),
        extent: extent(all.len(), MAX_ROWS, "use search to find a theater by its name or place"),
    };
    let text = text::theaters(&list);
    result(&list, text)
}

fn entry(context: &PageContext<'_>, theater: &Theater) -> TheaterEntry {
    let calendar = Resource::Calendar(CalendarSubject::Theater(theater.id.clone()));
    TheaterEntry {
        id: theater.id.to_string(),
        name: theater.name.clone(),
        url: context.absolute(&context.hrefs.theater(theater)),
        address: theater.address.line(),
        phone: theater.phone.clone().unwrap_or_default(),
        time_zone: theater.time_zone.clone(),
        today: context.today(&context.zone(Some(theater))).to_string(),
        calendar_url: context.absolute(&calendar.path()),
    }
}
