//! The built front end, embedded in the binary or read from a folder.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use bytes::Bytes;
use marquee_pages::Assets;
use marquee_render::Bundle;
use marquee_server::FileSource;
use rust_embed::Embed;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Embed)]
#[folder = "../../web/dist"]
#[exclude = "dev/*"]
#[exclude = "ssr.dev.js*"]
#[allow_missing = true]
struct Front;

/// Where the front end is read from.
#[derive(Debug, Clone)]
pub enum FrontEnd {
    Embedded,
    /// The folder that `npm run build` or its watcher writes; it may change at run time.
    Folder(PathBuf),
}

impl FrontEnd {
    /// Reads from `folder`, or from the binary if it is `None`.
    pub fn from_folder(folder: Option<&Path>) -> Self {
        folder.map_or(Self::Embedded, |f| Self::Folder(f.to_owned()))
    }

    fn bytes(&self, path: &str) -> Option<Bytes> {
        match self {
            Self::Embedded => Front::get(path).map(|file| match file.data {
                Cow::Borrowed(data) => Bytes::from_static(data),
                Cow::Owned(data) => Bytes::from(data),
            }),
            Self::Folder(dir) => std::fs::read(dir.join(path)).ok().map(Bytes::from),
        }
    }

    fn text(&self, path: &str) -> Result<String> {
        let bytes = self.bytes(path).with_context(|| {
            format!("the front end has no {path}: run `npm ci && npm run build` and build again")
        })?;
        String::from_utf8(bytes.to_vec()).with_context(|| format!("{path} is not text"))
    }

    /// The server-side rendering script.
    pub fn bundle(&self) -> Result<Bundle> {
        let script = self.text("ssr.js")?;
        let source_map = self.text("ssr.js.map").ok();
        Ok(Bundle { script: script.into(), source_map: source_map.map(Into::into) })
    }

    /// The stylesheets and scripts that pages reference, from the build manifest.
    pub fn assets(&self) -> Result<Assets> {
        let manifest: Manifest =
            serde_json::from_str(&self.text("manifest.json")?).context("manifest.json")?;
        let mut assets = Assets {
            color_mode_script: format!("/{}", manifest.mode),
            member_stylesheet: match manifest.member_css.as_str() {
                "" => String::new(),
                path => format!("/{path}"),
            },
            ..Assets::default()
        };
        for (locale, entry) in manifest.entries {
            if let Some(css) = entry.css.first() {
                assets.stylesheet = format!("/{css}");
            }
            assets.entries.push((locale, format!("/{}", entry.js)));
        }
        Ok(assets)
    }

    /// Modification time of the rendering script in a folder; `None` if embedded or unreadable.
    pub fn modified_at(&self) -> Option<std::time::SystemTime> {
        match self {
            Self::Embedded => None,
            Self::Folder(dir) => std::fs::metadata(dir.join("ssr.js")).and_then(|m| m.modified()).ok(),
        }
    }

    pub fn source(&self) -> Arc<dyn FileSource> {
        Arc::new(self.clone())
    }
}

impl FileSource for FrontEnd {
    fn get(&self, path: &str) -> Option<Bytes> {
        self.bytes(path)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    mode: String,
    member_css: String,
    entries: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
struct Entry {
    js: String,
    #[serde(default)]
    css: Vec<String>,
}
