//! Fetches what feeds respond with.

use std::time::Duration;

use marquee_api::editor::FeedCredential;
use marquee_feeds::SourceFile;
use marquee_import::{FetchHeaders, FetchedFiles, fetch_with};
use marquee_model::SiteId;
use marquee_model::feed::{FeedConfig, FeedProblem};
use marquee_model::settings::SiteRecord;
use marquee_store::FeedValidators;
use sha2::{Digest, Sha256};

use crate::credential::headers;
use crate::error::{RunError, failed};
use crate::film_facts::{is_of_facts, read_film_facts};
use crate::ports::Ports;
use crate::response::in_background;

/// What a run has read.
pub enum Fetched {
    /// The same as before.
    Same(FeedValidators),
    New(Box<NewFiles>),
}

pub struct NewFiles {
    pub files: Vec<SourceFile>,
    pub validators: FeedValidators,
}

/// Fetches the response of a feed, unless it is the same as before. `time` is how long it may be asked about films.
pub async fn read_response(
    ports: &Ports,
    site: (&SiteId, &SiteRecord),
    config: &FeedConfig,
    (credential, before, time): (&FeedCredential, &FeedValidators, Duration),
) -> Result<Fetched, RunError> {
    if is_of_facts(config) {
        let file = read_film_facts(ports, site, config, (credential, time)).await?;
        return new_files(vec![file], FeedValidators::default(), before).await;
    }
    let credential = headers(credential);
    let fetch_headers = FetchHeaders {
        now: ports.clock.now(),
        credential: credential.map_err(|error| RunError::failed(FeedProblem::Credential, &error))?,
        etag: before.etag.clone(),
        last_modified: before.last_modified.clone(),
        // A name that a later version has is an error where the response is read.
        format: config.format.as_deref().and_then(|name| name.parse().ok()),
    };
    let fetched = fetch_with(&ports.outbound, &config.address, &fetch_headers).await;
    let Some(FetchedFiles { files, etag, last_modified, .. }) = fetched.map_err(|error| failed(&error))?
    else {
        return Ok(Fetched::Same(before.clone()));
    };
    new_files(files, FeedValidators { etag, last_modified, digest: None }, before).await
}

/// Files with the validators of their response, unless they are the same as before.
pub async fn new_files(
    files: Vec<SourceFile>,
    validators: FeedValidators,
    before: &FeedValidators,
) -> Result<Fetched, RunError> {
    let (files, digest) = in_background(move || {
        let digest = hex::encode(match files.as_slice() {
            [file] => Sha256::digest(&file.bytes),
            files => {
                let digests = files.iter().map(|file| Sha256::digest(&file.bytes));
                Sha256::digest(digests.collect::<Vec<_>>().concat())
            }
        });
        (files, digest)
    })
    .await?;
    let is_same = before.digest.as_ref() == Some(&digest);
    let validators = FeedValidators { digest: Some(digest), ..validators };
    Ok(if is_same {
        Fetched::Same(validators)
    } else {
        Fetched::New(Box::new(NewFiles { files, validators }))
    })
}
