//! Draws the sharing pictures of pages (Open Graph).

use std::sync::Arc;

use bytes::Bytes;
use futures::FutureExt;
use futures::future::BoxFuture;
use marquee_media::MediaStore;
use marquee_model::SiteId;

use crate::seo::PictureRenderer;

/// Reads a file of the front end, for example `fonts/cards/lato-latin.woff`.
pub type ReadFile = dyn Fn(&str) -> Option<Bytes> + Send + Sync;

/// Draws with pictures of the media store and fonts of the front end.
#[derive(Clone)]
pub struct SharingPictures {
    pub media: Arc<MediaStore>,
    pub files: Arc<ReadFile>,
}

impl std::fmt::Debug for SharingPictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharingPictures").field("media", &self.media).finish_non_exhaustive()
    }
}

impl PictureRenderer for SharingPictures {
    fn picture<'a>(
        &'a self,
        site: &'a SiteId,
        id: &'a str,
        rendition: &'a str,
    ) -> BoxFuture<'a, Option<Bytes>> {
        async move {
            let rendition = format!("{rendition}.jpg").parse().ok()?;
            let (scope, id) = (site.as_str().parse().ok()?, id.parse().ok()?);
            self.media.rendition(&scope, &id, rendition).await.ok().flatten()
        }
        .boxed()
    }

    fn draw(&self, svg: String, family: String) -> BoxFuture<'_, Result<Vec<u8>, String>> {
        async move {
            // The family's bold font, first its `latin` and then its `latin-ext` subset.
            let name = family.to_lowercase().replace(' ', "-");
            let fonts: Vec<Vec<u8>> = ["latin", "latin-ext"]
                .into_iter()
                .filter_map(|subset| (self.files)(&format!("fonts/cards/{name}-{subset}.woff")))
                .map(|file| file.to_vec())
                .collect();
            let picture = marquee_background::run("draw", move || marquee_media::draw(&svg, &fonts));
            picture.await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())
        }
        .boxed()
    }
}
