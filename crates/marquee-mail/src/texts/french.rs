//! French texts of the letters, without exclamation marks (ux.md section 10). Spaces before `:` and `?`, and inside quotation
//! marks, are non-breaking.

use super::Words;
use crate::{Address, Letter, Link, Look};

/// Introduces a written-out URL.
const HINT: &str = "Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur\u{a0}:";
/// For letters that can be ignored: nothing changes without the member's action.
const IGNORE: &str = "Si vous n’avez rien demandé, ignorez cet e-mail.";
/// Label of the button that leads to the site.
const GO: &str = "Aller sur le site";
/// Follows the report of a change.
const FINE: &str = "Si c’était vous, vous n’avez rien à faire.";

pub fn words(letter: &Letter, look: &Look, name: Option<&str>) -> Words {
    let greeting = name.map_or_else(|| "Bonjour,".to_owned(), |name| format!("Bonjour {name},"));
    let questions = look
        .contact_address
        .as_ref()
        .map(|contact| format!("Une question\u{a0}? Écrivez à {}.", contact.as_str()));
    let why = format!(
        "Cet e-mail est envoyé automatiquement, parce que cette adresse a été utilisée chez {}.",
        look.name
    );
    let footer: Vec<String> = questions.into_iter().chain([why]).collect();
    body(letter, look).with_frame("fr", &greeting, &footer)
}

fn body(letter: &Letter, look: &Look) -> Words {
    match letter {
        Letter::UsernameReminder { username } => username_reminder(look, username),
        Letter::ResetCode { link, minutes } => reset_code(look, link, *minutes),
        Letter::PasswordChanged => password_changed(look),
        Letter::EmailChanged { old, new } => email_changed(look, old, new),
        Letter::UsernameChanged { username } => username_changed(look, username),
        Letter::PhoneChanged => phone_changed(look),
        Letter::ConfirmUsername { link, minutes } => confirm_username(look, link, *minutes),
        Letter::ConfirmMembership { name, link, hours } => confirm_membership(look, name, link, *hours),
        Letter::Activation { link, hours } => activation(look, link, *hours),
        Letter::Welcome { .. } => welcome(look),
        Letter::AlreadyMember => already_member(look),
        Letter::SessionsEnded => sessions_ended(look),
        Letter::AccountDeleted => account_deleted(look),
        Letter::CardReplaced { last_four } => card_replaced(look, last_four),
        Letter::MembershipActive { name, until } => membership_active(look, name, until.as_deref()),
        Letter::RewardOrdered { name, quantity, code } => reward_ordered(look, name, *quantity, code),
    }
}

fn username_reminder(Look { name, .. }: &Look, username: &str) -> Words {
    Words::new(&format!("Votre identifiant {name}"), "Vous nous l’avez demandé.", "Votre identifiant")
        .paragraph(&format!("Vous avez demandé l’identifiant de votre compte {name}. Le voici\u{a0}:"))
        .fact("Identifiant", username)
        .closing_paragraph(IGNORE)
}

fn reset_code(Look { name, .. }: &Look, link: &Link, minutes: u32) -> Words {
    let life = count(minutes, "minute");
    Words::new(
        &format!("Choisissez un nouveau mot de passe pour {name}"),
        &format!("Le lien fonctionne une seule fois, pendant {life}."),
        "Choisissez un nouveau mot de passe",
    )
    .paragraph(&format!("Vous avez demandé un nouveau mot de passe pour votre compte {name}."))
    .paragraph(&format!(
        "Le bouton mène à une page où vous le choisissez. Il fonctionne une seule fois, pendant {life}."
    ))
    .button("Choisir un mot de passe", link, HINT)
    .closing_paragraph(&format!("{IGNORE} Votre mot de passe reste le même."))
}

fn password_changed(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Votre mot de passe {name} a été modifié"),
        FINE,
        "Votre mot de passe a été modifié",
    )
    .paragraph(&format!(
        "Le mot de passe de votre compte {name} vient d’être modifié. Vos autres appareils ont été déconnectés."
    ))
    .paragraph(FINE)
    .site_button(GO, look)
    .closing_paragraph(&format!(
        "Si ce n’était pas vous, demandez un nouveau mot de passe sur la page de connexion de notre site.{}",
        then_tell_us(look)
    ))
}

