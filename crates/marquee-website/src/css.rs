//! The colors and fonts of style sheets.

use std::collections::HashMap;
use std::str::FromStr;

use marquee_model::settings::{Color, FONT_FAMILIES, FontName, FontPair, Palette};

/// Maximum number of declarations that are read.
const MAX_DECLARATIONS: usize = 60_000;
/// Maximum length of a selector or a value in bytes.
const MAX_VALUE: usize = 2_000;
/// How far custom properties refer to others.
const MAX_REFERENCES: usize = 5;
/// Difference of the largest and the smallest channel from which a color is no gray.
const MIN_CHROMA: u8 = 36;

/// A property of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Declaration<'c> {
    selector: &'c str,
    property: &'c str,
    value: &'c str,
}

/// What style sheets say about the look of a site.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Style {
    pub palette: Option<Palette>,
    pub fonts: Option<FontPair>,
}

/// Reads style sheets. `theme_color` is that of the page's head, `linked_fonts` are names of families in addresses of font services.
pub(crate) fn read(css: &str, theme_color: Option<&str>, linked_fonts: &[String]) -> Style {
    let css = without_comments(css);
    let declarations = declarations(&css);
    let variables: HashMap<&str, &str> = declarations
        .iter()
        .filter(|declaration| declaration.property.starts_with("--"))
        .map(|declaration| (declaration.property, declaration.value))
        .collect();
    let sheet = Sheet { declarations, variables };
    Style { palette: sheet.palette(theme_color), fonts: sheet.fonts(linked_fonts) }
}

fn without_comments(css: &str) -> String {
    let mut rest = css;
    let mut out = String::with_capacity(css.len());
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// All declarations. At-rules such as `@media` are rules around rules.
fn declarations(css: &str) -> Vec<Declaration<'_>> {
    let mut found = Vec::new();
    let mut selectors: Vec<&str> = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, byte) in css.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'{' | b'}' | b';')) {
        let part = css.get(start..at).unwrap_or_default().trim();
        start = at + 1;
        if byte == b'{' {
            depth += 1;
            if selectors.len() < 8 {
                selectors.push(part);
            }
            continue;
        }
        if let (Some(selector), Some((property, value))) = (selectors.last(), part.split_once(':'))
            && part.len() <= MAX_VALUE
            && selector.len() <= MAX_VALUE
        {
            found.push(Declaration { selector, property: property.trim(), value: value.trim() });
            if found.len() >= MAX_DECLARATIONS {
                break;
            }
        }
        if byte == b'}' {
            depth = depth.saturating_sub(1);
            if depth < selectors.len() {
                selectors.pop();
            }
        }
    }
    found
}

type Rgb = [u8; 3];

fn chroma([r, g, b]: Rgb) -> u8 {
    r.max(g).max(b) - r.min(g).min(b)
}

fn is_colored(color: Rgb) -> bool {
    chroma(color) >= MIN_CHROMA
}

/// Hue in degrees.
fn hue([r, g, b]: Rgb) -> f64 {
    let [r, g, b] = [r, g, b].map(f64::from);
    f64::atan2(3.0_f64.sqrt() * (g - b), 2.0 * r - g - b).to_degrees().rem_euclid(360.0)
}

/// Whether two colors are told apart at a glance.
fn are_distinct(a: Rgb, b: Rgb) -> bool {
    let turn = (hue(a) - hue(b)).abs();
    let apart: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
    apart > 90 && (turn.min(360.0 - turn) > 20.0 || apart > 220)
}

fn mixed(a: Rgb, b: Rgb, percent: u32) -> Rgb {
    let channel = |a: u8, b: u8| {
        u8::try_from((u32::from(a) * (100 - percent) + u32::from(b) * percent) / 100).unwrap_or(u8::MAX)
    };
    [channel(a[0], b[0]), channel(a[1], b[1]), channel(a[2], b[2])]
}

fn is_dark([r, g, b]: Rgb) -> bool {
    u32::from(r) * 3 + u32::from(g) * 6 + u32::from(b) < 1_280
}

fn color([r, g, b]: Rgb) -> Option<Color> {
    Color::parse(&format!("#{r:02X}{g:02X}{b:02X}"))
}

/// The parts of a value, separated by spaces or commas outside parentheses.
fn parts(value: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in value.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            c if depth <= 0 && (c == ',' || c.is_whitespace()) => {
                parts.push(value.get(start..at).unwrap_or_default());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(value.get(start..).unwrap_or_default());
    parts.retain(|part| !part.is_empty());
    parts
}

const FRAMEWORK_VARIABLES: [&str; 4] = ["--wp--", "--bs-", "--tw-", "--swiper"];

/// Part of a selector list that is the whole page.
fn is_page(selector: &str) -> bool {
    selector
        .split(',')
        .any(|part| matches!(part.trim(), "body" | "html" | "html body" | ":root" | "html,body"))
}

fn names_any(selector: &str, words: &[&str]) -> bool {
    let selector = selector.to_ascii_lowercase();
    words.iter().any(|word| selector.contains(word))
}

struct Sheet<'c> {
    declarations: Vec<Declaration<'c>>,
    variables: HashMap<&'c str, &'c str>,
}

