//! Registration (REG-01 to REG-12).

use marquee_loyalty::{Details, Registration, RegistrationResult};
use marquee_model::loyalty::{CardStatus, MemberStatus};
use marquee_model::settings::LoyaltyProvider;

use crate::cinema::{
    ApiVersion, Cinema, HOUR, MINUTE, Outcome, PASSWORD, Reason, error_field, is_limited, new_registration,
    refusal, text,
};

const ADA: &str = "ada@example.org";

async fn register(c: &Cinema, new_registration: &Registration) -> Outcome {
    refusal(c.engine.accounts().register(c.visitor(), ApiVersion::V3, new_registration).await)
}

async fn registered_details(c: &Cinema, new_registration: &Registration) -> Details {
    match c.engine.accounts().register(c.visitor(), ApiVersion::V3, new_registration).await.unwrap() {
        RegistrationResult::Active(sign_in) => sign_in.details,
        other => panic!("{other:?}"),
    }
}

/// REG-02 to REG-11.
pub async fn reg_03_missing_fields_have_defaults(mut c: Cinema) {
    c.loyalty().club_id = "7".into();
    let mut registration = new_registration("ada");
    registration.profile.mobile_number = text("+14155552671");
    let details = registered_details(&c, &registration).await;
    let member = &details.member;
    assert_eq!(member.username.as_deref(), Some(ADA));
    assert_eq!(member.club_id, "7");
    assert_eq!(member.phone_number.as_deref(), Some("+14155552671"), "REG-04");
    assert_eq!((member.house_size, member.level_id, member.marital_status.as_str()), (0, 0, ""));
    let consents = &member.consents;
    assert!(!consents.send_newsletter && !consents.wish_to_receive_sms && !consents.contact_by_third_party);
    assert_eq!(consents.newsletter_frequency, "-1");
    assert!(member.preferred_cinema_list.is_empty() && member.preferred_genres.is_empty());
    assert!(member.address1.is_none() && member.zip_code.is_none() && member.expires_at.is_none());
    assert_eq!((member.standing, details.points), (MemberStatus::Active, 0));
    let card = details.card.unwrap();
    assert_eq!((card.card_type.as_str(), card.status), ("DEMATERIALIZED", CardStatus::Active));
    assert_eq!(c.email_kinds(ADA).await, ["welcome"]);
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), None);
}

pub async fn reg_01_sent_fields_override_the_defaults(c: Cinema) {
    let mut registration = new_registration("ada");
    let profile = &mut registration.profile;
    profile.username = text(" countess ");
    profile.phone_number = text("1");
    profile.mobile_number = text("2");
    profile.zip_code = text("94103");
    profile.date_of_birth = text("1990-12-31T00:00:00Z");
    profile.send_newsletter = Some(true);
    profile.newsletter_frequency = text("2");
    profile.house_size = Some(3);
    profile.preferred_genres = Some(vec!["Drama".into()]);
    let member = registered_details(&c, &registration).await.member;
    assert_eq!(member.username.as_deref(), Some("countess"));
    assert_eq!((member.phone_number.as_deref(), member.mobile_number.as_deref()), (Some("1"), Some("2")));
    assert_eq!((member.zip_code.as_deref(), member.house_size), (Some("94103"), 3));
    assert_eq!(member.date_of_birth.unwrap().to_string(), "1990-12-31");
    assert!(member.consents.send_newsletter);
    assert_eq!(member.consents.newsletter_frequency, "2");
    assert_eq!(member.preferred_genres, ["Drama"]);
    assert_eq!(c.stored(ADA).await, member);
}

pub async fn reg_12_missing_and_invalid_fields_are_named(c: Cinema) {
    let with = |change: fn(&mut Registration)| {
        let mut registration = new_registration("ada");
        change(&mut registration);
        registration
    };
    for (registration, field) in [
        (with(|r| r.profile.email = None), "email"),
        (with(|r| r.profile.email = text("no address")), "email"),
        (with(|r| r.profile.first_name = text(" ")), "firstName"),
        (with(|r| r.profile.last_name = None), "lastName"),
        (with(|r| r.profile.date_of_birth = text("31.12.1990")), "dateOfBirth"),
        (with(|r| r.profile.city = text("a\nb")), "city"),
        (with(|r| r.profile.address1 = Some("a".repeat(201))), "address1"),
    ] {
        assert_eq!(
            error_field(c.engine.accounts().register(c.visitor(), ApiVersion::V3, &registration).await),
            field
        );
    }
    assert!(c.store.member_by_email(&c.site.key, ADA).await.unwrap().is_none());
}

