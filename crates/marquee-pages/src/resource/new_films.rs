//! The films by release as RSS 2.0, the newest first: what is new, for feed readers and for other sites.

use std::io;

use jiff::civil::Date;
use jiff::fmt::rfc2822;
use marquee_model::Tag;
use marquee_model::catalog::Movie;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{BuiltResource, description};
use crate::builders::PageContext;
use crate::error::PageError;
use crate::kind::Resource;

/// Maximum number of films.
const MAX_FILMS: usize = 50;

/// Films that have a show from today on, or a release date that is to come. A film's id is its permanent address (ROUTE-05), so that
/// readers know it again when its title changes.
pub async fn make(context: &PageContext<'_>) -> Result<Option<BuiltResource>, PageError> {
    let today = context.today(&context.zone(None));
    let plays = context.catalog.upcoming_days(&context.site.id, None, today).await?;
    let mut films: Vec<(Date, &Movie)> = context
        .sorted_movies(context.snapshot.all_movies())
        .into_iter()
        .filter_map(|film| {
            let first_show = plays.first_day_by_movie.get(&film.id).copied();
            let is_to_come = film.release_date.is_some_and(|day| day >= today);
            let date = film.release_date.or(first_show)?;
            (first_show.is_some() || is_to_come).then_some((date, film))
        })
        .collect();
    films.sort_by_key(|(date, _)| std::cmp::Reverse(*date));
    films.truncate(MAX_FILMS);
    let text = document(context, &films).map_err(|error| PageError::Failed {
        name: format!("{} new films", context.site.id),
        reason: error.to_string(),
    })?;
    let tags = vec![Tag::Site, Tag::Films];
    let resource = BuiltResource::new(context, text, "application/rss+xml; charset=utf-8", tags);
    Ok(Some(resource.allow_cross_origin_reads()))
}

type Xml = Writer<Vec<u8>>;

fn document(context: &PageContext<'_>, films: &[(Date, &Movie)]) -> io::Result<String> {
    let origin = &context.site.origin;
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let namespaces = [("version", "2.0"), ("xmlns:atom", "http://www.w3.org/2005/Atom")];
    xml.create_element("rss").with_attributes(namespaces).write_inner_content(|xml| {
        xml.create_element("channel")
            .write_inner_content(|xml| {
                text(xml, "title", context.site_name())?;
                text(xml, "link", &format!("{origin}/"))?;
                text(xml, "description", &description(context))?;
                text(xml, "language", context.formats.locale().short())?;
                xml.create_element("atom:link")
                    .with_attribute(("rel", "self"))
                    .with_attribute(("type", "application/rss+xml"))
                    .with_attribute(("href", format!("{origin}{}", Resource::NewFilms.path()).as_str()))
                    .write_empty()?;
                films.iter().try_for_each(|(date, film)| item(context, xml, *date, film))
            })
            .map(drop)
    })?;
    String::from_utf8(xml.into_inner()).map_err(io::Error::other)
}

fn item(context: &PageContext<'_>, xml: &mut Xml, date: Date, film: &Movie) -> io::Result<()> {
    let origin = &context.site.origin;
    let title = context.text(&film.localizations, |l| l.title.as_ref(), &film.title);
    let synopsis = context.text(&film.localizations, |l| l.synopsis.as_ref(), &film.synopsis);
    // Readers show a day; noon is that day in every zone of a continent.
    let published = date.at(12, 0, 0, 0).to_zoned(context.zone(None)).map_err(io::Error::other)?;
    xml.create_element("item")
        .write_inner_content(|xml| {
            text(xml, "title", title)?;
            text(xml, "link", &format!("{origin}{}", context.hrefs.movie(film)))?;
            xml.create_element("guid")
                .with_attribute(("isPermaLink", "true"))
                .write_text_content(BytesText::new(&format!("{origin}/permalink/movie/{}/", film.id)))?;
            text(xml, "pubDate", &rfc2822::to_string(&published).map_err(io::Error::other)?)?;
            context.genres(film).iter().try_for_each(|genre| text(xml, "category", genre))?;
            if synopsis.is_empty() { Ok(()) } else { text(xml, "description", synopsis) }
        })
        .map(drop)
}

fn text(xml: &mut Xml, name: &str, value: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(value)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_markup_is_text() {
        let mut xml = Writer::new(Vec::new());
        text(&mut xml, "title", "A <b> & \"C\"").unwrap();
        assert_eq!(xml.into_inner(), b"<title>A &lt;b&gt; &amp; &quot;C&quot;</title>");
    }
}
