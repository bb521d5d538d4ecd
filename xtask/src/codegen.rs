//! Generates files from Rust types: TypeScript declarations, JSON Schemas, the gateway's reference, its OpenAPI document and its client.

use anyhow::{Context, Result, bail};
use marquee_api::MAX_SEARCH_LENGTH;
use marquee_api::loyalty::{
    COOKIE_MODE, CYPHER_PATH, FRAME_HEADER, REFRESH_TOKEN_HEADER, SESSION_MODE_HEADER, SESSION_TOKEN_HEADER,
    STATE_COOKIE,
};
use marquee_media::{CROP_RATIOS, RENDITION_WIDTHS};
use marquee_model::catalog::{Catalog, UNKNOWN_RUNTIME};
use marquee_model::email::EMAIL_PATTERN;
use marquee_model::money::{DEFAULT_DECIMALS, decimals};
use marquee_model::peach::PeachCode;
use marquee_model::secret_parameters::SECRET_PARAMETERS;
use marquee_model::settings::{BASE_COLORS, BaseColors, DEFAULT_SESSION_HOURS, LogoSize, SiteRecord};
use marquee_model::ticketing::{Flow, REDIRECTS};

/// The path and content of every generated file.
fn files() -> Result<Vec<(String, String)>> {
    let schema = |s: schemars::Schema| serde_json::to_string_pretty(&s).map(|text| text + "\n");
    let files = [
        ("web/api/schema.gen.ts", marquee_api::typescript::typescript()),
        ("web/rules/email-pattern.gen.ts", email_pattern()),
        ("web/rules/secret-parameters.gen.ts", secret_parameters()),
        ("web/rules/loyalty/session/default-session.gen.ts", default_session()),
        ("web/rules/loyalty/payments/currency-decimals.gen.ts", currency_decimals()),
        ("web/api/peach-codes.gen.ts", peach_codes()),
        ("web/rules/shared.gen.ts", shared()),
        ("web/rules/loyalty/account/captcha-actions.gen.ts", captcha_actions()),
        ("web/rules/path-segments.gen.ts", path_segments()),
        ("web/rules/logo-heights.gen.ts", logo_heights()),
        ("web/rules/theme/base-colors.gen.ts", base_colors()),
        ("web/site/src/state/renditions.gen.ts", renditions()),
        ("web/site/src/state/member-hints.gen.ts", member_hints()),
        ("docs/reference/site.schema.json", schema(schemars::schema_for!(SiteRecord))?),
        ("docs/reference/catalog.schema.json", schema(schemars::schema_for!(Catalog))?),
        ("docs/reference/gateway.md", marquee_gateway::reference()),
        ("docs/reference/openapi.json", marquee_gateway::openapi().map_err(anyhow::Error::msg)?),
    ];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text));
    Ok(files.chain(marquee_gateway::client()?).collect())
}

/// The pattern of email addresses for the browser (VALID-13).
fn email_pattern() -> String {
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/email.rs: change it there.\n\n\
         export const EMAIL_PATTERN = /{}/u;\n",
        EMAIL_PATTERN.replace('/', "\\/")
    )
}

/// The secret query parameters, which the browser removes from URLs (security 5.3).
fn secret_parameters() -> String {
    let names: String = SECRET_PARAMETERS.iter().map(|name| format!("  '{name}',\n")).collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/secret_parameters.rs: change it there.\n\n\
         export const SECRET_PARAMETERS: readonly string[] = [\n{names}];\n"
    )
}

/// The default duration of a session.
fn default_session() -> String {
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/settings/loyalty.rs: change it there.\n\n\
         export const DEFAULT_SESSION_HOURS = {DEFAULT_SESSION_HOURS};\n"
    )
}

/// The result codes of loyalty calls, by name.
fn peach_codes() -> String {
    let entries: String = PeachCode::ALL
        .iter()
        .map(|code| format!("  {}: {},\n", lower_first(&format!("{code:?}")), code.number()))
        .collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/peach.rs: change it there.\n\n\
         export const PEACH_CODES = {{\n{entries}}} as const;\n"
    )
}

/// Numbers and names that the server and the browser share.
fn shared() -> String {
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/catalog/showtime.rs, marquee-api/src/page/search.rs and\n\
         // marquee-api/src/loyalty.rs: change it there.\n\n\
         export const UNKNOWN_RUNTIME = {UNKNOWN_RUNTIME};\n\
         export const MAX_SEARCH_LENGTH = {MAX_SEARCH_LENGTH};\n\
         export const CYPHER_PATH = '{CYPHER_PATH}';\n\
         export const STATE_COOKIE = '{STATE_COOKIE}';\n\
         export const SESSION_MODE_HEADER = '{SESSION_MODE_HEADER}';\n\
         export const COOKIE_MODE = '{COOKIE_MODE}';\n\
         export const SESSION_TOKEN_HEADER = '{SESSION_TOKEN_HEADER}';\n\
         export const REFRESH_TOKEN_HEADER = '{REFRESH_TOKEN_HEADER}';\n\
         export const FRAME_HEADER = '{FRAME_HEADER}';\n"
    )
}