pub async fn err_09_another_member_s_address_and_user_name_are_refused(c: Cinema) {
    let mut registration = new_registration("ada");
    registration.profile.username = text("countess");
    registered_details(&c, &registration).await;
    assert_eq!(register(&c, &new_registration("ada")).await, Some(Reason::AlreadyMember));
    let mut same_name = new_registration("bea");
    same_name.profile.username = text("COUNTESS");
    assert_eq!(register(&c, &same_name).await, Some(Reason::AlreadyMember));
    same_name.profile.username = text("ADA@example.org");
    assert_eq!(
        register(&c, &same_name).await,
        Some(Reason::AlreadyMember),
        "a username equal to a member's address"
    );
    assert_eq!(register(&c, &new_registration("bea")).await, None);
}

/// VALID-07, security 2.1.
pub async fn err_17_a_weak_password_is_refused(mut c: Cinema) {
    let with = |password: &str| Registration { password: password.into(), ..new_registration("ada") };
    for weak in ["", "short 7", "password123", "qwertyuiop", "ada lovelace 1815", "Meridian Cinema"] {
        assert_eq!(register(&c, &with(weak)).await, Some(Reason::WeakPassword), "{weak}");
    }
    assert_eq!(register(&c, &with(&"é".repeat(257))).await, Some(Reason::WeakPassword));
    c.loyalty().provider = LoyaltyProvider::BoostPos;
    assert_eq!(register(&c, &with(PASSWORD)).await, Some(Reason::WeakPassword), "ERR-18");
    assert_eq!(register(&c, &with("Copper kettle 27!")).await, None);
    c.site.config.options.password_length = Some(15);
    let weak = Registration { password: "Kettle 27 mo!".into(), ..new_registration("bea") };
    assert_eq!(register(&c, &weak).await, Some(Reason::WeakPassword));
}

pub async fn err_22_a_card_without_owner_is_linked(c: Cinema) {
    let eve = "operator:eve";
    for (number, pin) in [("FREE1", None), ("PINNED", Some("4711"))] {
        c.engine.operations().put_card(&c.site, eve, number, pin, None).await.unwrap();
    }
    let with = |name: &str, card: &str| Registration { card: text(card), ..new_registration(name) };
    assert_eq!(register(&c, &with("ada", "unknown")).await, Some(Reason::UnknownCard));
    assert_eq!(register(&c, &with("ada", "a/b")).await, Some(Reason::UnknownCard));
    assert_eq!(register(&c, &with("ada", "pinned")).await, Some(Reason::UnusableCard), "the card has a PIN");
    let details = registered_details(&c, &with("ada", " fr ee1")).await;
    assert_eq!(details.card.unwrap().code.as_str(), "FREE1");
    assert_eq!(register(&c, &with("bea", "free1")).await, Some(Reason::CardTaken));
    assert!(c.store.member_by_email(&c.site.key, "bea@example.org").await.unwrap().is_none());
    let issued = registered_details(&c, &with("bea", " ")).await.card.unwrap();
    assert_eq!(issued.code.as_str().len(), 16, "an empty code counts as missing");
}

/// Prevents enumeration of card numbers.
pub async fn security_2_6_card_numbers_are_revealed_at_most_ten_times_an_hour(c: Cinema) {
    c.engine.operations().put_card(&c.site, "operator:eve", "FREE1", None, None).await.unwrap();
    let with = |card: &str| Registration { card: text(card), ..new_registration("ada") };
    for number in 0..10 {
        assert_eq!(register(&c, &with(&format!("CARD{number}"))).await, Some(Reason::UnknownCard));
    }
    for number in ["CARD10", "FREE1"] {
        assert!(
            is_limited(&c.engine.accounts().register(c.visitor(), ApiVersion::V3, &with(number)).await),
            "{number}"
        );
    }
    let search = c.engine.accounts().search_member(c.visitor(), None, Some("CARD10"), "Lovelace").await;
    assert!(is_limited(&search), "counted together with searches");
    assert!(c.store.member_by_email(&c.site.key, ADA).await.unwrap().is_none());
    assert_eq!(
        refusal(c.engine.accounts().register(c.from("192.0.2.9"), ApiVersion::V3, &with("FREE1")).await),
        None,
        "from another address"
    );
    c.at(HOUR);
    assert_eq!(
        register(&c, &Registration { card: text("CARD10"), ..new_registration("bea") }).await,
        Some(Reason::UnknownCard)
    );
}

