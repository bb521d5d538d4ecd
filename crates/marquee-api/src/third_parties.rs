//! What a site loads from other machines: consent tool, analytics, tag managers, marketing tracker, ads. It is the same for
//! everybody and answered by itself (`/api/third-parties.json`), so that a page without any carries none of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The third parties of a site, as one theater's pages use them. What is absent is not configured and loads nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ThirdParties {
    /// Who asks visitors for consent; absent means that no consent notice is configured (CONS-02, CONS-11, CONS-12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub consent: Option<ConsentNotice>,
    /// The vendors whose consent is asked for in mode gdpr (CONS-06).
    pub vendors: Vendors,
    /// The analytics service (ANLY-08).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub analytics: Option<AnalyticsService>,
    /// Tag-manager containers; empty for none (ANLY-09, ANLY-10).
    pub containers: Vec<TagContainer>,
    /// Address of the container script, without its query.
    pub container_script: String,
    /// The tag-manager launch script; empty for none (ANLY-11).
    pub launch_script: String,
    /// The cinema-marketing tracker (ANLY-01, ANLY-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub marketing: Option<Marketing>,
    /// Ads; absent with `adsDisplay` NONE (ADS-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ads: Option<Ads>,
    /// `websiteId` of the configuration, for tag managers; empty for none (SITE-09).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub website_id: String,
    /// `circuitId` of the configuration, for tag managers; empty for none (SITE-09).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub circuit_id: String,
}

/// Who asks visitors for consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "tool", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ConsentNotice {
    /// The consent tool Didomi (CONS-11, CONS-13).
    Didomi {
        /// The notice.
        notice_id: String,
        /// The public key of the operator's account.
        api_key: String,
        /// Base address of the tool's scripts, with a slash at its end.
        sdk_path: String,
        /// The site's name.
        app_name: String,
        /// Absolute address of the logo; empty for none.
        logo_url: String,
        /// Absolute address of the privacy policy; empty for none.
        privacy_policy_url: String,
        /// The country, ISO 3166-1 alpha-2.
        country: String,
    },
    /// The banner of this product, which asks nobody else.
    Embedded {
        /// The regulation that counts for everybody: one of CONS-05, or empty for none.
        regulation: String,
        /// Where the privacy policy is; empty for none.
        privacy_href: String,
        /// Changes with what visitors are asked for: an older choice is asked for again.
        revision: String,
    },
}

/// Ids of the consent tool's vendors (CONS-06).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct Vendors {
    pub web_analytics: String,
    pub google: String,
    pub tag_manager_analytics: String,
}

/// The analytics service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnalyticsService {
    /// The product's own id, then the site's; at least one, none twice (ANLY-08, ANLY-12).
    pub measurement_ids: Vec<String>,
    /// Address of its script, without its query.
    pub script: String,
}

/// A tag-manager container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagContainer {
    /// What it is for: `ads`, `targett` or `site`.
    #[ts(type = "'ads' | 'targett' | 'site'")]
    pub purpose: String,
    /// Its id, such as `GTM-ABC1`.
    pub id: String,
}

/// The cinema-marketing tracker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Marketing {
    /// Address of its script, the customer id in it.
    pub script: String,
    /// The customer.
    pub customer_id: String,
    /// Whether it waits for consent too (ANLY-01).
    pub requires_consent: bool,
}

/// How a site shows ads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Ads {
    /// `adsDisplay` (SET-03).
    #[ts(type = "'PROGRAMMATIC' | 'CUSTOM' | 'CUSTOM_WITHOUT_WRAPPER' | 'RESTRICTED'")]
    pub display: String,
    /// `adsLocation` (SET-04).
    #[ts(type = "Array<'INTERSTITIAL' | 'PAGES_BOTTOM' | 'PAGES_TOP' | 'PULSE'>")]
    pub locations: Vec<String>,
    /// Keys of the custom locations (SET-05).
    pub custom_keys: Vec<String>,
    /// The size mapping as its text (SET-06); empty for none.
    pub size_mapping: String,
    /// The wrapper's script: of `adsCustom.url` or of the library; empty for none, which loads none (ADS-05, ADS-06).
    pub wrapper_script: String,
    /// The tag's script of CUSTOM_WITHOUT_WRAPPER (ADS-14).
    pub tag_script: String,
    /// The first part of the ad page path (ADS-17).
    pub site_code: String,
    /// The ad network's code, for CUSTOM_WITHOUT_WRAPPER (ADS-27).
    pub network_code: String,
    /// Stands before the key in ad unit paths (ADS-27).
    pub slot_prefix: String,
    /// The site's id as the ad network knows it (ADS-21).
    pub website_id: String,
    /// The site's host name.
    pub domain: String,
    /// The circuit's id.
    pub circuit_id: String,
    /// The circuit's name.
    pub circuit_name: String,
    /// Whether pages of the member area have slots too (security 6.2).
    pub on_member_pages: bool,
    /// The theater these are for: that of the page, else the selected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub theater: Option<AdTheater>,
    /// Ids of the films with a show today or later, at the theater or anywhere; ads wait for them (ADS-11, ADS-20).
    pub scheduled_movie_ids: Vec<String>,
}

/// The theater that ads are chosen for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names say it")]
pub struct AdTheater {
    pub id: String,
    pub name: String,
    pub href: String,
}
