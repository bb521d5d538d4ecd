//! The link-preview picture: a card with title, facts and picture of a page.

use base64::Engine;
use bytes::Bytes;
use futures::future::BoxFuture;
use marquee_api::Picture;
use marquee_messages::server;
use marquee_model::settings::BASE_COLORS;
use marquee_model::text::escape_html;
use marquee_model::{SiteId, Tag};

use super::PREVIEW_PICTURE_SIZE;
use crate::builders::{PageContext, page_tags, share_picture};
use crate::kind::PreviewSubject;

/// Draws link-preview pictures.
pub trait PictureRenderer: Send + Sync + std::fmt::Debug {
    /// A stored picture as JPEG in a rendition such as `480-2x3`; `None` if it is missing.
    fn picture<'a>(
        &'a self,
        site: &'a SiteId,
        id: &'a str,
        rendition: &'a str,
    ) -> BoxFuture<'a, Option<Bytes>>;

    /// Draws an SVG as PNG, with texts in a font family of the front end.
    fn draw(&self, svg: String, family: String) -> BoxFuture<'_, Result<Vec<u8>, String>>;
}

/// The content of a card.
#[derive(Debug)]
pub struct Card {
    title: String,
    line: String,
    picture: Option<Picture>,
    /// A change of these records makes the card stale.
    pub tags: Vec<Tag>,
}

/// Font size of the title in px, by maximum length in characters.
const SIZES: [(usize, f32); 4] = [(18, 92.0), (34, 76.0), (60, 62.0), (usize::MAX, 50.0)];

/// Maximum number of lines of a title.
const LINES: usize = 4;

/// Average width of a character relative to the font size, for wide font families; narrow ones have less.
const CHARACTER_WIDTH: f32 = 0.56;

impl Card {
    /// The card of a subject; `None` if the site does not have it.
    pub fn for_subject(context: &PageContext<'_>, preview_subject: &PreviewSubject) -> Option<Self> {
        let snapshot = &context.snapshot;
        let card = match preview_subject {
            PreviewSubject::Site => Self {
                title: context.site_name().to_owned(),
                line: server::titles_films_and_showtimes(context.language()).to_owned(),
                picture: snapshot.theaters.first().and_then(|t| context.picture(t.picture.as_ref())),
                tags: vec![Tag::Theaters],
            },
            PreviewSubject::Movie(id) => {
                let m = context.movie(id)?;
                let runtime = m.runtime.map(|minutes| format!("{} h {:02} min", minutes / 60, minutes % 60));
                let facts = [m.certificate.clone(), runtime, context.genres(m).into_iter().next()];
                Self {
                    title: context.text(&m.localizations, |l| l.title.as_ref(), &m.title).to_owned(),
                    line: facts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
                    picture: context.picture(m.poster.as_ref()),
                    tags: vec![Tag::Movie(id.clone()), Tag::Movie(m.id.clone())],
                }
            }
            PreviewSubject::Theater(id) => {
                let t = snapshot.theater(id)?;
                Self {
                    title: t.name.clone(),
                    line: t.address.short_line(),
                    picture: context.picture(t.picture.as_ref()),
                    tags: vec![Tag::Theater(id.clone())],
                }
            }
            PreviewSubject::Event(id) => {
                let e = snapshot.events.iter().find(|e| &e.id == id)?;
                Self {
                    title: context.fill(context.text(&e.localizations, |l| l.title.as_ref(), &e.title)),
                    line: context.fill(context.text(&e.localizations, |l| l.summary.as_ref(), &e.summary)),
                    picture: context.picture(e.picture.as_ref()),
                    tags: vec![Tag::Event(id.clone())],
                }
            }
            PreviewSubject::Page(path) => {
                let p = snapshot.pages.get(path)?;
                Self {
                    title: context.fill(context.text(&p.localizations, |l| l.title.as_ref(), &p.title)),
                    line: context.fill(context.text(
                        &p.localizations,
                        |l| l.description.as_ref(),
                        &p.description,
                    )),
                    picture: context.picture(share_picture(p, context.saved_blocks())),
                    tags: page_tags(p),
                }
            }
        };
        Some(card)
    }