/// Each registration is stored for 30 minutes.
pub async fn security_1_11_an_ip_address_can_begin_thirty_registrations_an_hour(c: Cinema) {
    for number in 0..30 {
        let address = format!("new{number}@example.org");
        assert_eq!(refusal(c.engine.accounts().begin_registration(c.visitor(), &address).await), None);
    }
    assert!(is_limited(&c.engine.accounts().begin_registration(c.visitor(), "new@example.org").await));
    let order = c.engine.memberships().order_membership(c.visitor(), "x", &[], None).await;
    assert!(is_limited(&order), "orders are limited too");
    assert_eq!(
        refusal(c.engine.accounts().begin_registration(c.from("192.0.2.9"), "new@example.org").await),
        None
    );
    c.at(HOUR);
    assert_eq!(refusal(c.engine.accounts().begin_registration(c.visitor(), "new@example.org").await), None);
}

/// After five responses that reveal membership, the calls are limited even for new addresses.
pub async fn security_2_5_membership_is_revealed_at_most_five_times_an_hour(c: Cinema) {
    c.join("ada").await;
    let v = c.visitor();
    assert_eq!(register(&c, &new_registration("ada")).await, Some(Reason::AlreadyMember));
    assert_eq!(refusal(c.engine.accounts().begin_registration(v, ADA).await), Some(Reason::AlreadyMember));
    assert_eq!(
        refusal(c.engine.accounts().send_activation(v, "nobody@example.org").await),
        Some(Reason::UnknownMember)
    );
    assert_eq!(refusal(c.engine.accounts().send_activation(v, ADA).await), Some(Reason::AlreadyConfirmed));
    assert_eq!(
        refusal(c.engine.accounts().begin_registration(v, " ADA@example.org").await),
        Some(Reason::AlreadyMember)
    );
    for name in ["ada", "new"] {
        let address = format!("{name}@example.org");
        assert!(
            is_limited(&c.engine.accounts().register(v, ApiVersion::V3, &new_registration(name)).await),
            "{name}"
        );
        assert!(is_limited(&c.engine.accounts().begin_registration(v, &address).await), "{name}");
        assert!(is_limited(&c.engine.accounts().send_activation(v, &address).await), "{name}");
    }
    let other_address = c.from("203.0.113.9");
    assert_eq!(refusal(c.engine.accounts().begin_registration(other_address, "new@example.org").await), None);
    c.at(HOUR);
    assert_eq!(refusal(c.engine.accounts().begin_registration(v, ADA).await), Some(Reason::AlreadyMember));
    assert_eq!(register(&c, &new_registration("new")).await, None);
}

/// The losers get the result at once, not after a database timeout.
pub async fn err_09_one_of_concurrent_registrations_of_an_address_succeeds(c: Cinema) {
    let register_from = async |from: &str| {
        refusal(c.engine.accounts().register(c.from(from), ApiVersion::V3, &new_registration("ada")).await)
    };
    let (a, b, d) =
        tokio::join!(register_from("192.0.2.1"), register_from("192.0.2.2"), register_from("192.0.2.3"));
    let mut codes = [a, b, d];
    codes.sort_unstable_by_key(Option::is_some);
    assert_eq!(codes, [None, Some(Reason::AlreadyMember), Some(Reason::AlreadyMember)]);
}

async fn mailed(c: &Cinema, new_registration: &Registration) {
    let result = c.engine.accounts().register(c.visitor(), ApiVersion::V3, new_registration).await.unwrap();
    assert!(matches!(result, RegistrationResult::Mailed), "{result:?}");
}

