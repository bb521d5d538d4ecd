//! Completes a page with the data that all pages share.

use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use marquee_api::{MemberScreen, PageAlert, PageAlerts, PageBody, PageData, PageHead, RenderTime};
use marquee_messages::server;
use marquee_model::Tag;
use marquee_model::catalog::{Theater, TheaterAlert};
use marquee_store::StoreError;

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, frame};
use crate::kind::Resource;

/// How long a page that shows the time of day is valid.
const CLOCK_LIFETIME: SignedDuration = SignedDuration::from_secs(60);

impl PageContext<'_> {
    /// Whether the path has the prefix of previews (LINK-04).
    pub(super) fn is_preview(&self) -> bool {
        let path = self.path.strip_prefix(self.prefix.as_str()).unwrap_or(&self.path);
        self.site.record.config.is_preview(path)
    }

    /// Completes a page with the data that all pages share.
    pub async fn finish(&self, page: PageDraft) -> Result<BuiltPage, StoreError> {
        let about = page.theater.as_ref();
        let tz = page.clock.clone().unwrap_or_else(|| self.zone(about));
        let today = self.today(&tz);
        let mut valid_until = self.day_end(&tz);
        if let Some(changes) = page.next_change {
            valid_until = valid_until.min(changes);
        }
        if let Some(end) = *self.rights_end.lock() {
            valid_until = valid_until.min(end);
        }
        if let Some(at) = self.next_public_sale() {
            valid_until = valid_until.min(at);
        }
        if page.clock.is_some() {
            valid_until = valid_until.min(self.now.saturating_add(CLOCK_LIFETIME).unwrap_or(valid_until));
        }
        let (alerts, alerts_change_at) = self.alerts(&page.body, about);
        if let Some(end) = alerts_change_at {
            valid_until = valid_until.min(end);
        }
        let name = self.site_name();
        let title = if page.title.is_empty() { name.to_owned() } else { format!("{} | {name}", page.title) };
        let mut tags = page.tags;
        tags.push(Tag::Site);
        let head = PageHead {
            title,
            description: marquee_model::text::shorten(&page.description, 200),
            canonical: format!("{}{}", self.site.origin, self.path),
            index: page.status == StatusCode::OK && !page.is_noindex && !self.is_preview(),
        };
        let now = page.clock.as_ref().map(|tz| RenderTime {
            text: self.formats.time_in(self.now, tz).text(),
            offset: i16::try_from(tz.to_offset(self.now).seconds() / 60).unwrap_or(0),
            minute: self.minute(self.now, today, tz),
        });
        let data = PageData {
            site: frame::site(self, about, &page.body),
            context: frame::context(self, about),
            head,
            theater: about.or_else(|| self.theater()).map(|t| frame::theater_ref(self, t)),
            attributes: frame::attributes(self, &self.used_attributes.lock()),
            clock_shift: (!self.shift.is_zero()).then(|| self.shift.as_secs()),
            now,
            alerts,
            page: page.body,
        };
        let graph = if data.head.index { page.graph } else { Vec::new() };
        let preview_picture_url =
            format!("{}{}{}", self.site.origin, self.prefix, Resource::Share(page.preview_subject).path());
        let focal_pictures = std::mem::take(&mut *self.focal_pictures.lock());
        Ok(BuiltPage {
            data,
            status: page.status,
            tags,
            valid_until,
            never_after: alerts_change_at,
            graph,
            preview_picture_url,
            focal_pictures,
        })
    }

    /// The alerts that a page shows, and when the first of them ends: the page of a theater shows that of the theater, pages of
    /// films and of orders, which have e-tickets, those of all theaters (ux 5.9). The selected theater comes first.
    fn alerts(&self, body: &PageBody, about: Option<&Theater>) -> (Option<PageAlerts>, Option<Timestamp>) {
        let mut theaters: Vec<&Theater> = match body {
            PageBody::Theater(_) => about.into_iter().collect(),
            PageBody::Film(_) => self.snapshot.theaters.iter().collect(),
            PageBody::Member(page) if page.screen == MemberScreen::Orders => {
                self.snapshot.theaters.iter().chain(self.snapshot.hidden_theaters.iter()).collect()
            }
            _ => return (None, None),
        };
        let selected = self.theater().map(|t| &t.id);
        theaters.sort_by_key(|t| Some(&t.id) != selected);
        let current = |t: &&Theater| Some((t.name.clone(), self.snapshot.alert(&t.id, self.now)?));
        let current: Vec<(String, &TheaterAlert)> = theaters.iter().filter_map(current).collect();
        let first_end = current.iter().map(|(_, alert)| alert.ends_at).min();
        let items = current.into_iter().map(|(name, alert)| PageAlert {
            theater: if self.is_circuit() { name } else { String::new() },
            message: alert.message_in(self.formats.locale().short()).to_owned(),
        });
        let alerts = first_end.map(|_| PageAlerts {
            label: server::alerts_label(self.language()).to_owned(),
            items: items.collect(),
        });
        (alerts, first_end)
    }
}
