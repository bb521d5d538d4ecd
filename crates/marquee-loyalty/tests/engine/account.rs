//! Account changes by members (CALL-08, security 1.9).

use marquee_loyalty::{AccountChange, AuthenticatedMember, LoyaltyError, Profile};

use crate::cinema::{Cinema, MINUTE, OTHER_PASSWORD, Outcome, PASSWORD, Reason, error_field, refusal, text};

const ADA: &str = "ada@example.org";

fn profile(change: impl FnOnce(&mut Profile)) -> AccountChange {
    let mut profile = Profile::default();
    change(&mut profile);
    AccountChange { profile, ..AccountChange::default() }
}

fn new_password(password: &str, current: Option<&str>) -> AccountChange {
    let current_password = current.map(Into::into);
    AccountChange { password: Some(password.into()), current_password, ..AccountChange::default() }
}

async fn edit(c: &Cinema, principal: &AuthenticatedMember, change: &AccountChange) -> Outcome {
    refusal(c.engine.accounts().edit_account(c.visitor(), principal, change).await)
}

async fn requires_password(c: &Cinema, principal: &AuthenticatedMember, change: &AccountChange) -> bool {
    matches!(
        c.engine.accounts().edit_account(c.visitor(), principal, change).await,
        Err(LoyaltyError::Reauthenticate)
    )
}

fn full_profile() -> Profile {
    Profile {
        username: text("countess"),
        email: text("ada@example.net"),
        first_name: text("Augusta"),
        last_name: text("King"),
        phone_number: text("1"),
        mobile_number: text("2"),
        date_of_birth: text("1990-12-31"),
        gender: text("f"),
        address1: text("12 Row"),
        address2: text("Back"),
        city: text("London"),
        state: text("LDN"),
        zip_code: text("W1"),
        country: text("GB"),
        send_newsletter: Some(true),
        wish_to_receive_sms: Some(true),
        contact_by_third_party: Some(true),
        newsletter_frequency: text("1"),
        pickup_cinema_id: text("C1"),
        preferred_cinema_id: text("C2"),
        preferred_cinema_list: Some(vec!["C3".into()]),
        preferred_genres: Some(vec!["Drama".into()]),
        house_size: Some(4),
        marital_status: text("married"),
        national_id: text("N1"),
    }
}

pub async fn call_08_every_field_can_be_changed(c: Cinema) {
    let ada = c.member("ada").await;
    let change = AccountChange { profile: full_profile(), ..AccountChange::default() };
    let details = c.engine.accounts().edit_account(c.visitor(), &ada, &change).await.unwrap();
    let (before, m) = (ada.member(), &details.member);
    assert_eq!(*m, c.stored("ada@example.net").await);
    let names = [&m.username, &m.email].map(|name| name.as_deref().unwrap());
    assert_eq!(
        (names, [&*m.first_name, &*m.last_name]),
        (["countess", "ada@example.net"], ["Augusta", "King"])
    );
    let texts = [&m.phone_number, &m.mobile_number, &m.gender, &m.address1, &m.address2, &m.city, &m.state];
    let texts = texts.map(|text| text.as_deref().unwrap());
    assert_eq!(texts, ["1", "2", "f", "12 Row", "Back", "London", "LDN"]);
    let other_texts = [&m.zip_code, &m.country, &m.pickup_cinema_id, &m.preferred_cinema_id, &m.national_id];
    assert_eq!(other_texts.map(|text| text.as_deref().unwrap()), ["W1", "GB", "C1", "C2", "N1"]);
    assert!(
        m.consents.send_newsletter && m.consents.wish_to_receive_sms && m.consents.contact_by_third_party
    );
    assert_eq!((m.consents.newsletter_frequency.as_str(), m.marital_status.as_str()), ("1", "married"));
    assert_eq!(
        (&*m.preferred_cinema_list, &*m.preferred_genres, m.house_size),
        (&["C3".to_owned()][..], &["Drama".to_owned()][..], 4)
    );
    // Members cannot change the other fields (security 3.4).
    assert_eq!((&m.id, &m.club_id, m.level_id, m.expires_at), (&before.id, &before.club_id, 0, None));
    assert_eq!((m.standing, m.created_at), (before.standing, before.created_at));
    let without_values = profile(|p| {
        p.city = text("");
        p.date_of_birth = text("");
        p.preferred_genres = Some(Vec::new());
    });
    let member = c.engine.accounts().edit_account(c.visitor(), &ada, &without_values).await.unwrap().member;
    assert!(member.city.is_none() && member.date_of_birth.is_none() && member.preferred_genres.is_empty());
    assert_eq!(member.state.as_deref(), Some("LDN"), "missing fields are unchanged");
    assert_eq!(refusal(c.sign_in("countess", PASSWORD).await), None);
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::WrongCredentials));
}

