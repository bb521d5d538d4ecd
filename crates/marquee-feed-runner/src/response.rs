//! Responses as they are stored: compressed, up to a size.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use marquee_feeds::SourceFile;
use marquee_model::feed::FeedProblem;
use marquee_store::FeedResponseRow;

use crate::error::RunError;

/// Maximum size of a stored response in bytes, compressed.
const MAX_RESPONSE: usize = 8 << 20;
/// Maximum size of a stored response in bytes when it is unpacked again.
const MAX_UNPACKED: u64 = 64 << 20;

/// Computes on a thread of its own: a response has up to 16 MB.
pub async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, RunError> {
    let result = marquee_background::run("feed", work).await;
    result.map_err(|error| RunError::failed(FeedProblem::Internal, &error))
}

/// A response, and how it is stored; `None` if it is too large.
pub async fn packed(file: SourceFile) -> Result<(SourceFile, Option<FeedResponseRow>), RunError> {
    in_background(move || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let content = encoder.write_all(&file.bytes).and_then(|()| encoder.finish()).ok();
        let content = content.filter(|content| content.len() <= MAX_RESPONSE);
        let stored = content.map(|content| FeedResponseRow { name: file.name.clone(), content });
        (file, stored)
    })
    .await
}

/// A response that was stored.
pub async fn unpacked(stored: FeedResponseRow) -> Result<SourceFile, RunError> {
    let read = in_background(move || -> std::io::Result<SourceFile> {
        let mut bytes = Vec::new();
        GzDecoder::new(stored.content.as_slice()).take(MAX_UNPACKED).read_to_end(&mut bytes)?;
        Ok(SourceFile { name: stored.name, bytes })
    });
    read.await?.map_err(|error| RunError::failed(FeedProblem::Internal, &error))
}
