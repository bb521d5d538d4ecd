//! The rules that the fourth migration adds, one table after the other, parents first.

/// A table with its new rules.
pub struct Table {
    pub name: &'static str,
    /// The table's previous name.
    pub old: &'static str,
    /// The columns by which messages name a row.
    pub key: &'static [&'static str],
    pub columns: &'static [Column],
    pub parents: &'static [Parent],
    pub checks: &'static [Check],
    /// Whether rows are numbered in the order of writing.
    pub is_numbered: bool,
}

/// A column that changes.
pub enum Column {
    /// From a small integer.
    Boolean(&'static str),
    /// From a text joined with `|` to a JSON array.
    List(&'static str),
    Renamed(&'static str, &'static str),
}

/// A foreign key.
pub struct Parent {
    pub columns: &'static [&'static str],
    pub table: &'static str,
    pub keys: &'static [&'static str],
    pub on_delete: OnDelete,
}

#[derive(Clone, Copy)]
pub enum OnDelete {
    Cascade,
    /// The parent cannot be deleted while a row refers to it.
    Refuse,
}

pub struct Check {
    /// The name of the column, or of what several columns have in common.
    pub name: &'static str,
    pub sqlite: &'static str,
    /// Empty if the column's type enforces the rule.
    pub postgresql: &'static str,
    /// Whether this migration converts the values that are checked, so that no old row can break the rule.
    pub has_converted_values: bool,
}

const fn check(name: &'static str, sql: &'static str) -> Check {
    Check { name, sqlite: sql, postgresql: sql, has_converted_values: false }
}

/// A list in JSON.
const fn list(name: &'static str, sql: &'static str) -> Check {
    Check { has_converted_values: true, ..check(name, sql) }
}

/// A boolean, which SQLite stores as an integer.
const fn boolean(name: &'static str, sql: &'static str) -> Check {
    Check { name, sqlite: sql, postgresql: "", has_converted_values: true }
}

/// The site of a row.
const SITE: Parent =
    Parent { columns: &["site_id"], table: "site", keys: &["id"], on_delete: OnDelete::Cascade };

const fn foreign_key(columns: &'static [&'static str], table: &'static str, on_delete: OnDelete) -> Parent {
    Parent { columns, table, keys: &["site_id", "id"], on_delete }
}

const fn table(
    name: &'static str,
    key: &'static [&'static str],
    parents: &'static [Parent],
    checks: &'static [Check],
) -> Table {
    Table { name, old: name, key, columns: &[], parents, checks, is_numbered: false }
}

const fn numbered(name: &'static str, parents: &'static [Parent], checks: &'static [Check]) -> Table {
    Table { is_numbered: true, ..table(name, &["seq"], parents, checks) }
}

const ID: &[&str] = &["site_id", "id"];
const MEMBER: &[&str] = &["site_id", "member_id"];

/// A day such as `2025-05-05` that exists.
const BUSINESS_DATE: Check = Check {
    name: "business_date",
    sqlite: "business_date LIKE '____-__-__' AND business_date IS date(business_date)",
    postgresql: "CASE WHEN business_date ~ '^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}$' AND left(business_date, 4) <> '0000' \
        THEN substr(business_date, 9)::int BETWEEN 1 AND extract(day FROM make_date(left(business_date, 4)::int, \
        substr(business_date, 6, 2)::int, 1) + interval '1 month' - interval '1 day') ELSE FALSE END",
    has_converted_values: false,
};

const SHOWTIME: Table = Table {
    columns: &[Column::List("attributes")],
    ..table(
        "showtime",
        ID,
        &[
            foreign_key(&["site_id", "theater_id"], "theater", OnDelete::Cascade),
            foreign_key(&["site_id", "movie_id"], "movie", OnDelete::Cascade),
        ],
        &[
            BUSINESS_DATE,
            check("availability", "availability IN (0, 1, 2, 3)"),
            check("price", "(price_amount IS NULL) = (price_currency IS NULL)"),
            check("price_amount", "price_amount IS NULL OR price_amount BETWEEN 0 AND 4294967295"),
            list("attributes", "attributes LIKE '[%]'"),
        ],
    )
};

const OPERATOR: Table = Table {
    columns: &[Column::List("sites")],
    ..table("operator", &["name"], &[], &[list("sites", "sites LIKE '[%]'")])
};