pub async fn call_08_an_invalid_field_is_named_and_nothing_changes(c: Cinema) {
    let ada = c.member("ada").await;
    for (change, field) in [
        (profile(|p| p.email = text("")), "email"),
        (profile(|p| p.username = text(" ")), "username"),
        (profile(|p| p.last_name = text("")), "lastName"),
        (profile(|p| p.date_of_birth = text("1790-01-01")), "dateOfBirth"),
        (profile(|p| p.date_of_birth = text("2201-01-01")), "dateOfBirth"),
        (profile(|p| p.house_size = Some(1001)), "houseSize"),
        (profile(|p| p.preferred_cinema_list = Some(vec![String::new(); 51])), "preferredCinemaList"),
    ] {
        assert_eq!(error_field(c.engine.accounts().edit_account(c.visitor(), &ada, &change).await), field);
    }
    assert_eq!(c.stored(ADA).await, *ada.member());
}

pub async fn call_08_the_longest_values_are_accepted(c: Cinema) {
    let ada = c.member("ada").await;
    let longest = "é".repeat(200);
    let change = profile(|p| {
        (p.first_name, p.city) = (text(&longest), text(&longest));
        p.preferred_genres = Some(vec![longest.clone(); 50]);
        p.house_size = Some(1000);
    });
    let member = c.engine.accounts().edit_account(c.visitor(), &ada, &change).await.unwrap().member;
    assert_eq!((&member.first_name, member.city.as_ref()), (&longest, Some(&longest)));
    assert_eq!((member.preferred_genres.len(), member.house_size), (50, 1000));
    let too_long = "é".repeat(201);
    let change = profile(|p| p.city = text(&too_long));
    assert_eq!(error_field(c.engine.accounts().edit_account(c.visitor(), &ada, &change).await), "city");
}

pub async fn err_13_an_empty_new_password_changes_nothing(c: Cinema) {
    let ada = c.member("ada").await;
    let mut change = profile(|p| p.city = text("London"));
    change.password = Some("".into());
    assert_eq!(edit(&c, &ada, &change).await, None);
    assert_eq!(c.stored(ADA).await.city.as_deref(), Some("London"));
    assert_eq!(c.email_kinds(ADA).await, ["welcome"]);
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), None);
}

/// ERR-14: neither another member's username nor their email address, in either field.
pub async fn err_14_another_member_s_user_name_and_address_are_refused(c: Cinema) {
    let (ada, bea) = (c.member("ada").await, c.member("bea").await);
    assert_eq!(edit(&c, &bea, &profile(|p| p.username = text("countess"))).await, None);
    let bea_mail = "BEA@example.org";
    for change in [
        profile(|p| p.email = text(bea_mail)),
        profile(|p| p.username = text("Countess")),
        profile(|p| p.username = text(bea_mail)),
    ] {
        assert_eq!(edit(&c, &ada, &change).await, Some(Reason::LoginTaken));
    }
    assert_eq!(refusal(c.sign_in("bea@example.org", PASSWORD).await), None);
    assert_eq!(c.stored(ADA).await, *ada.member());
    let mut member = ada.member().clone();
    member.username = text("bea@example.org");
    let put = c.engine.operations().put_member(&c.site, "operator:eve", &member, None).await;
    assert_eq!(refusal(put), Some(Reason::LoginTaken), "operators cannot assign it either");
}

