//! Host names.

/// Why a text is not a host name or IP address without scheme, port and path; `None` if it is valid.
pub(crate) fn host_name_error(host: &str) -> Option<&'static str> {
    if host.contains("://") {
        return Some("write the host name without https://");
    }
    if host.contains('/') {
        return Some("write the host name without a path");
    }
    if host.parse::<std::net::IpAddr>().is_ok() {
        return None;
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
        for good in
            ["www.acme.example", "localhost", "aster.localhost", "127.0.0.1", "::1", "xn--bcher-kva.example"]
        {
            assert_eq!(host_name_error(good), None, "{good}");
        }
        for invalid in [
            "",
            "https://acme.example",
            "acme.example:8080",
            "acme.example/x",
            "*.acme.example",
            "Acme.example",
            "a..b",
            "-a.b",
            "a b",
            "bücher.example",
        ] {
            assert!(host_name_error(invalid).is_some(), "{invalid}");
        }
    }
}
