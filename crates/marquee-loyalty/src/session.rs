//! Sign-in, sign-out, refresh, and authentication of calls.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use jiff::SignedDuration;
use marquee_api::loyalty::TICKET_LIFETIME;
use marquee_auth::{FamilyToken, Password, PasswordMatch, Token, TokenKind};
use marquee_mail::Letter;
use marquee_model::SessionId;
use marquee_model::loyalty::{ApiVersion, Member, MemberStatus};
use marquee_model::settings::SiteRecord;
use marquee_store::{MemberRow, SecretKind, SecretRow, SessionRow, WriteTx};

use crate::caller::{AuthenticatedMember, Details};
use crate::context::{Context, Visitor, audit};
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::Action;
use crate::secrets::{NewSecret, SecretPayload, Ticket, payload, token_hash};
use crate::services::Sessions;
use crate::tokens::{self, RefreshOutcome, Tokens};

/// How long sensitive changes are allowed after the password was entered (security 1.9).
pub(crate) const RECENT_PASSWORD: SignedDuration = SignedDuration::from_mins(15);

/// The result of a sign-in or a refresh.
#[derive(Debug)]
pub struct SignInResult {
    /// For the visitor only.
    pub tokens: Tokens,
    /// The sign-in's id, for data that is bound to it.
    pub session: SessionId,
    /// The API version with which it was created.
    pub version: ApiVersion,
    pub details: Details,
    /// Whether the membership has expired.
    pub is_expired: bool,
}

/// The caller that a token identifies.
#[derive(Debug)]
pub enum TokenOwner {
    /// The owner of a session token.
    Session(Arc<AuthenticatedMember>),
    /// The owner of a ticket, which is now used up: a new sign-in for the ticketing site.
    Ticket(Box<SignInResult>),
}

fn hours(site: &SiteRecord) -> u32 {
    site.settings.loyalty.session_timeout.max(1)
}

/// Checks whether a member who entered the correct password may sign in.
fn may_sign_in(member: &Member, site: &SiteRecord, now: jiff::Timestamp) -> Result<(), LoyaltyError> {
    match member.standing {
        MemberStatus::Unconfirmed | MemberStatus::Unpaid => return Err(RefusalReason::NotActivated.into()),
        MemberStatus::Blocked => return Err(RefusalReason::AccountBlocked.into()),
        MemberStatus::PasswordDue => return Err(RefusalReason::PasswordChangeRequired.into()),
        MemberStatus::Active => {}
    }
    if member.is_expired(now) && !site.settings.loyalty.allow_expired_accounts_login {
        return Err(RefusalReason::MembershipExpired.into());
    }
    Ok(())
}

