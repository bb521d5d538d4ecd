//! Head elements for search engines and link previews.

mod card;

use marquee_api::PageData;
use marquee_model::text::escape_html;
use serde_json::{Value, json};

use crate::document::escape_json_for_script;

pub use card::{Card, PictureRenderer};

/// Width and height of link-preview pictures, in px.
pub const PREVIEW_PICTURE_SIZE: (u32, u32) = (1200, 630);

/// Canonical URL, other locales, Open Graph and JSON-LD; only `noindex` for a page that must not be indexed.
pub fn head(data: &PageData, graph: &[Value], preview_picture_url: &str) -> String {
    let head = &data.head;
    let mut html = String::with_capacity(1024);
    if !head.index {
        html.push_str("<meta name=\"robots\" content=\"noindex\">");
        return html;
    }
    let origin = head.canonical.strip_suffix(data.context.page_path.as_str()).unwrap_or_default();
    link(&mut html, "canonical", None, &head.canonical);
    let default = data.site.locales.first();
    for locale in &data.site.locales {
        let path = locale.href.split('?').next().unwrap_or_default();
        link(&mut html, "alternate", Some(&locale.locale.short), &format!("{origin}{path}"));
    }
    if let Some(default) = default {
        let path = default.href.split('?').next().unwrap_or_default();
        link(&mut html, "alternate", Some("x-default"), &format!("{origin}{path}"));
    }
    let title = head.title.rsplit_once(" | ").map_or(head.title.as_str(), |(title, _)| title);
    let locale = data.context.intl.locale.long.replace('-', "_");
    for (property, content) in [
        (
            "og:type",
            if matches!(data.page, marquee_api::PageBody::Film(_)) { "video.movie" } else { "website" },
        ),
        ("og:site_name", data.site.name.as_str()),
        ("og:title", title),
        ("og:description", head.description.as_str()),
        ("og:url", head.canonical.as_str()),
        ("og:locale", locale.as_str()),
        ("og:image", preview_picture_url),
        ("og:image:width", &PREVIEW_PICTURE_SIZE.0.to_string()),
        ("og:image:height", &PREVIEW_PICTURE_SIZE.1.to_string()),
    ] {
        if !content.is_empty() {
            html.push_str(&format!("<meta property=\"{property}\" content=\"{}\">", escape_html(content)));
        }
    }
    html.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">");
    if !graph.is_empty() {
        let text = json!({ "@context": "https://schema.org", "@graph": graph }).to_string();
        html.push_str("<script type=\"application/ld+json\">");
        html.push_str(&escape_json_for_script(&text));
        html.push_str("</script>");
    }
    html
}

fn link(out: &mut String, rel: &str, language: Option<&str>, href: &str) {
    let language = language.map_or_else(String::new, |l| format!(" hreflang=\"{}\"", escape_html(l)));
    out.push_str(&format!("<link rel=\"{rel}\"{language} href=\"{}\">", escape_html(href)));
}
