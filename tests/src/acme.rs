//! Small sites for tests, as folders for `marquee site import`.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::root;

/// A builder of site folders, starting from a demo site's settings without its schedule.
#[derive(Debug, Clone)]
pub struct Acme {
    /// `site.json`.
    pub site: Value,
    /// The other files, by name without `.json`.
    pub files: Vec<(&'static str, Value)>,
}

impl Acme {
    /// A circuit on `acme.example`, without a schedule, menus or pages.
    #[must_use]
    pub fn circuit() -> Self {
        let text = std::fs::read_to_string(root().join("fixtures/demo/meridian/site.json")).unwrap();
        let mut site: Value = serde_json::from_str(&text).unwrap();
        site["key"] = json!("acme");
        site["hosts"] = json!(["acme.example"]);
        site["settings"]["domain"] = json!("acme.example");
        site["settings"]["name"] = json!("Acme");
        site["settings"]["logo"] = json!({ "src": "" });
        site["settings"]["ticketingUrl"] = json!("https://t.example");
        site["config"]["isSingleLocation"] = json!(false);
        site["config"]["theaterIds"] = json!([]);
        site["config"]["movieOrderIndex"] = json!([]);
        site["config"]["globalExcludedMovieIds"] = json!([]);
        // Without third parties.
        for (part, keys) in [
            ("settings", &["adsDisplay", "adsLocation", "enableTargettTracking", "trackers"][..]),
            ("config", &["trackers", "options"]),
        ] {
            for key in keys {
                site[part].as_object_mut().unwrap().remove(*key);
            }
        }
        site["config"]["options"] = json!({});
        Self { site, files: Vec::new() }
    }

    /// A single location.
    #[must_use]
    pub fn single() -> Self {
        let mut acme = Self::circuit();
        acme.site["config"]["isSingleLocation"] = json!(true);
        acme
    }

    /// Changes key and host.
    #[must_use]
    pub fn named(mut self, key: &str, host: &str) -> Self {
        self.site["key"] = json!(key);
        self.site["hosts"] = json!([host]);
        self.site["settings"]["domain"] = json!(host);
        self
    }

    /// Sets a value of the site record by JSON pointer, for example `/config/pathPrefix`.
    #[must_use]
    pub fn set(mut self, place: &str, value: Value) -> Self {
        let (parent, key) = place.rsplit_once('/').unwrap();
        self.site.pointer_mut(parent).unwrap()[key] = value;
        self
    }

    /// Sets the content of a file, for example `movies`.
    #[must_use]
    pub fn file(mut self, name: &'static str, value: Value) -> Self {
        self.files.retain(|(n, _)| *n != name);
        self.files.push((name, value));
        self
    }

    /// Writes the folder.
    #[must_use]
    pub fn folder(&self) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("site.json"), self.site.to_string()).unwrap();
        for (name, value) in &self.files {
            std::fs::write(dir.path().join(format!("{name}.json")), value.to_string()).unwrap();
        }
        dir
    }
}

/// A theater in New York.
#[must_use]
pub fn theater(id: &str, name: &str) -> Value {
    json!({ "id": id, "name": name, "slug": id.to_ascii_lowercase(), "timeZone": "America/New_York" })
}

/// A film that is already released.
#[must_use]
pub fn film(id: &str, title: &str) -> Value {
    let slug: String = title.to_ascii_lowercase().split(' ').collect::<Vec<_>>().join("-");
    json!({ "id": id, "title": title, "slug": slug, "releaseDate": "2025-01-03", "runtime": 100 })
}

/// A bookable show on the cinema day `day`.
#[must_use]
pub fn show(id: &str, theater: &str, movie: &str, starts_at: &str, day: &str) -> Value {
    json!({
        "id": id, "theaterId": theater, "movieId": movie, "startsAt": starts_at, "businessDate": day,
        "booking": format!("https://t.example/book?perf={id}"),
    })
}
