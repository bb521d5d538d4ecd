//! The check of email addresses in forms (VALID-13).

use std::sync::LazyLock;

use regex::Regex;

/// Local part, `@`, domain, `.`, letters. Valid in Rust and, with the flag `u`, in JavaScript; generated for the browser.
pub const EMAIL_PATTERN: &str = r"^[^\s@/:?#]+@[^\s@/:?#]+\.\p{L}+$";

#[expect(clippy::expect_used, reason = "the pattern is a constant, and a test uses it")]
static EMAIL: LazyLock<Regex> = LazyLock::new(|| Regex::new(EMAIL_PATTERN).expect("a valid pattern"));

/// Whether a text looks like an email address (VALID-13). `marquee-mail` applies stricter rules before sending.
#[must_use]
pub fn is_email(text: &str) -> bool {
    EMAIL.is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_13_an_email_address_has_a_local_part_and_a_domain_that_ends_in_letters() {
        for text in ["a@b.example", "first.last+tag@mail.acme.example", "info@kino.рф"] {
            assert!(is_email(text), "{text}");
        }
        for text in [
            "a@b",
            "a@b.c1",
            "@b.example",
            "a@.",
            "a b@c.example",
            "mailto:a@b.example",
            "/about/@us.html",
            "",
        ] {
            assert!(!is_email(text), "{text}");
        }
    }
}
