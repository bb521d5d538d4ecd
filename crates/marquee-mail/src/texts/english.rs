//! English texts of the letters, without exclamation marks (ux.md section 10).

use super::Words;
use crate::{Address, Letter, Link, Look};

/// Introduces a written-out URL.
const HINT: &str = "If the button does not work, open this address in your browser:";
/// For letters that can be ignored: nothing changes without the member's action.
const IGNORE: &str = "If you did not ask for this, you can ignore this email.";

pub fn words(letter: &Letter, look: &Look, name: Option<&str>) -> Words {
    let greeting = name.map_or_else(|| "Hello,".to_owned(), |name| format!("Hello {name},"));
    let questions =
        look.contact_address.as_ref().map(|contact| format!("Questions? Write to {}.", contact.as_str()));
    let why = format!("This email was sent automatically, because this address was used at {}.", look.name);
    let footer: Vec<String> = questions.into_iter().chain([why]).collect();
    body(letter, look).with_frame("en", &greeting, &footer)
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
    Words::new(&format!("Your username at {name}"), "You asked us to remind you of it.", "Your username")
        .paragraph(&format!("You asked for the username of your {name} account. Here it is:"))
        .fact("Username", username)
        .closing_paragraph(IGNORE)
}

fn reset_code(Look { name, .. }: &Look, link: &Link, minutes: u32) -> Words {
    let life = count(minutes, "minute");
    Words::new(
        &format!("Choose a new password for {name}"),
        &format!("The link works once, for {life}."),
        "Choose a new password",
    )
    .paragraph(&format!("You asked for a new password for your {name} account."))
    .paragraph(&format!("The button leads to a page where you choose it. It works once, for {life}."))
    .button("Choose a new password", link, HINT)
    .closing_paragraph(&format!("{IGNORE} Your password stays as it is."))
}

fn password_changed(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Your {name} password was changed"),
        "If this was you, there is nothing to do.",
        "Your password was changed",
    )
    .paragraph(&format!(
        "The password of your {name} account has just been changed. Your other devices were signed out."
    ))
    .paragraph("If this was you, there is nothing to do.")
    .site_button(&go_to(look), look)
    .closing_paragraph(&format!(
        "If it was not you, ask for a new password on the sign-in page of our site.{}",
        then_tell_us(look)
    ))
}

fn email_changed(look: &Look, old: &Address, new: &Address) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Your email address at {name} was changed"),
        "If this was you, there is nothing to do.",
        "Your email address was changed",
    )
    .paragraph(&format!("The email address of your {name} account was {}. From now on it is:", old.masked()))
    .fact("Email", new.as_str())
    .closing_paragraph("Sign in with the new address. If this was you, there is nothing else to do.")
    .closing_paragraph(&tell_us(look))
}

fn username_changed(look: &Look, username: &str) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Your username at {name} was changed"),
        "If this was you, there is nothing to do.",
        "Your username was changed",
    )
    .paragraph(&format!("The username of your {name} account was changed. It is now:"))
    .fact("Username", username)
    .closing_paragraph("If this was you, there is nothing to do.")
    .closing_paragraph(&tell_us(look))
}

fn phone_changed(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Your phone number at {name} was changed"),
        "If this was you, there is nothing to do.",
        "Your phone number was changed",
    )
    .paragraph(&format!(
        "The phone number of your {name} account has just been changed. You see it in your profile."
    ))
    .paragraph("If this was you, there is nothing to do.")
    .site_button(&go_to(look), look)
    .closing_paragraph(&format!(
        "If it was not you, choose a new password: that signs out all other devices.{}",
        then_tell_us(look)
    ))
}

fn confirm_username(Look { name, .. }: &Look, link: &Link, minutes: u32) -> Words {
    let life = count(minutes, "minute");
    Words::new(
        &format!("Confirm your username at {name}"),
        "Without your confirmation nothing changes.",
        "Confirm your username",
    )
    .paragraph(&format!("Somebody chose a username for your {name} membership on our site."))
    .paragraph(&format!("If that was you, confirm it. The button works once, for {life}."))
    .button("Confirm username", link, HINT)
    .closing_paragraph("If it was not you, ignore this email: without your confirmation nothing changes.")
}

fn confirm_membership(Look { name, .. }: &Look, membership: &str, link: &Link, hours: u32) -> Words {
    let life = count(hours, "hour");
    Words::new(
        &format!("Confirm your membership at {name}"),
        "Without your confirmation nothing changes.",
        "Confirm your membership",
    )
    .paragraph(&format!(
        "Somebody chose the membership {membership} on our site with the email address of your {name} account."
    ))
    .paragraph(&format!("If that was you, confirm it. The button works once, for {life}."))
    .button("Confirm membership", link, HINT)
    .closing_paragraph("If it was not you, ignore this email: without your confirmation nothing changes.")
}

