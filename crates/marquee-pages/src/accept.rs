//! Headers in which a client lists weighted preferences, such as `Accept-Encoding` and `Accept-Language` (RFC 9110, 12.4.2).

/// Weight of a preference in thousandths; 0 means "not acceptable".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Quality(u16);

impl Quality {
    /// Not acceptable.
    pub const ZERO: Self = Self(0);
    /// The weight of a value without `q`.
    const ONE: Self = Self(1000);

    /// Parses a weight such as `0.8`, with at most three decimals. Invalid weights, which browsers do not send, count as 0.
    fn parse(text: &str) -> Self {
        let number = text.parse::<f32>().ok().filter(|q| (0.0..=1.0).contains(q) && text.len() <= 5);
        // Within 0 to 1000, so the conversion is exact.
        number.map_or(Self::ZERO, |q| Self((q * 1000.0).round() as u16))
    }
}

/// The values of a header with their weights, in the order of the header.
#[derive(Debug, PartialEq, Eq)]
pub struct Preferences<'h>(Vec<(&'h str, Quality)>);

impl<'h> Preferences<'h> {
    /// Parses a header. Empty parts and parameters other than `q` are ignored.
    #[must_use]
    pub fn parse(header: &'h str) -> Self {
        let parse_item = |part: &'h str| {
            let mut fields = part.split(';').map(str::trim);
            let value = fields.next().filter(|value| !value.is_empty())?;
            let weight = fields.find_map(|f| f.strip_prefix("q=").or_else(|| f.strip_prefix("Q=")));
            Some((value, weight.map_or(Quality::ONE, Quality::parse)))
        };
        Self(header.split(',').filter_map(parse_item).collect())
    }

    /// The weight of a value, else that of `*`; `None` if the header has neither.
    #[must_use]
    pub fn quality(&self, value: &str) -> Option<Quality> {
        let quality_of =
            |value: &str| self.0.iter().find(|(v, _)| v.eq_ignore_ascii_case(value)).map(|(_, q)| *q);
        quality_of(value).or_else(|| quality_of("*"))
    }

    /// The acceptable values, the most preferred first.
    #[must_use]
    pub fn by_preference(&self) -> Vec<&'h str> {
        let mut acceptable: Vec<_> = self.0.iter().filter(|(_, q)| *q > Quality::ZERO).collect();
        acceptable.sort_by_key(|(_, quality)| std::cmp::Reverse(*quality));
        acceptable.into_iter().map(|(value, _)| *value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_by_weight() {
        let order = |header| Preferences::parse(header).by_preference();
        assert_eq!(order("de;q=0.5, fr-CA, en;q=0.8, es;q=0"), ["fr-CA", "en", "de"]);
        assert_eq!(order(""), <[&str; 0]>::default());
        assert_eq!(order(" , ;q=1, a;level=1;q=0.1,b; q=0.2"), ["b", "a"]);
    }

    #[test]
    fn a_value_has_its_own_weight_or_that_of_the_wildcard() {
        let header = Preferences::parse("gzip;q=0.3, *;q=0.1, br;q=2, zstd;q=0.12345");
        assert_eq!(header.quality("GZIP"), Some(Quality(300)));
        assert_eq!(header.quality("deflate"), Some(Quality(100)));
        assert_eq!(
            [header.quality("br"), header.quality("zstd")],
            [Some(Quality::ZERO); 2],
            "invalid weights"
        );
        assert_eq!(Preferences::parse("gzip").quality("br"), None);
    }
}
