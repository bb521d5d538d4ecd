//! Compares the fields of response types with those in docs/spec/loyalty-gateway.md.

use std::collections::BTreeSet;

use super::*;
use crate::table::ResponseFields;

const CONTRACT: &str = include_str!("../../../../../docs/spec/loyalty-gateway.md");

/// The top-level names of a list such as `{a, b (X, Y), c [{d}], e []}`.
fn names(list: &str) -> BTreeSet<String> {
    let mut top_level = String::new();
    let mut depth = 0;
    for c in list.chars() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' if depth == 1 => break,
            '}' | ']' | ')' => depth -= 1,
            ':' if depth == 1 => top_level.push(' '),
            _ if depth == 1 => top_level.push(c),
            _ => {}
        }
    }
    top_level.split(',').filter_map(|field| field.split_whitespace().next()).map(str::to_owned).collect()
}

/// The names of the first list after `words` in the contract.
fn after(words: &str) -> BTreeSet<String> {
    let section = CONTRACT.split(words).nth(1).unwrap_or_else(|| panic!("the contract has no {words}"));
    names(section.get(section.find('{').unwrap()..).unwrap())
}

fn properties(schema: &str) -> BTreeSet<String> {
    let schemas = json!(schemas::responses());
    let properties = schemas[schema]["properties"].as_object().unwrap_or_else(|| panic!("{schema}"));
    let required = schemas[schema]["required"].as_array().map_or(0, Vec::len);
    assert_eq!(required, properties.len(), "{schema}: every field is required");
    properties.keys().cloned().collect()
}

fn with(mut names: BTreeSet<String>, additional_names: &[&str]) -> BTreeSet<String> {
    names.extend(additional_names.iter().map(|name| (*name).to_owned()));
    names
}

#[test]
fn section_3_member_details() {
    let section = CONTRACT.split("## 3. `memberDetails`").nth(1).unwrap();
    let list = section.trim_start().split("\n\n").next().unwrap();
    let list = list.replace("(list of `{balanceType, name, amount}`, `balanceType` e.g. `POINTS`)", "");
    let documented: BTreeSet<String> = list.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert_eq!(properties("MemberDetails"), with(documented, &["gender"]));
    assert_eq!(properties("Balance"), names("{balanceType, name, amount}"));
    assert!(section.contains("{balanceType, name, amount}"));
}

#[test]
fn section_4_orders_and_transactions() {
    // Fields that only the embedded engine returns.
    let extra_fields = ["kind", "itemCode", "redeemedAt"];
    assert_eq!(properties("LoyaltyOrder"), with(after("`orders`: newest first,"), &extra_fields));
    assert_eq!(properties("OrderLine"), names("{name, quantity, price}"));
    assert_eq!(properties("PointsTransaction"), after("`transactions`: newest first,"));
}

#[test]
fn section_4_offers() {
    assert_eq!(properties("RewardItem"), after("`items`: `"));
    assert_eq!(properties("RewardOffer"), after("`rewards`: all of the cinema's,"));
    assert_eq!(properties("VoucherOffer"), after("`concessions`: `"));
    let groups = CONTRACT.split("`listConcessionGrouping`: `[").nth(1).unwrap();
    assert_eq!(properties("MembershipGroup"), names(groups));
    assert_eq!(properties("MembershipOffer"), names(groups.split("items: [").nth(1).unwrap()));
}

#[test]
fn section_4_cards_and_favorites() {
    assert_eq!(properties("LoyaltyCard"), after("| `cards`: "));
    assert_eq!(
        properties("FavoriteCinema"),
        after("`GET /Member/v3/GetFavoriteCinemas?…` S | | `favoriteCinemas`: ")
    );
    assert_eq!(properties("MoneyAmount"), names("{amount, currency}"));
}

#[test]
fn the_table_names_the_fields_of_its_types() {
    for call in CALLS {
        let ResponseFields { schema: Some(schema), fields, .. } = call.response else {
            assert_eq!(call.response.fields, [""; 0], "{}", call.path);
            continue;
        };
        let declared: BTreeSet<String> = fields.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(properties(schema), declared, "{}", call.path);
        // The contract describes passes as text and does not name their JSON field.
        let calls = CONTRACT.split("## 4. Calls").nth(1).unwrap();
        assert!(
            call.response.is_pass || declared.iter().all(|name| calls.contains(name.as_str())),
            "{}",
            call.path
        );
    }
}
