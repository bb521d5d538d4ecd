//! `marquee media`: the media library of a site, as the site editor has it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use clap::Subcommand;
use futures::stream;
use marquee_api::editor::DraftEdit;
use marquee_media::{MediaError, Options};
use marquee_model::catalog::is_video_reference;
use marquee_model::locale::Locale;
use marquee_model::settings::SiteRecord;
use marquee_model::{MediaRef, SiteId};
use marquee_site::draft::Author;
use marquee_site::library::{Library, LibraryPicture, LibraryVideo, Upload, VideoFile};
use marquee_store::Store;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;

use super::draft::{print_changes, print_problems};
use super::find_site::find_site;
use super::records::SiteArgs;
use super::table;
use crate::settings::Settings;
use crate::wiring;

/// Number of bytes of a video that are read at a time.
const PART_BYTES: usize = 1 << 20;

#[derive(Debug, Subcommand)]
pub enum MediaCommand {
    /// Lists the pictures and videos with their size and how often they are used
    List {
        #[command(flatten)]
        at: SiteArgs,
        /// Prints JSON, with the places that use them
        #[arg(long)]
        json: bool,
    },
    /// Stores files, and prints the references with which records name them
    Add {
        #[command(flatten)]
        at: SiteArgs,
        /// Pictures (PNG, JPEG, WebP, GIF), and videos whose names end with .mp4
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Replaces a picture or video at all places; its reference stays
    Replace {
        #[command(flatten)]
        at: SiteArgs,
        /// Reference of the picture or video, as `list` prints it
        source: String,
        /// The new file
        file: PathBuf,
    },
    /// Changes the alternative text of a picture in the draft
    Alt {
        #[command(flatten)]
        at: SiteArgs,
        /// Reference of the picture
        source: String,
        /// The text; without it, the alternative text is removed
        text: Option<String>,
        /// Language of the text, such as `en`; default the site's
        #[arg(long)]
        locale: Option<String>,
        /// Says whether the picture is decorative, so that it needs no text
        #[arg(long, value_name = "TRUE|FALSE", conflicts_with_all = ["text", "locale"])]
        decorative: Option<bool>,
    },
    /// Deletes a picture or video that nothing uses; for an hour, `restore` brings it back
    Delete {
        #[command(flatten)]
        at: SiteArgs,
        /// Reference of the picture or video
        source: String,
    },
    /// Brings back a picture or video that was deleted within the last hour
    Restore {
        #[command(flatten)]
        at: SiteArgs,
        /// Reference of the picture or video
        source: String,
    },
}

/// The library of a site, opened for one command.
struct LibraryContext {
    store: Store,
    library: Library,
    record: SiteRecord,
    author: Author,
}

impl LibraryContext {
    async fn open(settings: &Settings, at: &SiteArgs) -> Result<Self> {
        let store = wiring::store(settings, true).await?;
        let id = find_site(&store, &at.site).await?;
        let record = store.site(&id).await?.context("the site was removed by someone else")?.record;
        let library = wiring::library(settings, &store, Arc::new(wiring::media(settings)?));
        Ok(Self { store, library, record, author: Author::command() })
    }

    fn site(&self) -> &SiteId {
        &self.record.key
    }

    async fn add(&self, path: &Path) -> Result<()> {
        let failed = || path.display().to_string();
        let (source, is_known) = if is_video(path) {
            let file = video_file(path)?;
            let stored = self.library.upload_video(self.site(), &self.author, file).await;
            let (stored, is_known) = stored.with_context(failed)?;
            (stored.row.source, is_known)
        } else {
            let upload = picture_file(path)?;
            let stored = self.library.upload(self.site(), &self.author, upload).await;
            let (stored, is_known) = stored.with_context(failed)?;
            (stored.row.source, is_known)
        };
        let known = if is_known { "\tthe site has it already" } else { "" };
        println!("{source}\t{}{known}", path.display());
        Ok(())
    }

