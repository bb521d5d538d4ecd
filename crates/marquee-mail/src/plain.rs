//! A mail as plain text: for those who read no HTML, and for every reader when something is wrong with it.

use crate::address::one_line;
use crate::words::Words;
use crate::{Look, html};

/// The words as text. Paragraphs are not cut into lines, so that links stay whole.
pub fn text(words: &Words, look: &Look) -> String {
    let mut parts = vec![words.greeting.clone()];
    parts.extend(words.body.iter().cloned());
    parts.extend(words.fact.iter().map(|(name, value)| format!("{name}\n    {value}")));
    parts.extend(words.button.iter().map(|b| format!("{}\n{}", b.label, html::shown(&b.link))));
    parts.extend(words.after.iter().cloned());
    let mut end = vec!["-- ".to_owned(), one_line(&look.name)];
    end.extend(look.postal.iter().map(|line| one_line(line)).filter(|line| !line.is_empty()));
    end.push(html::shown(&look.origin).to_owned());
    end.extend(words.footer.iter().cloned());
    parts.push(end.join("\n"));
    parts.join("\n\n") + "\n"
}
