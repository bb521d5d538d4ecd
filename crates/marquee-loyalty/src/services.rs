//! The services of the engine, each over the shared context. Their functions are in the modules of their subjects.

use crate::context::Context;

/// Declares the services, and how to get one from the context.
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
    /// What operators do to members, cards, points and gift cards. Each is recorded in the audit log.
    Operations, operations;
    /// API keys of tills and of operators' programs.
    Keys, keys;
    /// Limits around captchas.
    Captchas, captchas;
    /// Emails in the queue.
    MailQueue, mail_queue;
    /// Remains of deleted members in the database's files and in backups.
    Deletions, deletions;
    /// Tasks that run by the clock.
    Maintenance, maintenance;
}
