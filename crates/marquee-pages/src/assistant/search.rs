//! `search`: the site's own search, whose rule is in `web/rules` and runs in the renderer.

use marquee_api::SearchEntry;
use marquee_api::assistant::{SearchHit, SearchHits};

use super::{ToolError, ToolResult, result, text};
use crate::builders::PageContext;
use crate::kind::Kind;
use crate::route::{Resolved, resolve};

/// The result for the entries that a search found, of `count`. The query is that of the context.
pub fn result_of(
    context: &PageContext<'_>,
    entries: Vec<SearchEntry>,
    count: usize,
) -> Result<ToolResult, ToolError> {
    let page = context.hrefs.path("/search/") + &context.query.canonical();
    let hits = SearchHits {
        extent: super::extent(count, entries.len(), "add words to the query"),
        results: entries.into_iter().map(|entry| hit(context, entry)).collect(),
        url: context.absolute(&page),
    };
    let text = text::search(&hits);
    result(&hits, text)
}

fn hit(context: &PageContext<'_>, entry: SearchEntry) -> SearchHit {
    let path = entry.href.split('?').next().unwrap_or_default();
    let id = match resolve(context.site, &context.snapshot, path) {
        Resolved::Page { kind: kind @ (Kind::Film(_) | Kind::Theater(_)), .. } => {
            kind.id().unwrap_or_default().to_owned()
        }
        _ => String::new(),
    };
    SearchHit {
        kind: entry.kind,
        id,
        title: entry.title,
        url: context.absolute(&entry.href),
        about: entry.line,
        when: entry.when,
    }
}
