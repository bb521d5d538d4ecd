//! Recovery of usernames and passwords (CALL-09 to CALL-12, RESET-02 to RESET-08, security 2.5, 2.7).

use marquee_loyalty::{LoyaltyError, ResetLink, ResetRequest, Visitor};
use marquee_mail::Letter;
use marquee_model::locale::Locale;
use marquee_model::loyalty::MemberStatus;
use marquee_model::settings::LoyaltyProvider;

use crate::cinema::{
    Cinema, HOUR, MINUTE, ORIGIN, OTHER_PASSWORD, Outcome, PASSWORD, Reason, error_field, is_limited, refusal,
};

const ADA: &str = "ada@example.org";
const NOBODY: &str = "nobody@example.org";
const PAGE: &str = "http://localhost:8080/login/?resetCode=";

pub async fn request_reset(c: &Cinema, email: &str) -> Result<(), LoyaltyError> {
    request_reset_with(c, c.visitor(), email, PAGE).await
}

async fn request_reset_with(c: &Cinema, v: Visitor<'_>, email: &str, link: &str) -> Result<(), LoyaltyError> {
    let link = ResetLink::parse(v, "localhost:8080", link)?;
    c.engine.accounts().request_password_reset(v, &ResetRequest { email: email.to_owned(), link }).await
}

async fn check(c: &Cinema, email: &str, reset: &str) -> Outcome {
    refusal(c.engine.accounts().check_reset_code(c.visitor(), email, reset).await)
}

async fn reset(c: &Cinema, reset: &str, password: &str) -> Outcome {
    refusal(c.engine.accounts().reset_password(c.visitor(), None, reset, &password.into()).await)
}

/// A well-formed code that was never issued.
fn wrong_code() -> String {
    "A".repeat(43)
}

pub async fn call_09_a_reminder_is_emailed_without_revealing_members(mut c: Cinema) {
    c.join("ada").await;
    c.engine.accounts().email_username(c.visitor(), " ADA@example.org ").await.unwrap();
    c.engine.accounts().email_username(c.visitor(), NOBODY).await.unwrap();
    let letters = c.letters(ADA).await;
    assert!(matches!(&letters[..], [_, Letter::UsernameReminder { username }] if username == ADA));
    assert!(c.letters(NOBODY).await.is_empty());
    assert_eq!(error_field(c.engine.accounts().email_username(c.visitor(), "no address").await), "email");
    c.loyalty().reveal_unknown_email = true;
    assert_eq!(
        refusal(c.engine.accounts().email_username(c.visitor(), NOBODY).await),
        Some(Reason::UnknownEmail),
        "ERR-06, if the site reveals it"
    );
    assert_eq!(refusal(c.engine.accounts().email_username(c.visitor(), ADA).await), None);
}

/// ERR-06.
pub async fn call_10_a_reset_link_is_emailed_without_revealing_members(mut c: Cinema) {
    c.join("ada").await;
    assert_eq!(
        (refusal(request_reset(&c, ADA).await), refusal(request_reset(&c, NOBODY).await)),
        (None, None)
    );
    assert_eq!(c.email_kinds(ADA).await, ["welcome", "resetCode"]);
    let queued = c.store.due_mails(c.time(0), 1_000_000).await.unwrap();
    let own_mails = queued.iter().filter(|mail| mail.site == c.site.key).count();
    assert_eq!(own_mails, 3, "an unknown address queues a dummy email");
    c.loyalty().reveal_unknown_email = true;
    assert_eq!(
        (refusal(request_reset(&c, ADA).await), refusal(request_reset(&c, NOBODY).await)),
        (None, Some(Reason::UnknownEmail))
    );
}

pub async fn security_2_7_a_known_or_unknown_address_gets_three_emails_an_hour(c: Cinema) {
    c.join("ada").await;
    for _ in 0..2 {
        c.engine.accounts().email_username(c.visitor(), ADA).await.unwrap();
    }
    request_reset(&c, ADA).await.unwrap();
    let last_code = c.mailed_code(ADA).await;
    for _ in 0..3 {
        assert_eq!(refusal(request_reset(&c, ADA).await), None, "no error above the limit");
        c.engine.accounts().email_username(c.visitor(), " ADA@Example.org").await.unwrap();
    }
    assert_eq!(c.letters(ADA).await.len(), 1 + 3);
    assert_eq!(check(&c, ADA, &last_code).await, None, "the emailed code stays valid");
    c.at(HOUR);
    request_reset(&c, ADA).await.unwrap();
    assert_eq!(c.letters(ADA).await.len(), 1 + 4);
}

