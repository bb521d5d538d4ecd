//! Session and refresh tokens: creation, rotation, verification (security 1.6 to 1.8).

use jiff::{SignedDuration, Timestamp};
use marquee_auth::{AuthError, FamilyToken, TokenKind, new_family_name, random_text};
use marquee_model::loyalty::{ApiVersion, Family, UsedRefreshToken};
use marquee_model::{MemberId, SessionId};
use marquee_store::SessionRow;

use crate::error::LoyaltyError;

/// The tokens of a sign-in, for the visitor only.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    pub session: String,
    pub refresh: String,
    /// Version 1 only (SESS-04).
    pub user_session: Option<String>,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens(…)")
    }
}

/// The lifetime of a session token in API version 1 (security 1.8).
const SESSION_1: SignedDuration = SignedDuration::from_mins(20);
/// The lifetime of a session token in API version 3 (security 1.8).
const SESSION_3: SignedDuration = SignedDuration::from_mins(24 * 60 + 30);
/// How long the previous session token stays valid after a refresh (security 1.7).
const SESSION_GRACE: SignedDuration = SignedDuration::from_secs(60);
/// How long a repeated refresh gets the same response (security 1.7).
const REFRESH_GRACE: SignedDuration = SignedDuration::from_secs(10);
/// The absolute lifetime of a sign-in, as a multiple of the idle timeout (security 1.8).
const ABSOLUTE_FACTOR: i64 = 3;
/// Maximum number of stored characters of the `User-Agent`. The browser's name comes after the first hundred.
const MAX_DEVICE_CHARACTERS: usize = 300;

fn session_life(version: ApiVersion) -> SignedDuration {
    match version {
        ApiVersion::V1 => SESSION_1,
        ApiVersion::V3 => SESSION_3,
    }
}

fn after(at: Timestamp, span: SignedDuration) -> Timestamp {
    at.saturating_add(span).unwrap_or(Timestamp::MAX)
}

/// The result of a refresh.
#[derive(Debug)]
pub enum RefreshOutcome {
    /// A new pair of tokens. The row has changed and must be saved.
    Rotated(Tokens),
    /// The pair of the previous refresh again. The row is unchanged.
    Repeated(Tokens),
    /// The token was already used. The sign-in must be ended.
    Reused,
    /// The sign-in has expired.
    Expired,
}

/// Begins a sign-in. `hours` is the idle timeout.
pub fn begin(
    member: &MemberId,
    version: ApiVersion,
    hours: u32,
    device: &str,
    now: Timestamp,
) -> Result<(SessionRow, Tokens), LoyaltyError> {
    let name = new_family_name()?;
    let (session, refresh) =
        (FamilyToken::new(TokenKind::Session, &name)?, FamilyToken::new(TokenKind::Refresh, &name)?);
    let user = if version == ApiVersion::V1 { Some(FamilyToken::new(TokenKind::User, &name)?) } else { None };
    let idle_seconds = i64::from(hours) * 3600;
    let idle = SignedDuration::from_secs(idle_seconds);
    let absolute_until = after(now, SignedDuration::from_secs(idle_seconds * ABSOLUTE_FACTOR));
    let tokens = Tokens {
        session: session.reveal(),
        refresh: refresh.reveal(),
        user_session: user.as_ref().map(FamilyToken::reveal),
    };
    let family = Family {
        version,
        generation: 1,
        session: session.hash(),
        session_until: after(now, session_life(version)).min(absolute_until),
        old_session: None,
        refresh: refresh.hash(),
        spent: None,
        user_session: user.as_ref().map(FamilyToken::hash),
        idle_seconds,
        absolute_until,
        password_at: now,
        created_at: now,
        device: device.chars().filter(|c| !c.is_control()).take(MAX_DEVICE_CHARACTERS).collect(),
    };
    let row = SessionRow {
        id: SessionId::parse(&name)?,
        member: member.clone(),
        parent: None,
        ends_at: after(now, idle).min(absolute_until),
        family,
    };
    Ok((row, tokens))
}

/// Parses a token and returns it with the id of its sign-in; `None` if it is malformed or of another kind.
pub fn parse_token(part: TokenKind, text: &str) -> Option<(FamilyToken, SessionId)> {
    let token = FamilyToken::parse(part, text)?;
    let id = SessionId::parse(&token.family()).ok()?;
    Some((token, id))
}

/// Whether a session token is valid for a sign-in.
pub fn is_valid(row: &SessionRow, token: &FamilyToken, now: Timestamp) -> bool {
    let family = &row.family;
    if row.ends_at <= now || family.absolute_until <= now {
        return false;
    }
    let current = family.session_until > now && token.matches_hash(&family.session);
    let previous =
        family.old_session.as_ref().is_some_and(|(hash, until)| *until > now && token.matches_hash(hash));
    current || previous
}

/// Processes a refresh token. Changes the row only for [`RefreshOutcome::Rotated`].
pub fn rotate(
    row: &mut SessionRow,
    token: &FamilyToken,
    now: Timestamp,
) -> Result<RefreshOutcome, AuthError> {
    if row.ends_at <= now || row.family.absolute_until <= now {
        return Ok(RefreshOutcome::Expired);
    }
    let derive_pair = |salt: &str| {
        let (session, refresh) =
            (token.successor(TokenKind::Session, salt), token.successor(TokenKind::Refresh, salt));
        (
            Tokens { session: session.reveal(), refresh: refresh.reveal(), user_session: None },
            session,
            refresh,
        )
    };
    let family = &mut row.family;
    if token.matches_hash(&family.refresh) {
        let salt = random_text(20)?;
        let (tokens, session, refresh) = derive_pair(&salt);
        let old_until = after(now, SESSION_GRACE).min(family.session_until);
        family.old_session = Some((std::mem::replace(&mut family.session, session.hash()), old_until));
        family.session_until = after(now, session_life(family.version)).min(family.absolute_until);
        let spent_hash = std::mem::replace(&mut family.refresh, refresh.hash());
        family.spent = Some(UsedRefreshToken { refresh: spent_hash, at: now, salt });
        family.generation += 1;
        row.ends_at = after(now, SignedDuration::from_secs(family.idle_seconds)).min(family.absolute_until);
        return Ok(RefreshOutcome::Rotated(tokens));
    }
    match &family.spent {
        Some(spent)
            if token.matches_hash(&spent.refresh) && now.duration_since(spent.at) <= REFRESH_GRACE =>
        {
            Ok(RefreshOutcome::Repeated(derive_pair(&spent.salt).0))
        }
        _ => Ok(RefreshOutcome::Reused),
    }
}

#[cfg(test)]
mod tests;
