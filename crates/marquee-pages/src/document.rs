//! Assembles the HTML document and its headers, including the content security policy (security 6.1, 6.4).

use std::collections::BTreeSet;

use base64::Engine;
use http::HeaderMap;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, LINK, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use marquee_api::paths::MEDIA_PREFIX;
use marquee_api::{BlockView, PageBody, PageData, Rendered};
use marquee_model::host::has_plain_host;
use marquee_model::settings::CaptchaProvider;
use marquee_model::text::escape_html;
use marquee_site::SiteHandle;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::options::Options;
use crate::third_parties::CspSources;

/// `Strict-Transport-Security` for one year (security 6.3).
pub const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Tells browsers which origins may embed a response.
pub const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Paths of the built front-end files that documents reference.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assets {
    pub stylesheet: String,
    /// Loaded by pages of the member area only.
    pub member_stylesheet: String,
    /// The script in the head that sets the color mode.
    pub color_mode_script: String,
    /// The entry module, by short locale.
    pub entries: Vec<(String, String)>,
}

impl Assets {
    fn entry(&self, short: &str) -> Option<&str> {
        self.entries.iter().find(|(l, _)| l == short).map(|(_, path)| path.as_str())
    }
}

/// Escapes JSON so that it can neither end a `<script>` element nor be read as markup (security 6.4).
#[must_use]
pub fn escape_json_for_script(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        match c {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Assembles the document. `seo_head` has the head elements for search engines and link previews.
#[must_use]
pub fn document(data: &PageData, json: &str, seo_head: &str, rendered: &Rendered, assets: &Assets) -> String {
    let locale = &data.context.intl.locale;
    let entry = assets.entry(&locale.short).or_else(|| assets.entry("en"));
    let markup = html! {
        (head(data, seo_head, rendered, assets))
        (PreEscaped("<body>"))
        div id="root" { (PreEscaped(&rendered.body)) }
        div id="modal-root" {}
        script type="application/json" id="page-data" { (PreEscaped(escape_json_for_script(json))) }
        @if let Some(entry) = entry { script type="module" src=(entry) fetchpriority="low" {} }
        (PreEscaped("</body></html>"))
    };
    // The attributes depend on the theme, so they are not part of the template.
    let mut document = String::with_capacity(markup.0.len() + 256);
    document.push_str("<!doctype html><html lang=\"");
    document.push_str(&escape_html(&locale.short));
    document.push('"');
    for (name, value) in &rendered.html_attributes {
        if name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') {
            document.push_str(&format!(" {name}=\"{}\"", escape_html(value)));
        }
    }
    document.push('>');
    document + &markup.0
}

/// The head. Resources that block the first paint come first. Fonts have fallbacks, so they come last, with low priority.
fn head(data: &PageData, seo_head: &str, rendered: &Rendered, assets: &Assets) -> Markup {
    // Before the stylesheet, because a script that comes after a stylesheet waits for it (THEME-06).
    let mode = Some(&assets.color_mode_script)
        .filter(|path| rendered.html_attributes.contains_key("data-mode") && !path.is_empty());
    let member = Some(&assets.member_stylesheet)
        .filter(|path| matches!(data.page, PageBody::Member(_)) && !path.is_empty());
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width,initial-scale=1";
            title { (data.head.title) }
            @if let Some(script) = &rendered.head_script { script { (PreEscaped(script)) } }
            @if let Some(path) = mode { script src=(path) {} }
            @if !assets.stylesheet.is_empty() { link rel="stylesheet" href=(assets.stylesheet); }
            @if let Some(path) = member { link rel="stylesheet" href=(path); }
            @if !data.head.description.is_empty() { meta name="description" content=(data.head.description); }
            meta name="theme-color" content=(rendered.theme_color);
            meta name="color-scheme" content=(rendered.color_scheme);
            @if let Some(picture) = &rendered.preload_picture {
                link rel="preload" as="image" type="image/avif" fetchpriority="high"
                    imagesrcset=(picture.srcset) imagesizes=(picture.sizes);
            }
            link rel="icon" href="/favicon.svg";
            (PreEscaped(seo_head))
            style { (PreEscaped(style_text(rendered))) }
            @for font in &rendered.preload_fonts {
                link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href=(font);
            }
        }
    }
}

