//! Renders a mail as HTML: tables, inline styles, 600 pixels wide. The site's logo is the only external resource.
//!
//! The header keeps the site's colors in dark mode, because the logo was made for them. The rest follows the reader's color
//! scheme.

use std::fmt::Write;

use crate::address::one_line;
use crate::texts::{Button, Words};
use crate::{Link, Look};
use marquee_model::text::escape_html;

/// System fonts.
const FONT: &str = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/// For mail programs that support style sheets: dark mode (ux.md section 2) and narrow screens.
const STYLE: &str = "\
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background-color:#212020!important}.ink,.ink a{color:#F7F7F7!important}}
@media (max-width:640px){.pad{padding-left:20px!important;padding-right:20px!important}}";

pub fn render(words: &Words, look: &Look) -> String {
    let mut out = String::with_capacity(8_000);
    out += &head(words);
    out += &body_start(words, look);
    out += &header(look);
    out += &content(words, look);
    out += &footer(words, look);
    out += "</table>\n</td></tr>\n</table>\n</div>\n</body>\n</html>\n";
    out
}

/// A link as displayed: without the trailing slash if there is only a host.
pub fn display_url(link: &Link) -> &str {
    let text = link.as_str();
    match text.strip_suffix('/') {
        Some(bare) if bare.matches('/').count() == 2 => bare,
        _ => text,
    }
}

fn head(words: &Words) -> String {
    format!(
        "<!doctype html>
<html lang=\"{lang}\" dir=\"ltr\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"supported-color-schemes\" content=\"light dark\">
<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no\">
<title>{subject}</title>
<style>
{STYLE}
</style>
</head>
",
        lang = words.lang,
        subject = escaped(&words.subject),
    )
}

/// The body up to the first row. It repeats the language, because some mail programs drop the `html` element.
fn body_start(words: &Words, look: &Look) -> String {
    let (background, text) = (look.colors.background.as_str(), look.colors.text.as_str());
    format!(
        "<body class=\"page\" style=\"margin:0;padding:0;background-color:{background};color:{text}\">
<div lang=\"{lang}\" dir=\"ltr\">
<div style=\"display:none;max-height:0;max-width:0;overflow:hidden;opacity:0\">{preview}</div>
<table class=\"page\" role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" \
bgcolor=\"{background}\" style=\"background-color:{background}\">
<tr><td align=\"center\" style=\"padding:24px 0\">
<table role=\"presentation\" width=\"600\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" \
style=\"width:100%;max-width:600px\">
",
        lang = words.lang,
        preview = escaped(&words.preview),
    )
}

/// The header: the site's logo, or its name.
fn header(look: &Look) -> String {
    let (background, text) = (look.colors.background.as_str(), look.colors.text.as_str());
    let name = escaped(&look.name);
    let inside = match look.own_logo() {
        Some(logo) => format!(
            "<img src=\"{}\" alt=\"{name}\" height=\"40\" style=\"display:block;height:40px;width:auto;\
max-width:100%;border:0;color:{text};font-size:22px;font-weight:700\">",
            escaped(logo.as_str())
        ),
        None => name,
    };
    format!(
        "<tr><td class=\"pad\" bgcolor=\"{background}\" style=\"padding:16px 32px;background-color:{background};\
border-bottom:3px solid {primary};font-family:{FONT};font-size:22px;line-height:1.2;font-weight:700\">\
<a href=\"{origin}\" style=\"color:{text};text-decoration:none\">{inside}</a></td></tr>
",
        primary = look.colors.primary.as_str(),
        origin = escaped(look.origin.as_str()),
    )
}

fn content(words: &Words, look: &Look) -> String {
    let text = look.colors.text.as_str();
    let mut out = format!(
        "<tr><td class=\"pad ink\" style=\"padding:32px;font-family:{FONT};font-size:16px;line-height:1.55;\
color:{text}\">
<h1 style=\"margin:0 0 24px;font-size:26px;line-height:1.2;font-weight:700\">{}</h1>
",
        escaped(&words.heading)
    );
    let greeting = std::iter::once(&words.greeting);
    greeting.chain(&words.body).for_each(|text| out += &paragraph(text));
    if let Some((name, value)) = &words.fact {
        out += &fact(name, value);
    }
    if let Some(it) = &words.button {
        out += &button(it, look);
    }
    words.after.iter().for_each(|text| out += &paragraph(text));
    out + "</td></tr>\n"
}

fn paragraph(text: &str) -> String {
    format!("<p style=\"margin:0 0 16px\">{}</p>\n", escaped(text))
}

fn fact(name: &str, value: &str) -> String {
    format!(
        "<p style=\"margin:24px 0\"><span style=\"display:block;font-size:14px\">{}</span>\
<strong style=\"display:block;font-size:24px;line-height:1.3;word-break:break-word\">{}</strong></p>\n",
        escaped(name),
        escaped(value)
    )
}

/// A button as table cell, which every mail program displays. With a `hint`, the URL is written out below.
fn button(Button { label, link, hint }: &Button, look: &Look) -> String {
    let (primary, on_primary) = (look.colors.primary.as_str(), look.colors.on_primary.as_str());
    let (label, href) = (escaped(label), escaped(link.as_str()));
    let mut out = format!(
        "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:24px 0\">\
<tr><td align=\"center\" bgcolor=\"{primary}\" style=\"border-radius:6px;background-color:{primary}\">\
<a href=\"{href}\" style=\"display:inline-block;padding:14px 28px;font-family:{FONT};font-size:16px;\
line-height:20px;font-weight:700;color:{on_primary}!important;text-decoration:none;border-radius:6px\">\
<span style=\"color:{on_primary}\">{label}</span></a></td></tr></table>\n"
    );
    if let Some(hint) = hint {
        let hint = escaped(hint);
        let _ = writeln!(
            out,
            "<p style=\"margin:0 0 16px;font-size:14px\">{hint}<br>\
<a href=\"{href}\" style=\"color:inherit;word-break:break-all\">{}</a></p>",
            escaped(display_url(link))
        );
    }
    out
}

fn footer(words: &Words, look: &Look) -> String {
    let text = look.colors.text.as_str();
    let site = format!(
        "<a href=\"{}\" style=\"color:inherit\">{}</a>",
        escaped(look.origin.as_str()),
        escaped(&look.name)
    );
    let postal = look.postal_address.iter().map(|line| escaped(line));
    let lines: Vec<String> = std::iter::once(site).chain(postal).collect();
    let mut out = format!(
        "<tr><td class=\"pad ink\" style=\"padding:0 32px 32px;font-family:{FONT};font-size:13px;\
line-height:1.4;color:{text}\">
<p style=\"margin:0 0 12px\">{}</p>
",
        lines.join("<br>")
    );
    for line in &words.footer {
        let _ = writeln!(out, "<p style=\"margin:0 0 12px\">{}</p>", escaped(line));
    }
    out + "</td></tr>\n"
}

/// A text on one line, escaped for elements and attributes.
fn escaped(text: &str) -> String {
    escape_html(&one_line(text))
}
