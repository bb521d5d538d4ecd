//! Who came to the sandbox: sessions of its own, in memory, as many and as long as it needs.

use std::collections::{HashMap, VecDeque};

use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};
use jiff::{SignedDuration, Timestamp};
use marquee_auth::{AuthError, Token};
use marquee_model::SiteId;
use parking_lot::Mutex;

use super::product::{Member, Tokens};
use super::sale::Receipt;

/// Sessions at most.
const MOST: usize = 1_000;
/// How long one lasts.
const LIFE: SignedDuration = SignedDuration::from_hours(2);
/// The same for its cookie, in seconds.
const LIFE_SECONDS: u32 = 2 * 60 * 60;
/// Purchases it remembers.
const RECEIPTS: usize = 20;
/// The name of its cookie.
const NAME: &str = "sandboxTicketing";

/// A session's key: the hash of what its cookie says.
pub type Id = [u8; 32];

/// What is known of a visitor.
#[derive(Debug, Clone)]
pub struct Session {
    /// What forms of this session carry.
    pub csrf: Token,
    /// Whose session arrived.
    pub signed: Option<Signed>,
    /// Why nobody's did, or not the last one.
    pub notice: Option<String>,
    receipts: VecDeque<Receipt>,
    ends_at: Timestamp,
}

/// A member who was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// By this site.
    pub site: SiteId,
    /// Its name.
    pub site_name: String,
    /// Where it is.
    pub home: String,
    pub member: Member,
    pub tokens: Tokens,
}

impl Session {
    /// One that begins now.
    pub fn new(now: Timestamp) -> Result<Self, AuthError> {
        let ends_at = now.saturating_add(LIFE).unwrap_or(Timestamp::MAX);
        Ok(Self { csrf: Token::new()?, signed: None, notice: None, receipts: VecDeque::new(), ends_at })
    }

    /// The member, when a site handed one over to whom its own shows are sold.
    pub fn member_of(&self, site: &SiteId) -> Option<&Member> {
        self.signed.as_ref().filter(|signed| signed.site == *site).map(|signed| &signed.member)
    }

    /// The purchase of a reference.
    pub fn receipt(&self, reference: &str) -> Option<Receipt> {
        self.receipts.iter().find(|receipt| receipt.reference == reference).cloned()
    }

    /// Remembers a purchase.
    pub fn keep(&mut self, receipt: Receipt) {
        self.receipts.retain(|known| known.reference != receipt.reference);
        if self.receipts.len() >= RECEIPTS {
            self.receipts.pop_front();
        }
        self.receipts.push_back(receipt);
    }

    /// Whether a form carries this session's token; compared in constant time.
    pub fn made(&self, csrf: Option<&str>) -> bool {
        csrf.and_then(Token::read).is_some_and(|sent| sent.hash() == self.csrf.hash())
    }
}

/// All of them.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<HashMap<Id, Session>>);

impl Sessions {
    /// The session of a request's cookie.
    pub fn of(&self, headers: &HeaderMap, now: Timestamp) -> Option<(Id, Session)> {
        let id = id(headers)?;
        let kept = self.0.lock().get(&id).filter(|session| session.ends_at > now).cloned();
        kept.map(|session| (id, session))
    }

    /// Keeps a session and gives it a cookie; in place of the one the request had, whose id ends with it.
    pub fn begin(
        &self,
        headers: &HeaderMap,
        session: Session,
        now: Timestamp,
    ) -> Result<Option<HeaderValue>, AuthError> {
        let token = Token::new()?;
        let mut all = self.0.lock();
        if let Some(old) = id(headers) {
            all.remove(&old);
        }
        make_room(&mut all, now);
        all.insert(*token.hash().as_bytes(), session);
        let cookie =
            format!("{NAME}={}; Path=/; Max-Age={LIFE_SECONDS}; HttpOnly; SameSite=Lax", token.reveal());
        Ok(HeaderValue::from_str(&cookie).ok())
    }

    /// Changes a session that is there still.
    pub fn change(&self, id: &Id, change: impl FnOnce(&mut Session)) {
        if let Some(session) = self.0.lock().get_mut(id) {
            change(session);
        }
    }
}

/// The oldest goes first, and of those first who is nobody.
fn make_room(all: &mut HashMap<Id, Session>, now: Timestamp) {
    all.retain(|_, session| session.ends_at > now);
    while all.len() >= MOST {
        let first = all.iter().min_by_key(|(_, s)| (s.signed.is_some(), s.ends_at)).map(|(id, _)| *id);
        let Some(first) = first else { return };
        all.remove(&first);
    }
}

fn id(headers: &HeaderMap) -> Option<Id> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|h| h.to_str().ok()).flat_map(|h| h.split(';'));
    let mut values = pairs.filter_map(|pair| pair.trim().strip_prefix(NAME)?.strip_prefix('='));
    values.find_map(Token::read).map(|token| *token.hash().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_more_than_a_thousand_and_the_oldest_goes() {
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
        let last = (2..=1_000).map(cookie_at).last().unwrap();
        assert!(sessions.of(&first, now).is_none() && sessions.of(&second, now).is_some());
        let kept = sessions.of(&last, now).unwrap().1;
        assert!(kept.made(Some(kept.csrf.reveal())) && !kept.made(None) && !kept.made(Some("")));
        assert_eq!(sessions.0.lock().len(), MOST);
        let later = now.saturating_add(LIFE).unwrap();
        assert!(sessions.of(&second, later.saturating_add(SignedDuration::from_secs(2)).unwrap()).is_none());
    }
}
