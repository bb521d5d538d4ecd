//! Renders a mail as plain text, the alternative to HTML.

use crate::address::one_line;
use crate::texts::Words;
use crate::{Look, html};

/// Renders the text. Lines are not wrapped, so that links stay intact.
pub fn text(words: &Words, look: &Look) -> String {
    let mut parts = vec![words.greeting.clone()];
    parts.extend(words.body.iter().cloned());
    parts.extend(words.fact.iter().map(|(name, value)| format!("{name}\n    {value}")));
    parts.extend(words.button.iter().map(|b| format!("{}\n{}", b.label, html::display_url(&b.link))));
    parts.extend(words.after.iter().cloned());
    let mut end = vec!["-- ".to_owned(), one_line(&look.name)];
    end.extend(look.postal_address.iter().map(|line| one_line(line)).filter(|line| !line.is_empty()));
    end.push(html::display_url(&look.origin).to_owned());
    end.extend(words.footer.iter().cloned());
    parts.push(end.join("\n"));
    parts.join("\n\n") + "\n"
}
