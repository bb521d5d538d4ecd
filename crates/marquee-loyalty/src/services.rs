//! The services of the engine, each over the shared context. Their functions are in the modules of their subjects.

use crate::context::Context;

/// Declares the services and their getters on the context.
macro_rules! services {
    ($($(#[$doc:meta])* $name:ident, $get:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy)]
            pub struct $name<'a> {
                pub(crate) context: &'a Context,
            }
        )*

        impl Context {
            $(
                $(#[$doc])*
                pub(crate) fn $get(&self) -> $name<'_> {
                    $name { context: self }
                }
            )*
        }
    };
}

services! {
    /// Sign-in, sign-out, refresh, and authentication of calls.
    Sessions, sessions;
    /// Registration, changes, recovery, favorites and deletion of members' own accounts.
    Accounts, accounts;
    /// Levels, rewards, vouchers, and the histories of orders and points.
    Program, program;
    /// Memberships: choice, order, payment and completion.
    Memberships, memberships;
    /// Members' cards, and gift cards.
    Cards, cards;
    /// Purchases and refunds of tills and ticketing systems.
    Tills, tills;
    /// Changes of members, cards, points and gift cards by operators. Each is recorded in the audit log.
    Operations, operations;
    /// API keys of tills and of operators' programs.
    Keys, keys;
    /// Replay protection of captcha answers, and the stricter limit while captchas cannot be verified.
    Captchas, captchas;
    /// Decryption of queued emails, and emails to operators.
    MailQueue, mail_queue;
    /// Cleanup after deletions of members, in the database's files and after a backup is restored.
    Deletions, deletions;
    /// Scheduled tasks.
    Maintenance, maintenance;
}
