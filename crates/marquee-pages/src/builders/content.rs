//! Content pages: one generic template of blocks (ROUTE-15).

use std::collections::{BTreeMap, HashSet};

use marquee_api::{BlockView, ContentPage, FilmCard, Link, PageBody, TextPartView, TextSpan};
use marquee_catalog::{DayShows, next_change};
use marquee_messages::server;
use marquee_model::catalog::{
    Block, BlockPicture, BrandColor, FormattedPart, MenuItem, Movie, Page, SavedBlocks, Span, TextPart,
    Theater, Trailer, embedded_url, shown_blocks,
};
use marquee_model::{MediaRef, MovieId, Tag, TheaterId, text};
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, frame, graph, offers, shows};
use crate::kind::PreviewSubject;

/// Maximum number of films in a rail.
const MAX_FILMS: usize = 24;

/// Maximum number of films in a block of today's showtimes, which links to the whole day.
const MAX_SHOWTIMES: usize = 6;

/// Height of an embedded page that has none of its own, in CSS pixels.
const EMBED_HEIGHT: u16 = 480;

pub async fn build(context: &PageContext<'_>, path: &str) -> Result<BuiltPage, StoreError> {
    let snapshot = context.snapshot.clone();
    let Some(record) = snapshot.pages.get(path) else {
        return super::error::build(context, http::StatusCode::NOT_FOUND).await;
    };
    let title = context.fill(context.text(&record.localizations, |l| l.title.as_ref(), &record.title));
    let mut maker = BlockBuilder { context, tags: page_tags(record), changes: None };
    let (mut blocks, mut positions) = (Vec::new(), Vec::new());
    let mut settings = BTreeMap::new();
    for shown in context.shown_blocks(record) {
        if let Some(block) = maker.block(shown.block).await? {
            if !shown.settings.is_default() {
                settings.insert(blocks.len().to_string(), shown.settings.into_owned());
            }
            blocks.push(block);
            positions.push(shown.position);
        }
    }
    let BlockBuilder { tags, changes, .. } = maker;
    let positions = context.is_preview().then_some(positions);
    let content = ContentPage { title: title.clone(), blocks, positions, settings };
    let mut page = PageDraft::new(title, PageBody::Content(content));
    page.is_noindex = record.no_index;
    page.preview_subject = PreviewSubject::Page(path.to_owned());
    page.description =
        context.fill(context.text(&record.localizations, |l| l.description.as_ref(), &record.description));
    page.tags = tags;
    page.next_change = changes;
    page.graph = vec![graph::breadcrumbs(context, &[(page.title.as_str(), context.hrefs.path(path))])];
    context.finish(page).await
}

/// Builds blocks, and collects the tags and the next change of the page.
struct BlockBuilder<'s, 'a> {
    context: &'s PageContext<'a>,
    tags: Vec<Tag>,
    changes: Option<jiff::Timestamp>,
}

impl BlockBuilder<'_, '_> {
    /// Builds a block; `None` if it has nothing to show, such as a missing picture.
    async fn block(&mut self, block: &Block) -> Result<Option<BlockView>, StoreError> {
        let context = self.context;
        let filled = |text: String| context.fill(&text);
        let color = |color: Option<BrandColor>| {
            color.filter(|c| context.site.record.config.theme.colors.brand(*c).is_some())
        };
        Ok(Some(match block.clone() {
            Block::Hero { title, text, color: own, .. } => {
                BlockView::Hero { title: filled(title), text: filled(text), color: color(own) }
            }
            Block::Text { title, paragraphs, .. } => BlockView::Text {
                title: filled(title),
                parts: paragraphs.iter().map(|part| text_part(context, part)).collect(),
            },
            Block::List { title, items, .. } => {
                let items: Vec<String> = text::split_list(&items).map(|item| context.fill(item)).collect();
                return Ok((!items.is_empty()).then(|| BlockView::List { title: filled(title), items }));
            }
            Block::Image { picture, alt, .. } => match context.picture(Some(&picture)) {
                Some(view) => {
                    BlockView::Image { picture: view, alt: context.alternative_text(&picture, &alt) }
                }
                None => return Ok(None),
            },
            Block::Accordion { items, .. } => BlockView::Accordion {
                items: items.into_iter().map(|i| (filled(i.title), filled(i.text))).collect(),
            },
            Block::CallToAction { title, text, label, href, target, color: own, .. } => {
                let item = MenuItem { label, href, target, ..MenuItem::default() };
                let link = frame::link(context, None, &item);
                BlockView::CallToAction { title: filled(title), text: filled(text), link, color: color(own) }
            }
            Block::Gallery { title, pictures, .. } => {
                return Ok(self.gallery(filled(title), &pictures));
            }
            Block::FilmRail { title, movie_ids, .. } => {
                let theater = context.theater().map(|t| t.id.clone());
                let films = self.films(theater.as_ref(), &movie_ids, MAX_FILMS).await?;
                BlockView::FilmRail { title: filled(title), films, more: self.more("/movies/") }
            }
            Block::Showtimes { title, theater_id, .. } => {
                let theater = theater_id.or_else(|| context.theater().map(|t| t.id.clone()));
                let films = self.films(theater.as_ref(), &[], MAX_SHOWTIMES).await?;
                BlockView::Showtimes { title: filled(title), films, more: self.more("/showtimes/") }
            }
            Block::MapLink { title, theater_id, .. } => {
                return Ok(self.map_link(filled(title), theater_id.as_ref()));
            }
            Block::Video { title, video, picture, .. } => {
                return Ok(self.video(filled(title), &video, picture.as_ref()));
            }
            Block::Embed { title, url, height, .. } => return Ok(self.embed(filled(title), &url, height)),
            Block::Memberships { title, text, .. } => {
                return Ok(self.memberships(filled(title), filled(text)));
            }
            Block::Rewards { title, text, .. } => return Ok(self.rewards(filled(title), filled(text))),
            Block::Contact { title, text, phone, email, address, .. } => {
                BlockView::Contact { title: filled(title), text: filled(text), phone, email, address }
            }
        }))
    }

