//! Tests of all calls of the engine on both databases, with a fake clock and active rate limits.
//!
//! The PostgreSQL cases need `MARQUEE_TEST_POSTGRES_URL`, the URL of a test database. To add a case: add a function that takes
//! a [`cinema::Cinema`] to a module of this folder, and its name to the list below.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests panic on unexpected results")]

#[path = "engine/account.rs"]
mod account;
#[path = "engine/cards.rs"]
mod cards;
#[path = "engine/cinema.rs"]
mod cinema;
#[path = "engine/db.rs"]
mod db;
#[path = "engine/deletion.rs"]
mod deletion;
#[path = "engine/favorites.rs"]
mod favorites;
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
        call_01_only_version_1_returns_a_user_session_id,
        sess_23_a_member_signs_in_by_user_name_or_address_in_any_case,
        err_08_wrong_passwords_and_unknown_names_look_the_same,
        err_05_the_reason_is_revealed_only_after_the_correct_password,
        role_08_an_expired_member_stays_signed_in_if_the_site_allows_it,
        security_2_1_an_outdated_hash_is_replaced_at_sign_in,
        security_1_6_a_sign_in_during_a_password_change_is_ended,
        security_7_6_only_expired_rows_are_deleted,
    }
    limits {
        security_2_3_each_failure_extends_the_lockout_of_known_and_unknown_names,
        security_2_3_failures_are_cleared_90_days_after_the_last_one,
        err_23_after_a_hundred_failures_only_a_reset_unlocks,
        security_2_3_an_ip_address_is_limited_to_thirty_failures_in_ten_minutes,
        security_2_3_concurrent_guesses_reveal_no_more_than_sequential_ones,
        security_1_9_guessing_the_current_password_locks_the_account,
        security_2_4_without_captchas_an_ip_address_is_limited_to_ten_failures_in_ten_minutes,
    }
    sessions {
        security_1_7_a_repeated_refresh_gives_the_same_pair_for_ten_seconds,
        security_1_7_reuse_of_a_refresh_token_ends_the_sign_in_and_is_reported,
        security_1_7_only_the_direct_predecessor_can_be_repeated,
        security_1_7_concurrent_refreshes_get_the_same_pair,
        security_1_8_a_sign_in_has_an_idle_and_an_absolute_timeout,
        security_1_8_the_idle_timeout_is_the_site_s,
        security_1_7_only_the_newest_refresh_token_and_its_predecessor_can_be_exchanged,
        security_1_8_a_session_token_of_version_1_expires_after_20_minutes,
        security_7_6_expiry_uses_the_database_s_clock,
        call_04_a_sign_out_ends_that_sign_in_at_once,
        call_05_a_refresh_token_signs_out_and_an_unknown_one_is_ignored,
        security_1_9_a_member_lists_and_ends_their_own_sign_ins,
        role_06_the_user_session_id_of_version_1_identifies_a_member,
        role_06_a_user_session_id_expires_with_its_sign_in,
        security_1_6_an_operator_ends_all_sign_ins_of_a_member,
        security_1_3_a_stored_record_has_a_random_reference_and_expires_with_its_sign_in,
    }
    tickets {
        security_5_2_a_ticket_is_exchanged_once_but_can_be_validated_repeatedly,
        security_5_2_a_ticket_expires_after_two_minutes,
        security_5_2_one_of_concurrent_exchanges_succeeds,
        security_5_2_a_handed_over_sign_in_ends_with_its_parent,
        security_5_2_a_handed_over_sign_in_expires_with_its_parent,
        call_14_a_session_token_identifies_its_member,
        security_1_9_a_ticket_does_not_count_as_entering_the_password,
    }
    registration {
        reg_03_missing_fields_have_defaults,
        reg_01_sent_fields_override_the_defaults,
        reg_12_missing_and_invalid_fields_are_named,
        err_09_another_member_s_address_and_user_name_are_refused,
        err_17_a_weak_password_is_refused,
        err_22_a_card_without_owner_is_linked,
        security_2_6_card_numbers_are_revealed_at_most_ten_times_an_hour,
        security_1_11_an_ip_address_can_begin_thirty_registrations_an_hour,
        security_2_5_membership_is_revealed_at_most_five_times_an_hour,
        err_09_one_of_concurrent_registrations_of_an_address_succeeds,
        security_2_5_with_confirmation_new_and_taken_addresses_look_the_same,
        call_17_the_emailed_link_activates_once_within_two_days,
        call_17_an_activation_is_emailed_at_most_three_times_an_hour,
        act_12_a_member_with_a_membership_is_inactive_until_it_is_completed,
    }
    account {
        call_08_every_field_can_be_changed,
        call_08_an_invalid_field_is_named_and_nothing_changes,
        call_08_the_longest_values_are_accepted,
        err_13_an_empty_new_password_changes_nothing,
        err_14_another_member_s_user_name_and_address_are_refused,
        err_13_a_new_password_requires_the_current_one_and_ends_other_sign_ins,
        security_1_9_sensitive_changes_require_the_password_within_15_minutes,
        security_1_9_sensitive_changes_are_announced_by_email,
        security_1_9_a_new_address_invalidates_earlier_reset_codes,
    }
    deletion {
        call_18_a_deleted_member_leaves_only_the_ledger,
        call_18_cards_of_a_deleted_member_stay_invalid,
        security_7_8_a_deletion_wakes_the_task_that_cleans_files,
        security_7_8_deletions_are_repeated_once_after_a_restore,
        security_7_8_sqlite_files_are_cleaned_at_once_and_again_after_three_minutes,
        security_7_8_a_member_can_export_all_their_data,
    }
    recovery {
        call_09_a_reminder_is_emailed_without_revealing_members,
        call_10_a_reset_link_is_emailed_without_revealing_members,
        security_2_7_a_known_or_unknown_address_gets_three_emails_an_hour,
        security_2_7_an_ip_address_is_limited_to_thirty_requests_an_hour,
        reset_05_the_link_has_the_code_in_the_provider_s_parameter,
        reset_04_the_placeholder_of_version_1_is_replaced_raw_or_encoded,
        security_2_7_a_link_must_have_the_site_s_host,
        security_2_7_a_link_must_be_the_recovery_page,
        call_12_a_code_sets_a_password_once_without_signing_in,
        err_12_a_code_expires_after_30_minutes_or_with_a_newer_one,
        call_11_a_code_belongs_to_its_address_and_allows_five_wrong_attempts,
        security_2_7_an_ip_address_is_limited_to_thirty_wrong_codes_in_ten_minutes,
        err_20_a_reset_clears_a_required_password_change_but_not_a_block,
    }
    search {
        call_13_a_member_is_found_by_address_or_card_and_last_name,
        security_2_6_an_ip_address_can_search_ten_times_an_hour,
        reg_14_a_user_name_is_set_after_confirmation_by_email,
        security_2_6_a_capability_works_once_within_15_minutes,
        err_14_another_member_s_user_name_is_refused,
        security_2_6_a_confirmation_fails_after_an_hour_or_if_a_name_was_set,
    }
    rewards {
        call_23_an_unavailable_reward_has_a_reason,
        call_24_an_order_deducts_the_points_and_returns_a_code,
        err_19_unavailable_rewards_cannot_be_ordered,
        call_26_a_repeated_request_deducts_points_once_and_gets_the_same_response,
        security_4_1_concurrent_orders_never_overdraw,
        call_25_a_code_is_redeemed_once,
        security_1_11_an_ip_address_is_limited_to_ten_wrong_codes_an_hour,
        security_4_2_a_frozen_account_accepts_credits_only,
        security_4_1_an_operator_cannot_overdraw_points,
        security_4_1_an_operator_adds_or_deducts_at_most_a_billion_points_at_once,
        levels_are_listed_in_the_operator_s_order,
    }
    membership {
        call_28_memberships_are_listed_in_the_operator_s_order,
        act_11_a_free_membership_is_completed_at_once,
        act_12_a_payment_of_a_canceled_order_is_refused,
        act_11_a_registration_sends_one_email,
        act_11_the_welcome_email_replaces_the_membership_s_for_an_hour,
        act_11_a_paid_membership_begins_even_if_its_offer_was_deleted,
        call_31_a_membership_begins_when_its_exact_price_is_paid,
        act_10_the_steps_must_be_in_order_and_in_one_browser,
        call_29_an_unsuitable_membership_is_refused,
        act_11_a_paid_membership_extends_an_active_one,
        err_16_a_free_membership_is_not_extended,
        security_1_11_an_incomplete_order_changes_nothing,
        security_1_11_an_active_member_confirms_a_free_membership_by_email,
        act_12_a_canceled_order_cannot_be_confirmed_by_email,
        security_1_11_a_member_without_a_password_must_confirm_too,
        security_1_11_an_unconfirmed_membership_expires_after_two_days,
        act_11_a_signed_in_member_gets_a_free_membership_at_once,
        call_17_the_email_about_a_free_membership_waits_for_address_confirmation,
        call_17_an_incomplete_membership_is_not_mentioned_after_address_confirmation,
        a_member_keeps_their_customer_id_at_the_payment_provider,
    }
    cards {
        call_33_a_card_without_owner_is_added,
        call_33_a_card_with_a_pin_requires_it,
        call_33_five_wrong_pins_lock_a_card_for_a_day,
        call_34_removing_the_primary_card_makes_another_one_primary,
        call_35_a_lost_card_is_replaced_and_stays_invalid,
        call_35_a_secondary_card_can_be_reported_lost,
        call_32_an_expired_card_is_shown_as_expired,
        call_32_a_member_created_by_an_operator_has_a_card,
        call_32_an_operator_s_change_adds_no_card_to_a_member_without_one,
        err_14_an_operator_cannot_create_a_member_with_another_s_login,
    }
    gift_cards {
        call_36_a_gift_card_s_balance_requires_its_pin,
        err_11_all_gift_card_failures_look_the_same,
        security_3_7_five_failures_lock_a_card_for_a_day,
        security_3_7_known_and_unknown_numbers_execute_the_same_statements,
        security_3_7_an_ip_address_is_limited_to_ten_balance_queries_an_hour,
    }
    favorites {
        call_38_adding_and_removing_a_film_is_idempotent,
        fav_09_a_subscription_update_replaces_entries_of_the_same_cinema,
        call_39_favorites_are_limited_to_500,
    }
    pos {
        err_23_a_till_authenticates_by_its_key,
        security_4_1_a_repeated_purchase_is_booked_once,
        security_7_7_the_stored_booking_contains_no_personal_data,
        security_4_1_concurrent_bookings_lose_no_points,
        security_4_1_bookings_during_a_merge_land_on_the_kept_member,
        loyc_05_points_depend_on_the_level_and_raise_it,
        call_21_histories_are_newest_first_and_can_be_limited,
        call_21_points_are_earned_at_the_time_of_the_order_and_taken_back_at_the_refund,
        call_21_a_refund_without_points_is_not_in_the_points_history,
        call_19_a_refund_takes_back_the_remaining_points_once,
        call_30_a_membership_sold_at_a_till_begins_or_is_extended,
        err_07_an_invalid_booking_changes_nothing,
        err_07_the_largest_booking_is_accepted,
        security_3_6_a_ticket_belongs_to_its_buyer,
    }
    tenants {
        security_7_2_tokens_are_invalid_on_another_site,
        security_7_2_codes_and_numbers_are_invalid_on_another_site,
        security_7_2_changes_do_not_affect_another_site,
    }
}
