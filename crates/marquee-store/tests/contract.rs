//! The contract that both engines pass, so that they agree: every function of the store, on SQLite and PostgreSQL.
//!
//! The PostgreSQL cases need `MARQUEE_TEST_POSTGRES_URL`, a server on which databases may be created. To add a
//! case: a function of a [`db::Db`] in a module of this folder, its name in the list below. A case that only SQLite has is in
//! `only_sqlite`.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "contract/books.rs"]
mod books;
#[path = "contract/catalog.rs"]
mod catalog;
#[path = "contract/changes.rs"]
mod changes;
#[path = "contract/db.rs"]
mod db;
#[path = "contract/deletions.rs"]
mod deletions;
#[path = "contract/ledger.rs"]
mod ledger;
#[path = "contract/members.rs"]
mod members;
#[path = "contract/records.rs"]
mod records;
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

macro_rules! contract {
    ($($module:ident { $($case:ident),+ $(,)? })+) => {
        mod sqlite {
            $(mod $module { $(#[test] fn $case() { crate::db::on_sqlite(crate::$module::$case); })+ })+
        }
        mod postgresql {
            $(mod $module { $(
                #[test]
                fn $case() { crate::db::on_postgresql(stringify!($case), crate::$module::$case); }
            )+ })+
        }
    };
}

mod only_sqlite {
    #[test]
    fn cleaned_files_hold_nothing_of_a_deleted_member() {
        crate::db::on_sqlite(crate::deletions::cleaned_files_hold_nothing_of_a_deleted_member);
    }
}

contract! {
    schema {
        an_empty_database_is_not_served,
        migrations_run_twice,
        a_database_answers_and_closes,
        an_address_that_is_not_understood_is_refused,
        a_database_that_cannot_be_reached_is_unavailable,
    }
    sites {
        a_site_is_found_by_key_and_by_each_of_its_hosts,
        a_saved_site_replaces_its_record_and_its_hosts,
        a_host_belongs_to_one_site,
        a_host_that_was_given_up_is_free,
        sites_are_listed_by_key,
        a_removed_site_leaves_nothing,
    }
    catalog {
        theaters_keep_the_order_of_the_site,
        films_are_saved_changed_and_listed_by_id,
        a_removed_film_takes_its_shows_along,
        a_removed_theater_takes_its_shows_along,
        events_are_replaced_as_a_whole_in_their_order,
        pages_are_replaced_as_a_whole_and_listed_by_path,
        menus_and_attributes_are_empty_until_saved,
        pictures_are_saved_and_replaced_by_source,
        operators_are_saved_changed_listed_by_name_and_removed,
    }
    shows {
        a_show_comes_back_as_it_was_saved,
        a_saved_show_replaces_the_one_of_its_id,
        shows_come_by_start_then_theater_then_id,
        every_filter_narrows,
        filters_narrow_together,
        days_with_shows_are_listed_once,
        first_days_by_film,
        removed_shows_are_gone_and_no_others,
        a_write_sees_its_own_shows,
        five_thousand_shows_in_one_write,
    }
    tenants {
        two_sites_with_equal_ids_never_see_each_other,
        a_removal_in_one_site_leaves_the_other,
    }
    members {
        a_member_is_found_by_id_name_and_address,
        a_name_and_an_address_belong_to_one_member_of_a_site,
        a_removed_member_leaves_nothing_that_names_them,
        a_sign_in_ends_with_what_was_handed_over_from_it,
        a_secret_works_once_for_its_purpose_and_time,
        wrong_tries_spend_a_secret,
        counts_begin_anew_after_their_window,
        no_count_is_lost_among_many_at_once,
        what_is_over_is_swept,
        a_mail_is_sent_by_one_and_put_off_when_that_fails,
    }
    deletions {
        deletions_are_listed_by_time_and_once,
    }
    books {
        cards_belong_to_members_or_to_nobody,
        gift_cards_are_found_by_the_hash_of_their_number,
        offers_are_kept_by_kind_in_the_operator_s_order,
        orders_are_listed_newest_first_and_found_by_ticket_and_code,
        favourites_keep_their_order_and_their_kind,
        a_request_keeps_its_first_answer,
        keys_are_found_by_their_hash_and_the_audit_log_is_added_to,
    }
    ledger {
        a_balance_is_the_sum_of_its_entries,
        nothing_is_taken_that_is_not_there,
        what_does_not_add_up_is_not_booked,
        of_many_who_take_at_once_as_many_have_as_there_is,
        an_audit_finds_what_was_changed_and_stops_the_account,
        the_ledger_does_as_a_plain_model_of_it,
    }
    changes {
        nothing_is_seen_before_the_commit,
        a_dropped_write_leaves_nothing,
        a_write_names_what_it_changed,
        the_log_grows_with_each_write_and_is_read_on,
        a_write_of_another_process_changes_the_mark,
        each_part_knows_when_it_was_written_last,
        a_change_is_told_once_however_often_noted,
        an_empty_write_changes_nothing,
        writes_wait_for_each_other,
        a_write_that_has_read_may_still_write,
        a_reader_of_the_log_misses_no_write,
    }
    texts {
        texts_come_back_exactly_as_given,
        a_very_long_text_is_kept_whole,
        every_field_of_a_film_is_kept,
        texts_of_markup_are_kept_as_text_in_every_table,
    }
}
