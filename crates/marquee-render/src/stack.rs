//! Maps JavaScript stacks of the bundle to its source files.

use std::sync::OnceLock;

use sourcemap::SourceMap;

use crate::{Bundle, engine::BUNDLE_NAME};

/// A bundle with its source map, which is parsed when the first stack is mapped.
#[derive(Debug)]
pub(crate) struct MappedBundle {
    pub(crate) bundle: Bundle,
    map: OnceLock<Option<SourceMap>>,
}

impl MappedBundle {
    pub(crate) fn new(bundle: Bundle) -> Self {
        Self { bundle, map: OnceLock::new() }
    }

    /// Replaces the position of each frame of the bundle by its source position, where the source map has one.
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
            .inspect_err(|error| tracing::warn!(%error, "invalid source map of the bundle"))
            .ok()
    }
}

/// Maps `at name (bundle.js:line:column)` and `at bundle.js:line:column`; `None` for any other line.
fn map_line(map: &SourceMap, line: &str) -> Option<String> {
    let (head, place, tail) = match line.rsplit_once('(') {
        Some((head, rest)) => (format!("{head}("), rest.strip_suffix(')')?, ")"),
        None => {
            let (head, location) = line.split_once("at ")?;
            (format!("{head}at "), location, "")
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
