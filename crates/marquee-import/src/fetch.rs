//! Fetches a schedule from an address that an operator typed.

use std::collections::HashSet;
use std::time::Duration;

use futures::stream::{self, StreamExt};
use jiff::Timestamp;
use marquee_feeds::{Format, FurtherRequest, SourceFile, SystemRequest};
use marquee_outbound::{Limits, Outbound, OutboundError, OutboundRequest, OutboundResponse};
use url::{Origin, Url};

/// Maximum size in bytes.
pub const MAX_BYTES: usize = 16 << 20;
/// Maximum time of a response, with redirects.
pub const MAX_TIME: Duration = Duration::from_secs(20);
/// Maximum time of all responses of a schedule, and their maximum size in bytes.
const MAX_TIME_OF_ALL: Duration = Duration::from_secs(120);
const MAX_BYTES_OF_ALL: usize = 48 << 20;
/// Maximum number of requests for a schedule, and how many are sent at once.
const MAX_REQUESTS: usize = 100;
const REQUESTS_AT_ONCE: usize = 3;
/// Maximum number of redirects.
const MAX_REDIRECTS: usize = 5;
/// Maximum length of an address in bytes.
const MAX_ADDRESS: usize = 2_000;

/// Why an address cannot be fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("invalid URL: expected an address such as https://cinema.example/schedule.json")]
    Address,
    /// The address, or one that it redirects to, is not public.
    #[error("the address is not public: {0}")]
    NotPublic(#[source] OutboundError),
    #[error("the address cannot be reached: {0}")]
    Unreachable(#[source] OutboundError),
    /// A status other than 200.
    #[error("the address answers with status {0}: check it in a browser")]
    Status(u16),
    #[error("the address redirects more than {MAX_REDIRECTS} times")]
    Redirects,
    #[error("the address takes longer than {} seconds", MAX_TIME.as_secs())]
    Timeout,
    #[error("the file is larger than {} MB", MAX_BYTES >> 20)]
    TooLarge,
    #[error("the schedule is larger than {} MB", MAX_BYTES_OF_ALL >> 20)]
    AllTooLarge,
    #[error("the schedule takes longer than {} seconds", MAX_TIME_OF_ALL.as_secs())]
    AllTimeout,
    #[error("the schedule has more than {MAX_REQUESTS} parts")]
    TooMany,
    /// The server stops, or a format has a fault.
    #[error("the response could not be read: {0}")]
    Interrupted(#[source] tokio::task::JoinError),
}

/// The files from an address: most systems have one.
#[derive(Debug)]
pub struct FetchedFiles {
    /// Host of the address as it was typed.
    pub host: String,
    /// Address before paths of booking links, see [`booking_site`].
    pub booking_site: String,
    pub files: Vec<SourceFile>,
    /// The header `etag`, if there is one file.
    pub etag: Option<String>,
    /// The header `last-modified`, if there is one file.
    pub last_modified: Option<String>,
}

/// What a request for a schedule sends beside its address.
#[derive(Debug, Clone)]
pub struct FetchHeaders {
    /// The time of the request.
    pub now: Timestamp,
    /// Names and values, sent to the origin of the address only, so that no redirect takes them elsewhere.
    pub credential: Vec<(String, String)>,
    /// The `etag` of the file that the caller has.
    pub etag: Option<String>,
    /// The `last-modified` of the file that the caller has.
    pub last_modified: Option<String>,
    /// The format of a system that may have to be sent a request of its own.
    pub format: Option<Format>,
}

/// As [`booking_site`], of an address as it was typed.
#[must_use]
pub fn booking_site_of(address: &str) -> Option<String> {
    Some(booking_site(&parse(address).ok()?))
}

impl FetchHeaders {
    /// Nothing but the address.
    #[must_use]
    pub const fn new(now: Timestamp) -> Self {
        Self { now, credential: Vec::new(), etag: None, last_modified: None, format: None }
    }

    const fn is_conditional(&self) -> bool {
        self.etag.is_some() || self.last_modified.is_some()
    }
}

/// Whether a text is an address that can be fetched.
#[must_use]
pub fn is_address(text: &str) -> bool {
    parse(text).is_ok()
}

/// The host of an address.
#[must_use]
pub fn host_of(address: &str) -> Option<String> {
    parse(address).ok()?.host_str().map(str::to_owned)
}

/// Scheme, host and port of an address: what a credential is for.
#[must_use]
pub fn origin_of(address: &str) -> Option<Origin> {
    Some(parse(address).ok()?.origin())
}

/// The address before paths of booking links in a schedule from `url`: the part before an interface (`api`), or else the origin.
#[must_use]
pub fn booking_site(url: &Url) -> String {
    let parts = url.path_segments().into_iter().flatten().collect::<Vec<_>>();
    let folder = parts.iter().position(|part| *part == "api").and_then(|interface| parts.get(..interface));
    let folder: String = folder.unwrap_or_default().iter().map(|part| format!("/{part}")).collect();
    format!("{}{folder}", url.origin().ascii_serialization())
}

/// Fetches the schedule at an address. Without a scheme it is reached over https.
///
/// # Errors
/// [`FetchError`].
pub async fn fetch(client: &Outbound, address: &str, now: Timestamp) -> Result<FetchedFiles, FetchError> {
    let fetched = fetch_with(client, address, &FetchHeaders::new(now)).await?;
    // Nothing was asked for that could be unchanged.
    fetched.ok_or(FetchError::Status(304))
}

/// As [`fetch`], with headers. `None` if the file is the one that the caller has.
///
/// # Errors
/// [`FetchError`].
pub async fn fetch_with(
    client: &Outbound,
    address: &str,
    headers: &FetchHeaders,
) -> Result<Option<FetchedFiles>, FetchError> {
    let given = parse(address)?;
    let host = given.host_str().unwrap_or_default().to_owned();
    let booking_site = booking_site(&given);
    let system = headers.format.or_else(|| Format::at(&given));
    let url = system.map_or_else(|| given.clone(), |system| system.address(&given, headers.now));
    let name = file_name(&url);
    let Some(response) = within(MAX_TIME, follow(client, url.clone(), headers)).await? else {
        return Ok(None);
    };
    let OutboundResponse { body, etag, last_modified, .. } = response;
    let mut files = vec![SourceFile { name, bytes: body.to_vec() }];
    let system = system.or_else(|| Format::of_response(files.first()?));
    if let Some(system) = system {
        let further = fetch_further(client, (system, &given, &url), headers, &mut files);
        tokio::time::timeout(MAX_TIME_OF_ALL, further).await.map_err(|_| FetchError::AllTimeout)??;
    }
    let is_one = files.len() == 1;
    let (etag, last_modified) = (etag.filter(|_| is_one), last_modified.filter(|_| is_one));
    Ok(Some(FetchedFiles { host, booking_site, files, etag, last_modified }))
}

async fn within<T>(
    time: Duration,
    fetch: impl Future<Output = Result<T, FetchError>>,
) -> Result<T, FetchError> {
    tokio::time::timeout(time, fetch).await.map_err(|_| FetchError::Timeout)?
}

/// The name of the file at an address: names are shown, and have rules of their own.
fn file_name(url: &Url) -> String {
    let name = url.path_segments().and_then(|mut path| path.next_back()).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if name.is_empty() || !name.chars().all(is_plain) || name.starts_with('.') {
        "schedule".to_owned()
    } else {
        name.to_owned()
    }
}

/// Fetches what else a system has to be asked for its schedule. Requests go to the origin of its address only.
async fn fetch_further(
    client: &Outbound,
    (system, given, first): (Format, &Url, &Url),
    headers: &FetchHeaders,
    files: &mut Vec<SourceFile>,
) -> Result<(), FetchError> {
    let headers = FetchHeaders { etag: None, last_modified: None, ..headers.clone() };
    let mut asked: HashSet<Url> = [given.clone(), first.clone()].into();
    loop {
        // Responses are large: reading them must not keep other tasks waiting.
        let (read, address, now) = (std::mem::take(files), given.clone(), headers.now);
        let reading = tokio::task::spawn_blocking(move || {
            let requests = system.further(&address, &read, now);
            (read, requests)
        });
        let (read, mut requests) = reading.await.map_err(FetchError::Interrupted)?;
        *files = read;
        requests.retain(|request| {
            request.address.origin() == given.origin() && asked.insert(request.address.clone())
        });
        if requests.is_empty() {
            return Ok(());
        }
        if asked.len() > MAX_REQUESTS {
            return Err(FetchError::TooMany);
        }
        let fetches = requests.into_iter().map(|FurtherRequest { address, is_optional }| {
            let headers = &headers;
            async move {
                let fetched = within(MAX_TIME, follow(client, address.clone(), headers)).await;
                match fetched {
                    Err(FetchError::Status(401 | 403 | 404)) if is_optional => Ok(None),
                    fetched => fetched.map(|response| response.map(|response| (address, response.body))),
                }
            }
        });
        let mut responses = stream::iter(fetches).buffered(REQUESTS_AT_ONCE);
        while let Some(response) = responses.next().await {
            let Some((address, body)) = response? else { continue };
            let total: usize = files.iter().map(|file| file.bytes.len()).sum();
            if total + body.len() > MAX_BYTES_OF_ALL {
                return Err(FetchError::AllTooLarge);
            }
            // Numbered, so that no two have the same name.
            let name = format!("{:03}-{}", files.len(), file_name(&address));
            files.push(SourceFile { name, bytes: body.to_vec() });
        }
    }
}

fn parse(address: &str) -> Result<Url, FetchError> {
    let address = address.trim();
    let with_scheme = if address.contains("://") { address.to_owned() } else { format!("https://{address}") };
    let url = Url::parse(&with_scheme).ok().filter(|_| !address.is_empty() && address.len() <= MAX_ADDRESS);
    url.filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.host_str().is_some_and(|host| host.contains(['.', ':']))
            // Names and passwords are credentials of their own, which are stored encrypted.
            && url.username().is_empty()
            && url.password().is_none()
    })
    .ok_or(FetchError::Address)
}