impl Sessions<'_> {
    /// Signs in with username or email address, and password.
    ///
    /// # Errors
    /// `WrongCredentials` for an unknown name or a wrong password, after the same time; `NotActivated`, `AccountBlocked`,
    /// `PasswordChangeRequired` or `MembershipExpired` only after the correct password; `TooManyFailures` or `AccountLocked`
    /// while the account is locked out, whether it exists or not.
    pub async fn sign_in(
        self,
        visitor: Visitor<'_>,
        version: ApiVersion,
        username: &str,
        password: &Password,
    ) -> Result<SignInResult, LoyaltyError> {
        self.context.check_limit(visitor, Action::SignIn).await?;
        let row = self.context.store.member_by_login(visitor.id(), username).await?;
        let account = row.as_ref().map_or_else(
            || format!("name:{}", marquee_model::loyalty::folded(username)),
            |row| format!("member:{}", row.member.id),
        );
        self.context.check_account_lockout(visitor, &account).await?;
        let hash = row.as_ref().and_then(|row| row.password_hash.as_deref());
        let password_match = self.context.verify(password, hash).await?;
        let Some(mut row) = row.filter(|_| password_match != PasswordMatch::Invalid) else {
            self.context.record_failure(visitor, &account).await?;
            tracing::info!(site.id = %visitor.id(), "sign-in failed");
            return Err(RefusalReason::WrongCredentials.into());
        };
        may_sign_in(&row.member, visitor.site, self.context.now())?;
        let new_hash = if password_match == PasswordMatch::ValidOutdated {
            Some(self.context.hash(password).await?)
        } else {
            None
        };
        let mut tx = self.context.begin().await?;
        // The member may have changed the password or been deleted during the comparison.
        let is_unchanged = |now: &MemberRow| {
            now.password_hash == row.password_hash && now.member.standing == row.member.standing
        };
        let now = tx.member(visitor.id(), &row.member.id).await?.filter(is_unchanged);
        row = now.ok_or(LoyaltyError::Busy)?;
        if let Some(hash) = new_hash {
            row.password_hash = Some(hash);
            tx.save_member(visitor.id(), &row, false).await?;
        }
        self.context.record_success(&mut tx, visitor, &account).await?;
        let (session, tokens) = self.context.begin_session(&mut tx, visitor, &row.member, version).await?;
        tx.commit().await?;
        tracing::info!(site.id = %visitor.id(), member.id = %row.member.id, "member signed in");
        self.context.sign_in_result(visitor.site, session, tokens, row.member).await
    }

    /// The caller that a session token identifies.
    ///
    /// # Errors
    /// `InvalidSession` if the token is unknown or expired.
    pub async fn session_by_token(
        self,
        site: &SiteRecord,
        token: &str,
    ) -> Result<Arc<AuthenticatedMember>, LoyaltyError> {
        let (token, id) =
            tokens::parse_token(TokenKind::Session, token).ok_or(RefusalReason::InvalidSession)?;
        let principal = self.cached_session(site, &id).await?;
        if tokens::is_valid(&principal.session, &token, self.context.now()) {
            Ok(principal)
        } else {
            Err(RefusalReason::InvalidSession.into())
        }
    }

    /// The caller that a user session id of API version 1 identifies (ROLE-06).
    ///
    /// # Errors
    /// `InvalidSession` if the id is unknown, expired or not from a sign-in.
    pub async fn session_by_user_session(
        self,
        site: &SiteRecord,
        id: &str,
    ) -> Result<Arc<AuthenticatedMember>, LoyaltyError> {
        let (token, id) = tokens::parse_token(TokenKind::User, id).ok_or(RefusalReason::InvalidSession)?;
        let principal = self.cached_session(site, &id).await?;
        let now = self.context.now();
        let is_match =
            principal.session.family.user_session.as_ref().is_some_and(|hash| token.matches_hash(hash));
        if is_match && principal.session.ends_at > now {
            Ok(principal)
        } else {
            Err(RefusalReason::InvalidSession.into())
        }
    }

    /// A sign-in with its member; cached for up to one second.
    async fn cached_session(
        self,
        site: &SiteRecord,
        id: &SessionId,
    ) -> Result<Arc<AuthenticatedMember>, LoyaltyError> {
        if let Some(principal) = self.context.session_cache.get(&site.key, id, Instant::now()) {
            return Ok(principal);
        }
        Box::pin(self.look_up(site, id)).await
    }

    async fn look_up(
        self,
        site: &SiteRecord,
        id: &SessionId,
    ) -> Result<Arc<AuthenticatedMember>, LoyaltyError> {
        let generation = self.context.session_cache.generation();
        let session =
            self.context.store.session(&site.key, id).await?.ok_or(RefusalReason::InvalidSession)?;
        let row = self
            .context
            .store
            .member(&site.key, &session.member)
            .await?
            .ok_or(RefusalReason::InvalidSession)?;
        if row.member.standing == MemberStatus::Blocked {
            return Err(RefusalReason::InvalidSession.into());
        }
        let details = self.context.details(&site.key, row.member).await?;
        let principal = Arc::new(AuthenticatedMember {
            session,
            details,
            password_hash: row.password_hash,
            cached_response: OnceLock::new(),
        });
        self.context.session_cache.insert(generation, &site.key, principal.clone(), Instant::now());
        Ok(principal)
    }

    /// Refuses a member whose membership has expired, unless the site allows expired members to sign in (ROLE-08).
    ///
    /// # Errors
    /// `MembershipExpired`.
    pub fn require_unexpired(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<(), LoyaltyError> {
        if principal.member().is_expired(self.context.now())
            && !site.settings.loyalty.allow_expired_accounts_login
        {
            return Err(RefusalReason::MembershipExpired.into());
        }
        Ok(())
    }

    /// Exchanges a refresh token for the next pair of tokens. Reuse of a spent token ends the sign-in (security 1.7).
    ///
    /// # Errors
    /// `InvalidSession` if the token is unknown, expired or reused.
    pub async fn refresh(self, visitor: Visitor<'_>, token: &str) -> Result<SignInResult, LoyaltyError> {
        let (token, id) =
            tokens::parse_token(TokenKind::Refresh, token).ok_or(RefusalReason::InvalidSession)?;
        let mut tx = self.context.begin().await?;
        let Some(mut row) = tx.session(visitor.id(), &id).await? else {
            return Err(RefusalReason::InvalidSession.into());
        };
        let Some(MemberRow { member, .. }) = tx.member(visitor.id(), &row.member).await? else {
            return Err(RefusalReason::InvalidSession.into());
        };
        if member.standing == MemberStatus::Blocked {
            return Err(RefusalReason::InvalidSession.into());
        }
        let pair = match tokens::rotate(&mut row, &token, self.context.now())? {
            RefreshOutcome::Rotated(pair) => {
                tx.save_session(visitor.id(), &row).await?;
                tx.commit().await?;
                self.context.session_cache.invalidate(visitor.id(), &row.member);
                pair
            }
            RefreshOutcome::Repeated(pair) => {
                // Nothing to write: release the connection before further reads.
                drop(tx);
                pair
            }
            RefreshOutcome::Reused => {
                self.end_reused_session(tx, visitor, &row, &member).await?;
                return Err(RefusalReason::InvalidSession.into());
            }
            RefreshOutcome::Expired => return Err(RefusalReason::InvalidSession.into()),
        };
        self.context.sign_in_result(visitor.site, row, pair, member).await
    }

    async fn end_reused_session(
        self,
        mut tx: WriteTx,
        visitor: Visitor<'_>,
        row: &SessionRow,
        member: &Member,
    ) -> Result<(), LoyaltyError> {
        tx.end_session(visitor.id(), &row.id).await?;
        let line = audit(self.context.now(), "member", "session.reused", member.id.as_str());
        tx.log_audit(visitor.id(), &line).await?;
        self.context.email_member(&mut tx, visitor, member, &Letter::SessionsEnded).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(visitor.id(), &row.member);
        tracing::warn!(site.id = %visitor.id(), member.id = %member.id, "refresh token reused: the sign-in was ended");
        Ok(())
    }

    /// Ends the caller's sign-in.
    pub async fn sign_out(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<(), LoyaltyError> {
        self.end(site, &principal.session).await
    }

    async fn end(self, site: &SiteRecord, session: &SessionRow) -> Result<(), LoyaltyError> {
        let mut tx = self.context.begin().await?;
        tx.end_session(&site.key, &session.id).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(&site.key, &session.member);
        Ok(())
    }

    /// Ends the sign-in of a refresh token or session token, current or previous. Does nothing for an unknown token.
    pub async fn sign_out_by_token(self, site: &SiteRecord, token: &str) -> Result<(), LoyaltyError> {
        let parse = |part| tokens::parse_token(part, token);
        let Some((token, id)) = parse(TokenKind::Refresh).or_else(|| parse(TokenKind::Session)) else {
            return Ok(());
        };
        let Some(row) = self.context.store.session(&site.key, &id).await? else { return Ok(()) };
        let is_match = |token: &FamilyToken| {
            let family = &row.family;
            let spent = family.spent.as_ref().map(|spent| &spent.refresh);
            let previous = family.old_session.as_ref().map(|(hash, _)| hash);
            [Some(&family.refresh), Some(&family.session), spent, previous]
                .into_iter()
                .flatten()
                .any(|hash| token.matches_hash(hash))
        };
        if is_match(&token) { self.end(site, &row).await } else { Ok(()) }
    }

    /// Whether a refresh token can still be exchanged; true if the database cannot be read.
    pub async fn can_refresh(self, site: &SiteRecord, token: &str) -> bool {
        let Some((token, id)) = tokens::parse_token(TokenKind::Refresh, token) else { return false };
        match self.context.store.session(&site.key, &id).await {
            Ok(Some(row)) => {
                let is_spent =
                    row.family.spent.as_ref().is_some_and(|spent| token.matches_hash(&spent.refresh));
                row.ends_at > self.context.now() && (token.matches_hash(&row.family.refresh) || is_spent)
            }
            Ok(None) => false,
            Err(_) => true,
        }
    }

    /// The member's pseudonym for the site's marketing tracker: a keyed hash of site and member, so that it cannot be
    /// reversed by guessing (ANLY-04). It uses the oldest secret, so that rotation does not change it.
    #[must_use]
    pub fn marketing_id(self, site: &SiteRecord, principal: &AuthenticatedMember) -> String {
        self.context
            .marketing
            .hash_with_all_keys(&[site.key.as_str(), principal.member().id.as_str()])
            .last()
            .unwrap_or_default()
    }

    /// A member's active sign-ins, newest first (security 1.9).
    pub async fn of_member(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
    ) -> Result<Vec<SessionRow>, LoyaltyError> {
        Ok(self.context.store.member_sessions(&site.key, &principal.member().id, self.context.now()).await?)
    }

    /// Ends one of a member's own sign-ins.
    ///
    /// # Errors
    /// `UnknownSignIn`, also for one of another member.
    pub async fn end_session(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        id: &SessionId,
    ) -> Result<(), LoyaltyError> {
        let row = self
            .context
            .store
            .session(&site.key, id)
            .await?
            .filter(|row| row.member == principal.member().id);
        self.end(site, &row.ok_or(RefusalReason::UnknownSignIn)?).await
    }

    /// Creates a single-use ticket that hands this sign-in over to the ticketing site within two minutes (security 5.2).
    pub async fn create_ticket(
        self,
        site: &SiteRecord,
        principal: &AuthenticatedMember,
        to: &str,
    ) -> Result<String, LoyaltyError> {
        let ticket = Ticket { session: principal.session.id.clone(), to: to.to_owned() };
        let secret =
            NewSecret { member: None, valid_for: TICKET_LIFETIME, payload: SecretPayload::Ticket(ticket) };
        let mut tx = self.context.begin().await?;
        let token = self.context.new_secret(&mut tx, &site.key, secret).await?;
        tx.commit().await?;
        Ok(token.reveal().to_owned())
    }

    /// Checks a session token or ticket, without using the ticket up.
    ///
    /// # Errors
    /// `InvalidSession` if the token is unknown, expired or used.
    pub async fn validate(self, site: &SiteRecord, token: &str) -> Result<(), LoyaltyError> {
        match Token::parse(token) {
            None => self.session_by_token(site, token).await.map(|_| ()),
            Some(ticket) => Box::pin(self.validate_ticket(site, &ticket)).await,
        }
    }

    async fn validate_ticket(self, site: &SiteRecord, ticket: &Token) -> Result<(), LoyaltyError> {
        let secret = self
            .context
            .store
            .secret(&site.key, SecretKind::Ticket, &token_hash(ticket), self.context.now())
            .await?;
        let id = secret.as_ref().and_then(ticket_session).ok_or(RefusalReason::InvalidSession)?;
        let parent = self.cached_session(site, &id).await?;
        if parent.session.ends_at > self.context.now() {
            Ok(())
        } else {
            Err(RefusalReason::InvalidSession.into())
        }
    }

    /// The caller that a session token or ticket identifies. A ticket is used up and begins a new sign-in, which ends with
    /// the one that created it.
    ///
    /// # Errors
    /// `InvalidSession` if the token is unknown, expired or used.
    pub async fn resolve_token(
        self,
        visitor: Visitor<'_>,
        token: &str,
        version: ApiVersion,
    ) -> Result<TokenOwner, LoyaltyError> {
        match Token::parse(token) {
            None => self.session_by_token(visitor.site, token).await.map(TokenOwner::Session),
            Some(ticket) => Box::pin(self.redeem_ticket(visitor, &ticket, version)).await,
        }
    }

    async fn redeem_ticket(
        self,
        visitor: Visitor<'_>,
        ticket: &Token,
        version: ApiVersion,
    ) -> Result<TokenOwner, LoyaltyError> {
        let now = self.context.now();
        let mut tx = self.context.begin().await?;
        let secret = tx.consume_secret(visitor.id(), SecretKind::Ticket, &token_hash(ticket), now).await?;
        let id = secret.as_ref().and_then(ticket_session).ok_or(RefusalReason::InvalidSession)?;
        let parent = tx.session(visitor.id(), &id).await?.filter(|row| row.ends_at > now);
        let parent = parent.ok_or(RefusalReason::InvalidSession)?;
        let Some(row) = tx.member(visitor.id(), &parent.member).await? else {
            return Err(RefusalReason::InvalidSession.into());
        };
        let (mut child, tokens) =
            tokens::begin(&row.member.id, version, hours(visitor.site), visitor.device, now)?;
        child.parent = Some(parent.parent.unwrap_or(parent.id));
        child.family.absolute_until = child.family.absolute_until.min(parent.family.absolute_until);
        child.ends_at = child.ends_at.min(child.family.absolute_until);
        child.family.password_at = parent.family.password_at;
        tx.save_session(visitor.id(), &child).await?;
        tx.commit().await?;
        let sign_in = self.context.sign_in_result(visitor.site, child, tokens, row.member).await?;
        Ok(TokenOwner::Ticket(Box::new(sign_in)))
    }
}

impl Context {
    /// Begins a sign-in within a transaction.
    pub(crate) async fn begin_session(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: &Member,
        version: ApiVersion,
    ) -> Result<(SessionRow, Tokens), LoyaltyError> {
        let (row, tokens) =
            tokens::begin(&member.id, version, hours(visitor.site), visitor.device, self.now())?;
        tx.save_session(visitor.id(), &row).await?;
        Ok((row, tokens))
    }

    /// Builds the result of a sign-in.
    pub(crate) async fn sign_in_result(
        &self,
        site: &SiteRecord,
        session: SessionRow,
        tokens: Tokens,
        member: Member,
    ) -> Result<SignInResult, LoyaltyError> {
        let is_expired = member.is_expired(self.now());
        let details = self.details(&site.key, member).await?;
        Ok(SignInResult { tokens, session: session.id, version: session.family.version, details, is_expired })
    }
}

fn ticket_session(row: &SecretRow) -> Option<SessionId> {
    payload(row).map(|ticket: Ticket| ticket.session)
}