fn email_changed(look: &Look, old: &Address, new: &Address) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Votre adresse e-mail a été modifiée chez {name}"),
        FINE,
        "Votre adresse e-mail a été modifiée",
    )
    .paragraph(&format!(
        "L’adresse e-mail de votre compte {name} était {}. C’est désormais\u{a0}:",
        old.masked()
    ))
    .fact("E-mail", new.as_str())
    .closing_paragraph(
        "Connectez-vous avec la nouvelle adresse. Si c’était vous, vous n’avez rien d’autre à faire.",
    )
    .closing_paragraph(&tell_us(look))
}

fn username_changed(look: &Look, username: &str) -> Words {
    let name = &look.name;
    Words::new(&format!("Votre identifiant {name} a été modifié"), FINE, "Votre identifiant a été modifié")
        .paragraph(&format!("L’identifiant de votre compte {name} a été modifié. C’est désormais\u{a0}:"))
        .fact("Identifiant", username)
        .closing_paragraph(FINE)
        .closing_paragraph(&tell_us(look))
}

fn phone_changed(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Votre numéro de téléphone a été modifié chez {name}"),
        FINE,
        "Votre numéro de téléphone a été modifié",
    )
    .paragraph(&format!(
        "Le numéro de téléphone de votre compte {name} vient d’être modifié. Vous le voyez dans votre profil."
    ))
    .paragraph(FINE)
    .site_button(GO, look)
    .closing_paragraph(&format!(
        "Si ce n’était pas vous, choisissez un nouveau mot de passe\u{a0}: tous vos autres appareils seront \
         déconnectés.{}",
        then_tell_us(look)
    ))
}

fn confirm_username(Look { name, .. }: &Look, link: &Link, minutes: u32) -> Words {
    let life = count(minutes, "minute");
    Words::new(
        &format!("Confirmez votre identifiant {name}"),
        "Sans votre confirmation, rien ne change.",
        "Confirmez votre identifiant",
    )
    .paragraph(&format!("Quelqu’un a choisi sur notre site un identifiant pour votre adhésion {name}."))
    .paragraph(&format!(
        "Si c’était vous, confirmez-le. Le bouton fonctionne une seule fois, pendant {life}."
    ))
    .button("Confirmer l’identifiant", link, HINT)
    .closing_paragraph(
        "Si ce n’était pas vous, ignorez cet e-mail\u{a0}: sans votre confirmation, rien ne change.",
    )
}

fn confirm_membership(Look { name, .. }: &Look, membership: &str, link: &Link, hours: u32) -> Words {
    let life = count(hours, "heure");
    Words::new(
        &format!("Confirmez votre adhésion {name}"),
        "Sans votre confirmation, rien ne change.",
        "Confirmez votre adhésion",
    )
    .paragraph(&format!(
        "Quelqu’un a choisi l’adhésion {membership} sur notre site avec l’adresse e-mail de votre compte {name}."
    ))
    .paragraph(&format!("Si c’était vous, confirmez-la. Le bouton fonctionne une seule fois, pendant {life}."))
    .button("Confirmer l’adhésion", link, HINT)
    .closing_paragraph("Si ce n’était pas vous, ignorez cet e-mail\u{a0}: sans votre confirmation, rien ne change.")
}

fn activation(Look { name, .. }: &Look, link: &Link, hours: u32) -> Words {
    let life = count(hours, "heure");
    Words::new(
        &format!("Activez votre compte {name}"),
        "Encore une étape, et votre compte est prêt.",
        "Activez votre compte",
    )
    .paragraph(&format!(
        "Merci d’avoir rejoint {name}. Il reste une étape\u{a0}: nous montrer que cette adresse est la vôtre."
    ))
    .paragraph(&format!("Le bouton fonctionne une seule fois, pendant {life}."))
    .button("Activer le compte", link, HINT)
    .closing_paragraph("Si vous n’avez pas créé de compte, ignorez cet e-mail.")
}

fn welcome(look: &Look) -> Words {
    let name = &look.name;
    Words::new(&format!("Bienvenue chez {name}"), "Votre compte est prêt.", &format!("Bienvenue chez {name}"))
        .paragraph(
            "Votre compte est prêt. Connectez-vous pour voir votre carte, vos points et vos récompenses.",
        )
        .site_button(GO, look)
        .closing_paragraph("Présentez votre carte quand vous achetez vos billets, et gagnez des points.")
}

