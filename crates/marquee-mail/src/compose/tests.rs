use std::collections::HashSet;

use marquee_messages::{Language, mail};
use marquee_model::settings::Color;
use proptest::prelude::*;

use super::*;
use crate::address::one_line;
use crate::letter::samples;
use crate::{Address, Colors, Link};

const LANGUAGES: [&str; 4] = ["en-US", "fr", "de", "es"];

fn link(text: &str) -> Link {
    Link::parse(text).unwrap()
}

fn mailbox(address: &str, name: Option<&str>) -> Mailbox {
    Mailbox::new(Address::parse(address).unwrap(), name)
}

fn branding() -> Branding {
    let color = |text| Color::parse(text).unwrap();
    Branding {
        name: "Aster".into(),
        origin: link("https://aster.example/"),
        home: link("https://aster.example/"),
        logo: Some(link("https://aster.example/media/logo.png")),
        colors: Colors {
            primary: color("#12523F"),
            on_primary: color("#FFFFFF"),
            background: color("#F6F4EE"),
            text: color("#212020"),
        },
        postal_address: vec!["Aster Cinemas".into(), "12 Harbor Street".into()],
        contact_address: Address::parse("hello@aster.example"),
    }
}

fn envelope(name: Option<&str>) -> Envelope {
    Envelope {
        id: "mail-1".into(),
        date: "2026-11-20T18:00:00.25Z".parse().unwrap(),
        from: mailbox("club@aster.example", Some("Aster")),
        to: mailbox("anna@example.com", name),
    }
}

fn write(letter: &Letter, branding: &Branding, language: &str) -> Message {
    compose(letter, branding, &Locale::parse(language).unwrap(), envelope(Some("Anna")))
}

#[test]
fn password_reset_snapshot() {
    let letter =
        Letter::ResetCode { link: link("https://aster.example/reset/?resetCode=abc&uid=7"), minutes: 30 };
    for language in ["en", "fr"] {
        let message = write(&letter, &branding(), language);
        insta::assert_snapshot!(format!("reset_code_{language}_text"), message.text);
        insta::assert_snapshot!(format!("reset_code_{language}_html"), message.html);
    }
}

#[test]
fn reward_snapshot() {
    let letter = Letter::RewardOrdered { name: "Large popcorn".into(), quantity: 2, code: "R4-7KQ2".into() };
    for language in ["en", "fr"] {
        let message = write(&letter, &Branding { logo: None, contact_address: None, ..branding() }, language);
        insta::assert_snapshot!(format!("reward_{language}_text"), message.text);
        insta::assert_snapshot!(format!("reward_{language}_html"), message.html);
    }
}