    fn gallery(&self, title: String, pictures: &[BlockPicture]) -> Option<BlockView> {
        let view = |p: &BlockPicture| {
            let picture = self.context.picture(Some(&p.picture))?;
            Some((picture, self.context.alternative_text(&p.picture, &p.alt)))
        };
        let pictures: Vec<_> = pictures.iter().filter_map(view).collect();
        (!pictures.is_empty()).then_some(BlockView::Gallery { title, pictures })
    }

    fn video(&self, title: String, address: &str, picture: Option<&MediaRef>) -> Option<BlockView> {
        let video = self.context.trailer(&Trailer::from_address(address)?)?;
        let label = server::content_play_video(self.context.language()).to_owned();
        Some(BlockView::Video { title, label, video, picture: self.context.picture(picture) })
    }

    fn embed(&self, title: String, address: &str, height: Option<u16>) -> Option<BlockView> {
        let url = embedded_url(address)?;
        let host = url.host_str()?.to_owned();
        let language = self.context.language();
        let notice = server::content_embed_notice(language, &host);
        let label = server::content_show_content(language).to_owned();
        let height = height.unwrap_or(EMBED_HEIGHT);
        Some(BlockView::Embed { title, url: url.into(), host, notice, label, height })
    }

    fn map_link(&mut self, title: String, theater: Option<&TheaterId>) -> Option<BlockView> {
        self.tags.push(Tag::Theaters);
        let theater = self.theater(theater)?;
        let (name, contact) = (theater.name.clone(), frame::contact(self.context, theater));
        Some(BlockView::MapLink { title, theater: name, contact })
    }

    fn memberships(&mut self, title: String, text: String) -> Option<BlockView> {
        self.tags.push(Tag::Offers);
        let memberships = offers::memberships(self.context);
        let link = offers::join_link(self.context);
        (!memberships.is_empty()).then_some(BlockView::Memberships { title, text, memberships, link })
    }

    fn rewards(&mut self, title: String, text: String) -> Option<BlockView> {
        self.tags.push(Tag::Offers);
        let rewards = offers::rewards(self.context);
        (!rewards.is_empty()).then_some(BlockView::Rewards { title, text, rewards })
    }

    fn theater(&self, id: Option<&TheaterId>) -> Option<&Theater> {
        match id {
            Some(id) => self.context.snapshot.theater(id),
            None => self.context.theater().or(self.context.snapshot.theaters.first()),
        }
    }

