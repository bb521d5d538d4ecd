//! Renders a mail as HTML: tables, inline styles, 600 pixels wide. The site's logo is the only external resource.
//!
//! The header keeps the site's colors in dark mode, because the logo was made for them. The rest follows the reader's color
//! scheme. The body repeats the language, because some mail programs drop the `html` element.

use marquee_model::settings::{BASE_COLORS, BaseColors};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::address::one_line;
use crate::texts::{Button, LetterText};
use crate::{Branding, Link};

/// System fonts.
const FONT: &str = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/// For mail programs that support style sheets: dark mode (ux.md section 2) and narrow screens.
fn style() -> String {
    let BaseColors { dark, light, .. } = BASE_COLORS;
    format!(
        "
:root{{color-scheme:light dark;supported-color-schemes:light dark}}
@media (prefers-color-scheme:dark){{.page{{background-color:{dark}!important}}.ink,.ink a{{color:{light}!important}}}}
@media (max-width:640px){{.pad{{padding-left:20px!important;padding-right:20px!important}}}}
"
    )
}

pub fn render(texts: &LetterText, branding: &Branding) -> String {
    let (background, text) = (branding.colors.background.as_str(), branding.colors.text.as_str());
    let page = html! {
        (DOCTYPE)
        html lang=(texts.lang) dir="ltr" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="supported-color-schemes" content="light dark";
                meta name="format-detection" content="telephone=no, date=no, address=no";
                title { (one_line(&texts.subject)) }
                style { (PreEscaped(style())) }
            }
            body.page style={ "margin:0;padding:0;background-color:" (background) ";color:" (text) } {
                div lang=(texts.lang) dir="ltr" {
                    div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0" { (one_line(&texts.preview)) }
                    table.page role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                        bgcolor=(background) style={ "background-color:" (background) } {
                        tr { td align="center" style="padding:24px 0" {
                            table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"
                                style="width:100%;max-width:600px" {
                                (header(branding))
                                (content(texts, branding))
                                (footer(texts, branding))
                            }
                        } }
                    }
                }
            }
        }
    };
    page.into_string()
}

/// A link as displayed: without the trailing slash if there is only a host.
pub fn display_url(link: &Link) -> &str {
    let text = link.as_str();
    match text.strip_suffix('/') {
        Some(origin) if origin.matches('/').count() == 2 => origin,
        _ => text,
    }
}

/// The header: the site's logo, or its name.
fn header(branding: &Branding) -> Markup {
    let (background, text) = (branding.colors.background.as_str(), branding.colors.text.as_str());
    let name = one_line(&branding.name);
    let cell = format!(
        "padding:16px 32px;background-color:{background};border-bottom:3px solid {};font-family:{FONT};font-size:22px;\
         line-height:1.2;font-weight:700",
        branding.colors.primary.as_str()
    );
    let picture = format!(
        "display:block;height:40px;width:auto;max-width:100%;border:0;color:{text};font-size:22px;font-weight:700"
    );
    html! {
        tr { td.pad bgcolor=(background) style=(cell) {
            a href=(branding.home.as_str()) style={ "color:" (text) ";text-decoration:none" } {
                @if let Some(logo) = branding.own_logo() {
                    img src=(logo.as_str()) alt=(name) height="40" style=(picture);
                } @else {
                    (name)
                }
            }
        } }
        (NEW_LINE)
    }
}

/// A line break after each row, so that the source of a mail is readable.
const NEW_LINE: PreEscaped<&str> = PreEscaped("\n");

fn content(texts: &LetterText, branding: &Branding) -> Markup {
    let cell = format!(
        "padding:32px;font-family:{FONT};font-size:16px;line-height:1.55;color:{}",
        branding.colors.text.as_str()
    );
    html! {
        tr { td.pad.ink style=(cell) {
            h1 style="margin:0 0 24px;font-size:26px;line-height:1.2;font-weight:700" { (one_line(&texts.heading)) }
            (NEW_LINE)
            @for text in std::iter::once(&texts.greeting).chain(&texts.body) { (paragraph(text)) }
            @if let Some((name, value)) = &texts.fact { (fact(name, value)) }
            @if let Some(text) = &texts.button { (button(text, branding)) }
            @for text in &texts.after { (paragraph(text)) }
        } }
        (NEW_LINE)
    }
}

fn paragraph(text: &str) -> Markup {
    html! { p style="margin:0 0 16px" { (one_line(text)) } (NEW_LINE) }
}

fn fact(name: &str, value: &str) -> Markup {
    html! {
        p style="margin:24px 0" {
            span style="display:block;font-size:14px" { (one_line(name)) }
            strong style="display:block;font-size:24px;line-height:1.3;word-break:break-word" { (one_line(value)) }
        }
        (NEW_LINE)
    }
}

/// A button as a table cell, which every mail program displays. With a `hint`, the URL is written out below.
fn button(Button { label, link, hint }: &Button, branding: &Branding) -> Markup {
    let (primary, on_primary) = (branding.colors.primary.as_str(), branding.colors.on_primary.as_str());
    let anchor = format!(
        "display:inline-block;padding:14px 28px;font-family:{FONT};font-size:16px;line-height:20px;font-weight:700;\
         color:{on_primary}!important;text-decoration:none;border-radius:6px"
    );
    html! {
        table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0" {
            tr { td align="center" bgcolor=(primary) style={ "border-radius:6px;background-color:" (primary) } {
                a href=(link.as_str()) style=(anchor) { span style={ "color:" (on_primary) } { (one_line(label)) } }
            } }
        }
        (NEW_LINE)
        @if let Some(hint) = hint {
            p style="margin:0 0 16px;font-size:14px" {
                (one_line(hint)) br;
                a href=(link.as_str()) style="color:inherit;word-break:break-all" { (one_line(display_url(link))) }
            }
            (NEW_LINE)
        }
    }
}

fn footer(texts: &LetterText, branding: &Branding) -> Markup {
    let cell = format!(
        "padding:0 32px 32px;font-family:{FONT};font-size:13px;line-height:1.4;color:{}",
        branding.colors.text.as_str()
    );
    html! {
        tr { td.pad.ink style=(cell) {
            p style="margin:0 0 12px" {
                a href=(branding.home.as_str()) style="color:inherit" { (one_line(&branding.name)) }
                @for line in &branding.postal_address { br; (one_line(line)) }
            }
            (NEW_LINE)
            @for line in &texts.footer { p style="margin:0 0 12px" { (one_line(line)) } (NEW_LINE) }
        } }
        (NEW_LINE)
    }
}
