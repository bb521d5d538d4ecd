//! Paths of the site's own pages, and the resolution of links in records.

use marquee_api::paths::{CAPTIONS_EXTENSION, MEDIA_PREFIX, SELECT_THEATER_PATH, VIDEO_EXTENSION};
use marquee_model::catalog::{Movie, Theater};
use marquee_model::host::without_port;
use marquee_model::link_target::LinkTarget;
use marquee_model::settings::TrailingSlash;
use marquee_model::site_path;
use marquee_site::SiteHandle;
use marquee_store::{CaptionsRow, VideoRow};

/// Builds links in one locale of one site.
#[derive(Debug, Clone)]
pub struct LinkBuilder<'a> {
    site: &'a SiteHandle,
    prefix: String,
}

impl<'a> LinkBuilder<'a> {
    /// `prefix` is empty for the default locale, else for example `/fr`.
    pub fn new(site: &'a SiteHandle, prefix: &str) -> Self {
        Self { site, prefix: prefix.to_owned() }
    }

    /// A path of the site in this locale, with the site's trailing-slash policy applied (LINK-17, LINK-18, LINK-19, LINK-20).
    pub fn path(&self, path: &str) -> String {
        let localized = if path == "/" && !self.prefix.is_empty() {
            format!("{}/", self.prefix)
        } else {
            format!("{}{path}", self.prefix)
        };
        apply_trailing_slash(&localized, self.site.record.config.options.trailing_slash)
    }

    pub fn movie(&self, movie: &Movie) -> String {
        self.path(&format!("/movies/{}/", path_segment(movie.id.as_str(), &movie.slug)))
    }

    pub fn theater(&self, theater: &Theater) -> String {
        let name = if theater.slug.is_empty() { theater.id.as_str() } else { theater.slug.as_str() };
        self.path(&format!("/theaters/{name}/"))
    }

    pub fn event(&self, id: &str, slug: &str) -> String {
        self.path(&format!("/events/{}/", path_segment(id, slug)))
    }

    /// The address that selects a theater and redirects to `back`. It works without scripts.
    pub fn select(&self, theater: &Theater, back: &str) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("theater", theater.id.as_str())
            .append_pair("return", &site_path::encode_non_ascii(back));
        format!("{SELECT_THEATER_PATH}?{}", query.finish())
    }

    /// Resolves a link of a menu: to a site path in this locale, to a URL, or to an empty string for a disabled link (LINK-01).
    /// `ticketing:{segment}` is a path of the ticketing site (ROUTE-20).
    pub fn menu(&self, href: &str) -> String {
        match LinkTarget::parse(href) {
            Some(LinkTarget::Path(path)) => self.path(path),
            Some(LinkTarget::Flow(flow)) => {
                flow.url(&self.site.record.settings.ticketing_url).unwrap_or_default()
            }
            Some(LinkTarget::Email(address)) => format!("mailto:{address}"),
            Some(LinkTarget::Fragment(_) | LinkTarget::Web(_) | LinkTarget::Contact(_)) => {
                href.trim().to_owned()
            }
            Some(LinkTarget::Disabled) | None => String::new(),
        }
    }

    /// Whether a URL is outside the site's registrable domain (VALID-14, VALID-15).
    pub fn is_external(&self, href: &str) -> bool {
        let host = without_port(&self.site.record.settings.domain);
        url::Url::parse(href)
            .ok()
            .and_then(|u| u.host_str().map(str::to_owned))
            .is_some_and(|target| is_external_host(host, &target))
    }
}

/// The path below which a site's pictures are: `{id}/{rendition}`.
#[must_use]
pub fn pictures_path(site: &SiteHandle) -> String {
    format!("{MEDIA_PREFIX}{}/", site.id)
}

/// The address of a video of the media library. Its last part names the file, and changes with it.
#[must_use]
pub fn video_path(site: &SiteHandle, video: &VideoRow) -> String {
    format!("{}{}/{}{VIDEO_EXTENSION}", pictures_path(site), video.source, video.media_id)
}

/// The address of the captions of a video in one language. Its last part names the text, and changes with it.
#[must_use]
pub fn captions_path(site: &SiteHandle, captions: &CaptionsRow) -> String {
    let CaptionsRow { video, locale, text_id, .. } = captions;
    format!("{}{video}/{}.{text_id}{CAPTIONS_EXTENSION}", pictures_path(site), locale.long())
}

/// The last segment of a film's or event's path: `{id}-{slug}`, or the id if there is no slug.
#[must_use]
pub fn path_segment(id: &str, slug: &str) -> String {
    if slug.is_empty() { id.to_owned() } else { format!("{id}-{slug}") }
}

/// Whether both hosts are registrable on the public suffix list and differ in domain or suffix (VALID-14).
#[must_use]
pub fn is_external_host(page: &str, target: &str) -> bool {
    match (registrable(page), registrable(target)) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    }
}

fn registrable(host: &str) -> Option<String> {
    if host.parse::<std::net::IpAddr>().is_ok() || !host.contains('.') {
        return None;
    }
    let host = host.to_ascii_lowercase();
    let domain = psl::domain(host.as_bytes())?;
    domain.suffix().is_known().then(|| String::from_utf8_lossy(domain.as_bytes()).into_owned())
}

/// Applies a trailing-slash policy to the path of `href`; query and fragment are kept (LINK-17, LINK-18, LINK-19, LINK-20).
#[must_use]
pub fn apply_trailing_slash(href: &str, policy: TrailingSlash) -> String {
    let end = href.find(['?', '#']).unwrap_or(href.len());
    let (path, suffix) = href.split_at(end);
    const FILES: [&str; 7] = [".html", ".json", ".js", ".map", ".txt", ".xml", ".pdf"];
    if path == "/" || FILES.iter().any(|f| path.ends_with(f)) {
        return href.to_owned();
    }
    match policy {
        TrailingSlash::Always if !path.ends_with('/') => format!("{path}/{suffix}"),
        TrailingSlash::Never => format!("{}{suffix}", path.trim_end_matches('/')),
        TrailingSlash::Always | TrailingSlash::Ignore => href.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_17_link_18_link_19_link_20_trailing_slashes_follow_the_policy() {
        use TrailingSlash::{Always, Ignore, Never};
        for (href, policy, expected) in [
            ("/movies?x=1#top", Always, "/movies/?x=1#top"),
            ("/movies/", Never, "/movies"),
            ("/sw.js", Always, "/sw.js"),
            ("/", Never, "/"),
            ("/a.pdf?x", Never, "/a.pdf?x"),
            ("/movies", TrailingSlash::default(), "/movies/"),
            ("/movies", Ignore, "/movies"),
        ] {
            assert_eq!(apply_trailing_slash(href, policy), expected, "{href}");
        }
    }

    #[test]
    fn valid_14_15_external_links_differ_in_registrable_domain() {
        for (page, target, expected) in [
            ("www.example.com", "tickets.example.com", false),
            ("www.example.com", "example.org", true),
            ("localhost", "example.org", false),
            ("a.github.io", "b.github.io", true),
            ("www.example.com", "127.0.0.1", false),
            ("a.unknowntld", "b.otherunknown", false),
        ] {
            assert_eq!(is_external_host(page, target), expected, "{page} {target}");
        }
    }
}
