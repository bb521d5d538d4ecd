//! A password in memory.

use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

/// A password as it was entered. Its memory is overwritten when it is dropped, and it cannot be printed.
#[derive(Clone, Default)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// The text. Must not be logged, stored or sent.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text in NFKC, the form that is hashed. The buffer has its final size from the start: a buffer that grows leaves copies
    /// in memory.
    pub(crate) fn normalized(&self) -> Zeroizing<String> {
        let length = self.0.nfkc().map(char::len_utf8).sum();
        let mut text = Zeroizing::new(String::with_capacity(length));
        text.extend(self.0.nfkc());
        text
    }
}

impl From<String> for Password {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl From<&str> for Password {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[redacted]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_7_7_a_password_cannot_be_printed() {
        let password = Password::from("correct horse");
        assert_eq!(format!("{password:?} {:?}", Some(&password)), "[redacted] Some([redacted])");
    }

    #[test]
    fn security_2_1_the_normalized_buffer_is_as_large_as_its_text() {
        // One character whose NFKC form has eighteen characters.
        let password = Password::from("\u{fdfa} Zoe\u{308} \u{fb01}ne");
        let text = password.normalized();
        assert!(text.ends_with("Zo\u{eb} fine") && text.chars().count() > 18);
        assert_eq!(text.capacity(), text.len());
    }
}
