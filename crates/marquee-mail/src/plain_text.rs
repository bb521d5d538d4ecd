//! Renders a mail as plain text, the alternative to HTML.

use crate::address::one_line;
use crate::texts::LetterText;
use crate::{Branding, html};

/// Renders the text. Lines are not wrapped, so that links stay intact.
pub fn text(texts: &LetterText, branding: &Branding) -> String {
    let mut parts = vec![texts.greeting.clone()];
    parts.extend(texts.body.iter().cloned());
    parts.extend(texts.fact.iter().map(|(name, value)| format!("{name}\n    {value}")));
    parts.extend(texts.button.iter().map(|b| format!("{}\n{}", b.label, html::display_url(&b.link))));
    parts.extend(texts.after.iter().cloned());
    let mut end = vec!["-- ".to_owned(), one_line(&branding.name)];
    end.extend(branding.postal_address.iter().map(|line| one_line(line)).filter(|line| !line.is_empty()));
    end.push(html::display_url(&branding.home).to_owned());
    end.extend(texts.footer.iter().cloned());
    parts.push(end.join("\n"));
    parts.join("\n\n") + "\n"
}