/// All letters in one snapshot, for proofreading.
#[test]
fn all_letters_snapshot() {
    for language in ["en", "fr"] {
        let all = samples().into_iter().map(|(letter, _)| {
            let message = write(&letter, &branding(), language);
            let (body, _) = message.text.split_once("\n\n-- \n").unwrap();
            format!("## {}\n\n{}\n\n{body}\n", letter.kind(), message.subject)
        });
        insta::assert_snapshot!(format!("letters_{language}"), all.collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn every_letter_contains_its_data_in_every_language() {
    let mut texts = HashSet::new();
    for (letter, expected) in samples() {
        for language in LANGUAGES {
            let message = write(&letter, &branding(), language);
            for text in expected {
                assert!(message.text.contains(text), "{letter:?} {language}: {text}");
                let escaped = text.replace('&', "&amp;");
                assert!(message.html.contains(&escaped), "{letter:?} {language}: {text}");
            }
            assert!(message.text.contains("Anna") && message.html.contains("Anna"));
            assert!(texts.insert(message.subject.clone()), "{letter:?} {language}: duplicate subject");
            assert!(texts.insert(message.text.clone()), "{letter:?} {language}: duplicate text");
        }
    }
    assert_eq!(texts.len(), samples().len() * LANGUAGES.len() * 2);
}

#[test]
fn subject_and_preview_contain_no_secret() {
    for (letter, _) in samples() {
        for language in LANGUAGES {
            let Message { subject, html, .. } = write(&letter, &branding(), language);
            let preview = html.split("opacity:0\">").nth(1).unwrap().split('<').next().unwrap();
            assert!(!preview.is_empty());
            for secret in ["s3cret", "http", "R4-7KQ2", "anna", "4821"] {
                assert!(!subject.contains(secret) && !preview.contains(secret), "{letter:?} {language}");
            }
        }
    }
}

#[test]
fn the_language_is_declared_and_falls_back_to_english() {
    let in_language = |language| write(&Letter::PhoneChanged, &branding(), language);
    assert_eq!(in_language("fr-CA").subject, in_language("fr").subject);
    assert_eq!(in_language("it-IT").subject, in_language("en").subject);
    for (language, lang) in [("fr", "fr"), ("en", "en"), ("de", "de"), ("it", "en")] {
        let message = in_language(language);
        assert!(message.html.contains(&format!("<html lang=\"{lang}\" dir=\"ltr\">")));
        assert!(message.headers.contains(&("Content-Language", lang.to_owned())));
    }
}

#[test]
fn french_typography_is_followed() {
    for (letter, _) in samples() {
        let message = write(&letter, &branding(), "fr");
        for text in [&message.subject, &message.text] {
            assert!(!text.contains('\''), "{letter:?}: use ’ instead of '");
            assert!(![" :", " ?", "« ", " »", "!"].iter().any(|mark| text.contains(mark)), "{letter:?}");
        }
        assert!(!write(&letter, &branding(), "en").text.contains(['\'', '!']), "{letter:?}");
    }
}

#[test]
fn a_mail_is_marked_as_auto_generated_and_has_a_safe_id() {
    let message = write(&Letter::PasswordChanged, &branding(), "en");
    assert!(message.headers.contains(&("Auto-Submitted", "auto-generated".to_owned())));
    assert_eq!(message.message_id, "<mail-1@aster.example>");
    let malicious = Envelope { id: "a@b>\r\nBcc: x/../..".into(), ..envelope(None) };
    let message = compose(&Letter::PhoneChanged, &branding(), &Locale::default(), malicious);
    assert_eq!(message.message_id, "<a-b---Bcc--x------@aster.example>");
}

#[test]
fn html_loads_only_the_sites_own_logo() {
    for (letter, _) in samples() {
        let html = write(&letter, &branding(), "en").html;
        assert_eq!(html.matches("<img").count(), 1);
        assert_eq!(html.matches("src=").count(), 1);
        assert!(html.contains("src=\"https://aster.example/media/logo.png\" alt=\"Aster\""));
        assert!(!html.contains("url(") && !html.contains("@import") && !html.contains("<link"));
    }
    let foreign_logo = Branding { logo: Some(link("https://pixel.example/logo.png")), ..branding() };
    assert!(!write(&Letter::PhoneChanged, &foreign_logo, "en").html.contains("pixel.example"));
}

#[test]
fn hostile_texts_cannot_inject_markup_or_headers() {
    let hostile = "\"><script>alert('1')</script>&amp;\r\nBcc: b@example.com\u{202e}";
    let branding = Branding { name: hostile.into(), postal_address: vec![hostile.into()], ..branding() };
    for letter in [
        Letter::UsernameReminder { username: hostile.into() },
        Letter::RewardOrdered { name: hostile.into(), quantity: 1, code: hostile.into() },
        Letter::MembershipActive { name: hostile.into(), until: Some(hostile.into()) },
        Letter::CardReplaced { last_four: hostile.into() },
    ] {
        let message = write(&letter, &branding, "fr");
        assert!(!message.html.contains("<script"), "{letter:?}");
        assert_eq!(message.html.matches("<style>").count(), 1);
        assert!(message.html.contains("&quot;&gt;&lt;script&gt;alert('1')"));
        assert!(!message.text.contains("\nBcc") && !message.subject.contains(['\r', '\n']));
        assert!(!message.text.contains('\u{202e}') && !message.html.contains('\u{202e}'));
    }
}

#[test]
fn an_implausible_name_is_not_used_in_the_greeting() {
    let to_name = |name: Option<&str>, letter: &Letter| {
        let (locale, envelope) = (Locale::default(), envelope(name));
        compose(letter, &branding(), &locale, envelope)
    };
    let hello = |name| to_name(name, &Letter::PhoneChanged).text.lines().next().unwrap().to_owned();
    assert_eq!(hello(Some("Anna")), "Hello Anna,");
    assert_eq!(hello(None), "Hello,");
    assert_eq!(hello(Some("you won: https://evil.example")), "Hello,");
    let message = to_name(Some("https://evil.example"), &Letter::AlreadyMember);
    assert_eq!(message.to.name(), None, "the header does not contain it either");
    let welcome = |name: &str| to_name(None, &Letter::Welcome { first_name: name.into() }).text;
    assert!(welcome("Zoë").starts_with("Hello Zoë,\n"));
    assert!(welcome("evil.example/win").starts_with("Hello,\n"));
}

proptest! {
    #[test]
    fn no_text_injects_a_tag(name in "\\PC{0,40}", other in "[<>\"'&a\\r\\n\\u{2028}]{0,20}") {
        let plain = write(&Letter::UsernameReminder { username: "a".into() }, &branding(), "en");
        let branding = Branding { name: name.clone(), ..branding() };
        let message = write(&Letter::UsernameReminder { username: other }, &branding, "en");
        for special in ["<", ">", "\""] {
            prop_assert_eq!(message.html.matches(special).count(), plain.html.matches(special).count());
        }
        prop_assert_eq!(one_line(&message.subject), message.subject);
    }
}

/// Checks the letters in every language of the catalog. The languages are the folders of `locales/`.
#[test]
fn locale_01_letters_are_in_the_language_of_the_member() {
    let is_sentence = |text: &&str| text.contains(' ');
    for language in Language::all().filter(|language| *language != Language::ENGLISH) {
        let own_texts: Vec<&str> = mail::group(language, "").map(|(_, text)| text).collect();
        let english: Vec<&str> =
            mail::group(Language::ENGLISH, "").map(|(_, text)| text).filter(is_sentence).collect();
        assert!(english.iter().all(|text| !own_texts.contains(text)), "{language:?} has untranslated texts");
        for (letter, _) in samples() {
            let message = write(&letter, &branding(), language.tag());
            assert!(message.headers.contains(&("Content-Language", language.tag().to_owned())));
            assert_ne!(message.subject, write(&letter, &branding(), "en").subject);
            for body in [&message.text, &message.html] {
                let untranslated: Vec<_> = english.iter().filter(|text| body.contains(**text)).collect();
                assert!(untranslated.is_empty(), "{letter:?} in {language:?}: {untranslated:?}");
            }
        }
    }
}
