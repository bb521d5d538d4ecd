//! Host names and networks of clients.

use std::net::{IpAddr, Ipv6Addr};

use url::Url;

/// A host without its port, which may be empty (RFC 3986, 3.2.3). The brackets of an IPv6 address are kept.
#[must_use]
pub fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if port.len() <= 5
                && port.bytes().all(|b| b.is_ascii_digit())
                && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        _ => host,
    }
}

/// The host in lowercase, without its port and trailing dots: equal for all spellings of a host.
#[must_use]
pub fn canonical(host: &str) -> String {
    without_port(host).trim_end_matches('.').to_ascii_lowercase()
}

/// Whether a host is a loopback name or address. Requests to it do not leave the machine, so http is as safe as https.
#[must_use]
pub fn is_loopback(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let address = host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(&host);
    host == "localhost"
        || host.ends_with(".localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether the host of a URL consists of letters, digits, dots and hyphens. Others are valid in URLs, but not in a content security
/// policy, where `;`, `,` and `*` mean something else.
#[must_use]
pub fn has_plain_host(url: &Url) -> bool {
    let is_plain = |host: &str| host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'));
    url.host_str().is_some_and(|host| !host.is_empty() && is_plain(host))
}

/// The network to which limits per client apply: an IPv4 address, or the /64 of an IPv6 address, the network of one household.
#[must_use]
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_that_mean_something_in_a_policy_are_not_plain() {
        let is_plain = |text: &str| has_plain_host(&Url::parse(text).unwrap());
        for plain in ["https://a.example/", "https://xn--bcher-kva.example:8443/x;y", "https://192.0.2.1/"] {
            assert!(is_plain(plain), "{plain}");
        }
        for other in
            ["https://a;b/", "https://a,b/", "https://*/", "https://a'b/", "https://[::1]/", "data:,x"]
        {
            assert!(!is_plain(other), "{other}");
        }
    }

    #[test]
    fn a_port_is_removed_and_an_ipv6_address_is_unchanged() {
        for (host, name) in [
            ("localhost:8080", "localhost"),
            ("acme.example", "acme.example"),
            ("[::1]:80", "[::1]"),
            ("::1", "::1"),
            ("acme.example:", "acme.example"),
            ("acme.example:http", "acme.example:http"),
        ] {
            assert_eq!(without_port(host), name);
        }
    }

    #[test]
    fn security_7_1_all_spellings_of_a_host_are_equal() {
        for host in ["Acme.Example", "acme.example:443", "acme.example.", "ACME.example.:80", "acme.example:"]
        {
            assert_eq!(canonical(host), "acme.example", "{host}");
        }
        assert_eq!(canonical("[::1]:8080"), "[::1]");
    }

    #[test]
    fn loopback_names_and_addresses_are_local() {
        for local in ["localhost", "Aster.LOCALHOST", "127.0.0.1", "127.8.0.1", "::1", "[::1]"] {
            assert!(is_loopback(local), "{local}");
        }
        for other_host in ["acme.example", "localhost.example", "mylocalhost", "10.0.0.1", ""] {
            assert!(!is_loopback(other_host), "{other_host}");
        }
    }

    #[test]
    fn ipv6_clients_are_counted_by_their_64_bit_network() {
        let network = |text: &str| client_network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2::9"), "2001:db8:1:2::");
        assert_eq!(
            (network("192.0.2.7"), network("::ffff:192.0.2.7")),
            ("192.0.2.7".into(), "192.0.2.7".into())
        );
    }
}
