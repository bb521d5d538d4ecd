//! Builds the server from its layers.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use marquee_catalog::Catalog;
use marquee_feed_runner::{FeedRunner, Ports, SealedCredentials};
use marquee_loyalty::Loyalty;
use marquee_media::{MediaStore, Options as MediaOptions};
use marquee_model::host::canonical;
use marquee_outbound::Outbound;
use marquee_pages::{
    Options as PageOptions, PageDependencies, Pages, SharingPictures, ThirdPartySettings, ThirdPartySource,
};
use marquee_render::{Options as RenderOptions, Renderer};
use marquee_server::{App, SentVideos, StaticFiles, TrustedProxies};
use marquee_site::SiteIndex;
use marquee_site::draft::{Drafts, PreviewLinks};
use marquee_site::library::Library;
use marquee_store::Store;
use marquee_webhooks::Webhooks;
use url::Url;

use crate::assets::FrontEnd;
use crate::members;
use crate::open_data::OpenData;
use crate::render::ScriptRenderer;
use crate::secret;
use crate::settings::{Settings, SettingsError, Switch};

/// Opens the database, and migrates its schema or, without `migrate`, returns an error if it is out of date.
pub async fn store(settings: &Settings, migrate: bool) -> Result<Store> {
    if settings.database_url.starts_with("sqlite:") {
        std::fs::create_dir_all(&settings.data)
            .with_context(|| format!("cannot create the data folder {}", settings.data.display()))?;
    }
    let store = Store::connect(&settings.database_url).await?;
    if migrate {
        store.migrate().await?;
    } else {
        store.check_schema().await?;
    }
    Ok(store)
}

pub fn media(settings: &Settings) -> Result<MediaStore> {
    let text = &settings.media_url;
    let url = match text.strip_prefix("file:") {
        Some(path) if !path.starts_with("//") => {
            std::fs::create_dir_all(path)
                .with_context(|| format!("cannot create the media folder {path}"))?;
            let path = Path::new(path).canonicalize().with_context(|| format!("media_url {text}"))?;
            Url::from_directory_path(path).ok().with_context(|| format!("media_url {text}"))?
        }
        _ => Url::parse(text)
            .with_context(|| SettingsError::invalid("media_url", format!("invalid URL {text:?}")))?,
    };
    let options = MediaOptions {
        store_settings: std::env::vars()
            .filter(|(name, _)| name.starts_with("AWS_"))
            .map(|(name, value)| (name.to_ascii_lowercase(), value))
            .collect(),
        ..MediaOptions::default()
    };
    Ok(MediaStore::open(&url, options)?)
}

/// The media libraries of the sites.
pub fn library(settings: &Settings, store: &Store, media: Arc<MediaStore>) -> Library {
    let quota = u64::try_from(settings.media_quota_mb.saturating_mul(1 << 20)).unwrap_or(u64::MAX);
    Library::new(store.clone(), media, settings.system_clock(), quota)
}

/// The third-party settings.
/// The drafts of all sites, none of which may take the host of the site editor.
pub fn drafts(settings: &Settings, store: &Store) -> Drafts {
    let editor = settings.editor_host.as_deref().map(canonical);
    Drafts::new(store.clone(), settings.system_clock()).with_reserved_hosts(editor)
}

fn third_parties(settings: &Settings) -> ThirdPartySettings {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let source = match settings.third_parties.as_deref() {
        None => ThirdPartySource::Original,
        Some(base) => Url::parse(base).map_or(ThirdPartySource::Disabled, ThirdPartySource::StandIns),
    };
    ThirdPartySettings {
        consent_notice_id: settings.consent_notice_id.clone(),
        consent_api_key: settings.consent_api_key.clone(),
        analytics_id: text(&settings.analytics_id),
        ads_container_id: text(&settings.ads_container_id),
        targett_container_id: text(&settings.targett_container_id),
        source,
    }
}

/// The runner of feeds. `editor_origin` is the address of the site editor, for links in emails.
pub fn feed_runner(
    settings: &Settings,
    store: &Store,
    loyalty: Loyalty,
    (media, outbound): (Arc<MediaStore>, Outbound),
    editor_origin: Option<String>,
) -> Result<FeedRunner> {
    Ok(FeedRunner::new(Ports {
        store: store.clone(),
        outbound,
        media,
        clock: settings.system_clock(),
        loyalty,
        credentials: SealedCredentials::new(&secret::keys(settings)?)?,
        editor_origin,
    }))
}

/// Everything that serves requests.
pub struct ServerParts {
    pub app: App,
    pub renderer: Arc<Renderer>,
    pub front: FrontEnd,
}

/// The front end and the engine that renders it. It is started first, so that the engine loads its script while the
/// database is being opened.
pub struct FrontEndRenderer {
    front: FrontEnd,
    renderer: Arc<Renderer>,
}

impl FrontEndRenderer {
    /// Starts the rendering engine.
    pub fn start(settings: &Settings) -> Result<Self> {
        let front = FrontEnd::from_folder(settings.web.as_deref());
        let renderer = Arc::new(Renderer::new(RenderOptions::default(), front.bundle()?)?);
        Ok(Self { front, renderer })
    }
}

/// Builds the server. `editor_origin` is the address of the site editor.
pub async fn build_server(
    settings: &Settings,
    keys: &[String],
    store: Store,
    FrontEndRenderer { front, renderer }: FrontEndRenderer,
    editor_origin: Option<String>,
) -> Result<ServerParts> {
    let catalog = Catalog::new(store.clone());
    let media = Arc::new(media(settings)?);
    let sites = SiteIndex::load(store.clone()).await?;
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder().ok();
    let outbound = Outbound::new(&settings.internal_upstreams).map_err(anyhow::Error::msg)?;
    let gateway = members::gateway(settings, keys, &store, catalog.clone(), &outbound)?;
    let proxies = TrustedProxies::parse(&settings.trusted_proxies).map_err(|text| {
        SettingsError::invalid("trusted_proxies", format!("{text:?} is not a network such as 10.0.0.0/8"))
    })?;
    let files = front.source();
    let pages = Pages::new(
        catalog,
        sites.clone(),
        PageDependencies {
            render: Arc::new(ScriptRenderer(renderer.clone())),
            export: Arc::new(OpenData),
            draw: Arc::new(SharingPictures {
                media: media.clone(),
                files: Arc::new(move |path: &str| files.get(path)),
            }),
        },
        settings.system_clock(),
        front.assets()?,
        PageOptions {
            cache_bytes: settings.page_cache_mb << 20,
            preview_origins: settings.preview_origins.clone(),
            defer_pages: settings.defer_pages == Switch::On,
            third_parties: third_parties(settings),
        },
    );
    let library = library(settings, &store, media.clone());
    let loyalty = gateway.loyalty().clone();
    let feeds = feed_runner(settings, &store, loyalty, (media.clone(), outbound.clone()), editor_origin)?;
    let webhooks = Webhooks::new(store.clone(), outbound.clone(), settings.system_clock(), keys)?;
    let app = App {
        sent_videos: SentVideos::default(),
        sites,
        pages,
        media,
        files: StaticFiles::new(front.source()),
        gateway,
        proxies,
        outbound,
        drafts: drafts(settings, &store),
        library,
        feeds,
        webhooks,
        preview_links: PreviewLinks::new(keys)?,
        store,
        metrics: Arc::new(move || recorder.as_ref().map_or_else(String::new, |r| r.render())),
    };
    Ok(ServerParts { app, renderer, front })
}
