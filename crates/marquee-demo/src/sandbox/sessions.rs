//! Sessions of the sandbox, in memory.

use std::collections::{HashMap, VecDeque};

use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};
use jiff::{SignedDuration, Timestamp};
use marquee_auth::{AuthError, Token};
use marquee_model::SiteId;
use parking_lot::Mutex;

use super::product::{Member, Tokens};
use super::receipt::Receipt;

/// Maximum number of sessions.
const MAX_SESSIONS: usize = 1_000;
/// Lifetime of a session.
const LIFE: SignedDuration = SignedDuration::from_hours(2);
/// Lifetime of the cookie in seconds.
const LIFE_SECONDS: u32 = 2 * 60 * 60;
/// Maximum number of receipts in a session.
const RECEIPTS: usize = 20;
/// Name of the cookie.
const NAME: &str = "sandboxTicketing";

/// The key of a session: the hash of its cookie's token.
pub type Id = [u8; 32];

/// The session of a visitor.
#[derive(Debug, Clone)]
pub struct Session {
    /// The token in the forms of this session.
    pub csrf: Token,
    /// The member who was handed over, if any.
    pub signed_in: Option<SignedInMember>,
    /// A message for the visitor: why the last hand-over failed, or that the member was signed out.
    pub notice: Option<String>,
    receipts: VecDeque<Receipt>,
    ends_at: Timestamp,
}

/// A member who was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInMember {
    /// The site that handed the member over.
    pub site: SiteId,
    pub site_name: String,
    /// URL of the site's home page.
    pub home: String,
    pub member: Member,
    pub tokens: Tokens,
}

impl Session {
    /// A session that begins now.
    pub fn new(now: Timestamp) -> Result<Self, AuthError> {
        let ends_at = now.saturating_add(LIFE).unwrap_or(Timestamp::MAX);
        Ok(Self { csrf: Token::new()?, signed_in: None, notice: None, receipts: VecDeque::new(), ends_at })
    }

    /// The member, if `site` handed them over.
    pub fn member_of(&self, site: &SiteId) -> Option<&Member> {
        self.signed_in.as_ref().filter(|signed_in| signed_in.site == *site).map(|signed_in| &signed_in.member)
    }

    /// The receipt with a booking reference.
    pub fn receipt(&self, reference: &str) -> Option<Receipt> {
        self.receipts.iter().find(|receipt| receipt.reference == reference).cloned()
    }

    /// Stores a receipt. Removes the oldest one if there are more than [`RECEIPTS`].
    pub fn add_receipt(&mut self, receipt: Receipt) {
        self.receipts.retain(|existing| existing.reference != receipt.reference);
        if self.receipts.len() >= RECEIPTS {
            self.receipts.pop_front();
        }
        self.receipts.push_back(receipt);
    }

    /// Whether a form has this session's token. Compares in constant time.
    pub fn has_csrf_token(&self, csrf: Option<&str>) -> bool {
        csrf.and_then(Token::parse).is_some_and(|submitted| submitted.hash() == self.csrf.hash())
    }
}

/// All sessions.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<HashMap<Id, Session>>);

impl Sessions {
    /// The session of a request's cookie.
    pub fn session_of_request(&self, headers: &HeaderMap, now: Timestamp) -> Option<(Id, Session)> {
        let id = id(headers)?;
        let session = self.0.lock().get(&id).filter(|session| session.ends_at > now).cloned();
        session.map(|session| (id, session))
    }

    /// Stores a session, removes the session of the request, and returns the cookie of the new session.
    pub fn begin(
        &self,
        headers: &HeaderMap,
        session: Session,
        now: Timestamp,
    ) -> Result<Option<HeaderValue>, AuthError> {
        let token = Token::new()?;
        let mut all = self.0.lock();
        if let Some(old_id) = id(headers) {
            all.remove(&old_id);
        }
        make_room(&mut all, now);
        all.insert(*token.hash().as_bytes(), session);
        let cookie =
            format!("{NAME}={}; Path=/; Max-Age={LIFE_SECONDS}; HttpOnly; SameSite=Lax", token.reveal());
        Ok(HeaderValue::from_str(&cookie).ok())
    }

    /// Changes a session, if it still exists.
    pub fn change(&self, id: &Id, change: impl FnOnce(&mut Session)) {
        if let Some(session) = self.0.lock().get_mut(id) {
            change(session);
        }
    }
}

/// Removes expired sessions. At the limit, also removes other sessions: those without a member first, then the oldest.
fn make_room(all: &mut HashMap<Id, Session>, now: Timestamp) {
    all.retain(|_, session| session.ends_at > now);
    while all.len() >= MAX_SESSIONS {
        let oldest = all.iter().min_by_key(|(_, s)| (s.signed_in.is_some(), s.ends_at)).map(|(id, _)| *id);
        let Some(oldest) = oldest else { return };
        all.remove(&oldest);
    }
}

fn id(headers: &HeaderMap) -> Option<Id> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|h| h.to_str().ok()).flat_map(|h| h.split(';'));
    let mut values = pairs.filter_map(|pair| pair.trim().strip_prefix(NAME)?.strip_prefix('='));
    values.find_map(Token::parse).map(|token| *token.hash().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_a_thousand_sessions_are_stored_and_the_oldest_is_removed() {
        let sessions = Sessions::default();
        let now = Timestamp::UNIX_EPOCH;
        let cookie_at = |seconds: i64| {
            let at = now.saturating_add(SignedDuration::from_secs(seconds)).unwrap();
            let cookie = sessions.begin(&HeaderMap::new(), Session::new(at).unwrap(), at).unwrap().unwrap();
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, cookie);
            headers
        };
        let (first, second) = (cookie_at(0), cookie_at(1));
        let newest = (2..=1_000).map(cookie_at).last().unwrap();
        assert!(
            sessions.session_of_request(&first, now).is_none()
                && sessions.session_of_request(&second, now).is_some()
        );
        let session = sessions.session_of_request(&newest, now).unwrap().1;
        assert!(
            session.has_csrf_token(Some(session.csrf.reveal()))
                && !session.has_csrf_token(None)
                && !session.has_csrf_token(Some(""))
        );
        assert_eq!(sessions.0.lock().len(), MAX_SESSIONS);
        let later = now.saturating_add(LIFE).unwrap();
        assert!(
            sessions
                .session_of_request(&second, later.saturating_add(SignedDuration::from_secs(2)).unwrap())
                .is_none()
        );
    }
}
