//! Content pages: one generic template of blocks (ROUTE-15).

use marquee_api::{BlockView, ContentPage, FilmCard, Link, PageBody};
use marquee_catalog::{DayShows, next_change, sorted_movies};
use marquee_messages::server;
use marquee_model::catalog::{Block, BrandColor, MenuItem, Movie, Theater};
use marquee_model::{MovieId, Tag, TheaterId, text};
use marquee_store::StoreError;

use super::scene::{PageContext, PageDraft};
use super::{BuiltPage, frame, graph, offers, shows};

/// Maximum number of films in a rail.
const MOST_FILMS: usize = 24;

/// Maximum number of films in a block of today's showtimes, which links to the whole day.
const MOST_SHOWTIMES: usize = 6;

pub async fn build(scene: &PageContext<'_>, path: &str) -> Result<BuiltPage, StoreError> {
    let snapshot = scene.snapshot.clone();
    let Some(record) = snapshot.pages.get(path) else {
        return super::error::build(scene, http::StatusCode::NOT_FOUND).await;
    };
    let local = record.localizations.get(scene.formats.locale().short());
    let title = scene.fill(scene.text(&record.localizations, |l| l.title.as_ref(), &record.title));
    let records = local.and_then(|l| l.blocks.as_ref()).unwrap_or(&record.blocks);
    let mut maker = BlockBuilder { scene, tags: vec![Tag::Page(path.to_owned())], changes: None };
    let mut blocks = Vec::with_capacity(records.len());
    for record in records {
        blocks.extend(maker.block(record).await?);
    }
    let BlockBuilder { tags, changes, .. } = maker;
    let mut page = PageDraft::new(title.clone(), PageBody::Content(ContentPage { title, blocks }));
    page.description =
        scene.fill(scene.text(&record.localizations, |l| l.description.as_ref(), &record.description));
    page.tags = tags;
    page.next_change = changes;
    page.graph = vec![graph::breadcrumbs(scene, &[(page.title.as_str(), scene.hrefs.path(path))])];
    scene.finish(page).await
}

/// Builds blocks, and collects the tags and the next change of the page.
struct BlockBuilder<'s, 'a> {
    scene: &'s PageContext<'a>,
    tags: Vec<Tag>,
    changes: Option<jiff::Timestamp>,
}

impl BlockBuilder<'_, '_> {
    /// Builds a block; `None` if it has nothing to show, such as a missing picture.
    #[expect(clippy::too_many_lines, reason = "one case for each kind of block")]
    async fn block(&mut self, block: &Block) -> Result<Option<BlockView>, StoreError> {
        let scene = self.scene;
        let filled = |text: String| scene.fill(&text);
        let color = |color: Option<BrandColor>| {
            color.filter(|c| c.in_colors(&scene.site.record.config.theme.colors).is_some())
        };
        Ok(Some(match block.clone() {
            Block::Hero { title, text, color: own } => {
                BlockView::Hero { title: filled(title), text: filled(text), color: color(own) }
            }
            Block::Text { title, paragraphs } => BlockView::Text {
                title: filled(title),
                paragraphs: paragraphs.into_iter().map(filled).collect(),
            },
            Block::List { title, items } => {
                let items: Vec<String> = text::split_list(&items).map(|item| scene.fill(item)).collect();
                if items.is_empty() {
                    return Ok(None);
                }
                BlockView::List { title: filled(title), items }
            }
            Block::Image { picture, alt } => match scene.picture(Some(&picture)) {
                Some(picture) => BlockView::Image { picture, alt },
                None => return Ok(None),
            },
            Block::Accordion { items } => BlockView::Accordion {
                items: items.into_iter().map(|i| (filled(i.title), filled(i.text))).collect(),
            },
            Block::CallToAction { title, text, label, href, target, color: own } => {
                let item = MenuItem { label, href, target, ..MenuItem::default() };
                let link = frame::link(scene, None, &item);
                BlockView::CallToAction { title: filled(title), text: filled(text), link, color: color(own) }
            }
            Block::Gallery { title, pictures } => {
                let pictures: Vec<_> = pictures
                    .into_iter()
                    .filter_map(|p| Some((scene.picture(Some(&p.picture))?, p.alt)))
                    .collect();
                if pictures.is_empty() {
                    return Ok(None);
                }
                BlockView::Gallery { title: filled(title), pictures }
            }
            Block::FilmRail { title, movie_ids } => {
                let theater = scene.theater().map(|t| t.id.clone());
                let films = self.films(theater.as_ref(), &movie_ids, MOST_FILMS).await?;
                BlockView::FilmRail { title: filled(title), films, more: self.more("/movies/") }
            }
            Block::Showtimes { title, theater_id } => {
                let theater = theater_id.or_else(|| scene.theater().map(|t| t.id.clone()));
                let films = self.films(theater.as_ref(), &[], MOST_SHOWTIMES).await?;
                BlockView::Showtimes { title: filled(title), films, more: self.more("/showtimes/") }
            }
            Block::MapLink { title, theater_id } => {
                self.tags.push(Tag::Theaters);
                let Some(theater) = self.theater(theater_id.as_ref()) else { return Ok(None) };
                BlockView::MapLink {
                    title: filled(title),
                    theater: theater.name.clone(),
                    contact: frame::contact(scene, theater),
                }
            }
            Block::Memberships { title, text } => {
                self.tags.push(Tag::Offers);
                let memberships = offers::memberships(scene);
                if memberships.is_empty() {
                    return Ok(None);
                }
                BlockView::Memberships {
                    title: filled(title),
                    text: filled(text),
                    memberships,
                    link: offers::join_link(scene),
                }
            }
            Block::Rewards { title, text } => {
                self.tags.push(Tag::Offers);
                let rewards = offers::rewards(scene);
                if rewards.is_empty() {
                    return Ok(None);
                }
                BlockView::Rewards { title: filled(title), text: filled(text), rewards }
            }
            Block::Contact { title, text, phone, email, address } => {
                BlockView::Contact { title: filled(title), text: filled(text), phone, email, address }
            }
        }))
    }

