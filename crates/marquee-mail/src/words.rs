//! What a mail says, before it is laid out as text or HTML.

mod english;
mod french;

use marquee_model::locale::Locale;

use crate::address::{one_line, personal};
use crate::{Letter, Link, Look};

/// What a mail says. Every text is on one line and not yet escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    /// The language it is in.
    pub lang: &'static str,
    /// The subject; no code, link or password ever stands in it.
    pub subject: String,
    /// The line a mail program shows after the subject; as harmless as that.
    pub preview: String,
    /// "Hello Anna,".
    pub greeting: String,
    /// The heading.
    pub heading: String,
    /// Paragraphs before the fact and the button.
    pub body: Vec<String>,
    /// What the mail is about, in large: its name and the value.
    pub fact: Option<(String, String)>,
    /// What there is to do.
    pub button: Option<Button>,
    /// Paragraphs after the button.
    pub after: Vec<String>,
    /// Small lines at the end.
    pub footer: Vec<String>,
}

/// A button and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Button {
    /// The words on it.
    pub label: String,
    /// Where it leads.
    pub link: Link,
    /// What stands before the written-out link; nothing where the link is not needed to go on.
    pub hint: Option<&'static str>,
}

/// The words of a letter in a language; those without messages of ours read English.
pub(crate) fn words(letter: &Letter, look: &Look, locale: &Locale, name: Option<&str>) -> Words {
    let first_name = match letter {
        Letter::Welcome { first_name } => personal(first_name),
        _ => None,
    };
    let name = name.map(str::to_owned).or(first_name);
    match locale.short() {
        "fr" => french::words(letter, look, name.as_deref()),
        _ => english::words(letter, look, name.as_deref()),
    }
}

/// How a language's module writes a letter down, one sentence after the other.
impl Words {
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

    /// A paragraph.
    fn say(mut self, text: &str) -> Self {
        self.body.push(one_line(text));
        self
    }

    /// What the mail is about.
    fn fact(mut self, name: &str, value: &str) -> Self {
        self.fact = Some((one_line(name), one_line(value)));
        self
    }

    /// A button without which the member cannot go on; `hint` introduces the link for those who cannot press it.
    fn button(mut self, label: &str, link: &Link, hint: &'static str) -> Self {
        self.button = Some(Button { label: one_line(label), link: link.clone(), hint: Some(hint) });
        self
    }

    /// A button that leads to the site.
    fn visit(mut self, label: &str, look: &Look) -> Self {
        self.button = Some(Button { label: one_line(label), link: look.origin.clone(), hint: None });
        self
    }

    /// A paragraph after the button.
    fn then(mut self, text: &str) -> Self {
        self.after.push(one_line(text));
        self
    }

    /// Greeting and end, the same in every letter of a language.
    fn frame(mut self, lang: &'static str, greeting: &str, footer: &[String]) -> Self {
        self.lang = lang;
        self.greeting = one_line(greeting);
        self.footer = footer.iter().map(|line| one_line(line)).filter(|line| !line.is_empty()).collect();
        self
    }
}