    async fn replace(&self, source: &MediaRef, path: &Path) -> Result<()> {
        if is_video_reference(source.as_str()) {
            let file = video_file(path)?;
            self.library.replace_video(self.site(), &self.author, source, file).await?;
        } else {
            let upload = picture_file(path)?;
            self.library.replace(self.site(), &self.author, source, upload).await?;
        }
        println!("{source} was replaced by {}", path.display());
        Ok(())
    }

    async fn delete(&self, source: &MediaRef) -> Result<()> {
        if is_video_reference(source.as_str()) {
            self.library.remove_video(self.site(), &self.author, source).await?;
        } else {
            self.library.remove(self.site(), &self.author, source).await?;
        }
        println!("{source} was deleted; for an hour, `marquee media restore` brings it back");
        Ok(())
    }

    async fn restore(&self, source: &MediaRef) -> Result<()> {
        if is_video_reference(source.as_str()) {
            self.library.restore_video(self.site(), &self.author, source).await?;
        } else {
            self.library.restore(self.site(), &self.author, source).await?;
        }
        println!("{source} was restored");
        Ok(())
    }

    /// The short name of one of the site's languages; without a name that of its own.
    fn locale(&self, name: Option<&str>) -> Result<String> {
        let config = &self.record.config;
        let Some(name) = name else { return Ok(config.locale.short().to_owned()) };
        let known: Vec<&str> = config.locales().map(Locale::short).collect();
        if !known.contains(&name) {
            bail!("--locale {name} must be one of {}", known.join(", "));
        }
        Ok(name.to_owned())
    }

    /// Changes a part of what the draft says about a picture; `None` removes it.
    async fn describe(
        &self,
        settings: &Settings,
        source: &MediaRef,
        part: &str,
        to: Option<Value>,
    ) -> Result<()> {
        let (pictures, _) = self.library.pictures(self.site()).await?;
        if pictures.iter().all(|picture| picture.row.source != *source) {
            bail!("{source} is not a picture of this site: `marquee media list` prints them");
        }
        let drafts = wiring::drafts(settings, &self.store);
        let id = source.as_str().replace('~', "~0").replace('/', "~1");
        let pointer = format!("/pictures/{id}/{part}");
        let from = drafts.draft(self.site(), &self.author).await?.content.pointer(&pointer).cloned();
        let update = drafts.edit(self.site(), &self.author, &[DraftEdit { pointer, from, to }]).await?;
        print_changes(&update.changes);
        print_problems(&update.problems);
        println!("the draft has it: publish it with `marquee site publish {}`", self.site());
        Ok(())
    }