/// The actions of captchas: the names of the calls that need one (VALID-08).
fn captcha_actions() -> String {
    let names: String =
        marquee_gateway::captcha_actions().iter().map(|name| format!("\n  | '{name}'")).collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-gateway/src/table/rows.rs: change it there.\n\n\
         export type CaptchaAction ={names};\n"
    )
}

/// Path segments of links to the ticketing site and of fixed routes, in the order of requirement ROUTE-17.
fn path_segments() -> String {
    let entry = |flow: Flow, path: &str| format!("  {}: '{path}',\n", lower_first(&format!("{flow:?}")));
    let flows: String = Flow::ALL.into_iter().map(|flow| entry(flow, flow.segment())).collect();
    let redirects: String =
        REDIRECTS.into_iter().map(|(path, flow)| entry(flow, path.trim_start_matches('/'))).collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/ticketing.rs: change it there.\n\n\
         /** Segments of external flows and fixed routes (ROUTE-17). */\n\
         export const PATH_SEGMENTS = {{\n  permalink: 'permalink',\n  movies: 'movies',\n{flows}  cmsPreview: 'cms-preview',\n}} as const;\n\n\
         /** Endpoints of the server that redirect to the ticketing site (ROUTE-18). */\n\
         export const SERVER_REDIRECTS = {{\n{redirects}}} as const;\n"
    )
}

fn lower_first(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_lowercase() + rest
}

/// The heights of a logo (SET-14).
fn logo_heights() -> String {
    let (min, max) = LogoSize::RANGE.into_inner();
    let named: String = LogoSize::NAMED.iter().map(|(name, px)| format!(", {name}: {px}")).collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/settings/record.rs: change it there.\n\n\
         export const LOGO_HEIGHTS = {{ min: {min}, max: {max}{named} }} as const;\n"
    )
}

/// The widths and crops of pictures, as they are in the addresses of renditions.
fn renditions() -> String {
    let widths = RENDITION_WIDTHS.map(|width| width.to_string()).join(" | ");
    let crops: String = CROP_RATIOS.iter().map(|(w, h)| format!(" | '-{w}x{h}'")).collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-media/src/options.rs: change it there.\n\n\
         export type RenditionWidth = {widths};\n\n\
         /** The empty text stands for the whole picture. */\n\
         export type RenditionCrop = ''{crops};\n"
    )
}

/// The base colors of text (THEME-15).
fn base_colors() -> String {
    let BaseColors { dark, dark_alt, light, light_alt } = BASE_COLORS;
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/settings/theme.rs: change it there.\n\n\
         export const BASE_COLORS = {{ dark: '{dark}', darkAlt: '{dark_alt}', light: '{light}', lightAlt: '{light_alt}' }} as const;\n"
    )
}

/// The decimal places of currencies that do not have two (ISO 4217). Browsers use those of the CLDR, which differ.
fn currency_decimals() -> String {
    let letters = || 'A'..='Z';
    let codes = letters()
        .flat_map(|a| letters().flat_map(move |b| letters().map(move |c| String::from_iter([a, b, c]))));
    let entries: String = codes
        .map(|code| (decimals(&code), code))
        .filter(|(places, _)| *places != DEFAULT_DECIMALS)
        .map(|(places, code)| format!("  {code}: {places},\n"))
        .collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/money.rs: change it there.\n\n\
         export const DEFAULT_DECIMALS = {DEFAULT_DECIMALS};\n\n\
         export const CURRENCY_DECIMALS: Readonly<Record<string, number>> = {{\n{entries}}};\n"
    )
}

/// A pattern that matches cookies of a session, and queries with parameters of the member area: `return` (HAND-01) and the
/// secret ones.
fn member_hints() -> String {
    let starts_with_other =
        |name: &&&str| SECRET_PARAMETERS.iter().any(|other| other != *name && name.starts_with(other));
    let names: Vec<&str> =
        SECRET_PARAMETERS.iter().filter(|name| !starts_with_other(name)).copied().collect();
    format!(
        "// Made by `cargo xtask codegen` from marquee-model/src/secret_parameters.rs: change it there.\n\n\
         export const MEMBER_HINTS = /{STATE_COOKIE}|[?&](return|{})/;\n",
        names.join("|")
    )
}

/// Writes all generated files.
pub fn write() -> Result<()> {
    for (path, text) in files()? {
        let path = crate::root().join(&path);
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir)?;
        }
        std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// Returns an error if a generated file is out of date.
pub fn check() -> Result<()> {
    for (path, text) in files()? {
        let stored = std::fs::read_to_string(crate::root().join(&path)).unwrap_or_default();
        if stored != text {
            bail!("{path} is stale: run `cargo xtask codegen`");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn generated_files_are_up_to_date() {
        super::check().unwrap();
    }
}