/// The headers of a page, which are cached with it.
#[must_use]
pub fn headers(
    site: &SiteHandle,
    data: &PageData,
    rendered: &Rendered,
    options: &Options,
    assets: &Assets,
) -> HeaderMap {
    let preview_origins = &options.preview_origins;
    let mut headers = HeaderMap::new();
    // Starts loading the stylesheet before the document is parsed. Parsing takes 100 ms on a phone.
    let style = HeaderValue::try_from(format!("<{}>; rel=preload; as=style", assets.stylesheet));
    if let Some(style) = style.ok().filter(|_| !assets.stylesheet.is_empty()) {
        headers.insert(LINK, style);
    }
    let is_member = matches!(data.page, PageBody::Member(_));
    let is_preview = data.context.is_preview;
    let mut ancestors = String::from("'self'");
    for origin in preview_origins {
        ancestors.push(' ');
        ancestors.push_str(origin);
    }
    // Other sites may frame the member area only in embedded mode, which is for points of sale (security 6.2).
    let is_framed = !is_member || data.context.embedding_mode.is_some();
    for domain in site.record.config.allowed_embedding_domains.iter().filter(|_| is_framed) {
        ancestors.push_str(&format!(" https://{domain}"));
    }
    let ticketing = site.record.settings.ticketing_origin().map(|o| format!(" {o}")).unwrap_or_default();
    let (frame, media) = players(data);
    let (captcha_script, captcha_frame) = captcha(data);
    let frame = if captcha_frame.is_empty() { frame } else { captcha_frame };
    let third_parties = match &data.site.outside {
        Some(_) => CspSources::for_page(site, &options.third_parties, &data.page),
        None => CspSources::default(),
    };
    let CspSources { script, connect, img, frame: frames, eval, inline_styles } = third_parties;
    let frame = if frames.is_empty() || frame != "'none'" { frame + &frames } else { frames };
    let head =
        rendered.head_script.as_deref().map(|text| format!(" 'sha256-{}'", hash(text))).unwrap_or_default();
    let eval = if eval { " 'unsafe-eval'" } else { "" };
    // Ads set the size of their frames with style attributes, which pages of the member area must not allow.
    let attributes = if eval.is_empty() || is_member { "" } else { "; style-src-attr 'unsafe-inline'" };
    // Browsers ignore 'unsafe-inline' beside a hash.
    let style = if inline_styles {
        "'unsafe-inline'".to_owned()
    } else {
        format!("'sha256-{}'", hash(&style_text(rendered)))
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'{head}{captcha_script}{script}{eval}; style-src 'self' {style}{attributes}; \
         img-src 'self' data:{img}; \
         font-src 'self'; connect-src 'self'{connect}; manifest-src 'self'; worker-src 'self'; frame-src {frame}; \
         media-src {media}; form-action 'self'{ticketing}; base-uri 'none'; object-src 'none'; \
         frame-ancestors {ancestors}"
    );
    if let Ok(value) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, value);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    if site.is_https() {
        headers.insert(STRICT_TRANSPORT_SECURITY, HSTS);
    }
    // The URL of a member page may contain secrets and must not be sent to other sites (security 5.3).
    let referrer = if is_member { "no-referrer" } else { "strict-origin-when-cross-origin" };
    headers.insert(REFERRER_POLICY, HeaderValue::from_static(referrer));
    headers.insert(
        HeaderName::from_static("cross-origin-opener-policy"),
        // An editor on another origin that opens a page must be able to exchange messages with it (PREV-01).
        HeaderValue::from_static(if preview_origins.is_empty() {
            "same-origin-allow-popups"
        } else {
            "unsafe-none"
        }),
    );
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), payment=(), usb=(), geolocation=(self)"),
    );
    let cache_control = if is_member || is_preview { "private, no-store" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    headers
}

/// The text of the style element, escaped so that it cannot end the element.
fn style_text(rendered: &Rendered) -> String {
    rendered.css.replace("</", "<\\/")
}

/// The base64 SHA-256 of a text, for the content security policy.
fn hash(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text.as_bytes()))
}

/// The CSP sources of the captcha of a member page: for scripts and for frames (security 6.2).
fn captcha(data: &PageData) -> (String, String) {
    let PageBody::Member(page) = &data.page else { return Default::default() };
    let Some(captcha) = &page.area.captcha else { return Default::default() };
    if let (Some(origin), CaptchaProvider::Recaptcha) = (&captcha.stand_ins, captcha.provider) {
        return (format!(" {origin}"), origin.clone());
    }
    let (script, frame) = match captcha.provider {
        CaptchaProvider::Recaptcha => (
            " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
            "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
        ),
        CaptchaProvider::Turnstile => {
            (" https://challenges.cloudflare.com", "https://challenges.cloudflare.com")
        }
        CaptchaProvider::Altcha => ("", ""),
    };
    (script.to_owned(), frame.to_owned())
}

/// The CSP sources of what visitors can play or show on the page (trailers, PAGE-17): for frames and for media. `'none'` without
/// any.
fn players(data: &PageData) -> (String, String) {
    let (mut frames, mut media) = (BTreeSet::new(), BTreeSet::new());
    let mut add = |address: &str, is_file: bool| {
        // Of the media library.
        if is_file && address.starts_with(MEDIA_PREFIX) {
            media.insert("'self'".to_owned());
        }
        // Trailers of imports are not checked.
        if let Some(url) = url::Url::parse(address).ok().filter(has_plain_host) {
            let origins = if is_file { &mut media } else { &mut frames };
            origins.insert(url.origin().ascii_serialization());
        }
    };
    match &data.page {
        PageBody::Film(page) => page.trailer.iter().for_each(|t| add(&t.embed, t.file)),
        PageBody::List(page) => {
            page.hero.iter().filter_map(|h| h.trailer.as_ref()).for_each(|t| add(&t.embed, t.file))
        }
        PageBody::Content(page) => {
            for block in &page.blocks {
                match block {
                    BlockView::Video { video, .. } => add(&video.embed, video.file),
                    BlockView::Embed { url, .. } => add(url, false),
                    _ => {}
                }
            }
        }
        _ => {}
    }
    let sources = |origins: BTreeSet<String>| {
        if origins.is_empty() { "'none'".to_owned() } else { Vec::from_iter(origins).join(" ") }
    };
    (sources(frames), sources(media))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn security_6_4_json_cannot_end_its_data_block() {
        let json =
            serde_json::to_string(&serde_json::json!({ "t": "</script><b>&\u{2028}\u{2029}" })).unwrap();
        let block = escape_json_for_script(&json);
        assert!(!block.contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
        let parsed: serde_json::Value = serde_json::from_str(&block).unwrap();
        assert_eq!(parsed["t"], "</script><b>&\u{2028}\u{2029}");
    }
}
