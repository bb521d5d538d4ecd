//! The engine on both databases: every call of it, with a clock that is moved and limits that count.
//!
//! PostgreSQL takes part when `MARQUEE_TEST_POSTGRES_URL` names a server with a database for tests. To add a case: a function
//! of a [`cinema::Cinema`] in a module of this folder, its name in the list below.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

#[path = "engine/cinema.rs"]
mod cinema;
#[path = "engine/db.rs"]
mod db;
#[path = "engine/limits.rs"]
mod limits;
#[path = "engine/recovery.rs"]
mod recovery;
#[path = "engine/tickets.rs"]
mod tickets;

macro_rules! engine {
    ($($module:ident { $($case:ident),+ $(,)? })+) => {
        mod sqlite {
            $(mod $module { $(#[test] fn $case() { crate::db::on_sqlite(crate::$module::$case); })+ })+
        }
        mod postgresql {
            $(mod $module { $(#[test] fn $case() { crate::db::on_postgresql(crate::$module::$case); })+ })+
        }
    };
}

engine! {
    limits {
        security_2_3_an_account_is_held_longer_after_each_failure_known_or_not,
        err_23_after_a_hundred_failures_only_a_reset_helps,
        security_2_3_an_address_has_thirty_failures_in_ten_minutes,
        security_2_3_guesses_made_at_once_learn_no_more_than_one_by_one,
        security_1_9_a_current_password_is_guessed_as_slowly_as_one_at_the_door,
    }
    tickets {
        security_5_2_a_ticket_is_exchanged_once_and_looked_at_as_often_as_you_like,
        security_5_2_a_ticket_is_good_for_two_minutes,
        security_5_2_of_two_who_exchange_a_ticket_at_once_one_has_it,
        security_5_2_what_was_handed_over_ends_with_the_sign_in_it_came_from,
        security_5_2_what_was_handed_over_lives_no_longer_than_its_parent_may,
        call_14_a_session_token_says_who_it_is,
        security_1_9_a_ticket_does_not_stand_for_a_password,
    }
    recovery {
        call_09_a_reminder_is_mailed_and_nobody_learns_who_is_a_member,
        call_10_a_reset_is_mailed_and_nobody_learns_who_is_a_member,
        security_2_7_three_mails_an_hour_go_to_an_address_known_or_not,
        security_2_7_thirty_requests_an_hour_come_from_an_address,
        reset_05_the_link_carries_the_code_under_the_provider_s_name,
        reset_04_the_placeholder_of_version_1_is_replaced_raw_or_encoded,
        security_2_7_a_link_leads_to_the_site_s_own_host,
        call_12_a_code_sets_a_password_once_and_signs_nobody_in,
        err_12_a_code_is_good_for_half_an_hour_and_until_there_is_a_newer_one,
        call_11_a_code_belongs_to_its_address_and_five_wrong_tries_spend_it,
        security_2_7_an_address_guesses_thirty_codes_in_ten_minutes,
        err_20_a_reset_settles_a_due_password_and_lifts_no_block,
    }
}
