//! The address of the client (security 2.3, 7.1).

use std::net::{IpAddr, Ipv4Addr};

use http::{Extensions, HeaderMap};
use ipnet::IpNet;

/// The other end of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer {
    pub address: IpAddr,
    /// Whether this server itself encrypts the connection.
    pub is_encrypted: bool,
}

/// Networks whose forwarding headers are trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Parses networks such as `10.0.0.0/8`, or single addresses.
    ///
    /// # Errors
    /// Returns the first text that is neither.
    pub fn parse(texts: &[String]) -> Result<Self, String> {
        let network = |text: &String| {
            let single_address = || text.parse::<IpAddr>().map(IpNet::from);
            text.parse::<IpNet>().or_else(|_| single_address()).map_err(|_| text.clone())
        };
        texts.iter().map(network).collect::<Result<_, _>>().map(Self)
    }

    /// Whether an address is in one of the networks.
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The scheme of the visitor's request: `https` on an encrypted connection, else from the `X-Forwarded-Proto` of a trusted
    /// proxy; `None` unless it has exactly one value.
    pub fn scheme(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<&'static str> {
        let peer = extensions.get::<Peer>();
        if peer.is_some_and(|peer| peer.is_encrypted) {
            return Some("https");
        }
        let peer = peer.filter(|peer| self.has(peer.address));
        let mut forwarded = headers.get_all("x-forwarded-proto").iter();
        match (peer, forwarded.next()?.to_str().ok()?, forwarded.next()) {
            (Some(_), "https", None) => Some("https"),
            (Some(_), "http", None) => Some("http"),
            _ => None,
        }
    }

    /// The visitor's address: the peer's, or behind trusted proxies the last forwarded address that is not one of theirs.
    pub fn visitor(&self, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
        let peer = extensions.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.address);
        if !self.has(peer) {
            return peer;
        }
        let forwarded: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .collect();
        let mut client = peer;
        for text in forwarded.iter().rev() {
            let Ok(address) = text.parse::<IpAddr>() else { break };
            client = address;
            if !self.has(address) {
                break;
            }
        }
        client
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(trusted: &[&str], peer: &str, forwarded: &[&'static str]) -> String {
        let texts: Vec<String> = trusted.iter().map(|t| (*t).to_owned()).collect();
        let mut extensions = Extensions::new();
        extensions.insert(Peer { address: peer.parse().unwrap(), is_encrypted: false });
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", http::HeaderValue::from_static(value));
        }
        TrustedProxies::parse(&texts).unwrap().visitor(&extensions, &headers).to_string()
    }

    #[test]
    fn security_1_5_only_a_configured_proxy_names_the_scheme() {
        let scheme = |peer: &str, forwarded: &[&'static str]| {
            let mut extensions = Extensions::new();
            extensions.insert(Peer { address: peer.parse().unwrap(), is_encrypted: false });
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append("x-forwarded-proto", http::HeaderValue::from_static(value));
            }
            TrustedProxies::parse(&["10.0.0.0/8".to_owned()]).unwrap().scheme(&extensions, &headers)
        };
        assert_eq!(scheme("10.0.0.1", &["https"]), Some("https"));
        assert_eq!(scheme("10.0.0.1", &["http"]), Some("http"));
        for (peer, forwarded) in [
            ("192.0.2.9", &["https"][..]),
            ("10.0.0.1", &["https", "http"]),
            ("10.0.0.1", &["https, http"]),
            ("10.0.0.1", &[]),
        ] {
            assert_eq!(scheme(peer, forwarded), None, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn security_2_3_only_configured_proxies_are_trusted() {
        let proxy = &["10.0.0.0/8"];
        assert_eq!(visitor(&[], "10.0.0.1", &["192.0.2.1"]), "10.0.0.1");
        assert_eq!(visitor(proxy, "10.0.0.1", &["192.0.2.1"]), "192.0.2.1");
        assert_eq!(visitor(proxy, "192.0.2.9", &["192.0.2.1"]), "192.0.2.9");
        // Addresses that the visitor claims come before the one that the proxy added.
        assert_eq!(visitor(proxy, "10.0.0.1", &["6.6.6.6, 192.0.2.1", "10.0.0.2"]), "192.0.2.1");
        assert_eq!(visitor(proxy, "10.0.0.1", &["nonsense"]), "10.0.0.1");
        assert_eq!(visitor(proxy, "10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(visitor(&["::1"], "::1", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(TrustedProxies::parse(&["10.0.0.0/99".into()]).unwrap_err(), "10.0.0.0/99");
    }
}
