//! A test site with an engine, a fake clock and access to the emails it sent.

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
pub use marquee_loyalty::RefusalReason as Reason;
use marquee_loyalty::{
    AuthenticatedMember, Loyalty, LoyaltyError, Options, PointsAdjustment, Profile, Registration,
    RegistrationResult, SignInResult, Visitor,
};
use marquee_mail::Letter;
use marquee_model::FixedClock;
pub use marquee_model::loyalty::ApiVersion;
use marquee_model::loyalty::{Member, MemberStatus};
use marquee_model::settings::{LoyaltyConfig, SiteRecord};
use marquee_store::{OfferKind, Store};

pub const PASSWORD: &str = "copper kettle 27 moons";
pub const OTHER_PASSWORD: &str = "seven quiet harbours";
pub const ORIGIN: &str = "http://localhost:8080";
pub const MINUTE: i64 = 60;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;
/// The clock of cases that call `delete_expired`, in seconds after the start. This call deletes expired rows of every site in
/// the database, including those of concurrent cases. These cases therefore run years before the time of the others, and one
/// at a time (`.config/nextest.toml`).
pub const EXPIRY_TEST_TIME: i64 = -2000 * DAY;

pub struct Cinema {
    pub engine: Loyalty,
    pub store: Store,
    pub site: SiteRecord,
    clock: Arc<FixedClock>,
}

fn start() -> Timestamp {
    "2025-05-05T18:00:00Z".parse().unwrap()
}

fn options(secrets: &[&str]) -> Options {
    Options {
        secrets: secrets.iter().map(|&s| s.to_owned()).collect(),
        limits: true,
        hash_threads: NonZeroUsize::new(2).unwrap(),
        hash_queue: 64,
    }
}

impl Cinema {
    /// The demo site under a given key.
    pub fn new(store: Store, key: &str) -> Self {
        let demo = include_str!("../../../../fixtures/demo/meridian/site.json");
        let mut site: SiteRecord = serde_json::from_str(demo).unwrap();
        site.key = marquee_model::SiteId::parse(key).unwrap();
        let clock = Arc::new(FixedClock::new(start()));
        let engine =
            Loyalty::start(store.clone(), clock.clone(), &options(&["secret of the tests"])).unwrap();
        Self { engine, store, site, clock }
    }

    /// Saves the site and the second site, without hosts.
    pub async fn save_sites(&self) {
        let mut tx = self.store.begin().await.unwrap();
        for site in [&self.site, &self.second_site().site] {
            tx.save_site(&SiteRecord { hosts: Vec::new(), ..site.clone() }).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// Another site on the same server.
    pub fn second_site(&self) -> Self {
        let mut site = self.site.clone();
        site.key = marquee_model::SiteId::parse(&format!("{}-b", site.key)).unwrap();
        Self { engine: self.engine.clone(), store: self.store.clone(), site, clock: self.clock.clone() }
    }

    /// The same site after a restart with a newer secret.
    pub fn with_newer_secret(&self) -> Self {
        let secrets = options(&["a newer secret", "secret of the tests"]);
        let engine = Loyalty::start(self.store.clone(), self.clock.clone(), &secrets).unwrap();
        Self { engine, store: self.store.clone(), site: self.site.clone(), clock: self.clock.clone() }
    }

    /// The same site on a store that records its SQL statements.
    pub fn with_watched_store(&self) -> Watched {
        let statements = Arc::<Mutex<Vec<String>>>::default();
        let mut store = self.store.clone();
        let statement_log = statements.clone();
        store.on_statement(move |sql| statement_log.lock().unwrap().push(sql.to_owned()));
        let secrets = options(&["secret of the tests"]);
        let engine = Loyalty::start(store.clone(), self.clock.clone(), &secrets).unwrap();
        Watched {
            cinema: Self { engine, store, site: self.site.clone(), clock: self.clock.clone() },
            statements,
        }
    }

    pub fn loyalty(&mut self) -> &mut LoyaltyConfig {
        &mut self.site.settings.loyalty
    }

    /// Sets the clock to a number of seconds after the start.
    pub fn at(&self, seconds: i64) {
        self.clock.set(self.time(seconds));
    }

    pub fn time(&self, seconds: i64) -> Timestamp {
        start() + SignedDuration::from_secs(seconds)
    }

    pub fn visitor(&self) -> Visitor<'_> {
        self.from("192.0.2.1")
    }

    /// A visitor from an IP address.
    pub fn from(&self, address: &str) -> Visitor<'_> {
        let address = address.parse().unwrap();
        Visitor { site: &self.site, origin: ORIGIN, address, device: "Firefox on Linux", language: "en" }
    }

    /// Registers a member `name@example.org` and signs them in.
    pub async fn join(&self, name: &str) -> SignInResult {
        let registration = new_registration(name);
        let register =
            || async { self.engine.accounts().register(self.visitor(), ApiVersion::V3, &registration).await };
        match repeat_while_busy(register).await.unwrap() {
            RegistrationResult::Active(sign_in) => *sign_in,
            other => panic!("{other:?}"),
        }
    }

    /// The authenticated caller of a sign-in.
    pub async fn authenticate(&self, with: &SignInResult) -> Arc<AuthenticatedMember> {
        self.engine.sessions().session_by_token(&self.site, &with.tokens.session).await.unwrap()
    }

    /// Registers a member.
    pub async fn member(&self, name: &str) -> Arc<AuthenticatedMember> {
        let sign_in = self.join(name).await;
        self.authenticate(&sign_in).await
    }

