//! The third parties of a site, from its settings and the server's, and the CSP sources they need.

mod policy;

use marquee_api::paths::THIRD_PARTY_PROXY_PATH;
use marquee_api::{
    Ads, AnalyticsService, ConsentNotice, ConsentPurpose, ContainerPurpose, Marketing, PageBody,
    TagContainer, ThirdParties, Vendors,
};
use marquee_model::settings::{AdsDisplay, MarketingTracker, SiteRecord, TrackerType, library_code};
use marquee_model::text;
use marquee_site::SiteHandle;
use url::Url;

pub use policy::CspSources;

const DIDOMI: &str = "https://sdk.privacy-center.org/";
const ANALYTICS: &str = "https://www.googletagmanager.com/gtag/js";
const CONTAINERS: &str = "https://www.googletagmanager.com/gtm.js";
const AD_TAG: &str = "https://securepubads.g.doubleclick.net/tag/js/gpt.js";
const SLOT_PREFIX: &str = "WMP_";

/// Server-wide settings of third parties (ANLY-12, SET-02).
#[derive(Debug, Clone, Default)]
pub struct ThirdPartySettings {
    /// Overrides every site's `cookieBannerDidomiId`; an empty string disables that notice.
    pub consent_notice_id: Option<String>,
    /// Overrides every site's `consentApiKey`.
    pub consent_api_key: Option<String>,
    /// The product's own measurement id; empty for none.
    pub analytics_id: String,
    /// The tag container of sites with ads; empty for none.
    pub ads_container_id: String,
    /// The tag container of sites with `enableTargettTracking`; empty for none.
    pub targett_container_id: String,
    /// Stand-ins for all third parties, for the demo and tests.
    pub source: ThirdPartySource,
}

/// Which servers third-party content is loaded from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ThirdPartySource {
    /// The third parties' own servers.
    #[default]
    Original,
    /// Stand-ins at this URL, which has no path.
    StandIns(Url),
    /// No servers: sites load nothing from third parties.
    Disabled,
}

impl ThirdPartySource {
    /// The origin of the stand-ins, if they are used.
    #[must_use]
    pub fn stand_ins(&self) -> Option<String> {
        match self {
            Self::StandIns(base) => Some(base.origin().ascii_serialization()),
            Self::Original | Self::Disabled => None,
        }
    }

    /// The URL to load: `real`, or `path` at the stand-ins. Empty if `real` is empty.
    fn address(&self, real: &str, path: &str) -> String {
        match self {
            _ if real.is_empty() => String::new(),
            Self::StandIns(base) => base.join(path).map_or_else(|_| String::new(), String::from),
            Self::Original | Self::Disabled => real.to_owned(),
        }
    }

    /// The URL of a script from the settings.
    ///
    /// It goes through the proxy only if the site lists it: by default, browsers load scripts directly.
    fn script(&self, record: &SiteRecord, real: &str, path: &str) -> String {
        let proxy_urls = record.config.options.third_party_proxy_urls.as_ref();
        if *self == Self::Original && proxy_urls.is_some_and(|urls| urls.iter().any(|url| url == real)) {
            let quoted: String = url::form_urlencoded::byte_serialize(real.as_bytes()).collect();
            return format!("{THIRD_PARTY_PROXY_PATH}?url={quoted}");
        }
        self.address(real, path)
    }
}

/// The third parties of a page: none on the offline page; only ads, if the site allows them, in the member area.
pub(crate) fn for_page(
    site: &SiteHandle,
    server: &ThirdPartySettings,
    page: &PageBody,
) -> Option<ThirdParties> {
    let all = for_site(site, server);
    let parties = match page {
        PageBody::Offline(_) => return None,
        PageBody::Member(_) => {
            let ads = all.ads.filter(|ads| ads.on_member_pages);
            ThirdParties {
                consent: all.consent.filter(|_| ads.is_some()),
                analytics: None,
                containers: Vec::new(),
                launch_script: String::new(),
                marketing: None,
                ads,
                ..all
            }
        }
        _ => all,
    };
    loads(&parties).then_some(parties)
}