fn activation(Look { name, .. }: &Look, link: &Link, hours: u32) -> Words {
    let life = count(hours, "hour");
    Words::new(
        &format!("Activate your {name} account"),
        "One more step, and your account is ready.",
        "Activate your account",
    )
    .paragraph(&format!(
        "Thank you for joining {name}. One step is left: show us that this address is yours."
    ))
    .paragraph(&format!("The button works once, for {life}."))
    .button("Activate account", link, HINT)
    .closing_paragraph("If you did not join, you can ignore this email.")
}

fn welcome(look: &Look) -> Words {
    let name = &look.name;
    Words::new(&format!("Welcome to {name}"), "Your account is ready.", &format!("Welcome to {name}"))
        .paragraph("Your account is ready. Sign in to see your card, your points and your rewards.")
        .site_button(&go_to(look), look)
        .closing_paragraph("Show your card when you buy tickets, and collect points.")
}

fn already_member(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("You already have an account at {name}"),
        "Sign in with this address.",
        "You already have an account",
    )
    .paragraph(&format!("Somebody, perhaps you, tried to join {name} with this email address. It already has an account."))
    .paragraph("To use it, sign in with this address. If you do not remember your password, ask for a new one there.")
    .site_button(&go_to(look), look)
    .closing_paragraph("If it was not you, there is nothing to do: your account is as it was.")
}

fn sessions_ended(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("We signed you out at {name}"),
        "To be safe. Please sign in again.",
        "We signed you out, to be safe",
    )
    .paragraph(&format!(
        "The key that keeps you signed in at {name} was used twice. It may have been copied."
    ))
    .paragraph("So we ended that sign-in, on every device where it was used. Please sign in again.")
    .site_button(&go_to(look), look)
    .closing_paragraph(&format!(
        "If you see something in your account that you did not do, choose a new password: that signs out all \
         other devices.{}",
        then_tell_us(look)
    ))
}

fn account_deleted(look: &Look) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Your {name} account was deleted"),
        "Your personal data is deleted with it.",
        "Your account was deleted",
    )
    .paragraph(&format!("Your {name} account and your personal data were deleted, as you asked."))
    .paragraph("The records we must keep of your points no longer name you. You can join again at any time.")
    .closing_paragraph(&tell_us(look))
}

fn card_replaced(look: &Look, last_four: &str) -> Words {
    let name = &look.name;
    Words::new(
        &format!("Your new {name} card"),
        "The lost card can no longer be used.",
        "Your card was replaced",
    )
    .paragraph(
        "The card you reported as lost can no longer be used. Your points are all there, on your new card:",
    )
    .fact("New card", &format!("… {last_four}"))
    .site_button(&go_to(look), look)
    .closing_paragraph(&tell_us(look))
}

fn membership_active(look: &Look, membership: &str, until: Option<&str>) -> Words {
    let name = &look.name;
    let life = until.map(|until| format!(", until {until},")).unwrap_or_default();
    Words::new(
        &format!("Your membership at {name} is active"),
        "Thank you for being a member.",
        "Your membership is active",
    )
    .paragraph(&format!("Thank you for being a member. From now on{life} you have:"))
    .fact("Membership", membership)
    .site_button(&go_to(look), look)
}

fn reward_ordered(Look { name, .. }: &Look, reward: &str, quantity: u32, code: &str) -> Words {
    let what = if quantity == 1 { reward.to_owned() } else { format!("{quantity} × {reward}") };
    Words::new(
        &format!("Your reward at {name}"),
        "Show the code when you collect it.",
        "Your reward is waiting",
    )
    .paragraph(&format!("You ordered: {what}. This is your code:"))
    .fact("Code", code)
    .closing_paragraph("Show it at the counter. It works once, so keep it to yourself until then.")
}

fn go_to(look: &Look) -> String {
    format!("Go to {}", look.name)
}

/// What to do about a change that the member did not make.
fn tell_us(look: &Look) -> String {
    match &look.contact_address {
        Some(contact) => format!("If it was not you, write to us right away: {}.", contact.as_str()),
        None => "If it was not you, tell us right away at the box office.".to_owned(),
    }
}

/// The same, as a second step.
fn then_tell_us(look: &Look) -> String {
    match &look.contact_address {
        Some(contact) => format!(" Then write to us: {}.", contact.as_str()),
        None => " Then tell us at the box office.".to_owned(),
    }
}

fn count(number: u32, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