/// Every address on the way is checked by the client, so that no redirect leads into an internal network.
async fn follow(
    client: &Outbound,
    mut url: Url,
    headers: &FetchHeaders,
) -> Result<Option<OutboundResponse>, FetchError> {
    let limits = Limits { bytes: MAX_BYTES as u64, time: MAX_TIME };
    let origin = url.origin();
    for _ in 0..=MAX_REDIRECTS {
        let system_request = headers.format.and_then(|format| format.request(&url));
        let is_post = system_request.is_some();
        let mut request = match system_request {
            Some(SystemRequest { body, headers }) => {
                let request = OutboundRequest::post(url.clone(), "application/json", body);
                headers.into_iter().fold(request, |request, (name, value)| request.with_header(name, value))
            }
            None => OutboundRequest::get(url.clone()),
        };
        if url.origin() == origin {
            for (name, value) in &headers.credential {
                request = request.with_header(name.clone(), value);
            }
        }
        for (name, value) in [("if-none-match", &headers.etag), ("if-modified-since", &headers.last_modified)]
        {
            if let Some(value) = value {
                request = request.with_header(name, value);
            }
        }
        let response = client.fetch_with(request, limits).await.map_err(|error| match error {
            OutboundError::Timeout { .. } => FetchError::Timeout,
            OutboundError::TooLarge { .. } => FetchError::TooLarge,
            error @ (OutboundError::Internal { .. } | OutboundError::Refused { .. }) => {
                FetchError::NotPublic(error)
            }
            error => FetchError::Unreachable(error),
        })?;
        match response {
            response @ OutboundResponse { status: 200, .. } => return Ok(Some(response)),
            OutboundResponse { status: 304, .. } if headers.is_conditional() => return Ok(None),
            // Other redirects turn a request with a body into one without.
            OutboundResponse { status, location: Some(location), .. }
                if matches!(status, 307 | 308) || (matches!(status, 301..=303) && !is_post) =>
            {
                url = url.join(&location).map_err(|_| FetchError::Status(302))?;
            }
            OutboundResponse { status, .. } => return Err(FetchError::Status(status)),
        }
    }
    Err(FetchError::Redirects)
}

#[cfg(test)]
mod tests;