fn loads(parties: &ThirdParties) -> bool {
    parties.consent.is_some()
        || parties.analytics.is_some()
        || !parties.containers.is_empty()
        || !parties.launch_script.is_empty()
        || parties.marketing.is_some()
        || parties.ads.is_some()
}

/// The third parties of a site, without the fields that depend on language and theater.
pub(crate) fn for_site(site: &SiteHandle, server: &ThirdPartySettings) -> ThirdParties {
    let record = &site.record;
    let options = &record.config.options;
    let vendors = &options.consent_vendors;
    let mut all = ThirdParties {
        consent: None,
        vendors: Vendors {
            web_analytics: vendors.web_analytics.clone(),
            google: vendors.google.clone(),
            tag_manager_analytics: vendors.tag_manager_analytics.clone(),
        },
        analytics: None,
        containers: Vec::new(),
        container_script: server.source.address(CONTAINERS, "gtm.js"),
        launch_script: String::new(),
        marketing: None,
        ads: None,
        website_id: record.config.website_id.clone(),
        circuit_id: record.config.circuit_id.clone(),
    };
    if server.source == ThirdPartySource::Disabled {
        return all;
    }
    all.analytics = analytics(record, server);
    all.containers = containers(record, server);
    let launch = options.tag_manager_launch_url.as_deref().unwrap_or_default();
    all.launch_script = server.source.script(record, launch, "launch.js");
    all.marketing = marketing(record, server);
    all.ads = ads(record, server);
    all.consent = consent(record, server, &all);
    all
}

/// The consent notice, unless it is disabled (CONS-11, CONS-12, SET-02).
fn consent(
    record: &SiteRecord,
    server: &ThirdPartySettings,
    services: &ThirdParties,
) -> Option<ConsentNotice> {
    let options = &record.config.options;
    if options.consent_disabled {
        return None;
    }
    let configured_id = record.settings.cookie_banner_didomi_id.as_deref().unwrap_or_default();
    let notice_id = server.consent_notice_id.as_deref().unwrap_or(configured_id);
    if !notice_id.is_empty() {
        return Some(ConsentNotice::Didomi {
            notice_id: notice_id.to_owned(),
            api_key: server.consent_api_key.clone().unwrap_or_else(|| options.consent_api_key.clone()),
            sdk_path: server.source.address(DIDOMI, "didomi/"),
            app_name: String::new(),
            logo_url: String::new(),
            privacy_policy_url: String::new(),
            country: record.config.country.iso31661_a2.clone(),
        });
    }
    let is_used = purposes_in_use(services);
    options.embedded_consent.enabled.then(|| ConsentNotice::Embedded {
        regulation: options.embedded_consent.regulation.as_str().to_owned(),
        privacy_href: String::new(),
        purposes: offered_purposes(is_used),
        revision: is_used.map(|(_, is_used)| if is_used { '1' } else { '0' }).iter().collect(),
    })
}

/// Whether a service of the site needs consent for each purpose.
fn purposes_in_use(services: &ThirdParties) -> [(ConsentPurpose, bool); 3] {
    let measures = services.analytics.is_some() || !services.launch_script.is_empty();
    [
        (ConsentPurpose::Measurement, measures),
        (ConsentPurpose::Advertising, services.ads.is_some() || !services.containers.is_empty()),
        (ConsentPurpose::Marketing, services.marketing.is_some()),
    ]
}

/// The purposes that a notice offers.
fn offered_purposes(is_used: [(ConsentPurpose, bool); 3]) -> Vec<ConsentPurpose> {
    let used: Vec<_> =
        is_used.into_iter().filter(|(_, is_used)| *is_used).map(|(purpose, _)| purpose).collect();
    if used.is_empty() { vec![ConsentPurpose::Measurement, ConsentPurpose::Advertising] } else { used }
}

