//! The third parties of a page, with the fields that depend on its language and theater.

use marquee_api::{AdTheater, ConsentNotice, PageBody, ReservedAdSpace, ThirdParties, ThirdPartySummary};
use marquee_media::Format;
use marquee_model::catalog::Theater;
use marquee_model::settings::AdLocation;
use marquee_model::{MediaRef, text};

use super::context::PageContext;
use crate::kind::Resource;
use crate::third_parties::{for_page, for_site};

/// The third parties of the context's site, for pages about a theater or for other pages.
#[must_use]
pub fn third_parties(
    context: &PageContext<'_>,
    theater: Option<&Theater>,
    scheduled: Vec<String>,
) -> ThirdParties {
    let (record, server) = (&context.site.record, context.third_parties);
    let mut all = for_site(context.site, server);
    if let Some(ConsentNotice::Didomi { logo_url, privacy_policy_url, app_name, .. }) = &mut all.consent {
        let logo = context.picture(MediaRef::parse(&record.settings.logo.src).ok().as_ref());
        *logo_url = logo
            .map(|p| context.site.origin.clone() + &context.picture_path(&p, 320, Format::Png))
            .unwrap_or_default();
        *privacy_policy_url =
            privacy(context).map(|path| context.site.origin.clone() + &path).unwrap_or_default();
        app_name.push_str(context.site_name());
    }
    if let Some(ConsentNotice::Embedded { privacy_href, .. }) = &mut all.consent {
        *privacy_href = privacy(context).unwrap_or_default();
    }
    if let Some(ads) = &mut all.ads {
        ads.theater = theater.map(|t| AdTheater {
            id: t.id.to_string(),
            name: t.name.clone(),
            slug: text::ascii_slug(&t.name),
            href: context.hrefs.theater(t),
        });
        ads.scheduled_movie_ids = scheduled;
    }
    all
}

/// The path of the privacy policy (ROUTE-07); `None` if the site has none.
fn privacy(context: &PageContext<'_>) -> Option<String> {
    let slug = context.site.record.settings.privacy_policy_page.slug.as_str();
    (!slug.is_empty()).then(|| context.hrefs.path(&format!("/{slug}/")))
}

/// What a page needs before it fetches its third parties; `None` if it has none (security 6.2), and on previews (security 6.7).
pub fn page_third_parties(
    context: &PageContext<'_>,
    page: &PageBody,
    theater: Option<&Theater>,
) -> Option<ThirdPartySummary> {
    if context.is_preview() {
        return None;
    }
    let parties = for_page(context.site, context.third_parties, page)?;
    Some(ThirdPartySummary {
        href: context.hrefs.path(&Resource::ThirdParties(theater.map(|t| t.id.clone())).path()),
        has_notice: parties.consent.is_some(),
        ads: parties.ads.map(|ads| ReservedAdSpace {
            header: ads.locations.contains(&AdLocation::PagesTop),
            footer: ads.locations.contains(&AdLocation::PagesBottom),
            custom_keys: ads.custom_keys,
            size_mapping: ads.size_mapping,
        }),
    })
}