    pub async fn sign_in(&self, name: &str, password: &str) -> Result<SignInResult, LoyaltyError> {
        self.engine.sessions().sign_in(self.visitor(), ApiVersion::V3, name, &password.into()).await
    }

    /// Why a session token is refused; `None` while it is valid.
    pub async fn token_status(&self, token: &str) -> Outcome {
        refusal(self.engine.sessions().session_by_token(&self.site, token).await)
    }

    /// The stored member.
    pub async fn stored(&self, email: &str) -> Member {
        self.store.member_by_email(&self.site.key, email).await.unwrap().unwrap().member
    }

    /// Changes a member as an operator.
    pub async fn change(&self, email: &str, change: impl FnOnce(&mut Member)) {
        let mut member = self.stored(email).await;
        change(&mut member);
        self.engine.operations().put_member(&self.site, "operator:eve", &member, None).await.unwrap();
    }

    pub async fn set_standing(&self, email: &str, standing: MemberStatus) {
        self.change(email, |member| member.standing = standing).await;
    }

    /// Adds points as an operator.
    pub async fn give_points(&self, to: &AuthenticatedMember, points: i64) -> i64 {
        let id = &to.member().id;
        let gift = PointsAdjustment { amount: points, reason: "a gift", ..Default::default() };
        self.engine.operations().adjust_points(&self.site, "operator:eve", id, gift).await.unwrap()
    }

    pub async fn save_offers<T: OfferKind>(&self, records: &[T]) {
        let mut tx = self.store.begin().await.unwrap();
        for (position, record) in (0_i32..).zip(records) {
            tx.save_offer(&self.site.key, position, record).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// The emails to an address, oldest first.
    pub async fn letters(&self, address: &str) -> Vec<Letter> {
        let all = self.store.due_mails(self.time(1000 * DAY), 1_000_000).await.unwrap();
        let own_mails = all.into_iter().filter(|queued| queued.site == self.site.key);
        let opened = own_mails.filter_map(|queued| self.engine.mail_queue().open_mail(&queued).unwrap());
        opened.filter(|(to, _)| to.as_str() == address).map(|(_, letter)| letter).collect()
    }

    /// The kinds of emails to an address, oldest first.
    pub async fn email_kinds(&self, address: &str) -> Vec<&'static str> {
        self.letters(address).await.iter().map(Letter::kind).collect()
    }

    /// The link in the newest email to an address that contains one.
    pub async fn link(&self, address: &str) -> String {
        let letters = self.letters(address).await;
        let links = letters.iter().rev().filter_map(|letter| match letter {
            Letter::ResetCode { link, .. }
            | Letter::Activation { link, .. }
            | Letter::ConfirmUsername { link, .. }
            | Letter::ConfirmMembership { link, .. } => Some(link.as_str().to_owned()),
            _ => None,
        });
        links.into_iter().next().unwrap()
    }

    /// The code in the newest link to an address.
    pub async fn mailed_code(&self, address: &str) -> String {
        let link: url::Url = self.link(address).await.parse().unwrap();
        let names = ["resetCode", "token", "code"];
        let parameter = link.query_pairs().find(|(name, _)| names.contains(&name.as_ref()));
        parameter.unwrap().1.into_owned()
    }

    /// The actions in the audit log, newest first.
    pub async fn audited(&self) -> Vec<String> {
        let lines = self.store.audit_page(&self.site.key, None, "", 100).await.unwrap();
        lines.into_iter().map(|(_, line)| line.action).collect()
    }
}

/// A site whose SQL statements are recorded.
pub struct Watched {
    pub cinema: Cinema,
    statements: Arc<Mutex<Vec<String>>>,
}

impl Watched {
    /// The SQL statements that a call executes.
    pub async fn statements<T>(&self, call: impl Future<Output = T>) -> Vec<String> {
        self.statements.lock().unwrap().clear();
        call.await;
        std::mem::take(&mut *self.statements.lock().unwrap())
    }
}

/// A valid registration for `name@example.org`.
pub fn new_registration(name: &str) -> Registration {
    Registration {
        profile: Profile {
            email: Some(format!("{name}@example.org")),
            first_name: Some("Ada".into()),
            last_name: Some("Lovelace".into()),
            ..Profile::default()
        },
        password: PASSWORD.into(),
        ..Registration::default()
    }
}

/// Why a call was refused; `None` for success.
pub type Outcome = Option<Reason>;

pub fn refusal<T>(result: Result<T, LoyaltyError>) -> Outcome {
    match result {
        Ok(_) => None,
        Err(LoyaltyError::Refused(reason)) => Some(reason),
        Err(other) => panic!("{other:?}"),
    }
}

/// Repeats a call while too many passwords are being hashed or no connection to the database is free, as clients do that get 503.
pub async fn repeat_while_busy<T, F>(call: impl Fn() -> F) -> Result<T, LoyaltyError>
where
    F: Future<Output = Result<T, LoyaltyError>>,
{
    loop {
        match call().await {
            Err(LoyaltyError::Busy | LoyaltyError::Store(_)) => {}
            result => return result,
        }
    }
}

/// The field that an error names.
pub fn error_field<T: Debug>(result: Result<T, LoyaltyError>) -> &'static str {
    match result {
        Err(LoyaltyError::Field { field, .. }) => field,
        other => panic!("{other:?}"),
    }
}

/// True if a result is a rate limit error.
pub fn is_limited<T>(result: &Result<T, LoyaltyError>) -> bool {
    matches!(result, Err(LoyaltyError::Limited { .. }))
}

pub fn text(value: &str) -> Option<String> {
    Some(value.to_owned())
}
