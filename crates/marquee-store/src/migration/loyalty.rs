//! The second migration: the tables of the loyalty program.

use sea_orm_migration::prelude::*;

use super::{big, big_null, index, int, small, table, text, text_null};

pub struct Loyalty;

impl MigrationName for Loyalty {
    fn name(&self) -> &'static str {
        "m0002_loyalty"
    }
}

#[expect(clippy::too_many_lines, reason = "a list of tables")]
fn member_tables() -> Vec<TableCreateStatement> {
    vec![
        table(
            "member",
            &["site_id", "id"],
            vec![
                text("site_id"),
                text("id"),
                text_null("email_key"),
                text_null("username_key"),
                text("name_key"),
                text("last_name_key"),
                text_null("password_hash"),
                text("doc"),
            ],
        ),
        table(
            "session",
            &["site_id", "id"],
            vec![
                text("site_id"),
                text("id"),
                text("member_id"),
                text_null("parent_id"),
                big("ends_at"),
                text("doc"),
            ],
        ),
        table(
            "secret",
            &["site_id", "kind", "hash"],
            vec![
                text("site_id"),
                text("kind"),
                text("hash"),
                text_null("subject"),
                big("ends_at"),
                int("tries"),
                text("doc"),
            ],
        ),
        table(
            "tally",
            &["site_id", "key"],
            vec![text("site_id"), text("key"), big("count"), big("since"), big("until")],
        ),
        table(
            "card",
            &["site_id", "code"],
            vec![text("site_id"), text("code"), text_null("member_id"), text("doc")],
        ),
        table(
            "gift_card",
            &["site_id", "number_hash"],
            vec![text("site_id"), text("number_hash"), text("id"), text("doc")],
        ),
        table(
            "offer",
            &["site_id", "kind", "id"],
            vec![text("site_id"), text("kind"), text("id"), int("position"), text("doc")],
        ),
        table(
            "favourite",
            &["site_id", "member_id", "kind", "id"],
            vec![
                text("site_id"),
                text("member_id"),
                text("kind"),
                text("id"),
                small("newsletter"),
                big("added_at"),
            ],
        ),
    ]
}

fn order_and_key_tables() -> Vec<TableCreateStatement> {
    vec![
        table(
            "loyalty_order",
            &["site_id", "id"],
            vec![
                text("site_id"),
                text("id"),
                text_null("member_id"),
                big("ordered_at"),
                text_null("code_hash"),
                text("doc"),
            ],
        ),
        table("ticket", &["site_id", "id"], vec![text("site_id"), text("id"), text("order_id")]),
        table(
            "transfer",
            &["site_id", "id"],
            vec![
                text("site_id"),
                text("id"),
                text("kind"),
                big("occurred_at"),
                text("description"),
                text_null("cinema_id"),
                text_null("order_id"),
            ],
        ),
        table(
            "answered",
            &["site_id", "scope", "request_id"],
            vec![
                text("site_id"),
                text("scope"),
                text("request_id"),
                text("body_hash"),
                text("answer"),
                big("at"),
            ],
        ),
        table(
            "api_key",
            &["site_id", "name"],
            vec![text("site_id"), text("name"), text("scope"), text("hash"), big("created_at")],
        ),
    ]
}

/// A constraint keeps balances from becoming negative. The program's own account has no row here.
fn account() -> TableCreateStatement {
    let mut account = table(
        "account",
        &["site_id", "id"],
        vec![
            text("site_id"),
            text("id"),
            text("unit"),
            big("balance"),
            big("entries"),
            text("head"),
            small("frozen"),
        ],
    );
    account.check(Expr::col(Alias::new("balance")).gte(0));
    account
}

/// A table with an auto-increment primary key `seq`.
fn numbered(name: &'static str, columns: Vec<ColumnDef>) -> TableCreateStatement {
    let mut table = Table::create().table(Alias::new(name)).to_owned();
    table.col(ColumnDef::new(Alias::new("seq")).big_integer().not_null().auto_increment().primary_key());
    for column in columns {
        table.col(column);
    }
    table
}

fn numbered_tables() -> Vec<TableCreateStatement> {
    vec![
        numbered(
            "entry",
            vec![
                text("site_id"),
                text("transfer_id"),
                text("account_id"),
                big("amount"),
                big_null("number"),
                big_null("balance_after"),
                text_null("link"),
            ],
        ),
        numbered(
            "outbox",
            vec![
                text("site_id"),
                text_null("member_id"),
                text("address"),
                text("language"),
                text("letter"),
                int("attempts"),
                big("created_at"),
                big_null("next_at"),
            ],
        ),
        numbered(
            "audit",
            vec![text("site_id"), big("at"), text("actor"), text("action"), text("subject"), text("detail")],
        ),
    ]
}

fn indexes() -> Vec<IndexCreateStatement> {
    let unique = |name, table, columns| index(name, table, columns).unique().to_owned();
    vec![
        unique("member_email", "member", &["site_id", "email_key"]),
        unique("member_username", "member", &["site_id", "username_key"]),
        index("session_member", "session", &["site_id", "member_id"]),
        index("session_parent", "session", &["site_id", "parent_id"]),
        index("session_ends", "session", &["ends_at"]),
        index("secret_subject", "secret", &["site_id", "kind", "subject"]),
        index("secret_ends", "secret", &["ends_at"]),
        index("tally_until", "tally", &["until"]),
        index("card_member", "card", &["site_id", "member_id"]),
        unique("gift_card_id", "gift_card", &["site_id", "id"]),
        index("order_member", "loyalty_order", &["site_id", "member_id", "ordered_at"]),
        unique("order_code", "loyalty_order", &["site_id", "code_hash"]),
        unique("entry_number", "entry", &["site_id", "account_id", "number"]),
        index("entry_transfer", "entry", &["site_id", "transfer_id"]),
        unique("api_key_hash", "api_key", &["site_id", "hash"]),
        index("outbox_next", "outbox", &["next_at"]),
        index("outbox_member", "outbox", &["site_id", "member_id"]),
        index("audit_site", "audit", &["site_id", "seq"]),
    ]
}

#[async_trait::async_trait]
impl MigrationTrait for Loyalty {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in member_tables()
            .into_iter()
            .chain(order_and_key_tables())
            .chain([account()])
            .chain(numbered_tables())
        {
            manager.create_table(table).await?;
        }
        for index in indexes() {
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("this migration cannot be undone: restore a backup".to_owned()))
    }
}
