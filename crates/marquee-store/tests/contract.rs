//! Contract tests: every function of the store, on SQLite and PostgreSQL.
//!
//! The PostgreSQL cases need `MARQUEE_TEST_POSTGRES_URL`, a server on which databases may be created. To add a case: a
//! function that takes a [`db::Db`] in a module of this folder, and its name in the list below. Cases for one engine are in
//! `only_sqlite` and `only_postgresql`.

#![expect(clippy::unwrap_used, reason = "tests panic on unexpected results")]

#[path = "contract/catalog.rs"]
mod catalog;
#[path = "contract/certificates.rs"]
mod certificates;
#[path = "contract/changes.rs"]
mod changes;
#[path = "contract/db.rs"]
mod db;
#[path = "contract/deletions.rs"]
mod deletions;
#[path = "contract/feeds.rs"]
mod feeds;
#[path = "contract/invalid.rs"]
mod invalid;
#[path = "contract/ledger.rs"]
mod ledger;
#[path = "contract/loyalty.rs"]
mod loyalty;
#[path = "contract/members.rs"]
mod members;
#[path = "contract/migration.rs"]
mod migration;
#[path = "contract/numbers.rs"]
mod numbers;
#[path = "contract/operators.rs"]
mod operators;
#[path = "contract/records.rs"]
mod records;
#[path = "contract/rules.rs"]
mod rules;
#[path = "contract/schema.rs"]
mod schema;
#[path = "contract/shows.rs"]
mod shows;
#[path = "contract/sites.rs"]
mod sites;
#[path = "contract/tenants.rs"]
mod tenants;
#[path = "contract/texts.rs"]
mod texts;
#[path = "contract/webhooks.rs"]
mod webhooks;