impl<'c> Sheet<'c> {
    /// The value with custom properties replaced, if it is nothing but a reference to one.
    fn resolved(&self, value: &'c str) -> &'c str {
        let mut value = value.trim_end_matches("!important").trim();
        for _ in 0..MAX_REFERENCES {
            let Some(inner) = value.strip_prefix("var(").and_then(|rest| rest.strip_suffix(')')) else {
                break;
            };
            let (name, fallback) = inner.split_once(',').unwrap_or((inner, ""));
            value = self.variables.get(name.trim()).copied().unwrap_or(fallback).trim();
        }
        value
    }

    /// The first opaque color of a value.
    fn color_of(&self, value: &'c str) -> Option<Rgb> {
        parts(value).into_iter().take(12).find_map(|part| {
            let part = self.resolved(part);
            let is_name = part.bytes().all(|b| b.is_ascii_alphabetic());
            if part.len() > 60 || (is_name && part.len() < 3) {
                return None;
            }
            let color = svgtypes::Color::from_str(part).ok()?;
            (color.alpha >= 200).then_some([color.red, color.green, color.blue])
        })
    }

    /// The background of the rule with the shortest selector that passes.
    fn background(&self, is_wanted: impl Fn(&str) -> bool) -> Option<Rgb> {
        let found = self.declarations.iter().filter(|declaration| {
            matches!(declaration.property, "background" | "background-color")
                && is_wanted(declaration.selector)
        });
        let mut colors: Vec<(usize, Rgb)> =
            found.filter_map(|d| Some((d.selector.len(), self.color_of(d.value)?))).collect();
        colors.sort_by_key(|(length, _)| *length);
        colors.first().map(|(_, color)| *color)
    }

    /// How much each color with a hue is used, by what for; the most used first.
    fn colored(&self, theme_color: Option<Rgb>) -> Vec<Rgb> {
        let mut weights: HashMap<Rgb, u32> = HashMap::new();
        let mut add = |color: Option<Rgb>, weight: u32| {
            if let Some(color) = color.filter(|color| is_colored(*color)) {
                *weights.entry(color).or_default() += weight;
            }
        };
        add(theme_color, 12);
        for declaration in &self.declarations {
            let Declaration { selector, property, value } = declaration;
            let weight = match *property {
                name if name.starts_with("--") => {
                    if FRAMEWORK_VARIABLES.iter().any(|prefix| name.starts_with(prefix)) {
                        continue;
                    }
                    match () {
                        () if names_any(name, &["primary"]) => 14,
                        () if names_any(name, &["brand", "accent", "main", "theme"]) => 8,
                        () if names_any(name, &["secondary", "highlight", "color"]) => 3,
                        () => 1,
                    }
                }
                "background" | "background-color" if names_any(selector, &["btn", "button", "cta"]) => 6,
                "background" | "background-color" => 2,
                "color" if names_any(selector, &["a:hover", "a:link", "link"]) || *selector == "a" => 3,
                "color" | "fill" | "border" | "border-color" | "border-bottom" | "outline-color" => 1,
                _ => continue,
            };
            add(self.color_of(value), weight);
        }
        let mut all: Vec<(u32, Rgb)> = weights.into_iter().map(|(color, weight)| (weight, color)).collect();
        all.sort_by_key(|(weight, color)| (std::cmp::Reverse(*weight), *color));
        all.into_iter().map(|(_, color)| color).collect()
    }

    /// The palette of the site; `None` if the style sheets have no color with a hue and no background.
    fn palette(&self, theme_color: Option<&str>) -> Option<Palette> {
        let theme_color = theme_color
            .and_then(|text| svgtypes::Color::from_str(text.trim()).ok())
            .map(|color| [color.red, color.green, color.blue]);
        let page = self.background(is_page);
        let colored = self.colored(theme_color);
        if colored.is_empty() && page.is_none() {
            return None;
        }
        let background = page.unwrap_or([255; 3]);
        let ink: Rgb = if is_dark(background) { [245; 3] } else { [17; 3] };
        let header = self.background(|selector| {
            names_any(selector, &["header", "navbar", "topbar"])
                && !names_any(selector, &["footer", "btn", ":hover"])
        });
        let footer = self.background(|selector| {
            names_any(selector, &["footer"]) && !names_any(selector, &["btn", ":hover"])
        });
        let visible = |color: &&Rgb| are_distinct(**color, background);
        let primary = colored.iter().find(visible).or_else(|| colored.first()).copied().unwrap_or(ink);
        let other = |known: &[Rgb]| {
            let is_new = |color: &&Rgb| known.iter().all(|known| are_distinct(**color, *known));
            colored.iter().filter(visible).find(is_new).copied()
        };
        let highlight = other(&[primary]);
        let accent = other(&[primary, highlight.unwrap_or(primary)]);
        Some(Palette {
            muted: color(mixed(background, ink, 16))?,
            accent: color(accent.unwrap_or_else(|| mixed(primary, background, 70)))?,
            primary: color(primary)?,
            highlight: color(highlight.unwrap_or(primary))?,
            background: color(background)?,
            footer_background: color(footer.or(header).unwrap_or(background))?,
            header_background: color(header.unwrap_or(background))?,
        })
    }

    /// The families of headings and text, or their nearest relatives among those that sites can have.
    fn fonts(&self, linked: &[String]) -> Option<FontPair> {
        let stacks = || {
            let is_family =
                |d: &&Declaration<'c>| d.property == "font-family" && !d.selector.starts_with("@font-face");
            self.declarations.iter().filter(is_family).map(|d| (d.selector, self.resolved(d.value)))
        };
        let is_heading = |selector: &str| {
            selector.split(',').any(|part| matches!(part.trim(), "h1" | "h2" | "h3" | ".h1" | "h1.title"))
        };
        let of = |is_wanted: &dyn Fn(&str) -> bool| {
            stacks().filter(|(selector, _)| is_wanted(selector)).find_map(|(_, stack)| family_of(stack))
        };
        let linked = linked.iter().find_map(|name| family_of(name));
        let text = of(&is_page).or_else(|| of(&|selector: &str| selector == "p")).or_else(|| linked.clone());
        let text = text.or_else(|| stacks().find_map(|(_, stack)| family_of(stack)));
        let heading = of(&is_heading).or(linked).or_else(|| text.clone());
        Some(FontPair { body: text.or_else(|| heading.clone())?, heading: heading? })
    }
}

/// Families that have another name among those that sites can have, or a close relative.
const RELATIVES: &[(&str, &str)] = &[
    ("source sans", "Source Sans Pro"),
    ("mulish", "Muli"),
    ("nunito", "Nunito"),
    ("league spartan", "Spartan"),
    ("rokkitt", "Rokkitt"),
    ("open sans condensed", "Open Sans Condensed"),
    ("bebas", "Oswald"),
    ("anton", "Oswald"),
    ("league gothic", "Oswald"),
    ("impact", "Oswald"),
    ("futura", "Josefin Sans"),
    ("gotham", "Montserrat"),
    ("avenir", "Nunito"),
    ("proxima", "Montserrat"),
    ("inter", "Work Sans"),
    ("dm sans", "Poppins"),
    ("garamond", "EB Garamond"),
    ("baskerville", "Libre Baskerville"),
    ("bodoni", "Bodoni Moda"),
    ("didot", "Bodoni Moda"),
    ("playfair", "Playfair Display"),
    ("georgia", "Lora"),
    ("times", "PT Serif"),
    ("rockwell", "Roboto Slab"),
    ("cormorant", "Cormorant"),
    ("noto serif", "Noto Serif"),
    ("noto sans", "Noto Sans"),
];

/// The first family of a stack that sites can have, then the nearest of the same class.
fn family_of(stack: &str) -> Option<FontName> {
    let names: Vec<String> = stack
        .split(',')
        .take(10)
        .map(|name| name.trim().trim_matches(['"', '\'']).replace('+', " ").to_lowercase())
        .filter(|name| !name.is_empty() && !matches!(name.as_str(), "inherit" | "initial" | "unset"))
        .collect();
    let offered = |name: &String| {
        FONT_FAMILIES.iter().find(|family| family.name.eq_ignore_ascii_case(name)).map(|family| family.name)
    };
    let relative = |name: &String| {
        let found = RELATIVES
            .iter()
            .find(|(known, _)| name.starts_with(known) || name.contains(&format!(" {known}")));
        found.map(|(_, family)| *family)
    };
    let icon = |name: &String| ["icon", "awesome", "symbol", "emoji"].iter().any(|word| name.contains(word));
    let names: Vec<String> = names.into_iter().filter(|name| !icon(name)).collect();
    let generic = || match names.last()?.as_str() {
        "serif" | "ui-serif" => Some("Lora"),
        "monospace" | "ui-monospace" => Some("Roboto Mono"),
        _ => Some("Open Sans"),
    };
    let first = names.first()?;
    let found = offered(first)
        .or_else(|| relative(first))
        .or_else(|| names.iter().skip(1).find_map(offered))
        .or_else(generic);
    found.and_then(FontName::parse)
}

#[cfg(test)]
mod tests;
