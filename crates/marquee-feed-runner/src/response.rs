//! Responses as they are stored: compressed, up to a size. Those of a system that was asked several times are one archive.

use std::io::{self, Cursor, Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use marquee_feeds::SourceFile;
use marquee_model::feed::FeedProblem;
use marquee_store::FeedResponseRow;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::error::RunError;

/// Maximum size of a stored response in bytes, compressed.
const MAX_RESPONSE: usize = 8 << 20;
/// Maximum size of a stored response in bytes when it is unpacked again.
const MAX_UNPACKED: u64 = 64 << 20;
/// Maximum number of files in an archive.
const MAX_FILES: usize = 1_000;
/// Name of the archive with several files.
const ARCHIVE: &str = "responses.zip";

/// Computes on a thread of its own: a response has up to 16 MB.
pub async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, RunError> {
    let result = marquee_background::run("feed", work).await;
    result.map_err(|error| RunError::failed(FeedProblem::Internal, &error))
}

/// The files of a response, and how they are stored; `None` if they are too large.
pub async fn packed(files: Vec<SourceFile>) -> Result<(Vec<SourceFile>, Option<FeedResponseRow>), RunError> {
    in_background(move || {
        let stored = match files.as_slice() {
            [file] => compressed(&file.bytes).map(|content| (file.name.clone(), content)),
            files => archive(files)
                .and_then(|bytes| compressed(&bytes))
                .map(|content| (ARCHIVE.to_owned(), content)),
        };
        let stored = stored.ok().filter(|(_, content)| content.len() <= MAX_RESPONSE);
        (files, stored.map(|(name, content)| FeedResponseRow { name, content }))
    })
    .await
}

fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn archive(files: &[SourceFile]) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // All files are compressed together afterwards.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for file in files {
        archive.start_file(file.name.as_str(), options).map_err(io::Error::other)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish().map_err(io::Error::other)?.into_inner())
}

/// A response that was stored, as one file: an archive if it has several.
pub async fn unpacked(stored: FeedResponseRow) -> Result<SourceFile, RunError> {
    let read = in_background(move || -> io::Result<SourceFile> {
        let mut bytes = Vec::new();
        GzDecoder::new(stored.content.as_slice()).take(MAX_UNPACKED).read_to_end(&mut bytes)?;
        Ok(SourceFile { name: stored.name, bytes })
    });
    read.await?.map_err(|error| RunError::failed(FeedProblem::Internal, &error))
}

/// The files of a stored response.
pub async fn files_of(response: SourceFile) -> Result<Vec<SourceFile>, RunError> {
    if response.name != ARCHIVE {
        return Ok(vec![response]);
    }
    let read = in_background(move || -> io::Result<Vec<SourceFile>> {
        let mut archive = ZipArchive::new(Cursor::new(response.bytes))?;
        let (mut files, mut left) = (Vec::new(), MAX_UNPACKED);
        for index in 0..archive.len().min(MAX_FILES) {
            let file = archive.by_index(index)?;
            let name = file.name().map_err(io::Error::other)?.into_owned();
            let mut bytes = Vec::new();
            file.take(left).read_to_end(&mut bytes)?;
            left -= bytes.len() as u64;
            files.push(SourceFile { name, bytes });
        }
        Ok(files)
    });
    read.await?.map_err(|error| RunError::failed(FeedProblem::Invalid, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(count: usize) -> Vec<SourceFile> {
        let file = |n| SourceFile { name: format!("{n:03}-day.json"), bytes: format!("[{n}]").into_bytes() };
        (0..count).map(file).collect()
    }

    #[tokio::test]
    async fn a_stored_response_has_the_files_that_were_fetched() {
        for count in [1, 2, 40] {
            let (fetched, stored) = packed(files(count)).await.unwrap();
            let response = unpacked(stored.unwrap()).await.unwrap();
            assert_eq!(response.name, if count == 1 { "000-day.json" } else { ARCHIVE });
            assert_eq!(files_of(response).await.unwrap(), fetched);
        }
    }
}
