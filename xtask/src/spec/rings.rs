//! The rings of tests: which parts of the product a test runs.

use crate::files::File;

/// A ring of tests, from the inside out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ring {
    /// A part of the code: tests of crates and of `web`'s modules.
    Unit,
    /// The built program, over HTTP and with its commands: `tests/it`.
    BlackBox,
    /// The built program in a real browser: `web/e2e`.
    Browser,
}

impl Ring {
    /// Whether the tests run the product as it is delivered.
    pub fn runs_the_product(self) -> bool {
        self != Self::Unit
    }
}

/// The ring of the tests in a file.
pub fn ring_of(file: &File) -> Ring {
    if file.path.starts_with("tests/it/") {
        Ring::BlackBox
    } else if file.path.starts_with("web/e2e/") {
        Ring::Browser
    } else {
        Ring::Unit
    }
}
