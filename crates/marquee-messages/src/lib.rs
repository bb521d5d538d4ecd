//! Texts for users: the messages of `locales/`, compiled into the program.
//!
//! Layer 0. A folder of `locales/` is a language; its files have the same keys as those of English. The build generates a
//! function for each message, such as `server::titles_theaters(language)`, so that a wrong key or argument does not compile. The front
//! end compiles the same files. The functions of `feeds.json` return a [`Message`] instead, which is stored, and becomes a text in the
//! language of its reader.
//!
//! To add a language: a folder with the files of `locales/en`, translated. Nothing else lists the languages.

mod dates;
mod deferred;
mod language;
mod message;

pub use dates::{first_of_month, icu_date, long_date};
pub use deferred::{Argument, Message};
pub use language::Language;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

#[cfg(test)]
mod tests;
