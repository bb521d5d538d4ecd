//! Localized texts of a mail, before they are rendered as plain text or HTML.

mod letters;

use marquee_messages::Language;
use marquee_model::locale::Locale;

use crate::address::{one_line, personal_name};
use crate::{Branding, Letter, Link};

/// Localized texts of a mail. Each is on one line and not escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LetterText {
    /// Language tag, such as `en`.
    pub lang: &'static str,
    /// Must not contain codes or links.
    pub subject: String,
    /// Preview text that mail programs show after the subject. Must not contain codes or links.
    pub preview: String,
    /// Such as "Hello Anna,".
    pub greeting: String,
    pub heading: String,
    /// Paragraphs before the fact and the button.
    pub body: Vec<String>,
    /// Label and value that are shown in large type, such as a code.
    pub fact: Option<(String, String)>,
    /// The main action.
    pub button: Option<Button>,
    /// Paragraphs after the button.
    pub after: Vec<String>,
    /// Lines in small type at the end.
    pub footer: Vec<String>,
}

/// A button with a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Button {
    pub label: String,
    pub link: Link,
    /// Text before the written-out URL; `None` if the URL is not written out.
    pub hint: Option<&'static str>,
}

/// The texts of a letter in the locale's language; English if the catalog does not have it.
pub(crate) fn letter_text(
    letter: &Letter,
    branding: &Branding,
    locale: &Locale,
    name: Option<&str>,
) -> LetterText {
    let first_name = match letter {
        Letter::Welcome { first_name } => personal_name(first_name),
        _ => None,
    };
    let name = name.map(str::to_owned).or(first_name);
    letters::letter_text(letter, branding, Language::of_locale(locale.short()), name.as_deref())
}

/// Builder.
impl LetterText {
    fn new(subject: &str, preview: &str, heading: &str) -> Self {
        Self {
            lang: "",
            subject: one_line(subject),
            preview: one_line(preview),
            greeting: String::new(),
            heading: one_line(heading),
            body: Vec::new(),
            fact: None,
            button: None,
            after: Vec::new(),
            footer: Vec::new(),
        }
    }

    /// Adds a paragraph before the fact.
    fn paragraph(mut self, text: &str) -> Self {
        self.body.push(one_line(text));
        self
    }

    /// Sets the label and value shown in large type.
    fn fact(mut self, name: &str, value: &str) -> Self {
        self.fact = Some((one_line(name), one_line(value)));
        self
    }

    /// Sets a required action; `hint` introduces the URL for mail programs in which the button does not work.
    fn button(mut self, label: &str, link: &Link, hint: &'static str) -> Self {
        self.button = Some(Button { label: one_line(label), link: link.clone(), hint: Some(hint) });
        self
    }

    /// Sets a button that leads to the site.
    fn site_button(mut self, label: &str, branding: &Branding) -> Self {
        self.button = Some(Button { label: one_line(label), link: branding.origin.clone(), hint: None });
        self
    }

    /// Adds a paragraph after the button.
    fn closing_paragraph(mut self, text: &str) -> Self {
        self.after.push(one_line(text));
        self
    }

    /// Sets language, greeting and footer, which are the same in every letter.
    fn with_frame(mut self, lang: &'static str, greeting: &str, footer: &[String]) -> Self {
        self.lang = lang;
        self.greeting = one_line(greeting);
        self.footer = footer.iter().map(|line| one_line(line)).filter(|line| !line.is_empty()).collect();
        self
    }
}
