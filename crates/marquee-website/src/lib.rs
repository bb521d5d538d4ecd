//! Reads the website that a cinema has today: its name, logo, colors, fonts, program and pages, as a proposal for a new site.
//!
//! Layer 4. This crate stores nothing and does not know who reads. Websites are untrusted: the client connects to public addresses
//! only, requests, sizes and the time of a reading are limited, pages are read as a stream of tokens, logos are drawn again, and
//! every text stays text. What cannot be read is left out.

mod css;
mod error;
mod html;
mod identity;
mod links;
mod program;
mod visit;

use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use marquee_media::Logo;
use marquee_model::catalog::{Movie, Showtime, Theater};
use marquee_outbound::Outbound;
use tokio::task::spawn_blocking;
use url::Url;

pub use css::Style;
pub use error::WebsiteError;
pub use identity::Identity;

use html::{Parts, one_line};
use visit::{Fetched, Visit};

/// Maximum time of a reading (ux 5.1).
pub const MAX_TIME: Duration = Duration::from_secs(20);
/// Maximum size of a page, and of all style sheets, in bytes.
const MAX_PAGE: u64 = 3 << 20;
const MAX_CSS: u64 = 1 << 20;
const MAX_LOGO: u64 = 2 << 20;
/// Requests for each part, so that one of them does not use up those of the others.
const LOGO_REQUESTS: usize = 2;
const PROGRAM_REQUESTS: usize = 4;
const PAGE_REQUESTS: usize = 2;
/// Texts of a page that is proposed.
const MIN_PAGE_TEXT: usize = 80;
const MAX_PARAGRAPHS: usize = 30;

/// What is known of the cinema before its website is read.
#[derive(Debug, Clone)]
pub struct ReadingOptions {
    /// Time zone of times without an offset.
    pub time_zone: String,
    /// Earlier shows are left out.
    pub now: Timestamp,
}

/// A page of the website that visitors may want to find again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPage {
    pub title: String,
    pub paragraphs: Vec<String>,
}

/// Films and shows of the website.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Program {
    pub theaters: Vec<Theater>,
    pub films: Vec<Movie>,
    /// By start.
    pub shows: Vec<Showtime>,
}

/// A part of the website, as soon as it is read. Each is found at most once.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    Identity(Box<Identity>),
    Style(Box<Style>),
    /// `None` if the website has no logo that can be used.
    Logo(Option<Logo>),
    Program(Box<Program>),
    Pages(Vec<FoundPage>),
}

/// Reads a website in at most [`MAX_TIME`]. `found` gets each part as soon as it is read.
///
/// # Errors
/// [`WebsiteError`] if its home page cannot be read. What fails later is left out.
pub async fn read_website(
    client: &Outbound,
    address: &str,
    options: &ReadingOptions,
    found: &mut (dyn FnMut(Finding) + Send),
) -> Result<(), WebsiteError> {
    let mut has_home = false;
    let mut noted = |finding: Finding| {
        has_home = true;
        found(finding);
    };
    match tokio::time::timeout(MAX_TIME, read_parts(client, address, options, &mut noted)).await {
        Ok(result) => result,
        // What was found so far stays.
        Err(_) if has_home => Ok(()),
        Err(_) => Err(WebsiteError::Timeout),
    }
}

async fn read_parts(
    client: &Outbound,
    address: &str,
    options: &ReadingOptions,
    found: &mut (dyn FnMut(Finding) + Send),
) -> Result<(), WebsiteError> {
    let mut visit = Visit::new(client);
    let home = visit.home(&visit::addresses(address)?, MAX_PAGE).await?;
    let page = parsed(home).await?;
    found(Finding::Identity(Box::new(Identity::new(&page.parts, &page.url))));
    found(Finding::Style(Box::new(style(&mut visit, &page).await)));
    found(Finding::Logo(logo(&mut visit, &page).await));
    let (program, mut others) = program(&mut visit, &page, options).await;
    found(Finding::Program(Box::new(program)));
    found(Finding::Pages(pages(&mut visit, &page, &mut others).await));
    tracing::info!(requests = visit.requests(), "website read");
    Ok(())
}

/// A page and its parts.
struct Page {
    /// Its address after redirects.
    url: Url,
    parts: Parts,
}

impl Page {
    /// The address that a link of the page leads to.
    fn resolve(&self, href: &str) -> Option<Url> {
        let base = self.parts.base.as_deref().and_then(|base| self.url.join(base).ok());
        let mut url = base.as_ref().unwrap_or(&self.url).join(href).ok()?;
        url.set_fragment(None);
        matches!(url.scheme(), "http" | "https").then_some(url)
    }
}

/// Parses a page on a thread for blocking work.
async fn parsed(fetched: Fetched) -> Result<Page, WebsiteError> {
    let Fetched { url, content_type, bytes } = fetched;
    let parts = spawn_blocking(move || html::read(&decoded(&bytes, content_type.as_deref()))).await;
    Ok(Page { url, parts: parts.map_err(|_| WebsiteError::NotAPage)? })
}

