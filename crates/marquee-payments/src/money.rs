//! Amounts of money.

/// A currency code of three letters (ISO 4217), in uppercase. Whether the currency exists is not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency([u8; 3]);

impl Currency {
    /// Parses three ASCII letters in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letters: [u8; 3] = text.as_bytes().try_into().ok()?;
        letters.iter().all(u8::is_ascii_alphabetic).then(|| Self(letters.map(|b| b.to_ascii_uppercase())))
    }
}

impl std::fmt::Display for Currency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(std::str::from_utf8(&self.0).unwrap_or_default())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    /// The amount in the smallest unit of the currency: cents, or yen.
    pub minor: u64,
    pub currency: Currency,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_currency_has_three_letters() {
        assert_eq!(Currency::parse("usd").unwrap().to_string(), "USD");
        assert_eq!(Currency::parse("EUR"), Currency::parse("eur"));
        for text in ["", "US", "USDX", "U1D", "€", "é€"] {
            assert!(Currency::parse(text).is_none(), "{text}");
        }
    }
}