    /// Draws the card as PNG.
    ///
    /// # Errors
    /// The reason, if the picture cannot be drawn.
    pub async fn draw(
        &self,
        context: &PageContext<'_>,
        draw: &dyn PictureRenderer,
    ) -> Result<Vec<u8>, String> {
        let upright = self.picture.as_ref().is_some_and(|p| p.h > p.w);
        let rendition = if upright { "480-2x3" } else { "800-16x10" };
        let picture = match &self.picture {
            Some(p) => draw.picture(&context.site.id, &p.id, rendition).await,
            None => None,
        };
        let fonts = &context.site.record.config.theme.fonts;
        let svg = self.svg(context, picture.as_deref().map(|bytes| (bytes, upright)));
        draw.draw(svg, fonts.heading.as_str().to_owned()).await
    }

    fn svg(&self, context: &PageContext<'_>, picture: Option<(&[u8], bool)>) -> String {
        let (width, height) = PREVIEW_PICTURE_SIZE;
        let theme = &context.site.record.config.theme;
        let background = theme.colors.background();
        let ink = if background.is_light() { BASE_COLORS.dark } else { BASE_COLORS.light };
        let family = escape_html(theme.fonts.heading.as_str());
        let picture_width = picture.map_or(0, |(_, upright)| if upright { 420 } else { 520 });
        let text_width = width - picture_width - 160;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             font-family=\"{family}\" font-weight=\"700\"><rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\
             <rect width=\"16\" height=\"{height}\" fill=\"{}\"/>",
            background.as_str(),
            theme.colors.primary().as_str()
        );
        if let Some((bytes, _)) = picture {
            let data = base64::engine::general_purpose::STANDARD.encode(bytes);
            svg.push_str(&format!(
                "<image x=\"{}\" width=\"{picture_width}\" height=\"{height}\" preserveAspectRatio=\"xMidYMid slice\" \
                 href=\"data:image/jpeg;base64,{data}\"/>",
                width - picture_width
            ));
        }
        let characters = self.title.chars().count();
        let size = SIZES.iter().find(|(limit, _)| characters <= *limit).map_or(50.0, |(_, size)| *size);
        let lines = wrapped(&self.title, per_line(text_width, size), LINES);
        let mut y = 320.0 - size * 1.1 * (lines_f(lines.len()) - 1.0) / 2.0;
        let text = |y: f32, size: f32, opacity: f32, content: &str| {
            format!(
                "<text x=\"80\" y=\"{y:.0}\" font-size=\"{size:.0}\" fill=\"{ink}\" fill-opacity=\"{opacity}\">{}</text>",
                escape_html(content)
            )
        };
        if !matches!(self.title.as_str(), title if title == context.site_name()) {
            svg.push_str(&text(110.0, 34.0, 0.8, context.site_name()));
        }
        for line in &lines {
            svg.push_str(&text(y, size, 1.0, line));
            y += size * 1.1;
        }
        for line in wrapped(&self.line, per_line(text_width, 32.0), 2) {
            svg.push_str(&text(y, 32.0, 0.8, &line));
            y += 42.0;
        }
        svg.push_str("</svg>");
        svg
    }
}

#[expect(clippy::cast_precision_loss, reason = "a card has a few lines")]
fn lines_f(lines: usize) -> f32 {
    lines as f32
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "characters of a line"
)]
fn per_line(text_width: u32, size: f32) -> usize {
    (text_width as f32 / (size * CHARACTER_WIDTH)) as usize
}

/// Wraps words to at most `limit` lines of at most `characters`; cut text ends in an ellipsis.
fn wrapped(text: &str, characters: usize, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= characters) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(marquee_model::text::shorten(word, characters.max(2))),
        }
    }
    if lines.len() > limit {
        lines.truncate(limit);
        if let Some(last_line) = lines.last_mut() {
            last_line.push('…');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_words_and_ends_cut_text_in_an_ellipsis() {
        assert_eq!(wrapped("The Salt Cartographer", 10, 4), ["The Salt", "Cartograp…"]);
        assert_eq!(wrapped("a b c d e f", 3, 2), ["a b", "c d…"]);
        assert!(wrapped("", 10, 4).is_empty());
    }
}
