//! Host names.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Why a text is not a host name or IP address without scheme, port and path; `None` if it is valid.
pub(crate) fn host_name_error(host: &str) -> Option<&'static str> {
    if host.contains("://") {
        return Some("write the host name without https://");
    }
    if host.contains('/') {
        return Some("write the host name without a path");
    }
    if host.parse::<Ipv4Addr>().is_ok() {
        return None;
    }
    if host.parse::<Ipv6Addr>().is_ok() {
        return Some("write an IPv6 address in brackets, such as [::1]");
    }
    if let Some(address) = host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        // Browsers send the shortest form.
        let is_shortest = address.parse::<Ipv6Addr>().is_ok_and(|parsed| parsed.to_string() == address);
        return (!is_shortest).then_some("write an IPv6 address in its shortest form, such as [2001:db8::1]");
    }
    if host.contains(':') {
        return Some("write the host name without a port");
    }
    if host.contains('*') {
        return Some("wildcards are not allowed: write each host name");
    }
    if host.chars().any(|c| c.is_ascii_uppercase()) {
        return Some("write the host name in lowercase");
    }
    let label = |l: &str| {
        let has_valid_chars = l.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        has_valid_chars && !l.is_empty() && l.len() <= 63 && !l.starts_with('-') && !l.ends_with('-')
    };
    let is_valid = host.len() <= 253 && host.split('.').all(label);
    (!is_valid).then_some("write a host name such as www.example.com")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_lowercase_names_or_ip_addresses() {
        for good in [
            "www.acme.example",
            "localhost",
            "aster.localhost",
            "127.0.0.1",
            "[::1]",
            "xn--bcher-kva.example",
        ] {
            assert_eq!(host_name_error(good), None, "{good}");
        }
        let no_name = "write a host name such as www.example.com";
        for (invalid, error) in [
            ("", no_name),
            ("https://acme.example", "write the host name without https://"),
            ("acme.example:8080", "write the host name without a port"),
            ("acme.example/x", "write the host name without a path"),
            ("*.acme.example", "wildcards are not allowed: write each host name"),
            ("Acme.example", "write the host name in lowercase"),
            ("::1", "write an IPv6 address in brackets, such as [::1]"),
            ("[0:0::1]", "write an IPv6 address in its shortest form, such as [2001:db8::1]"),
            ("a..b", no_name),
            ("-a.b", no_name),
            ("a b", no_name),
            ("bücher.example", no_name),
        ] {
            assert_eq!(host_name_error(invalid), Some(error), "{invalid}");
        }
    }
}