/// The text of a page: in the encoding of its header, then that of its first bytes, then UTF-8.
fn decoded(bytes: &Bytes, content_type: Option<&str>) -> String {
    let label_in = |text: &str| {
        let (_, after) = text.split_once("charset=")?;
        let label = after.trim_start_matches(['"', '\'']).split(['"', '\'', ';', '>', ' ', '/']).next()?;
        encoding_rs::Encoding::for_label(label.as_bytes())
    };
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(1_024)).unwrap_or_default());
    let encoding = content_type
        .and_then(|value| label_in(&value.to_ascii_lowercase()))
        .or_else(|| label_in(&head.to_ascii_lowercase()))
        .unwrap_or(encoding_rs::UTF_8);
    encoding.decode(bytes).0.into_owned()
}

/// The look of the page's own styles and its first style sheet of the same site.
async fn style(visit: &mut Visit<'_>, page: &Page) -> Style {
    let sheets: Vec<Url> = page.parts.style_sheets.iter().filter_map(|href| page.resolve(href)).collect();
    let is_font_service = |url: &&Url| url.host_str().is_some_and(|host| host.starts_with("fonts."));
    let linked_fonts: Vec<String> = sheets
        .iter()
        .filter(is_font_service)
        .flat_map(|url| {
            url.query_pairs().filter(|(name, _)| name == "family").map(|(_, value)| value.into_owned())
        })
        .flat_map(|families| families.split('|').map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|family| family.split(':').next().map(str::to_owned))
        .take(4)
        .collect();
    let own = sheets.iter().find(|url| url.host() == page.url.host());
    let sheet = own.or_else(|| sheets.iter().find(|url| !is_font_service(url)));
    let linked = match sheet {
        Some(url) => visit.get(url, MAX_CSS).await.map(|fetched| fetched.bytes),
        None => None,
    };
    let css = match linked {
        Some(bytes) => format!("{}\n{}", String::from_utf8_lossy(&bytes), page.parts.styles),
        None => page.parts.styles.clone(),
    };
    let theme_color = page.parts.meta.get("theme-color").cloned();
    let read = spawn_blocking(move || css::read(&css, theme_color.as_deref(), &linked_fonts)).await;
    read.unwrap_or_default()
}

/// The first logo that can be used.
async fn logo(visit: &mut Visit<'_>, page: &Page) -> Option<Logo> {
    let mut candidates = identity::logos(&page.parts);
    candidates.dedup();
    for url in candidates.iter().filter_map(|src| page.resolve(src)).take(LOGO_REQUESTS) {
        let Some(fetched) = visit.get(&url, MAX_LOGO).await else { continue };
        let drawn = spawn_blocking(move || marquee_media::logo(&fetched.bytes)).await;
        match drawn {
            Ok(Ok(logo)) => return Some(logo),
            Ok(Err(error)) => tracing::debug!(%error, "a logo of a website cannot be used"),
            Err(_) => {}
        }
    }
    None
}

/// The program that pages declare, and pages that were read for it.
async fn program(visit: &mut Visit<'_>, home: &Page, options: &ReadingOptions) -> (Program, Vec<Page>) {
    let mut queue = links::Queue::new(&home.url);
    queue.add_program(home);
    let mut scripts = home.parts.json_ld.clone();
    let mut pages = Vec::new();
    for _ in 0..PROGRAM_REQUESTS {
        let Some(url) = queue.next() else { break };
        let Some(fetched) = visit.get(&url, MAX_PAGE).await else { continue };
        let Ok(page) = parsed(fetched).await else { continue };
        scripts.extend(page.parts.json_ld.iter().cloned());
        queue.add_program(&page);
        pages.push(page);
    }
    let options = options.clone();
    let read = spawn_blocking(move || program::read(&scripts, &options)).await;
    (read.unwrap_or_default(), pages)
}

/// Pages of the menu with their texts.
async fn pages(visit: &mut Visit<'_>, home: &Page, others: &mut Vec<Page>) -> Vec<FoundPage> {
    let mut found = Vec::new();
    for (title, url) in links::menu_pages(home).into_iter().take(PAGE_REQUESTS) {
        let page = match others.iter().position(|page| page.url == url) {
            Some(index) => others.swap_remove(index),
            None => {
                let Some(fetched) = visit.get(&url, MAX_PAGE).await else { continue };
                let Ok(page) = parsed(fetched).await else { continue };
                page
            }
        };
        let mut paragraphs = page.parts.paragraphs;
        paragraphs.retain(|text| text.chars().count() > 20 && one_line(text) != title);
        paragraphs.truncate(MAX_PARAGRAPHS);
        if paragraphs.iter().map(String::len).sum::<usize>() >= MIN_PAGE_TEXT {
            found.push(FoundPage { title, paragraphs });
        }
    }
    found
}