    /// The films with the given ids, or else those that play today, with today's times.
    async fn films(
        &mut self,
        theater: Option<&TheaterId>,
        ids: &[MovieId],
        limit: usize,
    ) -> Result<Vec<FilmCard>, StoreError> {
        let context = self.context;
        self.tags.extend([Tag::Films, Tag::Theaters]);
        let tz = context.zone(theater.and_then(|id| context.snapshot.theater(id)));
        let today = context.today(&tz);
        let upcoming_days = context.catalog.upcoming_days(&context.site.id, theater, today).await?;
        let day = context.catalog.day(&context.site.id, theater, today).await?;
        let late = context.site.late_booking_minutes();
        let changes = next_change(day.shows.iter(), context.now, late);
        self.changes = self.changes.into_iter().chain(changes).chain([context.day_end(&tz)]).min();
        let movies: Vec<&Movie> = if ids.is_empty() {
            context.sorted_movies(day.movies().filter_map(|id| context.movie(id)))
        } else {
            let mut seen = HashSet::new();
            // Two of them may have been merged into one film.
            ids.iter().filter_map(|id| context.movie(id)).filter(|film| seen.insert(&film.id)).collect()
        };
        let card = |m: &&Movie| self::card(context, m, &day, &upcoming_days, today);
        let cards = movies.iter().map(card).filter(|c| !ids.is_empty() || !c.shows.is_empty());
        Ok(cards.take(limit).collect())
    }

    fn more(&self, path: &str) -> Link {
        let label = match path {
            "/movies/" => server::titles_all_films(self.context.language()),
            _ => server::titles_all_showtimes(self.context.language()),
        };
        let href = self.context.hrefs.path(path);
        Link { label: label.to_owned(), href, active: false, external: false }
    }
}

/// The tags of what a page shows by its record: the page and its saved blocks (PAGE-16).
pub fn page_tags(page: &Page) -> Vec<Tag> {
    let saved = page.saved_block_ids().cloned().map(Tag::SavedBlock);
    std::iter::once(Tag::Page(page.path.clone())).chain(saved).collect()
}

/// The picture of a page in link previews: its own, or the first picture of its blocks in the main language.
pub fn share_picture<'p>(page: &'p Page, saved: &'p SavedBlocks) -> Option<&'p MediaRef> {
    let in_blocks = || {
        shown_blocks(&page.blocks, saved, "").filter(|shown| !shown.settings.members_only).find_map(|shown| {
            match shown.block {
                Block::Image { picture, .. } => Some(picture),
                Block::Gallery { pictures, .. } => pictures.first().map(|picture| &picture.picture),
                Block::Video { picture, .. } => picture.as_ref(),
                _ => None,
            }
        })
    };
    page.share_picture.as_ref().or_else(in_blocks)
}

/// A part of a text with its links resolved (PAGE-13).
fn text_part(context: &PageContext<'_>, part: &TextPart) -> TextPartView {
    let line = |content: &[Span]| content.iter().map(|span| text_span(context, span)).collect();
    let lines = |items: &[Vec<Span>]| items.iter().map(|item| line(item)).collect();
    match part {
        TextPart::Plain(text) => TextPartView::Paragraph { spans: vec![plain(context, text)] },
        TextPart::Formatted(part) => match part {
            FormattedPart::Paragraph { content } => TextPartView::Paragraph { spans: line(content) },
            FormattedPart::Heading { content } => TextPartView::Heading { spans: line(content) },
            FormattedPart::Quote { content } => TextPartView::Quote { spans: line(content) },
            FormattedPart::BulletList { items } => TextPartView::BulletList { items: lines(items) },
            FormattedPart::NumberedList { items } => TextPartView::NumberedList { items: lines(items) },
        },
    }
}

fn plain(context: &PageContext<'_>, text: &str) -> TextSpan {
    TextSpan { text: context.fill(text), bold: false, italic: false, link: None }
}

/// A link without a valid destination is text.
fn text_span(context: &PageContext<'_>, span: &Span) -> TextSpan {
    let span = match span {
        Span::Plain(text) => return plain(context, text),
        Span::Formatted(span) => span,
    };
    let item = MenuItem {
        label: span.text.clone(),
        href: span.href.clone().unwrap_or_default(),
        ..MenuItem::default()
    };
    let link = Some(frame::link(context, None, &item)).filter(|link| !link.href.is_empty());
    TextSpan { bold: span.bold, italic: span.italic, link, ..plain(context, &span.text) }
}

fn card(
    context: &PageContext<'_>,
    m: &Movie,
    day: &DayShows,
    upcoming_days: &marquee_catalog::UpcomingDays,
    today: jiff::civil::Date,
) -> FilmCard {
    let first_day = upcoming_days.first_day_by_movie.get(&m.id).copied();
    let next = first_day.filter(|d| *d > today).map_or_else(String::new, |d| context.formats.day(d));
    shows::card(context, shows::item(context, m, first_day, today), m, &day.shows_of_movie(&m.id), next)
}
