//! Suggestions and descriptions for messages.

use marquee_model::money::CURRENCY_PATTERN;
use marquee_model::settings::pattern::{
    HTTPS, IDENTIFIER, OPAQUE, OPTIONAL_HTTPS, OPTIONAL_IDENTIFIER, OPTIONAL_PATH_IDENTIFIER, PATH,
};

/// `one, two or three`.
pub(crate) fn join_or(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// Describes the texts that match a pattern of the schema.
pub(crate) fn pattern(pattern: &str) -> String {
    let description = match pattern {
        "^#[0-9A-Fa-f]{6}$" => "a color such as #F5B921",
        "^[a-z0-9-]{1,63}$" => "lowercase letters, digits and hyphens, at most 63",
        "^[a-z0-9-]*$" => "lowercase letters, digits and hyphens, without slashes",
        "^([a-z0-9-]+)?$" => "lowercase letters, digits and hyphens, or empty",
        "^/([a-z0-9-]+/)*$" => "a path with slashes at both ends such as /about/",
        "^[a-z]{2}(-[A-Z]{2})?$" => "a locale such as en-US",
        "^[A-Z]{2}$" => "a country code of two uppercase letters such as US",
        CURRENCY_PATTERN => "a currency code of three uppercase letters such as EUR",
        IDENTIFIER => "letters, digits, '-' and '_' only",
        OPTIONAL_IDENTIFIER => "letters, digits, '-' and '_' only, or empty",
        OPTIONAL_PATH_IDENTIFIER => "letters, digits and _ . : / , - only, or empty",
        OPAQUE => "an encoded id of letters, digits and + / = _ : . - only, or empty",
        "^[A-Za-z][A-Za-z0-9_-]*$" => "a letter, then letters, digits, '-' and '_' only",
        "^([A-Z]{3})?$" => "a code of three uppercase letters such as USA, or empty",
        PATH => "a path that starts with '/', of letters, digits and / _ . - only",
        HTTPS => "a URL that starts with https://, without spaces, quotes and ; , < >",
        OPTIONAL_HTTPS => "a URL that starts with https://, without spaces, quotes and ; , < >, or empty",
        "^[0-9]{1,19}$" => "digits only, at most 19",
        "^[1-9]00i?$" => "a weight such as 400, or 400i for italic",
        "^https?://" => "a URL that starts with https:// or http://",
        "^(https?://.+)?$" => "a URL that starts with https:// or http://, or empty",
        "^https://" => "a URL that starts with https://",
        "^/" => "a path that starts with '/'",
        "<signed_jwt>" => "a URL that contains <signed_jwt>",
        r"^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$" => {
            "a host name such as www.example.com or *.example.com"
        }
        other => return format!("a string that matches {other}"),
    };
    description.to_owned()
}

/// A value as JSON, truncated to 60 characters.
pub(crate) fn truncated_json(value: &serde_json::Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 {
        text
    } else {
        format!("{}…", text.chars().take(59).collect::<String>())
    }
}
