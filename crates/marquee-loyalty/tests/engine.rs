//! The engine on both databases: every call of it, with a clock that is moved and limits that count.
//!
//! The PostgreSQL cases need `MARQUEE_TEST_POSTGRES_URL`, a server with a database for tests. To add a case: a function
//! of a [`cinema::Cinema`] in a module of this folder, its name in the list below.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

#[path = "engine/account.rs"]
mod account;
#[path = "engine/cards.rs"]
mod cards;
#[path = "engine/cinema.rs"]
mod cinema;
#[path = "engine/db.rs"]
mod db;
#[path = "engine/farewell.rs"]
mod farewell;
#[path = "engine/favourites.rs"]
mod favourites;
#[path = "engine/gift_cards.rs"]
mod gift_cards;
#[path = "engine/limits.rs"]
mod limits;
#[path = "engine/membership.rs"]
mod membership;
#[path = "engine/pos.rs"]
mod pos;
#[path = "engine/recovery.rs"]
mod recovery;
#[path = "engine/registration.rs"]
mod registration;
#[path = "engine/rewards.rs"]
mod rewards;
#[path = "engine/search.rs"]
mod search;
#[path = "engine/sessions.rs"]
mod sessions;
#[path = "engine/sign_in.rs"]
mod sign_in;
#[path = "engine/tenants.rs"]
mod tenants;
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
    sign_in {
        call_01_version_1_gives_an_identifier_beside_the_tokens_and_version_3_none,
        sess_23_a_member_signs_in_by_user_name_or_address_in_any_case,
        err_08_a_wrong_password_and_an_unknown_name_are_answered_alike,
        err_05_what_keeps_a_member_out_is_told_after_the_right_password_only,
        role_08_an_expired_member_stays_signed_in_where_the_site_allows_it,
        security_2_1_a_hash_of_older_parameters_is_made_anew_at_sign_in,
        security_1_6_a_sign_in_beside_a_new_password_leaves_no_way_in,
        security_7_6_what_is_over_is_swept_and_nothing_else,
    }
    limits {
        security_2_3_an_account_is_held_longer_after_each_failure_known_or_not,
        err_23_after_a_hundred_failures_only_a_reset_helps,
        security_2_3_an_address_has_thirty_failures_in_ten_minutes,
        security_2_3_guesses_made_at_once_learn_no_more_than_one_by_one,
        security_1_9_a_current_password_is_guessed_as_slowly_as_one_at_the_door,
    }
    sessions {
        security_1_7_a_refresh_gives_a_new_pair_and_the_same_one_for_ten_seconds,
        security_1_7_a_refresh_token_used_again_ends_the_sign_in_and_is_told,
        security_1_7_only_the_direct_predecessor_is_answered_again,
        security_1_7_two_refreshes_at_once_get_the_same_pair,
        security_1_8_a_sign_in_ends_when_it_idles_and_after_three_times_that,
        security_1_8_a_session_token_of_version_1_is_good_for_twenty_minutes,
        security_7_6_expiries_go_by_the_database_s_clock,
        call_04_a_sign_out_ends_that_sign_in_at_once,
        call_05_a_refresh_token_signs_out_and_an_unknown_one_ends_nothing,
        security_1_9_a_member_lists_and_ends_their_own_sign_ins,
        role_06_a_member_is_found_by_the_identifier_of_version_1,
        security_1_6_an_operator_ends_all_sign_ins_of_a_member,
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
    registration {
        reg_03_what_is_not_sent_has_its_default,
        reg_01_what_is_sent_overrides_the_default,
        reg_12_what_must_be_there_is_named_when_it_is_not,
        err_09_an_address_or_name_of_a_member_is_taken,
        err_17_a_weak_password_is_refused,
        err_22_a_card_is_linked_when_nobody_has_it,
        security_2_6_ten_answers_an_hour_tell_which_numbers_are_cards,
        security_1_11_thirty_registrations_an_hour_begin_from_an_address,
        security_2_5_five_answers_an_hour_tell_who_is_a_member,
        err_09_of_many_who_register_an_address_at_once_one_has_it,
        security_2_5_with_confirmation_a_new_and_a_taken_address_are_answered_alike,
        call_17_the_mailed_link_activates_once_within_two_days,
        call_17_an_activation_is_mailed_three_times_an_hour,
        act_12_who_takes_a_membership_is_no_member_before_it_is_complete,
    }
    account {
        call_08_every_field_is_changed_and_kept,
        call_08_what_cannot_be_is_named_and_changes_nothing,
        err_14_no_name_or_address_of_another_member_is_taken,
        err_13_a_new_password_takes_the_current_one_and_ends_other_sign_ins,
        security_1_9_what_opens_an_account_needs_the_password_of_the_last_quarter_of_an_hour,
        security_1_9_every_such_change_is_announced_by_mail,
        security_1_9_a_new_address_ends_the_codes_of_the_old_one,
    }
    farewell {
        call_18_a_deleted_member_leaves_a_ledger_and_no_name,
        call_18_the_cards_of_a_deleted_member_are_never_good_again,
        security_7_8_a_member_takes_all_their_data_along,
    }
    recovery {
        call_09_a_reminder_is_mailed_and_nobody_learns_who_is_a_member,
        call_10_a_reset_is_mailed_and_nobody_learns_who_is_a_member,
        security_2_7_three_mails_an_hour_go_to_an_address_known_or_not,
        security_2_7_thirty_requests_an_hour_come_from_an_address,
        reset_05_the_link_carries_the_code_under_the_provider_s_name,
        reset_04_the_placeholder_of_version_1_is_replaced_raw_or_encoded,
        security_2_7_a_link_leads_to_the_site_s_own_host,
        security_2_7_a_link_leads_to_the_recovery_page_and_nowhere_else,
        call_12_a_code_sets_a_password_once_and_signs_nobody_in,
        err_12_a_code_is_good_for_half_an_hour_and_until_there_is_a_newer_one,
        call_11_a_code_belongs_to_its_address_and_five_wrong_tries_spend_it,
        security_2_7_an_address_guesses_thirty_codes_in_ten_minutes,
        err_20_a_reset_settles_a_due_password_and_lifts_no_block,
    }
    search {
        call_13_a_member_is_found_by_address_or_card_and_last_name,
        security_2_6_an_address_searches_ten_times_an_hour,
        reg_14_a_user_name_is_set_after_the_mail_is_confirmed,
        security_2_6_a_capability_works_once_and_for_a_quarter_of_an_hour,
        err_14_a_user_name_of_another_member_is_not_set,
        security_2_6_a_confirmation_comes_too_late_after_an_hour_or_another_name,
    }
    rewards {
        call_23_each_reward_says_why_it_cannot_be_had,
        call_24_an_order_takes_the_points_and_gives_a_code,
        err_19_what_cannot_be_had_is_not_ordered,
        call_26_the_same_request_takes_points_once_and_gets_the_same_answer,
        security_4_1_orders_at_once_never_take_more_than_there_is,
        call_25_a_reward_is_handed_out_once,
        security_1_11_an_address_has_ten_wrong_codes_an_hour,
        security_4_2_a_stopped_account_gives_nothing_and_takes_on,
        security_4_1_an_operator_gives_and_takes_no_more_than_there_is,
    }
    membership {
        call_28_memberships_are_listed_in_the_operator_s_order,
        act_11_a_free_membership_is_complete_at_once,
        act_11_one_join_has_one_email,
        act_11_what_was_paid_for_begins_though_it_is_offered_no_more,
        call_31_a_paid_membership_begins_when_just_its_price_was_paid,
        act_10_the_steps_are_taken_in_order_by_one_browser,
        call_29_what_does_not_fit_is_not_begun,
        act_11_a_membership_that_runs_is_prolonged_by_one_that_is_paid,
        err_16_a_free_membership_is_not_taken_again_and_again,
        security_1_11_an_order_that_is_not_complete_changes_nothing,
        security_1_11_a_free_membership_of_an_active_member_waits_for_their_mail,
        security_1_11_a_free_membership_of_a_member_without_a_password_waits_too,
        security_1_11_a_held_membership_is_over_after_two_days,
        act_11_a_member_who_is_signed_in_takes_a_free_membership_at_once,
        call_17_a_free_membership_is_told_of_when_the_address_is_confirmed,
    }
    cards {
        call_33_a_card_that_nobody_has_is_added,
        call_33_a_card_with_a_pin_wants_it,
        call_33_after_five_wrong_pins_a_card_is_closed_for_a_day,
        call_34_a_deleted_card_leaves_another_as_the_primary_one,
        call_35_a_lost_card_is_replaced_and_never_good_again,
        call_35_another_card_than_the_primary_one_may_be_lost,
        call_32_a_card_whose_time_is_over_is_shown_as_such,
        call_32_a_member_of_an_operator_has_a_card,
    }
    gift_cards {
        call_36_a_gift_card_tells_its_balance_to_who_knows_its_pin,
        err_11_every_failure_of_a_gift_card_is_the_same,
        security_3_7_five_failures_lock_a_card_for_a_day,
        security_3_7_known_and_unknown_numbers_take_equal_work,
        security_3_7_an_address_looks_ten_times_an_hour,
    }
    favourites {
        call_38_a_film_is_added_and_taken_away_once,
        fav_09_a_subscription_update_replaces_entries_of_the_same_cinema,
        call_39_favourites_are_bounded,
    }
    pos {
        err_23_a_till_is_known_by_its_key,
        security_4_1_a_purchase_is_booked_once_however_often_it_is_sent,
        security_7_7_what_is_kept_of_a_booking_names_nobody,
        security_4_1_many_tills_at_once_lose_nothing,
        loyc_05_points_come_by_the_level_and_raise_it,
        call_21_histories_are_newest_first_and_can_be_cut,
        call_19_a_refund_takes_back_what_is_left_of_the_points_once,
        call_30_a_membership_that_a_till_sells_begins_and_prolongs,
        err_07_a_booking_that_cannot_be_is_refused_whole,
        security_3_6_a_ticket_belongs_to_who_bought_it,
    }
    tenants {
        security_7_2_no_token_of_one_site_opens_the_other,
        security_7_2_no_code_or_number_of_one_site_is_good_at_the_other,
        security_7_2_what_happens_at_one_site_leaves_the_other,
    }
}