pub async fn security_2_7_an_ip_address_is_limited_to_thirty_requests_an_hour(c: Cinema) {
    for number in 0..30 {
        let name = format!("nobody{number}@example.org");
        assert_eq!(refusal(request_reset(&c, &name).await), None);
    }
    assert!(
        is_limited(&request_reset(&c, NOBODY).await)
            && is_limited(&c.engine.accounts().email_username(c.visitor(), ADA).await)
    );
    c.at(HOUR);
    assert_eq!(refusal(request_reset(&c, NOBODY).await), None);
}

async fn mailed_link(c: &Cinema, link: &str) -> String {
    request_reset_with(c, c.visitor(), ADA, link).await.unwrap();
    let link = c.link(ADA).await;
    c.at(0);
    link
}

/// RESET-02 to RESET-05, RESET-08: the page's link, with the code in the provider's parameter.
pub async fn reset_05_the_link_has_the_code_in_the_provider_s_parameter(mut c: Cinema) {
    let ada = c.member("ada").await;
    let prefix = format!("{ORIGIN}/login/?email=ada%40example.org&resetCode=");
    let link = mailed_link(&c, &prefix).await;
    assert_eq!(link, format!("{prefix}{}", c.mailed_code(ADA).await));
    assert_eq!(check(&c, ADA, &c.mailed_code(ADA).await).await, None);
    c.loyalty().provider = LoyaltyProvider::Tapos;
    let link = mailed_link(&c, &format!("{ORIGIN}/login/?token=1&uid=x")).await;
    let (code, uid) = (c.mailed_code(ADA).await, ada.member().id.as_str());
    assert_eq!(link, format!("{ORIGIN}/login/?token={code}&uid={uid}"));
    assert_eq!(reset(&c, &code, OTHER_PASSWORD).await, None);
}

pub async fn reset_04_the_placeholder_of_version_1_is_replaced_raw_or_encoded(c: Cinema) {
    c.join("ada").await;
    for placeholder in ["{resetCode}", "%7BresetCode%7D", "%7bresetCode%7d"] {
        let link = mailed_link(&c, &format!("/login/?email=a&resetCode={placeholder}")).await;
        let code = c.mailed_code(ADA).await;
        let email = "ada%40example.org";
        assert_eq!(
            link,
            format!("{ORIGIN}/login/?email={email}&resetCode={code}"),
            "the member's own address"
        );
        assert_eq!(check(&c, ADA, &code).await, None);
    }
}

pub async fn security_2_7_a_link_must_have_the_site_s_host(mut c: Cinema) {
    c.site.hosts.push("cinema.example".into());
    let parse = |root: &str, link: &str| ResetLink::parse(c.visitor(), root, link);
    for (root, link) in [
        ("localhost:8080", "/login/"),
        ("http://localhost:8080/", "http://localhost:8080/login/"),
        ("LOCALHOST", "http://Cinema.example/login/"),
        ("cinema.example", "http://127.0.0.1/login/"),
    ] {
        assert!(parse(root, link).is_ok(), "{root} {link}");
    }
    for root in ["", "evil.example", "localhost:9", "localhost.evil.example", "http://localhost@evil.example"]
    {
        assert_eq!(error_field(parse(root, "/login/")), "rootUrl", "{root}");
    }
    for link in [
        "http://evil.example/",
        "//evil.example/",
        "\\\\evil.example/",
        "http://localhost:9/",
        "http://localhost:8080@evil.example/",
        "http://me@localhost:8080/",
        "http://localhost.evil.example/",
        "javascript:alert(1)",
        "ftp://localhost/",
    ] {
        assert_eq!(error_field(parse("localhost", link)), "resetPasswordLink", "{link}");
    }
    for link in [
        "http://evil.example/login/",
        "https://localhost:8080/login/",
        "http://me@localhost:8080/login/",
        "http://:password@localhost:8080/login/",
        "http://me:password@localhost:8080/login/",
        "http://localhost/login/?resetCode=#a",
        "http://localhost/login/#",
        // The URL parser replaces or removes these characters.
        "/login\\",
        "\\login/",
        "/lo\tgin/",
        "/login/\n",
    ] {
        assert_eq!(error_field(parse("localhost", link)), "resetPasswordLink", "{link}");
    }
}