macro_rules! contract {
    ($($module:ident $sites:tt { $($case:ident),+ $(,)? })+) => {
        mod sqlite {
            $(mod $module { $(#[test] fn $case() { crate::db::on_sqlite(&$sites, crate::$module::$case); })+ })+
        }
        mod postgresql {
            $(mod $module { $(
                #[test]
                fn $case() { crate::db::on_postgresql(stringify!($case), &$sites, crate::$module::$case); }
            )+ })+
        }
    };
}

mod only_sqlite {
    #[test]
    fn cleaned_files_have_no_data_of_a_deleted_member() {
        crate::db::on_sqlite(&["acme"], crate::deletions::cleaned_files_have_no_data_of_a_deleted_member);
    }
}

mod only_postgresql {
    #[test]
    fn security_4_4_a_statement_that_waits_too_long_is_aborted() {
        crate::db::on_postgresql(
            "statement_timeout",
            &[],
            crate::schema::security_4_4_a_statement_that_waits_too_long_is_aborted,
        );
    }
}

/// Measures the migration: `MARQUEE_TEST_SHOWS=100000 cargo nextest run --workspace --run-ignored only -E 'test(large)' --no-capture`.
mod large {
    #[test]
    #[ignore = "takes ten seconds"]
    fn sqlite() {
        crate::db::on_sqlite(&[], crate::migration::a_large_database_is_migrated);
    }

    #[test]
    #[ignore = "takes ten seconds"]
    fn postgresql() {
        crate::db::on_postgresql("large", &[], crate::migration::a_large_database_is_migrated);
    }
}

contract! {
    schema [] {
        an_unmigrated_database_fails_the_schema_check,
        migrating_twice_keeps_the_data,
        a_database_responds_and_closes,
        an_unsupported_url_is_refused,
        an_unreachable_database_is_unavailable,
    }
    sites [] {
        a_site_is_found_by_key_and_by_each_of_its_hosts,
        a_saved_site_replaces_its_record_and_its_hosts,
        a_changed_saved_block_is_a_change_of_its_own,
        a_host_belongs_to_one_site,
        a_released_host_can_be_reused,
        sites_are_listed_by_key,
        a_removed_site_leaves_nothing,
    }
    catalog ["acme", "other"] {
        theaters_keep_the_order_of_the_site,
        films_are_saved_changed_and_listed_by_id,
        removing_a_film_removes_its_shows,
        removing_a_theater_removes_its_shows,
        events_are_replaced_as_a_whole_in_their_order,
        pages_are_replaced_as_a_whole_and_listed_by_path,
        menus_and_attributes_are_empty_until_saved,
        pictures_are_saved_and_replaced_by_source,
        picture_files_and_details_are_replaced_and_removed,
        page_17_captions_are_of_one_video_and_language_and_go_with_their_video,
        page_17_videos_are_of_one_site_the_newest_first_and_are_replaced_by_source,
    }
    certificates [] {
        one_node_at_a_time_orders_a_certificate,
        a_certificate_is_saved_with_its_key_and_replaced,
        an_order_is_due_when_it_is_set_so_and_never_waits_longer_than_is_possible,
        the_first_account_at_a_certificate_server_is_kept_until_it_is_removed,
        responses_to_challenges_expire_and_are_removed,
    }
    shows ["acme", "other"] {
        a_show_round_trips,
        saving_a_show_replaces_the_one_with_its_id,
        shows_are_sorted_by_start_theater_and_id,
        each_filter_limits_the_result,
        filters_combine,
        days_with_shows_are_listed_once,
        the_first_day_of_each_film_is_found,
        only_the_given_shows_are_removed,
        a_write_sees_its_own_shows,
        five_thousand_shows_are_written_at_once,
    }
    tenants [] {
        sites_with_equal_ids_are_isolated,
        removals_affect_one_site_only,
    }
    members ["acme", "other"] {
        a_member_is_found_by_id_name_and_address,
        members_are_found_by_parts_of_phone_and_card_numbers,
        a_name_and_an_address_belong_to_one_member_of_a_site,
        notes_are_listed_newest_first_and_belong_to_one_member,
        records_of_a_merged_account_move_and_its_id_leads_to_the_kept_one,
        removing_a_member_removes_their_personal_data,
        ending_a_session_ends_those_handed_over_from_it,
        a_secret_works_once_for_its_kind_until_it_expires,
        wrong_attempts_delete_a_secret,
        counters_restart_after_their_window,
        concurrent_increments_are_not_lost,
        expired_rows_are_deleted,
        a_mail_is_leased_by_one_sender_and_postponed_on_failure,
    }
    feeds ["acme", "other"] {
        feeds_are_listed_by_name_and_a_name_belongs_to_one,
        matches_of_films_are_of_one_site_and_replaced,
        feeds_that_run_again_forget_what_they_have_read,
        a_feed_is_leased_by_one_process_until_its_lease_ends,
        feeds_are_due_on_all_sites_unless_they_are_off_held_or_leased,
        runs_are_listed_newest_first_with_reports_responses_and_days,
        old_runs_and_responses_beyond_their_size_are_removed,
    }
    webhooks ["acme", "other"] {
        webhooks_are_of_one_site_and_see_its_changes,
        messages_are_leased_sent_once_and_removed_when_old,
    }
    deletions ["acme", "other"] {
        deletions_are_listed_once_by_time,
    }
    loyalty ["acme", "other"] {
        cards_may_have_an_owner,
        gift_cards_are_found_by_the_hash_of_their_number,
        the_value_of_gift_cards_leaves_out_expired_and_empty_ones,
        offers_are_stored_by_kind_in_the_operators_order,
        orders_are_listed_newest_first_and_found_by_ticket_and_code,
        rewards_are_counted_by_when_they_were_ordered_and_redeemed,
        favorites_keep_their_order_and_kind,
        a_request_id_stores_one_response,
        api_keys_are_found_by_hash_and_audit_entries_are_listed,
    }
    invalid [] {
        an_invalid_value_is_an_error_that_names_its_row_and_column,
    }
    migration [] {
        the_migration_keeps_every_row,
        invalid_rows_are_named_and_the_database_is_unchanged,
        people_who_were_removed_get_the_name_of_what_they_published_or_uploaded,
        rows_are_repaired_with_the_values_that_were_read_before,
    }
    rules ["acme", "other"] {
        security_4_1_the_database_refuses_rows_that_break_a_rule,
        security_7_8_removing_a_parent_removes_its_rows,
    }
    ledger ["acme", "other"] {
        a_balance_is_the_sum_of_its_entries,
        debits_beyond_the_balance_are_refused,
        invalid_transfers_are_refused,
        concurrent_debits_never_overdraw,
        verification_finds_tampering_and_freezes_the_account,
        the_ledger_matches_a_simple_model,
    }
    changes ["acme", "ours", "theirs"] {
        uncommitted_writes_are_invisible,
        a_dropped_transaction_is_rolled_back,
        commit_returns_the_changes,
        the_change_log_is_read_incrementally,
        a_write_by_another_process_changes_the_wal_state,
        the_last_change_of_each_tag_is_recorded,
        a_tag_that_is_recorded_twice_is_saved_once,
        an_empty_transaction_changes_nothing,
        concurrent_writes_are_all_saved,
        a_transaction_can_write_after_reading,
        a_reader_of_the_change_log_misses_no_write,
    }
    operators [] {
        operators_are_saved_found_by_address_listed_by_name_and_removed,
        security_2_8_a_role_on_a_site_replaces_one_on_all_sites_there,
        security_2_8_a_role_and_an_invitation_keep_their_theaters,
        security_2_8_an_own_role_belongs_to_its_site_and_permits_what_is_saved_last,
        security_2_8_the_points_of_the_box_office_are_those_of_the_site,
        security_2_8_people_are_named_by_address_and_by_the_entry_of_their_removal,
        security_2_8_sign_ins_of_operators_end_alone_together_and_by_time,
        security_2_8_passkeys_belong_to_one_operator_and_go_with_them,
        security_2_8_challenges_are_taken_once_and_end_with_what_they_belong_to,
        security_2_8_invitations_are_found_by_hash_and_used_once,
        security_2_3_counters_of_failed_sign_ins_are_replaced_and_expire,
        drafts_and_versions_belong_to_their_site_and_go_with_it,
        requests_are_listed_for_their_recipient_until_they_are_answered_or_old,
        removed_records_are_kept_by_kind_and_site_until_they_are_forgotten,
    }
    numbers ["acme", "other"] {
        security_7_11_counts_of_two_nodes_add_up,
        security_7_11_further_keys_of_a_day_are_counted_under_the_empty_key,
        security_7_11_old_counts_are_removed,
        points_are_added_up_by_the_days_of_a_time_zone,
    }
    texts ["acme", "other"] {
        texts_round_trip_exactly,
        a_very_long_text_round_trips,
        every_field_of_a_film_round_trips,
        markup_is_stored_verbatim_in_every_table,
    }
}
