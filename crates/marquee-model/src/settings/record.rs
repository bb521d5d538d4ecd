//! The site settings record (area settings of requirements.yaml).

use std::ops::RangeInclusive;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::pattern::{IDENTIFIER, OPTIONAL_HTTPS, OPTIONAL_IDENTIFIER, OPTIONAL_PATH_IDENTIFIER};
use super::{LoyaltyConfig, Tracker};

/// The site settings record (SET-01 to SET-14).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettingsRecord {
    /// An opaque id.
    pub id: String,
    /// The public host name, used in absolute URLs.
    pub domain: String,
    #[serde(default)]
    pub logo: Logo,
    /// The site name; default that of the configuration (SET-10).
    #[serde(default)]
    pub name: String,
    /// The theater or circuit that the site is about (`config.relatedEntityType`). Its name replaces the site's name on pages
    /// about it. If it has no id, it is the theater of a single location (SET-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub related_entity: Option<NamedEntity>,
    #[serde(default)]
    pub circuit: NamedEntity,
    /// The login page. The member area is below its path. With an empty slug the site has no login page (ROUTE-09).
    #[serde(default)]
    pub login_page: PageRef,
    /// The privacy policy page (ROUTE-07).
    #[serde(default)]
    pub privacy_policy_page: PageRef,
    /// The notice id at the consent platform (SET-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_IDENTIFIER))]
    pub cookie_banner_didomi_id: Option<String>,
    /// Whether and how ads are shown (SET-03).
    #[serde(default)]
    pub ads_display: AdsDisplay,
    /// Positions of ads (SET-04).
    #[serde(default)]
    pub ads_location: Vec<AdLocation>,
    /// Custom ads (SET-05 to SET-07).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ads_custom: Option<AdsCustom>,
    /// Whether the second tag-manager container is loaded (SET-08).
    #[serde(default)]
    pub enable_targett_tracking: bool,
    /// Analytics and tag-manager entries (SET-08).
    #[serde(default)]
    pub trackers: Vec<Tracker>,
    /// The loyalty program.
    #[serde(default)]
    pub loyalty: LoyaltyConfig,
    /// The ticketing provider of theaters without their own (THEAT-06).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticketing_provider: Option<String>,
    /// Base URL of the ticketing site; empty for none.
    #[serde(default)]
    #[schemars(extend("pattern" = "^(https?://.+)?$"))]
    pub ticketing_url: String,
    /// Whether error messages of the loyalty service are shown verbatim (SET-09).
    #[serde(default)]
    pub display_original_cypher_messages: bool,
    /// Header layout (SET-14).
    #[serde(default)]
    pub header_layout: HeaderLayout,
    /// Footer layout (SET-14).
    #[serde(default)]
    pub footer_layout: FooterLayout,
    /// Logo height (SET-14).
    #[serde(default)]
    pub logo_size: LogoSize,
    /// Whether the header has a search (PAGE-11).
    #[serde(default = "SettingsRecord::yes")]
    pub has_search: bool,
    /// Whether the footer shows its links on mobile (PAGE-11).
    #[serde(default = "SettingsRecord::yes")]
    pub footer_mobile_links: bool,
}

/// Which site name a page shows (SET-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteNameMode {
    /// The name of the related theater or circuit.
    Entity,
    /// The name of the site.
    Site,
}

impl SettingsRecord {
    fn yes() -> bool {
        true
    }

    /// Origin of the ticketing site, if there is one.
    #[must_use]
    pub fn ticketing_origin(&self) -> Option<String> {
        url::Url::parse(&self.ticketing_url).ok().map(|u| u.origin().ascii_serialization())
    }

    /// The related entity's name in entity mode, else the settings' name (SET-10). It may be empty: see
    /// [`super::SiteRecord::site_name`].
    #[must_use]
    pub fn site_name(&self, mode: SiteNameMode) -> &str {
        let entity = self.related_entity.as_ref().map(|e| e.name.as_str()).filter(|n| !n.is_empty());
        match (mode, entity) {
            (SiteNameMode::Entity, Some(name)) => name,
            _ => &self.name,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Logo {
    /// A picture in the site's media, or a URL; if empty, the site's name is shown.
    #[serde(default)]
    pub src: String,
}

/// A theater or circuit with an optional id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NamedEntity {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default)]
    pub name: String,
}

/// A reference to a page by its slug.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PageRef {
    /// The slug, without slashes; empty for no page.
    #[serde(default)]
    #[schemars(extend("pattern" = "^[a-z0-9-]*$"))]
    pub slug: String,
}

/// Whether and how ads are shown (SET-03). For compatibility, `true` is read as PROGRAMMATIC, `false` and null as NONE.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AdsDisplay {
    #[default]
    None,
    Programmatic,
    Custom,
    CustomWithoutWrapper,
    Restricted,
}

/// The values of [`AdsDisplay`], for error messages.
const ADS_DISPLAYS: &str = "NONE, PROGRAMMATIC, CUSTOM, CUSTOM_WITHOUT_WRAPPER, RESTRICTED, true or false";

