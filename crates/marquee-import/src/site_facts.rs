//! What a site knows that a schedule does not say.

use marquee_feeds::{FEW_LEFT_PERCENT, ReadOptions, SiteNames};
use marquee_model::catalog::{Movie, Theater};
use marquee_model::settings::SiteRecord;
use marquee_model::{TheaterId, money, time};

/// What reading a schedule needs to know of its site.
#[derive(Debug, Clone)]
pub struct SiteFacts {
    /// ISO 3166-1 alpha-2.
    country: String,
    /// Language of the site, for example `en`.
    language: String,
    /// Time zone of theaters without one (LOCALE-03).
    time_zone: String,
    business_day_start_hour: u8,
    few_left_percent: u8,
    theaters: Vec<Theater>,
    movies: Vec<Movie>,
    /// The theater of rows that name none.
    theater: Option<TheaterId>,
    /// Address before paths of booking links.
    booking_site: Option<String>,
}

impl SiteFacts {
    #[must_use]
    pub fn of_site(record: &SiteRecord, theaters: Vec<Theater>, movies: Vec<Movie>) -> Self {
        let options = &record.config.options;
        Self {
            country: record.config.country.iso31661_a2.clone(),
            language: record.config.locale.short().to_owned(),
            time_zone: "UTC".to_owned(),
            business_day_start_hour: options.business_day_start_hour(),
            few_left_percent: options.few_left_percent.unwrap_or(FEW_LEFT_PERCENT),
            theaters,
            movies,
            theater: None,
            booking_site: Some(record.settings.ticketing_url.clone()).filter(|url| !url.is_empty()),
        }
    }

    /// Of a site that is being set up. Its time zone is that of theaters without one.
    #[must_use]
    pub fn of_new_site(country: &str, locale: &str, time_zone: &str, theater: Theater) -> Self {
        Self {
            country: country.to_owned(),
            language: locale.split('-').next().unwrap_or_default().to_owned(),
            time_zone: time_zone.to_owned(),
            business_day_start_hour: time::BUSINESS_DAY_START_HOUR,
            few_left_percent: FEW_LEFT_PERCENT,
            theaters: vec![theater],
            movies: Vec::new(),
            theater: None,
            booking_site: None,
        }
    }

    /// With other films of the site.
    #[must_use]
    pub fn with_films(self, movies: Vec<Movie>) -> Self {
        Self { movies, ..self }
    }

    /// With the theater of rows that name none.
    #[must_use]
    pub fn at_theater(self, theater: Option<TheaterId>) -> Self {
        Self { theater, ..self }
    }

    /// With the address before paths of booking links; if `None`, it is the site's address for tickets.
    #[must_use]
    pub fn with_booking_site(self, booking_site: Option<String>) -> Self {
        Self { booking_site: booking_site.or(self.booking_site), ..self }
    }

    /// The options to read a schedule with.
    #[must_use]
    pub fn options(&self) -> ReadOptions<'_> {
        ReadOptions {
            business_day_start_hour: self.business_day_start_hour,
            default_time_zone: &self.time_zone,
            few_left_percent: self.few_left_percent,
            language: Some(&self.language),
            known: SiteNames {
                theaters: &self.theaters,
                movies: &self.movies,
                theater: self.theater.as_ref(),
                currency: money::currency_of(&self.country).unwrap_or("USD"),
                month_first: self.country == "US",
                booking_site: self.booking_site.as_deref(),
            },
            ..ReadOptions::default()
        }
    }
}