/// ERR-13, ERR-17: a changed password ends all other sign-ins.
pub async fn err_13_a_new_password_requires_the_current_one_and_ends_other_sign_ins(c: Cinema) {
    let (sign_in, other_sign_in) = (c.join("ada").await, c.sign_in(ADA, PASSWORD).await.unwrap());
    let ada = c.authenticate(&sign_in).await;
    assert_eq!(
        edit(&c, &ada, &new_password(OTHER_PASSWORD, Some("a wrong password"))).await,
        Some(Reason::WrongPassword)
    );
    assert_eq!(edit(&c, &ada, &new_password("short", Some(PASSWORD))).await, Some(Reason::WeakPassword));
    assert_eq!(
        edit(&c, &ada, &new_password("Ada Lovelace!", Some(PASSWORD))).await,
        Some(Reason::WeakPassword)
    );
    assert_eq!(c.token_status(&other_sign_in.tokens.session).await, None);
    assert_eq!(edit(&c, &ada, &new_password(OTHER_PASSWORD, Some(PASSWORD))).await, None);
    assert_eq!(c.token_status(&other_sign_in.tokens.session).await, Some(Reason::InvalidSession));
    assert_eq!(c.token_status(&sign_in.tokens.session).await, None);
    assert_eq!(c.email_kinds(ADA).await, ["welcome", "passwordChanged"]);
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::WrongCredentials));
    assert_eq!(refusal(c.sign_in(ADA, OTHER_PASSWORD).await), None);
}

pub async fn security_1_9_sensitive_changes_require_the_password_within_15_minutes(c: Cinema) {
    let sign_in = c.join("ada").await;
    c.at(15 * MINUTE + 1);
    let ada = c.authenticate(&sign_in).await;
    let city = profile(|p| p.city = text("London"));
    let sensitive = [
        profile(|p| p.email = text("new@example.org")),
        profile(|p| p.username = text("countess")),
        profile(|p| p.phone_number = text("1")),
        profile(|p| p.mobile_number = text("1")),
        new_password(OTHER_PASSWORD, None),
    ];
    for change in &sensitive {
        assert!(requires_password(&c, &ada, change).await, "{change:?}");
    }
    assert!(matches!(
        c.engine.accounts().delete_account(c.visitor(), &ada).await,
        Err(LoyaltyError::Reauthenticate)
    ));
    assert_eq!(c.stored(ADA).await, *ada.member());
    assert_eq!(edit(&c, &ada, &city).await, None);
    assert_eq!(
        edit(&c, &ada, &profile(|p| p.username = text(ADA))).await,
        None,
        "an unchanged value needs no password"
    );
    let confirmed = AccountChange { current_password: Some(PASSWORD.into()), ..city };
    assert_eq!(edit(&c, &ada, &confirmed).await, None);
    let ada = c.authenticate(&sign_in).await;
    for change in &sensitive {
        assert_eq!(edit(&c, &ada, change).await, None, "the password was just entered: {change:?}");
    }
}

pub async fn security_1_9_sensitive_changes_are_announced_by_email(c: Cinema) {
    let ada = c.member("ada").await;
    let new = "ada@example.net";
    assert_eq!(edit(&c, &ada, &profile(|p| p.mobile_number = text("1"))).await, None);
    assert_eq!(edit(&c, &ada, &profile(|p| p.username = text("countess"))).await, None);
    assert_eq!(edit(&c, &ada, &profile(|p| p.city = text("London"))).await, None);
    assert_eq!(edit(&c, &ada, &profile(|p| p.email = text(new))).await, None);
    assert_eq!(c.email_kinds(ADA).await, ["welcome", "phoneChanged", "usernameChanged", "emailChanged"]);
    assert_eq!(c.email_kinds(new).await, ["emailChanged"]);
}

/// Codes in the old mailbox become invalid.
pub async fn security_1_9_a_new_address_invalidates_earlier_reset_codes(c: Cinema) {
    let ada = c.member("ada").await;
    crate::recovery::request_reset(&c, ADA).await.unwrap();
    let reset = c.mailed_code(ADA).await;
    assert_eq!(edit(&c, &ada, &profile(|p| p.email = text("ada@example.net"))).await, None);
    assert_eq!(
        refusal(c.engine.accounts().reset_password(c.visitor(), None, &reset, &OTHER_PASSWORD.into()).await),
        Some(Reason::InvalidResetCode)
    );
}
