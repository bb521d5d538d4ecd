//! Stacks of the bundle, written in terms of its sources.

use std::sync::OnceLock;

use sourcemap::SourceMap;

use crate::{Bundle, engine::BUNDLE_NAME};

/// A bundle together with its source map, which is read when the first stack needs it.
#[derive(Debug)]
pub(crate) struct MappedBundle {
    pub(crate) bundle: Bundle,
    map: OnceLock<Option<SourceMap>>,
}

impl MappedBundle {
    pub(crate) fn new(bundle: Bundle) -> Self {
        Self { bundle, map: OnceLock::new() }
    }

    /// The stack with every frame of the bundle replaced by its place in the sources, where that is known.
    pub(crate) fn map_stack(&self, stack: &str) -> String {
        let Some(map) = self.map.get_or_init(|| self.read_map()) else { return stack.trim_end().to_owned() };
        let lines: Vec<_> = stack
            .trim_end()
            .lines()
            .map(|line| map_line(map, line).unwrap_or_else(|| line.to_owned()))
            .collect();
        lines.join("\n")
    }

    fn read_map(&self) -> Option<SourceMap> {
        let text = self.bundle.source_map.as_ref()?;
        SourceMap::from_slice(text.as_bytes())
            .inspect_err(|error| tracing::warn!(%error, "the bundle's source map is unreadable"))
            .ok()
    }
}

/// Maps `at name (bundle.js:line:column)` and `at bundle.js:line:column`; `None` leaves the line as it is.
fn map_line(map: &SourceMap, line: &str) -> Option<String> {
    let (head, place, tail) = match line.rsplit_once('(') {
        Some((head, rest)) => (format!("{head}("), rest.strip_suffix(')')?, ")"),
        None => {
            let (head, rest) = line.split_once("at ")?;
            (format!("{head}at "), rest, "")
        }
    };
    let (place, column) = place.rsplit_once(':')?;
    let (file, row) = place.rsplit_once(':')?;
    if file != BUNDLE_NAME {
        return None;
    }
    // Engines count from 1, source maps from 0.
    let (row, column) =
        (row.parse::<u32>().ok()?.checked_sub(1)?, column.parse::<u32>().ok()?.checked_sub(1)?);
    let token = map.lookup_token(row, column)?;
    let source = token.get_source()?;
    Some(format!("{head}{source}:{}:{}{tail}", token.get_src_line() + 1, token.get_src_col() + 1))
}

#[cfg(test)]
mod tests;