impl<'de> Deserialize<'de> for AdsDisplay {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match Value::deserialize(d)? {
            Value::Null | Value::Bool(false) => Ok(Self::None),
            Value::Bool(true) => Ok(Self::Programmatic),
            Value::String(s) => match s.as_str() {
                "NONE" => Ok(Self::None),
                "PROGRAMMATIC" => Ok(Self::Programmatic),
                "CUSTOM" => Ok(Self::Custom),
                "CUSTOM_WITHOUT_WRAPPER" => Ok(Self::CustomWithoutWrapper),
                "RESTRICTED" => Ok(Self::Restricted),
                other => {
                    Err(serde::de::Error::custom(format!("unknown value {other:?}: must be {ADS_DISPLAYS}")))
                }
            },
            other => Err(serde::de::Error::custom(format!("unknown value {other}: must be {ADS_DISPLAYS}"))),
        }
    }
}

impl JsonSchema for AdsDisplay {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AdsDisplay".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        if generator.contract().is_serialize() {
            let names =
                [Self::None, Self::Programmatic, Self::Custom, Self::CustomWithoutWrapper, Self::Restricted];
            return json_schema!({ "type": "string", "enum": names });
        }
        json_schema!({
            "enum": [null, true, false, "NONE", "PROGRAMMATIC", "CUSTOM", "CUSTOM_WITHOUT_WRAPPER", "RESTRICTED"]
        })
    }
}

/// A position of ads (SET-04).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AdLocation {
    Interstitial,
    PagesBottom,
    PagesTop,
    Pulse,
}

/// Custom ads (SET-05 to SET-07).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AdsCustom {
    /// The locations, each with one slot.
    #[serde(default)]
    pub locations: Vec<CustomLocation>,
    /// Slot sizes by location, as JSON text.
    #[serde(default)]
    pub size_mapping: String,
    /// URL of the wrapper script; the part after `library/` is the site code.
    #[serde(default)]
    #[schemars(length(max = 500), extend("pattern" = OPTIONAL_HTTPS))]
    pub url: String,
    #[serde(default)]
    #[schemars(length(max = 100), extend("pattern" = OPTIONAL_PATH_IDENTIFIER))]
    pub network_code: String,
}

/// A custom ad location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomLocation {
    /// Key, which becomes part of an element id.
    #[schemars(extend("pattern" = IDENTIFIER))]
    pub key: String,
}

macro_rules! lenient {
    ($(#[$doc:meta])* $name:ident { $first:ident = $first_text:literal, $($other:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(from = "Value", into = "&'static str")]
        pub enum $name { #[default] $first, $($other),+ }

        impl $name {
            /// All values, the default first.
            pub const VALUES: &'static [&'static str] = &[$first_text, $($text),+];

            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $first_text => Some(Self::$first), $($text => Some(Self::$other),)+ _ => None }
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            // The schema for reading accepts any text, so it is inlined and has no name.
            fn inline_schema() -> bool {
                true
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                if generator.contract().is_serialize() {
                    json_schema!({ "type": "string", "enum": Self::VALUES })
                } else {
                    String::json_schema(generator)
                }
            }
        }

        impl From<Value> for $name {
            /// An unknown value is read as the default (SET-14); `marquee check` warns about it.
            fn from(value: Value) -> Self {
                value.as_str().and_then(Self::parse).unwrap_or_default()
            }
        }

        impl From<$name> for &'static str {
            fn from(value: $name) -> Self {
                match value { $name::$first => $first_text, $($name::$other => $text),+ }
            }
        }
    };
}

lenient! {
    /// Header layout (SET-14).
    HeaderLayout { Bar = "BAR", Split = "SPLIT", Stacked = "STACKED", Drawer = "DRAWER" }
}
lenient! {
    /// Footer layout (SET-14).
    FooterLayout { Columns = "COLUMNS", Signpost = "SIGNPOST", Centered = "CENTERED", Slim = "SLIM" }
}

/// Logo height in CSS px, 24 to 64, default 36; SMALL, MEDIUM and LARGE mean 28, 36 and 48 (SET-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Value", into = "u8")]
pub struct LogoSize(u8);

impl LogoSize {
    /// The allowed heights in CSS px.
    pub const RANGE: RangeInclusive<u8> = 24..=64;
    /// The named heights in CSS px.
    pub const NAMED: [(&str, u8); 3] = [("SMALL", 28), ("MEDIUM", 36), ("LARGE", 48)];

    /// Parses a number or a name; `None` if it is not allowed.
    #[must_use]
    pub fn parse(value: &Value) -> Option<Self> {
        match value {
            Value::Number(n) => {
                n.as_u64().and_then(|n| u8::try_from(n).ok()).filter(|n| Self::RANGE.contains(n)).map(Self)
            }
            Value::String(s) => Self::NAMED.iter().find(|(name, _)| name == s).map(|(_, px)| Self(*px)),
            _ => None,
        }
    }

    /// The height in CSS px.
    #[must_use]
    pub fn px(self) -> u8 {
        self.0
    }
}

impl Default for LogoSize {
    fn default() -> Self {
        Self(36)
    }
}

impl From<Value> for LogoSize {
    fn from(value: Value) -> Self {
        Self::parse(&value).unwrap_or_default()
    }
}

impl From<LogoSize> for u8 {
    fn from(size: LogoSize) -> Self {
        size.0
    }
}

impl JsonSchema for LogoSize {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LogoSize".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"] })
    }
}

/// The site code of an ad library: the part of its URL after `library/`, without query and fragment (SET-07). Empty if the URL has no such part.
#[must_use]
pub fn library_code(url: &str) -> &str {
    let code = url.split_once("library/").map_or("", |(_, code)| code);
    code.split(['?', '#']).next().unwrap_or_default().trim_matches('/')
}
