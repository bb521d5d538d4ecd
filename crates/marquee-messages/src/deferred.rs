//! Messages whose language is not known yet: they are stored or sent, and become a text when somebody reads them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::message::{Piece, Value, format};
use crate::{ByLocale, Language, feeds};

/// A message of `feeds.json` with its arguments. The functions of [`feeds`] make it, [`Message::text`] is its text in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The key in `feeds.json`, for example `skipped.missing`.
    key: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    arguments: BTreeMap<Cow<'static, str>, Argument>,
}

/// The value of an argument of a [`Message`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    Number(u64),
    Text(String),
    /// Its text is in the language of the message.
    Message(Message),
}

/// A message in the table of the build: its key, its arguments in the order of the values, and its pieces.
pub(crate) type Entry = (&'static str, &'static [&'static str], ByLocale<&'static [Piece]>);

impl Message {
    pub(crate) fn new<const N: usize>(key: &'static str, arguments: [(&'static str, Argument); N]) -> Self {
        let arguments = arguments.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
        Self { key: Cow::Borrowed(key), arguments }
    }

    /// The text in a language. A message that a later version has stored, and this one does not have, is shown by its key and
    /// arguments.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let Some((_, names, pieces)) = feeds::MESSAGES.iter().find(|(key, ..)| *key == self.key) else {
            let arguments: Vec<String> =
                self.arguments.values().map(|argument| argument.text(language)).collect();
            return format!("{}: {}", self.key, arguments.join(", "));
        };
        let texts: Vec<String> = names
            .iter()
            .map(|name| self.arguments.get(*name).map_or_else(String::new, |value| value.text(language)))
            .collect();
        let values: Vec<Value<'_>> = names
            .iter()
            .zip(&texts)
            .map(|(name, text)| match self.arguments.get(*name) {
                Some(Argument::Number(number)) => Value::Number(*number),
                _ => Value::Text(text),
            })
            .collect();
        format(language, language.pick(pieces), &values)
    }
}

impl Argument {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::Message(message) => message.text(language),
        }
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Argument {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<u64> for Argument {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Argument {
    fn from(number: usize) -> Self {
        Self::Number(u64::try_from(number).unwrap_or(u64::MAX))
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}
