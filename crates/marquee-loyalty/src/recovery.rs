//! Recovery of usernames and passwords, and the search for a visitor's own account.

use jiff::SignedDuration;
use marquee_auth::{Password, Token};
use marquee_mail::Letter;
use marquee_model::MemberId;
use marquee_model::host::without_port;
use marquee_model::loyalty::{CardStatus, Member, MemberStatus, folded};
use marquee_model::settings::LoyaltyProvider;
use marquee_store::{MemberRow, SecretKind, SecretRow, WriteTx};
use serde_json::Value;
use url::Url;

use crate::cards;
use crate::context::{Context, Visitor};
use crate::error::{LoyaltyError, RefusalReason};
use crate::limits::Action;
use crate::mail_queue::{RESET_LIFETIME, link};
use crate::passwords;
use crate::profile::email_address;
use crate::secrets::{NewSecret, SecretPayload, token_hash};
use crate::services::Accounts;

/// Number of wrong attempts after which a code is invalid (security 2.7).
const MAX_ATTEMPTS: u32 = 5;
/// The lifetime of the capability that a search returns (security 2.6).
const CAPABILITY_LIFETIME: SignedDuration = SignedDuration::from_mins(15);
/// The query parameters that a reset link may have (security 2.7). Pages treat them as secret.
const PARAMETERS: [&str; 4] = ["resetCode", "token", "email", "uid"];

/// A link to the page on which a new password is set, without the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetLink {
    page: Url,
    with_email: bool,
}

/// A request for a password reset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetRequest {
    /// The member's email address.
    pub email: String,
    /// The link for the email.
    pub link: ResetLink,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// Whether the member has a username.
    pub has_username: bool,
    /// The member's club id; if the member has no username, the capability to set one.
    pub club_id: String,
}

impl ResetLink {
    /// Parses the link that a page sends. It must be the site's sign-in page in one of the site's languages, on one of the
    /// site's hosts, and have only parameters that this page reads. `root` must have one of the site's hosts.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] if the link or `root` is not allowed.
    pub fn parse(visitor: Visitor<'_>, root: &str, text: &str) -> Result<Self, LoyaltyError> {
        let is_own = |host: &str| is_own_host(visitor, host);
        let root_host = root.split_once("://").map_or(root, |(_, host_and_path)| host_and_path);
        let root_host = root_host.split(['/', '?', '#']).next().unwrap_or_default();
        if !is_own(root_host) {
            return Err(LoyaltyError::field("rootUrl", "must be the host of this site"));
        }
        let invalid_link =
            || LoyaltyError::field("resetPasswordLink", "must be the sign-in page of this site");
        // The URL parser removes or replaces these characters; other parsers may keep them.
        if text.contains(|c: char| c == '\\' || c.is_control()) {
            return Err(invalid_link());
        }
        let base = Url::parse(visitor.origin).map_err(|_| invalid_link())?;
        let mut page = base.join(text).map_err(|_| invalid_link())?;
        let authority = match page.port() {
            Some(port) => format!("{}:{port}", page.host_str().unwrap_or_default()),
            None => page.host_str().unwrap_or_default().to_owned(),
        };
        let has_user = !page.username().is_empty() || page.password().is_some();
        if page.scheme() != base.scheme() || has_user || page.fragment().is_some() || !is_own(&authority) {
            return Err(invalid_link());
        }
        if !is_recovery_page(visitor, &base, page.path()) {
            return Err(invalid_link());
        }
        if page.query_pairs().any(|(name, _)| !PARAMETERS.contains(&name.as_ref())) {
            let reason = "must have no parameters except resetCode, token, email and uid";
            return Err(LoyaltyError::field("resetPasswordLink", reason));
        }
        let with_email = page.query_pairs().any(|(name, _)| name == "email");
        page.set_query(None);
        Ok(Self { page, with_email })
    }

    /// The link for a member, to the sign-in page in their language.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] if the site has no sign-in page.
    fn of_member(visitor: Visitor<'_>, member: &Member) -> Result<Self, LoyaltyError> {
        let (config, slug) = (&visitor.site.config, &visitor.site.settings.login_page.slug);
        let language = member.language.split(['-', '_']).next().unwrap_or_default();
        let text = format!("{}{}/{slug}/", visitor.origin, config.locale_prefix(language));
        use LoyaltyProvider::{BoostPos, BoostPosWithoutLoyalty, Tapos};
        // Links of these providers have no email address (RESET-02).
        let provider = visitor.site.settings.loyalty.provider;
        let with_email = !matches!(provider, BoostPos | BoostPosWithoutLoyalty | Tapos);
        Ok(Self { with_email, ..Self::parse(visitor, visitor.origin, &text)? })
    }