fn already_member(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Vous avez déjà un compte {name}"),
        "Connectez-vous avec cette adresse.",
        "Vous avez déjà un compte",
    )
    .paragraph(&format!(
        "Quelqu’un, peut-être vous, a voulu rejoindre {name} avec cette adresse e-mail. Elle a déjà un compte."
    ))
    .paragraph("Pour l’utiliser, connectez-vous avec cette adresse. Mot de passe oublié\u{a0}? Demandez-en un nouveau au même endroit.")
    .site_button(GO, look)
    .closing_paragraph("Si ce n’était pas vous, vous n’avez rien à faire\u{a0}: votre compte n’a pas changé.")
}

fn sessions_ended(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Votre session {name} a été fermée"),
        "Par sécurité. Reconnectez-vous.",
        "Session fermée par sécurité",
    )
    .paragraph(&format!(
        "La clé qui garde votre session ouverte chez {name} a été utilisée deux fois. Elle a peut-être été copiée."
    ))
    .paragraph("Nous avons donc fermé cette session, sur tous les appareils où elle servait. Reconnectez-vous.")
    .site_button(GO, look)
    .closing_paragraph(&format!(
        "Si vous voyez dans votre compte une chose que vous n’avez pas faite, choisissez un nouveau mot de \
         passe\u{a0}: tous vos autres appareils seront déconnectés.{}",
        then_tell_us(look)
    ))
}

fn account_deleted(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Votre compte {name} a été supprimé"),
        "Vos données personnelles sont supprimées avec lui.",
        "Votre compte a été supprimé",
    )
    .paragraph(&format!(
        "Votre compte {name} et vos données personnelles ont été supprimés, comme vous l’avez demandé."
    ))
    .paragraph("Les écritures que nous devons garder sur vos points ne portent plus votre nom. Vous pouvez revenir à tout moment.")
    .closing_paragraph(&tell_us(look))
}

fn card_replaced(look: &Look, last_four: &str) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Votre nouvelle carte {name}"),
        "La carte perdue ne peut plus servir.",
        "Votre carte a été remplacée",
    )
    .paragraph("La carte que vous avez déclarée perdue ne peut plus servir. Tous vos points sont là, sur la nouvelle carte\u{a0}:")
    .fact("Nouvelle carte", &format!("… {last_four}"))
    .site_button(GO, look)
    .closing_paragraph(&tell_us(look))
}

fn membership_active(look: &Look, membership: &str, until: Option<&str>) -> Words {
    let name = &look.name;
    let life = until.map(|until| format!(", jusqu’au {until}")).unwrap_or_default();
    Words::new(
        &format!("Votre adhésion {name} est active"),
        "Merci de votre fidélité.",
        "Votre adhésion est active",
    )
    .paragraph(&format!("Merci de votre fidélité. Vous avez maintenant{life}\u{a0}:"))
    .fact("Adhésion", membership)
    .site_button(GO, look)
}

fn reward_ordered(Look { name, .. }: &Look, reward: &str, quantity: u32, code: &str) -> Words {
    let what = if quantity == 1 { reward.to_owned() } else { format!("{quantity} × {reward}") };
    Words::new(
        &format!("Votre récompense {name}"),
        "Présentez le code pour la retirer.",
        "Votre récompense vous attend",
    )
    .paragraph(&format!("Vous avez commandé\u{a0}: {what}. Voici votre code\u{a0}:"))
    .fact("Code", code)
    .closing_paragraph(
        "Présentez-le au comptoir. Il ne sert qu’une fois\u{a0}: d’ici là, gardez-le pour vous.",
    )
}

/// What to do about a change that the member did not make.
fn tell_us(look: &Look) -> String {
    match &look.contact_address {
        Some(contact) => {
            format!("Si ce n’était pas vous, écrivez-nous sans attendre\u{a0}: {}.", contact.as_str())
        }
        None => "Si ce n’était pas vous, prévenez-nous sans attendre à la caisse.".to_owned(),
    }
}

/// The same, as a second step.
fn then_tell_us(look: &Look) -> String {
    match &look.contact_address {
        Some(contact) => format!(" Écrivez-nous ensuite\u{a0}: {}.", contact.as_str()),
        None => " Prévenez-nous ensuite à la caisse.".to_owned(),
    }
}

fn count(number: u32, noun: &str) -> String {
    if number < 2 { format!("{number}\u{a0}{noun}") } else { format!("{number}\u{a0}{noun}s") }
}