const COUNTER: Table = Table {
    old: "tally",
    columns: &[Column::Renamed("since", "retry_at")],
    ..table("counter", &["site_id", "key"], &[SITE], &[check("count", "count >= 0")])
};

const FAVOURITE: Table = Table {
    columns: &[Column::Boolean("newsletter")],
    ..table(
        "favourite",
        &["site_id", "member_id", "kind", "id"],
        &[foreign_key(MEMBER, "member", OnDelete::Cascade)],
        &[check("kind", "kind IN ('film', 'cinema')"), boolean("newsletter", "newsletter IN (0, 1)")],
    )
};

const ACCOUNT: Table = Table {
    columns: &[Column::Boolean("frozen")],
    ..table(
        "account",
        ID,
        &[SITE],
        &[check("entries", "entries >= 0"), boolean("frozen", "frozen IN (0, 1)")],
    )
};

const DELETION: Table = Table {
    columns: &[Column::Boolean("is_clean")],
    ..table("deletion", &["site_id", "hash"], &[], &[boolean("is_clean", "is_clean IN (0, 1)")])
};

const ENTRY: Table = numbered(
    "entry",
    &[SITE, foreign_key(&["site_id", "transfer_id"], "transfer", OnDelete::Refuse)],
    &[
        check("amount", "amount <> 0"),
        check("chain", "(number IS NULL) = (link IS NULL) AND (number IS NULL) = (balance_after IS NULL)"),
        check("balance_after", "balance_after IS NULL OR balance_after >= 0"),
    ],
);

/// All tables except `site` and `change_log`, which do not change, and `gift_card`, in which dummy rows have no site.
pub const TABLES: &[Table] = &[
    table("site_host", &["host"], &[SITE], &[]),
    table("theater", ID, &[SITE], &[]),
    table("movie", ID, &[SITE], &[]),
    table("event", ID, &[SITE], &[]),
    table("page", &["site_id", "path"], &[SITE], &[]),
    table("site_doc", &["site_id", "kind"], &[SITE], &[check("kind", "kind IN ('menus', 'attributes')")]),
    SHOWTIME,
    table(
        "picture",
        &["site_id", "source"],
        &[SITE],
        &[check("width", "width >= 0"), check("height", "height >= 0")],
    ),
    OPERATOR,
    table("touched", &["site_id", "tag"], &[SITE], &[]),
    table("member", ID, &[SITE], &[]),
    table("session", ID, &[foreign_key(MEMBER, "member", OnDelete::Cascade)], &[]),
    table(
        "secret",
        &["site_id", "kind", "hash"],
        &[SITE],
        &[
            check(
                "kind",
                "kind IN ('reset', 'activation', 'username', 'membership', 'ticket', 'capability', \
                 'registration', 'captcha', 'record', 'signed-out')",
            ),
            check("tries", "tries >= 0"),
        ],
    ),
    COUNTER,
    table("card", &["site_id", "code"], &[SITE, foreign_key(MEMBER, "member", OnDelete::Refuse)], &[]),
    table(
        "offer",
        &["site_id", "kind", "id"],
        &[SITE],
        &[check("kind", "kind IN ('level', 'reward', 'membership', 'evoucher')")],
    ),
    FAVOURITE,
    table("loyalty_order", ID, &[SITE, foreign_key(MEMBER, "member", OnDelete::Refuse)], &[]),
    table("ticket", ID, &[foreign_key(&["site_id", "order_id"], "loyalty_order", OnDelete::Cascade)], &[]),
    table("transfer", ID, &[SITE], &[check("kind", "kind IN ('EARN', 'REDEEM', 'ADJUST', 'EXPIRE')")]),
    table("answered", &["site_id", "scope", "request_id"], &[SITE], &[]),
    table("api_key", &["site_id", "name"], &[SITE], &[check("scope", "scope IN ('till', 'operator')")]),
    ACCOUNT,
    ENTRY,
    numbered(
        "outbox",
        &[SITE, foreign_key(MEMBER, "member", OnDelete::Cascade)],
        &[check("attempts", "attempts >= 0")],
    ),
    numbered("audit", &[SITE], &[]),
    DELETION,
];