    /// The page's URL, without parameters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.page.as_str()
    }

    /// The link with the code in the parameter that the provider's pages read (RESET-02 to RESET-05, RESET-08). All parameters
    /// are built here, so that the code is only in a parameter that pages treat as secret.
    fn with_code(&self, code: &str, address: &str, member: &Member, provider: LoyaltyProvider) -> String {
        let tapos = provider == LoyaltyProvider::Tapos;
        let mut url = self.page.clone();
        if self.with_email {
            url.query_pairs_mut().append_pair("email", address);
        }
        url.query_pairs_mut().append_pair(if tapos { "token" } else { "resetCode" }, code);
        if tapos {
            url.query_pairs_mut().append_pair("uid", member.id.as_str());
        }
        url.to_string()
    }
}

/// Whether a path is the sign-in page in one of the site's languages. False on a site without a member area.
fn is_recovery_page(visitor: Visitor<'_>, base: &Url, path: &str) -> bool {
    let slug = &visitor.site.settings.login_page.slug;
    if slug.is_empty() {
        return false;
    }
    visitor.site.config.locale_prefixes().any(|(_, prefix)| {
        let page = base.join(&format!("{prefix}/{slug}/"));
        page.is_ok_and(|page| page.path().trim_end_matches('/') == path.strip_suffix('/').unwrap_or(path))
    })
}

/// Whether a host, with or without port, belongs to the site.
fn is_own_host(visitor: Visitor<'_>, host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let name = without_port(&host);
    let port_is_known = name == host || visitor.origin.ends_with(&format!("//{host}"));
    let is_own = |own_host: &String| own_host.eq_ignore_ascii_case(name);
    port_is_known
        && (visitor.site.hosts.iter().any(is_own) || visitor.site.settings.domain.eq_ignore_ascii_case(&host))
}

impl Context {
    /// Saves a code with which its owner sets a new password.
    async fn save_reset_code(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        code: &Token,
        subject: String,
    ) -> Result<(), LoyaltyError> {
        let now = self.now();
        let ends_at = now.saturating_add(RESET_LIFETIME).unwrap_or(now);
        let row = SecretRow {
            hash: token_hash(code),
            subject: Some(subject),
            ends_at,
            attempts: 0,
            data: Value::Null,
        };
        Ok(tx.save_secret(visitor.id(), SecretKind::Reset, &row).await?)
    }

    /// Queues the email with the link to set a new password.
    async fn email_reset_link(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        request: &ResetRequest,
        member: &Member,
        code: &Token,
    ) -> Result<(), LoyaltyError> {
        let provider = visitor.site.settings.loyalty.provider;
        let link = link(&request.link.with_code(code.reveal(), &request.email, member, provider))?;
        let minutes = u32::try_from(RESET_LIFETIME.as_mins()).unwrap_or(0);
        self.email_member(tx, visitor, member, &Letter::ResetCode { link, minutes }).await
    }

    /// Queues a link to set a new password for a member, on behalf of an operator. False if the address has received as many
    /// mails as it may within an hour.
    ///
    /// # Errors
    /// [`LoyaltyError::Field`] if the site has no sign-in page.
    pub(crate) async fn send_reset_link(
        &self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        member: &Member,
        email: &str,
    ) -> Result<bool, LoyaltyError> {
        let request = ResetRequest { email: email.to_owned(), link: ResetLink::of_member(visitor, member)? };
        if !self.count_email(tx, visitor, email).await? {
            return Ok(false);
        }
        let code = Token::new()?;
        self.save_reset_code(tx, visitor, &code, member.id.as_str().to_owned()).await?;
        self.email_reset_link(tx, visitor, &request, member, &code).await?;
        Ok(true)
    }
}

