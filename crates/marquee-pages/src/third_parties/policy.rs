//! CSP sources for third parties (security 6.1): fixed hosts of the services that a site uses, and the origins of scripts in
//! the site's settings.

use marquee_api::{ConsentNotice, PageBody, ThirdParties};
use marquee_model::settings::AdsDisplay;
use marquee_site::SiteHandle;
use url::Url;

use super::{ThirdPartySettings, for_page};

/// Hosts of one service, by CSP directive.
struct Hosts {
    script: &'static str,
    connect: &'static str,
    img: &'static str,
    frame: &'static str,
}

const DIDOMI: Hosts = Hosts {
    script: "https://sdk.privacy-center.org",
    connect: "https://sdk.privacy-center.org https://api.privacy-center.org",
    img: "https://sdk.privacy-center.org",
    frame: "",
};
const GOOGLE_TAGS: Hosts = Hosts {
    script: "https://www.googletagmanager.com",
    connect: "https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
    img: "https://www.googletagmanager.com https://*.google-analytics.com",
    frame: "https://www.googletagmanager.com",
};
/// The publisher tag and the hosts it loads from. The ad wrapper loads the tag.
const GOOGLE_ADS: Hosts = Hosts {
    script: "https://securepubads.g.doubleclick.net https://pagead2.googlesyndication.com \
             https://*.adtrafficquality.google",
    connect: "https://securepubads.g.doubleclick.net https://*.googlesyndication.com \
              https://*.adtrafficquality.google",
    img: "https://*.doubleclick.net https://*.googlesyndication.com https://*.adtrafficquality.google",
    frame: "https://*.safeframe.googlesyndication.com https://tpc.googlesyndication.com \
            https://*.doubleclick.net https://*.adtrafficquality.google",
};
const AD_WRAPPER: Hosts = Hosts {
    script: "https://*.getjad.io",
    connect: "https://*.getjad.io",
    img: "https://*.getjad.io",
    frame: "",
};

/// CSP sources to add to a page's policy, with a space before each source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CspSources {
    pub script: String,
    pub connect: String,
    pub img: String,
    pub frame: String,
    /// Whether scripts may evaluate text as code, which ads do.
    pub eval: bool,
    /// Whether inline styles are allowed, which the consent tool uses.
    pub inline_styles: bool,
}

impl CspSources {
    #[must_use]
    pub fn for_page(site: &SiteHandle, server: &ThirdPartySettings, page: &PageBody) -> Self {
        for_page(site, server, page)
            .map_or_else(Self::default, |parties| Self::from_parties(&parties, server))
    }

    fn from_parties(parties: &ThirdParties, server: &ThirdPartySettings) -> Self {
        let mut policy = Self {
            eval: parties.ads.is_some(),
            inline_styles: matches!(parties.consent, Some(ConsentNotice::Didomi { .. })),
            ..Self::default()
        };
        if let Some(origin) = server.source.stand_ins() {
            for directive in [&mut policy.script, &mut policy.connect, &mut policy.img, &mut policy.frame] {
                add(directive, &origin);
            }
            return policy;
        }
        if policy.inline_styles {
            policy.allow(&DIDOMI);
        }
        if parties.analytics.is_some() || !parties.containers.is_empty() {
            policy.allow(&GOOGLE_TAGS);
        }
        let ads = parties.ads.as_ref();
        if let Some(ads) = ads {
            policy.allow(&GOOGLE_ADS);
            if !ads.wrapper_script.is_empty() {
                policy.allow(&AD_WRAPPER);
            }
        }
        let services = [
            Some(parties.launch_script.as_str()),
            parties.marketing.as_ref().map(|m| m.script.as_str()),
            ads.map(|ads| ads.wrapper_script.as_str()),
            ads.filter(|ads| ads.display == AdsDisplay::CustomWithoutWrapper)
                .map(|ads| ads.tag_script.as_str()),
        ];
        for address in services.into_iter().flatten() {
            policy.open_origin(address);
        }
        policy
    }

    fn allow(&mut self, hosts: &Hosts) {
        let parts = [&mut self.script, &mut self.connect, &mut self.img, &mut self.frame];
        for (directive, hosts) in parts.into_iter().zip([hosts.script, hosts.connect, hosts.img, hosts.frame])
        {
            for host in hosts.split_ascii_whitespace() {
                add(directive, host);
            }
        }
    }

    /// Allows the origin of a script from the settings, for requests and pictures too.
    fn open_origin(&mut self, address: &str) {
        let Ok(url) = Url::parse(address) else { return };
        if !matches!(url.scheme(), "https" | "http") {
            return;
        }
        let origin = url.origin().ascii_serialization();
        for directive in [&mut self.script, &mut self.connect, &mut self.img] {
            add(directive, &origin);
        }
    }
}

/// Adds a source, unless it is present.
fn add(part: &mut String, source: &str) {
    if part.split_ascii_whitespace().all(|existing| existing != source) {
        part.push(' ');
        part.push_str(source);
    }
}