/// On other pages, a redirect or analytics could leak the code.
pub async fn security_2_7_a_link_must_be_the_recovery_page(mut c: Cinema) {
    c.site.config.options.additional_locales = vec![Locale::parse("fr-FR").unwrap()];
    let parse = |link: &str| ResetLink::parse(c.visitor(), "localhost", link);
    for link in [
        "/login/",
        "/login",
        "/fr/login/?resetCode=",
        "http://localhost:8080/login/?email=a%40b.example&resetCode=%7BresetCode%7D",
        "http://localhost/login/?token=1&uid=x",
    ] {
        assert!(parse(link).is_ok(), "{link}");
    }
    for link in [
        "",
        "/",
        "/movies/?resetCode=",
        "http://localhost//movies?resetCode={resetCode}",
        "/login//?resetCode=",
        "//login/?resetCode=",
        "/login/join/?resetCode=",
        "/de/login/?resetCode=",
        "/fr/fr/login/?resetCode=",
        "/login/%2e%2e/movies/?resetCode=",
        "/log%69n/?resetCode=",
        "/api/startticketing/redirect?requestData=%7B%22c%22%3A%22{resetCode}%22%7D",
        "/login/?utm_source={resetCode}",
        "/login/?resetCode=&c=",
        "/login/?=",
        "/login/?return=/movies/&resetCode=",
    ] {
        assert_eq!(error_field(parse(link)), "resetPasswordLink", "{link}");
    }
    c.site.settings.login_page.slug = String::new();
    assert_eq!(
        error_field(ResetLink::parse(c.visitor(), "localhost", "/")),
        "resetPasswordLink",
        "the site has no sign-in page"
    );
}

/// CALL-12, RESET-10: without an address, the code alone identifies the member.
pub async fn call_12_a_code_sets_a_password_once_without_signing_in(c: Cinema) {
    let sign_in = c.join("ada").await;
    c.engine.accounts().request_password_reset(c.visitor(), &request(&c)).await.unwrap();
    let code = c.mailed_code(ADA).await;
    assert_eq!(reset(&c, &code, "short").await, Some(Reason::WeakPassword));
    assert_eq!(
        reset(&c, &code, "Ada Lovelace!").await,
        Some(Reason::WeakPassword),
        "it consists of personal data"
    );
    assert_eq!(check(&c, ADA, &code).await, None, "a weak password does not use the code up");
    assert_eq!(c.token_status(&sign_in.tokens.session).await, None);
    assert_eq!(reset(&c, &code, OTHER_PASSWORD).await, None);
    assert_eq!(
        c.token_status(&sign_in.tokens.session).await,
        Some(Reason::InvalidSession),
        "all sign-ins end"
    );
    assert_eq!(
        refusal(c.engine.sessions().refresh(c.visitor(), &sign_in.tokens.refresh).await),
        Some(Reason::InvalidSession)
    );
    assert_eq!(c.email_kinds(ADA).await, ["welcome", "resetCode", "passwordChanged"]);
    assert_eq!(reset(&c, &code, PASSWORD).await, Some(Reason::InvalidResetCode), "used up");
    assert_eq!(check(&c, ADA, &code).await, Some(Reason::InvalidResetCode));
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::WrongCredentials));
    assert_eq!(refusal(c.sign_in(ADA, OTHER_PASSWORD).await), None);
}

fn request(c: &Cinema) -> ResetRequest {
    let link = ResetLink::parse(c.visitor(), "localhost:8080", PAGE).unwrap();
    ResetRequest { email: ADA.to_owned(), link }
}