impl Accounts<'_> {
    /// Emails a member their username. An unknown address takes the same time and gets the same result, unless the site
    /// reveals unknown addresses.
    ///
    /// # Errors
    /// `UnknownEmail`, if the site reveals unknown addresses; [`LoyaltyError::Field`] for an invalid address;
    /// [`LoyaltyError::Limited`] after thirty requests within an hour.
    pub async fn email_username(self, visitor: Visitor<'_>, address: &str) -> Result<(), LoyaltyError> {
        self.context.count_action(visitor, Action::MailRequest).await?;
        let address = email_address("email", address)?;
        let row = self.context.store.member_by_email(visitor.id(), &address).await?;
        let is_member = row.is_some();
        let mut tx = self.context.begin().await?;
        let is_allowed = self.context.count_email(&mut tx, visitor, &address).await?;
        let username_and_member =
            row.and_then(|row| row.member.username.clone().map(|name| (name, row.member)));
        match username_and_member.filter(|_| is_allowed) {
            Some((username, member)) => {
                let letter = Letter::UsernameReminder { username };
                self.context.email_member(&mut tx, visitor, &member, &letter).await?;
            }
            None => self.context.queue_dummy_email(&mut tx, visitor).await?,
        }
        tx.commit().await?;
        self.reveal_if_allowed(visitor, is_member)
    }

    /// Emails a member a password reset link. Unknown addresses are handled as by [`Accounts::email_username`].
    ///
    /// # Errors
    /// As [`Accounts::email_username`].
    pub async fn request_password_reset(
        self,
        visitor: Visitor<'_>,
        request: &ResetRequest,
    ) -> Result<(), LoyaltyError> {
        self.context.count_action(visitor, Action::MailRequest).await?;
        let address = email_address("emailAddress", &request.email)?;
        let row = self.context.store.member_by_email(visitor.id(), &address).await?;
        let is_member = row.is_some();
        let token = Token::new()?;
        let mut tx = self.context.begin().await?;
        let is_allowed = self.context.count_email(&mut tx, visitor, &address).await?;
        let subject = self.subject(&address, row.as_ref());
        if is_allowed {
            self.context.save_reset_code(&mut tx, visitor, &token, subject).await?;
        }
        match row.filter(|_| is_allowed) {
            Some(row) => {
                self.context.email_reset_link(&mut tx, visitor, request, &row.member, &token).await?;
            }
            None => self.context.queue_dummy_email(&mut tx, visitor).await?,
        }
        tx.commit().await?;
        self.reveal_if_allowed(visitor, is_member)
    }

    /// The owner of a reset code: a member, or a pseudonym of an unknown address, so that both take the same time.
    fn subject(self, address: &str, member: Option<&MemberRow>) -> String {
        let dummy_subject = self.context.limit_keys.hash(&["nobody", &folded(address)]);
        member.map_or(dummy_subject, |row| row.member.id.as_str().to_owned())
    }

    /// Returns `UnknownEmail` for an unknown address, if the site reveals unknown addresses.
    fn reveal_if_allowed(self, visitor: Visitor<'_>, is_member: bool) -> Result<(), LoyaltyError> {
        if !is_member && visitor.site.settings.loyalty.reveal_unknown_email {
            return Err(RefusalReason::UnknownEmail.into());
        }
        Ok(())
    }

    /// Checks the reset code of an address without using it up. The code is invalid after five wrong attempts.
    ///
    /// # Errors
    /// `InvalidResetCode`; [`LoyaltyError::Limited`] after thirty wrong codes within ten minutes.
    pub async fn check_reset_code(
        self,
        visitor: Visitor<'_>,
        address: &str,
        code: &str,
    ) -> Result<(), LoyaltyError> {
        self.context.check_limit(visitor, Action::ResetCode).await?;
        let member = self.context.store.member_by_email(visitor.id(), address).await?;
        let subject = self.subject(address, member.as_ref());
        let hash = Token::parse(code).map(|token| token_hash(&token));
        let mut tx = self.context.begin().await?;
        if self.is_code_of(&mut tx, visitor, &subject, hash.as_deref()).await? && member.is_some() {
            return Ok(());
        }
        self.context.count_action_in(&mut tx, visitor, Action::ResetCode).await?;
        tx.commit().await?;
        Err(RefusalReason::InvalidResetCode.into())
    }

    /// Compares a code with the subject's code, and counts a wrong attempt.
    async fn is_code_of(
        self,
        tx: &mut WriteTx,
        visitor: Visitor<'_>,
        subject: &str,
        hash: Option<&str>,
    ) -> Result<bool, LoyaltyError> {
        let site = visitor.id();
        let stored = tx.secret_by_subject(site, SecretKind::Reset, subject, self.context.now()).await?;
        let is_match = stored.is_some_and(|row| hash.is_some_and(|hash| row.hash == hash));
        if !is_match {
            tx.count_wrong_attempt(site, SecretKind::Reset, subject, MAX_ATTEMPTS).await?;
        }
        Ok(is_match)
    }

    /// Sets a new password with a reset code. Ends all sign-ins and does not begin one.
    ///
    /// # Errors
    /// `InvalidResetCode`, also for the code of another address; `WeakPassword`, which does not use the code up;
    /// [`LoyaltyError::Limited`] after thirty wrong codes within ten minutes.
    pub async fn reset_password(
        self,
        visitor: Visitor<'_>,
        address: Option<&str>,
        code: &str,
        password: &Password,
    ) -> Result<(), LoyaltyError> {
        self.context.check_limit(visitor, Action::ResetCode).await?;
        let now = self.context.now();
        let hash = Token::parse(code).map(|token| token_hash(&token));
        if let Some(address) = address.filter(|address| !address.is_empty()) {
            self.check_reset_code(visitor, address, code).await?;
        }
        let secret = match &hash {
            Some(hash) => self.context.store.secret(visitor.id(), SecretKind::Reset, hash, now).await?,
            None => None,
        };
        let subject = secret.and_then(|row| row.subject);
        let id = subject.and_then(|id| MemberId::parse(&id).ok());
        let member = match &id {
            Some(id) => self.context.store.member(visitor.id(), id).await?,
            None => None,
        };
        let (Some(hash), Some(member)) = (hash, member) else {
            self.context.count_action(visitor, Action::ResetCode).await?;
            return Err(RefusalReason::InvalidResetCode.into());
        };
        passwords::check(visitor.site, &member.member, password)?;
        let password_hash = self.context.hash(password).await?;
        let mut tx = self.context.begin().await?;
        if tx.consume_secret(visitor.id(), SecretKind::Reset, &hash, now).await?.is_none() {
            return Err(RefusalReason::InvalidResetCode.into());
        }
        let id = member.member.id;
        let mut row = tx.member(visitor.id(), &id).await?.ok_or(RefusalReason::InvalidResetCode)?;
        row.password_hash = Some(password_hash);
        // The code proves access to the mailbox, so it confirms the address.
        row.member.confirm_email();
        if row.member.standing == MemberStatus::PasswordDue {
            row.member.standing = MemberStatus::Active;
        }
        tx.save_member(visitor.id(), &row, false).await?;
        tx.end_member_sessions(visitor.id(), &id, None).await?;
        self.context.clear_failures(&mut tx, visitor, &format!("member:{id}")).await?;
        self.context.email_member(&mut tx, visitor, &row.member, &Letter::PasswordChanged).await?;
        tx.commit().await?;
        self.context.session_cache.invalidate(visitor.id(), &id);
        tracing::info!(site.id = %visitor.id(), member.id = %id, "password reset");
        Ok(())
    }

    /// Finds a member by email address or card, and last name.
    ///
    /// # Errors
    /// `UnknownMember`; [`LoyaltyError::Limited`] after ten searches within an hour; [`LoyaltyError::Field`] if
    /// address and card are both missing.
    pub async fn search_member(
        self,
        visitor: Visitor<'_>,
        address: Option<&str>,
        card: Option<&str>,
        last_name: &str,
    ) -> Result<SearchResult, LoyaltyError> {
        self.context.count_action(visitor, Action::Search).await?;
        let (site, store) = (visitor.id(), &self.context.store);
        let non_empty = |text: Option<&str>| text.map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
        let row = match (non_empty(address), non_empty(card)) {
            (Some(address), _) => store.member_by_email_and_last_name(site, &address, last_name).await?,
            (None, Some(card)) => {
                let code = cards::code(&card).map_err(|_| RefusalReason::UnknownMember)?;
                let usable_card =
                    store.card(site, &code).await?.filter(|row| row.card.status != CardStatus::Lost);
                match usable_card.and_then(|row| row.member) {
                    Some(owner) => store.member(site, &owner).await?,
                    None => None,
                }
            }
            (None, None) => return Err(LoyaltyError::field("email", "or memberCardNumber is required")),
        };
        let matching = row.filter(|row| folded(&row.member.last_name) == folded(last_name));
        let member = matching.ok_or(RefusalReason::UnknownMember)?.member;
        if member.username.is_some() {
            return Ok(SearchResult { has_username: true, club_id: member.club_id });
        }
        let secret = NewSecret {
            member: Some(&member.id),
            valid_for: CAPABILITY_LIFETIME,
            payload: SecretPayload::Capability,
        };
        let mut tx = self.context.begin().await?;
        let token = self.context.new_secret(&mut tx, site, secret).await?;
        tx.commit().await?;
        Ok(SearchResult { has_username: false, club_id: token.reveal().to_owned() })
    }
}