pub async fn security_2_5_with_confirmation_new_and_taken_addresses_look_the_same(mut c: Cinema) {
    c.join("bea").await;
    c.site.config.options.email_activation = true;
    mailed(&c, &new_registration("ada")).await;
    mailed(&c, &new_registration("bea")).await;
    assert_eq!(c.email_kinds(ADA).await, ["activation"]);
    assert_eq!(c.email_kinds("bea@example.org").await, ["welcome", "alreadyMember"]);
    for name in ["new", "bea"] {
        let card = Registration { card: text("unknown"), ..new_registration(name) };
        assert_eq!(register(&c, &card).await, Some(Reason::UnknownCard), "{name}: with an unknown card too");
        let weak = Registration { password: "short".into(), ..new_registration(name) };
        assert_eq!(register(&c, &weak).await, Some(Reason::WeakPassword), "{name}");
    }
    let register_from = async |from: &str| {
        c.engine.accounts().register(c.from(from), ApiVersion::V3, &new_registration("dan")).await.unwrap()
    };
    let results = tokio::join!(register_from("192.0.2.1"), register_from("192.0.2.2"));
    assert!(
        matches!(results, (RegistrationResult::Mailed, RegistrationResult::Mailed)),
        "concurrent registrations too: {results:?}"
    );
    for _ in 0..4 {
        mailed(&c, &new_registration("bea")).await;
    }
    assert_eq!(c.email_kinds("bea@example.org").await.len(), 1 + 3, "three mails an hour");
}

/// CALL-17, ERR-05.
pub async fn call_17_the_emailed_link_activates_once_within_two_days(mut c: Cinema) {
    c.site.config.options.email_activation = true;
    mailed(&c, &new_registration("ada")).await;
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::NotActivated));
    let first_code = c.mailed_code(ADA).await;
    assert_eq!(c.link(ADA).await, format!("http://localhost:8080/api/activate?code={first_code}"));
    c.at(48 * HOUR);
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &first_code).await),
        Some(Reason::InvalidCode),
        "expired"
    );
    c.engine.accounts().send_activation(c.visitor(), ADA).await.unwrap();
    let second_code = c.mailed_code(ADA).await;
    c.engine.accounts().send_activation(c.visitor(), ADA).await.unwrap();
    let third_code = c.mailed_code(ADA).await;
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &second_code).await),
        Some(Reason::InvalidCode),
        "replaced by the newer one"
    );
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), "x").await),
        Some(Reason::InvalidCode)
    );
    c.engine.accounts().confirm_action(c.visitor(), &third_code).await.unwrap();
    assert_eq!(
        refusal(c.engine.accounts().confirm_action(c.visitor(), &third_code).await),
        Some(Reason::InvalidCode),
        "used up"
    );
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), None);
    assert_eq!(c.email_kinds(ADA).await.last(), Some(&"welcome"));
    assert_eq!(
        refusal(c.engine.accounts().send_activation(c.visitor(), ADA).await),
        Some(Reason::AlreadyConfirmed)
    );
}

pub async fn call_17_an_activation_is_emailed_at_most_three_times_an_hour(mut c: Cinema) {
    c.site.config.options.email_activation = true;
    mailed(&c, &new_registration("ada")).await;
    for _ in 0..5 {
        c.engine.accounts().send_activation(c.visitor(), ADA).await.unwrap();
    }
    let letter_count = c.letters(ADA).await.len();
    assert_eq!(letter_count, 1 + 3);
    c.at(HOUR);
    c.engine.accounts().send_activation(c.visitor(), ADA).await.unwrap();
    assert_eq!(c.letters(ADA).await.len(), letter_count + 1);
}

pub async fn act_12_a_member_with_a_membership_is_inactive_until_it_is_completed(c: Cinema) {
    let registration = Registration { membership_item: text("GOLD"), ..new_registration("ada") };
    let result = c.engine.accounts().register(c.visitor(), ApiVersion::V3, &registration).await.unwrap();
    let RegistrationResult::Pending(details) = result else { panic!("{result:?}") };
    assert_eq!(details.member.standing, MemberStatus::Unpaid);
    assert!(!details.member.is_activated());
    assert_eq!(refusal(c.sign_in(ADA, PASSWORD).await), Some(Reason::NotActivated));
    assert!(c.email_kinds(ADA).await.is_empty());
    c.at(MINUTE);
    assert_eq!(
        refusal(c.engine.accounts().send_activation(c.visitor(), ADA).await),
        Some(Reason::AlreadyConfirmed),
        "an email cannot complete it"
    );
}
