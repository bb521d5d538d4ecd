//! Who signs in, and from where.

use std::net::IpAddr;

/// Who signs in, and from where.
#[derive(Debug, Clone, Copy)]
pub struct Device<'a> {
    pub address: IpAddr,
    /// The `User-Agent` header, or empty.
    pub user_agent: &'a str,
}

impl Device<'_> {
    /// Browser and system, or empty.
    pub(super) fn name(&self) -> String {
        device_name(self.user_agent)
    }
}

/// Browser and system of a `User-Agent` header, as far as they are well known; they name a sign-in in lists.
fn device_name(user_agent: &str) -> String {
    const BROWSERS: [(&str, &str); 5] = [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(part, _)| user_agent.contains(part)).map_or("", |(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        ("", "") => String::new(),
        (browser, "") => browser.to_owned(),
        ("", system) => system.to_owned(),
        (browser, system) => format!("{browser}, {system}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_named_by_browser_and_system() {
        let chrome =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
        for (user_agent, expected) in [
            (chrome.to_owned(), "Chrome, Windows"),
            (format!("{chrome} Edg/140.0"), "Edge, Windows"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1".into(),
                "Safari, iPhone",
            ),
            ("curl/8.5".into(), ""),
            ("<script>alert(1)</script> Linux".into(), "Linux"),
        ] {
            assert_eq!(device_name(&user_agent), expected, "{user_agent}");
        }
    }
}