    async fn list(&self, json: bool) -> Result<()> {
        let (pictures, used) = self.library.pictures(self.site()).await?;
        let videos = self.library.videos(self.site()).await?;
        if json {
            let pictures: Vec<Value> = pictures.iter().map(picture_json).collect();
            let videos: Vec<Value> = videos.iter().map(video_json).collect();
            let all = json!({
                "pictures": pictures, "videos": videos,
                "usedBytes": used, "quotaBytes": self.library.quota(),
            });
            println!("{}", serde_json::to_string_pretty(&all)?);
            return Ok(());
        }
        let rows: Vec<_> = pictures.iter().map(picture_cells).chain(videos.iter().map(video_cells)).collect();
        table::print_rows(&["source", "pixels", "bytes", "places", "name"], &rows);
        Ok(())
    }
}

fn picture_json(LibraryPicture { row, file, places }: &LibraryPicture) -> Value {
    let file = file.as_ref().map(
        |file| json!({ "name": file.name, "bytes": file.bytes, "at": file.uploaded_at, "by": file.actor }),
    );
    json!({
        "source": row.source, "width": row.width, "height": row.height, "file": file, "places": places,
    })
}

fn video_json(LibraryVideo { row, captions, places }: &LibraryVideo) -> Value {
    let file = json!({ "name": row.name, "bytes": row.bytes, "at": row.uploaded_at, "by": row.actor });
    let captions: Vec<&str> = captions.iter().map(|captions| captions.locale.long()).collect();
    json!({
        "source": row.source, "width": row.width, "height": row.height,
        "milliseconds": row.duration_ms, "captions": captions, "file": file, "places": places,
    })
}

fn picture_cells(LibraryPicture { row, file, places }: &LibraryPicture) -> Vec<String> {
    let bytes = file.as_ref().map(|file| file.bytes.to_string()).unwrap_or_default();
    let name = file.as_ref().map(|file| file.name.clone()).unwrap_or_default();
    let pixels = format!("{}x{}", row.width, row.height);
    vec![row.source.to_string(), pixels, bytes, places.len().to_string(), name]
}

fn video_cells(LibraryVideo { row, places, .. }: &LibraryVideo) -> Vec<String> {
    let pixels = format!("{}x{}", row.width, row.height);
    let (bytes, used) = (row.bytes.to_string(), places.len().to_string());
    vec![row.source.to_string(), pixels, bytes, used, row.name.clone()]
}

fn is_video(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mp4"))
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A picture, of which no more than the allowed size is read.
fn picture_file(path: &Path) -> Result<Upload> {
    let failed = || path.display().to_string();
    let bytes = std::fs::metadata(path).with_context(failed)?.len();
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    if bytes > Options::MAX_BYTES {
        return Err(MediaError::TooLarge { bytes }).with_context(failed);
    }
    let bytes = std::fs::read(path).with_context(failed)?;
    Ok(Upload { name: name_of(path), bytes: bytes.into() })
}

/// A video, which is read in parts.
fn video_file(path: &Path) -> Result<VideoFile> {
    let failed = || path.display().to_string();
    let file = File::open(path).with_context(failed)?;
    let min_bytes = file.metadata().with_context(failed)?.len();
    let bytes = stream::try_unfold(tokio::fs::File::from_std(file), |mut file| async move {
        let mut part = Vec::with_capacity(PART_BYTES);
        let read = (&mut file).take(PART_BYTES as u64).read_to_end(&mut part).await?;
        Ok::<_, std::io::Error>((read > 0).then(|| (Bytes::from(part), file)))
    });
    Ok(VideoFile { name: name_of(path), min_bytes, bytes: Box::pin(bytes) })
}

fn parse_source(text: &str) -> Result<MediaRef> {
    MediaRef::parse(text).context("the reference must be one that `marquee media list` prints")
}

pub async fn run(settings: &Settings, command: MediaCommand) -> Result<ExitCode> {
    match command {
        MediaCommand::List { at, json } => LibraryContext::open(settings, &at).await?.list(json).await?,
        MediaCommand::Add { at, files } => {
            let context = LibraryContext::open(settings, &at).await?;
            for file in &files {
                context.add(file).await?;
            }
        }
        MediaCommand::Replace { at, source, file } => {
            let context = LibraryContext::open(settings, &at).await?;
            context.replace(&parse_source(&source)?, &file).await.with_context(|| source.clone())?;
        }
        MediaCommand::Alt { at, source, text, locale, decorative } => {
            let context = LibraryContext::open(settings, &at).await?;
            let source = parse_source(&source)?;
            let (part, value) = match decorative {
                Some(true) => ("decorative".to_owned(), Some(json!(true))),
                Some(false) => ("decorative".to_owned(), None),
                None => (format!("alt/{}", context.locale(locale.as_deref())?), text.map(Value::String)),
            };
            context.describe(settings, &source, &part, value).await?;
        }
        MediaCommand::Delete { at, source } => {
            let context = LibraryContext::open(settings, &at).await?;
            context.delete(&parse_source(&source)?).await.with_context(|| source.clone())?;
        }
        MediaCommand::Restore { at, source } => {
            let context = LibraryContext::open(settings, &at).await?;
            context.restore(&parse_source(&source)?).await.with_context(|| source.clone())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