/// ERR-12.
pub async fn err_12_a_code_expires_after_30_minutes_or_with_a_newer_one(c: Cinema) {
    c.join("ada").await;
    request_reset(&c, ADA).await.unwrap();
    let first_code = c.mailed_code(ADA).await;
    c.at(30 * MINUTE - 1);
    assert_eq!(check(&c, ADA, &first_code).await, None);
    c.at(30 * MINUTE);
    assert_eq!(
        (check(&c, ADA, &first_code).await, reset(&c, &first_code, OTHER_PASSWORD).await),
        (Some(Reason::InvalidResetCode), Some(Reason::InvalidResetCode))
    );
    request_reset(&c, ADA).await.unwrap();
    let second_code = c.mailed_code(ADA).await;
    request_reset(&c, ADA).await.unwrap();
    let third_code = c.mailed_code(ADA).await;
    assert_eq!(
        (check(&c, ADA, &second_code).await, reset(&c, &second_code, OTHER_PASSWORD).await),
        (Some(Reason::InvalidResetCode), Some(Reason::InvalidResetCode))
    );
    assert_eq!(reset(&c, &third_code, OTHER_PASSWORD).await, None);
}

pub async fn call_11_a_code_belongs_to_its_address_and_allows_five_wrong_attempts(c: Cinema) {
    c.join("ada").await;
    c.join("bea").await;
    for email in [ADA, "bea@example.org"] {
        request_reset(&c, email).await.unwrap();
    }
    let (ada, bea) = (c.mailed_code(ADA).await, c.mailed_code("bea@example.org").await);
    let wrong = wrong_code();
    for (email, tried) in [(ADA, &*wrong), (ADA, ""), (ADA, "x"), (ADA, &*bea), (NOBODY, &*ada)] {
        assert_eq!(check(&c, email, tried).await, Some(Reason::InvalidResetCode), "{email} {tried}");
    }
    let for_another_address = c
        .engine
        .accounts()
        .reset_password(c.visitor(), Some("bea@example.org"), &ada, &OTHER_PASSWORD.into())
        .await;
    assert_eq!(refusal(for_another_address), Some(Reason::InvalidResetCode));
    assert_eq!(check(&c, " ADA@example.org", &ada).await, None, "four wrong attempts");
    assert_eq!(check(&c, ADA, &wrong).await, Some(Reason::InvalidResetCode));
    assert_eq!(
        (check(&c, ADA, &ada).await, reset(&c, &ada, OTHER_PASSWORD).await),
        (Some(Reason::InvalidResetCode), Some(Reason::InvalidResetCode)),
        "the fifth wrong attempt invalidates it"
    );
    let with_address = c
        .engine
        .accounts()
        .reset_password(c.visitor(), Some("bea@example.org"), &bea, &OTHER_PASSWORD.into())
        .await;
    assert_eq!(refusal(with_address), None);
}

pub async fn security_2_7_an_ip_address_is_limited_to_thirty_wrong_codes_in_ten_minutes(c: Cinema) {
    c.join("ada").await;
    request_reset(&c, ADA).await.unwrap();
    let code = c.mailed_code(ADA).await;
    for _ in 0..15 {
        assert_eq!(check(&c, NOBODY, &wrong_code()).await, Some(Reason::InvalidResetCode));
        assert_eq!(reset(&c, &wrong_code(), PASSWORD).await, Some(Reason::InvalidResetCode));
    }
    let v = c.visitor();
    assert!(is_limited(&c.engine.accounts().check_reset_code(v, ADA, &code).await));
    assert!(is_limited(&c.engine.accounts().reset_password(v, None, &code, &OTHER_PASSWORD.into()).await));
    c.at(10 * MINUTE);
    assert_eq!(reset(&c, &code, OTHER_PASSWORD).await, None);
}

/// ERR-20, ERR-21: the code proves access to the mailbox, but does not lift a block.
pub async fn err_20_a_reset_clears_a_required_password_change_but_not_a_block(c: Cinema) {
    for (name, standing, after) in [
        ("ada", MemberStatus::PasswordDue, None),
        ("bea", MemberStatus::Unconfirmed, None),
        ("dan", MemberStatus::Blocked, Some(Reason::AccountBlocked)),
        ("eve", MemberStatus::Unpaid, Some(Reason::NotActivated)),
    ] {
        c.join(name).await;
        let email = format!("{name}@example.org");
        c.set_standing(&email, standing).await;
        request_reset(&c, &email).await.unwrap();
        let code = c.mailed_code(&email).await;
        assert_eq!(reset(&c, &code, OTHER_PASSWORD).await, None);
        assert_eq!(refusal(c.sign_in(&email, OTHER_PASSWORD).await), after, "{standing:?}");
    }
}