    fn theater(&self, id: Option<&TheaterId>) -> Option<&Theater> {
        match id {
            Some(id) => self.scene.snapshot.theater(id),
            None => self.scene.theater().or(self.scene.snapshot.theaters.first()),
        }
    }

    /// The named films, else those that play today, with their times of today.
    async fn films(
        &mut self,
        theater: Option<&TheaterId>,
        named: &[MovieId],
        most: usize,
    ) -> Result<Vec<FilmCard>, StoreError> {
        let scene = self.scene;
        self.tags.push(Tag::Films);
        let today = scene.today(&scene.zone(theater.and_then(|id| scene.snapshot.theater(id))));
        let outlook = scene.catalog.outlook(&scene.site.id, theater, today).await?;
        let day = scene.catalog.day(&scene.site.id, theater, today).await?;
        let late = scene.site.late_booking_minutes();
        self.changes = self.changes.into_iter().chain(next_change(day.shows.iter(), scene.now, late)).min();
        let config = &scene.site.record.config;
        let movies: Vec<&Movie> = if named.is_empty() {
            sorted_movies(day.movies().filter_map(|id| scene.snapshot.movie(id)), config)
        } else {
            let shown = named.iter().filter(|id| !config.global_excluded_movie_ids.contains(id));
            shown.filter_map(|id| scene.snapshot.movie(id)).collect()
        };
        let card = |m: &&Movie| self::card(scene, m, &day, &outlook, today);
        let cards = movies.iter().map(card).filter(|c| !named.is_empty() || !c.shows.is_empty());
        Ok(cards.take(most).collect())
    }

    fn more(&self, path: &str) -> Link {
        let label = match path {
            "/movies/" => server::titles_all_films(self.scene.language()),
            _ => server::titles_all_showtimes(self.scene.language()),
        };
        let href = self.scene.hrefs.path(path);
        Link { label: label.to_owned(), href, active: false, external: false }
    }
}

fn card(
    scene: &PageContext<'_>,
    m: &Movie,
    day: &DayShows,
    outlook: &marquee_catalog::UpcomingDays,
    today: jiff::civil::Date,
) -> FilmCard {
    let first = outlook.first_day_by_movie.get(&m.id).copied();
    let next = first.filter(|d| *d > today).map_or_else(String::new, |d| scene.formats.day(d));
    shows::card(scene, shows::item(scene, m, first, today), m, &day.shows_of_movie(&m.id), next)
}
