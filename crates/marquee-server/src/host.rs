//! The host of a request (security 7.1).

use http::header::HOST;
use http::{HeaderMap, Uri};
use marquee_model::host::canonical;

/// The host that a request names.
#[derive(Debug, PartialEq, Eq)]
pub enum HostName {
    /// A host name in lower case, without port.
    Name(String),
    /// None, several, or one that contradicts the request line. The response is 400.
    Bad,
}

/// Reads the host of a request.
pub fn host(uri: &Uri, headers: &HeaderMap) -> HostName {
    let mut all = headers.get_all(HOST).iter();
    let header = all.next();
    if all.next().is_some() {
        return HostName::Bad;
    }
    let header = header.map(|h| h.to_str().map(canonical));
    match (header, uri.host()) {
        (Some(Err(_)), _) | (None, None) => HostName::Bad,
        (Some(Ok(h)), Some(u)) if h != canonical(u) => HostName::Bad,
        (Some(Ok(h)), _) if h.is_empty() => HostName::Bad,
        (Some(Ok(h)), _) => HostName::Name(h),
        (None, Some(u)) => HostName::Name(canonical(u)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host_of(uri: &str, hosts: &[&'static str]) -> HostName {
        let mut headers = HeaderMap::new();
        for h in hosts {
            headers.append(HOST, http::HeaderValue::from_static(h));
        }
        host(&uri.parse().unwrap(), &headers)
    }

    #[test]
    fn security_7_1_missing_duplicate_and_contradicting_hosts_are_bad() {
        assert_eq!(host_of("/", &["Aster.LOCALHOST:8080"]), HostName::Name("aster.localhost".into()));
        assert_eq!(host_of("/", &["[::1]:8080"]), HostName::Name("[::1]".into()));
        for (uri, hosts) in [("/", vec![]), ("/", vec!["a", "b"]), ("/", vec![""]), ("http://a/", vec!["b"])]
        {
            assert_eq!(host_of(uri, &hosts), HostName::Bad, "{uri} {hosts:?}");
        }
    }
}
