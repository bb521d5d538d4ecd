//! Settings of third parties: consent platform, analytics, tag managers, marketing tracker, ads. They are the same for all
//! visitors and in a separate resource (`/api/third-parties.json`), so that pages do not include them.

use marquee_model::settings::{AdLocation, AdsDisplay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The third parties of a site, for the pages of a theater. Absent parts are not configured and load nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThirdParties {
    /// The consent notice; absent if none is configured (CONS-02, CONS-11, CONS-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentNotice>,
    /// The vendors that need consent in mode gdpr (CONS-06).
    pub vendors: Vendors,
    /// The analytics service (ANLY-08).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics: Option<AnalyticsService>,
    /// Tag-manager containers; empty for none (ANLY-09, ANLY-10).
    pub containers: Vec<TagContainer>,
    /// URL of the container script, without query.
    pub container_script: String,
    /// URL of the tag-manager launch script; empty for none (ANLY-11).
    pub launch_script: String,
    /// The cinema-marketing tracker (ANLY-01, ANLY-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marketing: Option<Marketing>,
    /// Ads; absent with `adsDisplay` NONE (ADS-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ads: Option<Ads>,
    /// `websiteId` of the configuration, for tag managers; empty for none (SITE-09).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub website_id: String,
    /// `circuitId` of the configuration, for tag managers; empty for none (SITE-09).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub circuit_id: String,
}

/// A purpose of data use that visitors can allow. The notice lists them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ConsentPurpose {
    Measurement,
    Advertising,
    Marketing,
}

/// The consent notice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "tool", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ConsentNotice {
    /// The consent platform Didomi (CONS-11, CONS-13).
    Didomi {
        /// The notice id.
        notice_id: String,
        /// The public key of the operator's account.
        api_key: String,
        /// Base URL of its scripts, with a trailing slash.
        sdk_path: String,
        /// The site's name.
        app_name: String,
        /// Absolute URL of the logo; empty for none.
        logo_url: String,
        /// Absolute URL of the privacy policy; empty for none.
        privacy_policy_url: String,
        /// The country, ISO 3166-1 alpha-2.
        country: String,
    },
    /// The built-in banner, without a third party.
    Embedded {
        /// The regulation that applies to all visitors: one of CONS-05, or empty for none.
        regulation: String,
        /// URL of the privacy policy; empty for none.
        privacy_href: String,
        /// The purposes of the site's services; measurement and advertising if it has no services.
        purposes: Vec<ConsentPurpose>,
        /// Changes when the purposes change. Under an opt-in regulation, a choice is valid for one revision.
        revision: String,
    },
}

/// Vendor ids at the consent platform (CONS-06).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Vendors {
    pub web_analytics: String,
    pub google: String,
    pub tag_manager_analytics: String,
}

/// The analytics service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalyticsService {
    /// The product's id, then the site's ids; at least one, without duplicates (ANLY-08, ANLY-12).
    pub measurement_ids: Vec<String>,
    /// URL of its script, without query.
    pub script: String,
}

/// The purpose of a tag-manager container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ContainerPurpose {
    /// Ads (ANLY-09).
    Ads,
    /// The tracker `enableTargettTracking` (ANLY-09).
    Targett,
    /// The site's own (ANLY-10).
    Site,
}

/// A tag-manager container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagContainer {
    pub purpose: ContainerPurpose,
    /// Its id, such as `GTM-ABC1`.
    pub id: String,
}

/// The cinema-marketing tracker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Marketing {
    /// URL of its script, including the customer id.
    pub script: String,
    pub customer_id: String,
    /// Whether it waits for consent (ANLY-01).
    pub requires_consent: bool,
}

/// How a site shows ads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ads {
    /// `adsDisplay` (SET-03).
    pub display: AdsDisplay,
    /// `adsLocation` (SET-04).
    pub locations: Vec<AdLocation>,
    /// Keys of the custom locations (SET-05).
    pub custom_keys: Vec<String>,
    /// The size mapping as JSON text (SET-06); empty for none.
    pub size_mapping: String,
    /// URL of the wrapper script, of `adsCustom.url` or of the library; empty for none (ADS-05, ADS-06).
    pub wrapper_script: String,
    /// URL of the tag script for CUSTOM_WITHOUT_WRAPPER (ADS-14).
    pub tag_script: String,
    /// The first part of the ad page path (ADS-17).
    pub site_code: String,
    /// The ad network's code, for CUSTOM_WITHOUT_WRAPPER (ADS-27).
    pub network_code: String,
    /// Prefix of the key in ad unit paths (ADS-27).
    pub slot_prefix: String,
    /// The site's id at the ad network (ADS-21).
    pub website_id: String,
    /// The site's host name.
    pub domain: String,
    pub circuit_id: String,
    pub circuit_name: String,
    /// The circuit's segment of the ad page path; may be empty (ADS-18).
    pub circuit_slug: String,
    /// Whether pages of the member area have slots (security 6.2).
    pub on_member_pages: bool,
    /// The theater of the page, else the selected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater: Option<AdTheater>,
    /// Ids of films with a show today or later, at the theater or at any; ads need them (ADS-11, ADS-20).
    pub scheduled_movie_ids: Vec<String>,
}

/// The theater for which ads are selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdTheater {
    pub id: String,
    pub name: String,
    /// The theater's segment of the ad page path; may be empty (ADS-18).
    pub slug: String,
    pub href: String,
}
