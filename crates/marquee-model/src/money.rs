//! Minor units of money (ISO 4217).

use iso_currency::Currency;

/// Decimal places of currencies that ISO 4217 does not list.
pub const DEFAULT_DECIMALS: u32 = 2;

/// Decimal places of a currency, for example 2 for `USD`, 0 for `JPY`, 3 for `KWD`. An unknown code has 2.
#[must_use]
pub fn decimals(currency: &str) -> u32 {
    Currency::from_code(currency).and_then(Currency::exponent).map_or(DEFAULT_DECIMALS, u32::from)
}

/// The currency of a country, ISO 3166-1 alpha-2; `None` for an unknown country.
#[must_use]
pub fn currency_of(country: &str) -> Option<&'static str> {
    let country: iso_currency::Country = country.parse().ok()?;
    Some(Currency::from(country).code())
}

/// The form of a currency code: three uppercase letters.
pub const CURRENCY_PATTERN: &str = "^[A-Z]{3}$";

/// Whether a text has the form of a currency code, [`CURRENCY_PATTERN`].
#[must_use]
pub fn is_currency_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// Minor units in one major unit of a currency: 100 cents in a dollar, 1 for a currency without decimal places.
#[must_use]
pub fn minor_units(currency: &str) -> i64 {
    10_i64.pow(decimals(currency))
}

/// An amount in minor units as a decimal number with a point and all decimal places: `12.50`, `1250`, `1.250`.
#[must_use]
pub fn decimal(amount: i64, currency: &str) -> String {
    let (minor, digits) = (minor_units(currency).unsigned_abs(), decimals(currency) as usize);
    let sign = if amount < 0 { "-" } else { "" };
    let (major_units, minor_units) = (amount.unsigned_abs() / minor, amount.unsigned_abs() % minor);
    if digits == 0 {
        format!("{sign}{major_units}")
    } else {
        format!("{sign}{major_units}.{minor_units:0digits$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_have_the_decimal_places_of_iso_4217() {
        for currency in ["USD", "EUR", "GBP", "CHF", "UYU"] {
            assert_eq!((decimals(currency), minor_units(currency)), (2, 100), "{currency}");
        }
        for currency in [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
            "XOF", "XPF",
        ] {
            assert_eq!((decimals(currency), minor_units(currency)), (0, 1), "{currency}");
        }
        for currency in ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"] {
            assert_eq!((decimals(currency), minor_units(currency)), (3, 1000), "{currency}");
        }
        for unknown in ["", "PTS", "usd"] {
            assert_eq!(decimals(unknown), 2, "{unknown}");
        }
    }

    #[test]
    fn a_decimal_number_has_all_decimal_places() {
        let numbers = [(1250, "USD"), (5, "EUR"), (-1205, "EUR"), (1250, "JPY"), (1250, "KWD"), (0, "USD")];
        let texts = numbers.map(|(amount, currency)| decimal(amount, currency));
        assert_eq!(texts, ["12.50", "0.05", "-12.05", "1250", "1.250", "0.00"]);
    }
}