/// The measurement ids of the product and of the site (ANLY-08).
fn analytics(record: &SiteRecord, server: &ThirdPartySettings) -> Option<AnalyticsService> {
    let configured_id = record.config.trackers.google_analytics_v4.as_deref();
    let mut measurement_ids: Vec<String> = Vec::new();
    for id in [server.analytics_id.as_str()]
        .into_iter()
        .chain(configured_id)
        .chain(tracked(record, TrackerType::GoogleAnalyticsV4))
    {
        if !id.is_empty() && measurement_ids.iter().all(|existing_id| existing_id != id) {
            measurement_ids.push(id.to_owned());
        }
    }
    let script = server.source.address(ANALYTICS, "gtag/js");
    (!measurement_ids.is_empty()).then_some(AnalyticsService { measurement_ids, script })
}

/// The tag containers of the product and of the site (ANLY-09, ANLY-10).
fn containers(record: &SiteRecord, server: &ThirdPartySettings) -> Vec<TagContainer> {
    let settings = &record.settings;
    let has_ads = settings.ads_display != AdsDisplay::None;
    let product = [
        (ContainerPurpose::Ads, has_ads, &server.ads_container_id),
        (ContainerPurpose::Targett, settings.enable_targett_tracking, &server.targett_container_id),
    ];
    let product =
        product.into_iter().filter(|(_, is_on, _)| *is_on).map(|(purpose, _, id)| (purpose, id.as_str()));
    let configured = record.config.trackers.google_tag_manager.as_deref();
    let site_containers = tracked(record, TrackerType::GoogleTagManager)
        .chain(configured)
        .map(|id| (ContainerPurpose::Site, id));
    let mut containers: Vec<TagContainer> = Vec::new();
    for (purpose, id) in product.chain(site_containers) {
        if !id.is_empty() && containers.iter().all(|existing| existing.id != id) {
            containers.push(TagContainer { purpose, id: id.to_owned() });
        }
    }
    containers
}

/// The tokens of the site's trackers of a type (SET-08).
fn tracked(record: &SiteRecord, kind: TrackerType) -> impl Iterator<Item = &str> {
    record.settings.trackers.iter().filter(move |t| t.kind == kind.name()).map(|t| t.token.as_str())
}

/// The marketing tracker's settings; `None` unless it is enabled and has a customer id and a script (ANLY-02).
fn marketing_tracker(record: &SiteRecord) -> Option<&MarketingTracker> {
    let tracker = &record.config.options.marketing_tracker;
    let is_complete = !tracker.customer_id.is_empty() && !tracker.script_url.is_empty();
    (tracker.enabled && is_complete).then_some(tracker)
}

/// The customer id of the marketing tracker, encoded for a URL.
fn customer_in_url(tracker: &MarketingTracker) -> String {
    url::form_urlencoded::byte_serialize(tracker.customer_id.as_bytes()).collect()
}

/// The URL of the marketing tracker's script.
fn marketing_script(tracker: &MarketingTracker) -> String {
    tracker.script_url.replace("{customerId}", &customer_in_url(tracker))
}

fn marketing(record: &SiteRecord, server: &ThirdPartySettings) -> Option<Marketing> {
    let tracker = marketing_tracker(record)?;
    let stand_in = format!("marketing.js?customer={}", customer_in_url(tracker));
    Some(Marketing {
        script: server.source.script(record, &marketing_script(tracker), &stand_in),
        customer_id: tracker.customer_id.clone(),
        requires_consent: record.config.options.marketing_tracker_requires_consent,
    })
}

/// The scripts the third-party proxy may serve: those listed for it, else those that the site has configured (ROUTE-13).
#[must_use]
pub fn proxied_scripts(record: &SiteRecord) -> Vec<String> {
    let options = &record.config.options;
    let all = match &options.third_party_proxy_urls {
        Some(configured) => configured.clone(),
        None => {
            let marketing = marketing_tracker(record).map(marketing_script);
            let launch = options.tag_manager_launch_url.clone();
            let ads = (record.settings.ads_display != AdsDisplay::None).then(|| {
                let tag = options.ad_tag_script_url.clone().unwrap_or_else(|| AD_TAG.to_owned());
                [wrapper(record).0, tag]
            });
            marketing.into_iter().chain(launch).chain(ads.into_iter().flatten()).collect()
        }
    };
    all.into_iter().filter(|url| url.starts_with("https://")).collect()
}

/// The URL of the ad wrapper's script, empty without a wrapper, and the site code (ADS-05, ADS-06, SET-07).
fn wrapper(record: &SiteRecord) -> (String, String) {
    let (settings, options) = (&record.settings, &record.config.options);
    let (address, site_code) = if settings.ads_display == AdsDisplay::Custom {
        let url = settings.ads_custom.as_ref().map_or("", |c| c.url.as_str());
        (url.to_owned(), library_code(url).to_owned())
    } else {
        let network = network(&record.config.country.iso31661_a2);
        let base = options.ad_library_base_url.trim_end_matches('/');
        let address = if base.is_empty() { String::new() } else { format!("{base}/library/{network}") };
        (address, network.to_owned())
    };
    let is_used = settings.ads_display != AdsDisplay::CustomWithoutWrapper && !site_code.is_empty();
    (if is_used { address } else { String::new() }, site_code)
}

/// The settings of ads; `None` for a site without ads (ADS-04 to ADS-06, ADS-14, ADS-21, ADS-26, ADS-27).
fn ads(record: &SiteRecord, server: &ThirdPartySettings) -> Option<Ads> {
    let (settings, options) = (&record.settings, &record.config.options);
    let display = settings.ads_display;
    if display == AdsDisplay::None {
        return None;
    }
    let custom_ads = settings.ads_custom.as_ref();
    // Only these displays fill custom locations.
    let has_custom = matches!(display, AdsDisplay::Custom | AdsDisplay::CustomWithoutWrapper);
    let (wrapper, site_code) = wrapper(record);
    let tag = options.ad_tag_script_url.as_deref().unwrap_or(AD_TAG);
    Some(Ads {
        display,
        locations: settings.ads_location.clone(),
        custom_keys: custom_ads
            .filter(|_| has_custom)
            .map_or_else(Vec::new, |c| c.locations.iter().map(|l| l.key.clone()).collect()),
        size_mapping: custom_ads.map_or_else(String::new, |c| c.size_mapping.clone()),
        wrapper_script: server.source.script(record, &wrapper, &format!("library/{site_code}")),
        // The tag must be loaded from its own origin, never through the proxy.
        tag_script: server.source.address(tag, "tag/js/gpt.js"),
        site_code,
        network_code: custom_ads.map_or_else(String::new, |c| c.network_code.clone()),
        slot_prefix: options.ad_slot_prefix.clone().unwrap_or_else(|| SLOT_PREFIX.to_owned()),
        website_id: website_id(&settings.id),
        domain: settings.domain.clone(),
        circuit_id: settings.circuit.id.clone().unwrap_or_default(),
        circuit_name: settings.circuit.name.clone(),
        circuit_slug: text::ascii_slug(&settings.circuit.name),
        on_member_pages: options.ads_on_member_pages,
        theater: None,
        scheduled_movie_ids: Vec::new(),
    })
}

/// The ad network and its code for a country (ADS-26).
fn network(country: &str) -> &'static str {
    if country.eq_ignore_ascii_case("FR") { "120157152/WMP_FR_WEB" } else { "9518146/WMP_US_WEB" }
}

/// The part after the last colon of a base64-decoded id, else the id itself (ADS-21).
fn website_id(id: &str) -> String {
    use base64::Engine;
    let decoded = base64::engine::general_purpose::STANDARD.decode(id).ok();
    let text = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
    match text.as_deref().and_then(|t| t.rsplit_once(':')) {
        Some((_, own)) if !own.is_empty() => own.to_owned(),
        _ => id.to_owned(),
    }
}

#[cfg(test)]
mod tests;
