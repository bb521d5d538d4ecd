use super::*;

const SUBTITLED: &str = "Showtime.Accessibility.Subtitled";

fn rule(place: TitlePlace, find: &str) -> TitleRule {
    TitleRule { find: find.to_owned(), place, replacement: String::new(), attribute: None }
}

fn renamed(rules: &[TitleRule], title: &str) -> String {
    TitleRules::new(rules).rename(title).title
}

#[test]
fn feeds_3_a_rule_leaves_out_its_text_at_its_place() {
    use TitlePlace::{Anywhere, End, Start};
    for (place, find, title, expected) in [
        (End, "(subt.)", "Low Tide Orch. (Subt.)", "Low Tide Orch."),
        (End, "(subt.)", "(subt.) Low Tide", "(subt.) Low Tide"),
        (End, "(subt.)", "Low  Tide", "Low  Tide"),
        (End, "3D", "Kestrel – 3D", "Kestrel"),
        (End, "3D", "Kestrel IN3D", "Kestrel IN3D"),
        (Start, "Senior Screening:", "SENIOR  screening: Kestrel", "Kestrel"),
        (Start, "Senior Screening:", "The Senior Screening: Kestrel", "The Senior Screening: Kestrel"),
        (Start, "Relaxed", "Relaxed: Kestrel", "Kestrel"),
        (Start, "Relaxed", "Relaxedly Yours", "Relaxedly Yours"),
        (Anywhere, "subtitled", "Kestrel (subtitled, 3D)", "Kestrel (3D)"),
        (Anywhere, "3D", "Kestrel (subtitled, 3D)", "Kestrel (subtitled)"),
        (Anywhere, "3D", "Kestrel [3D]", "Kestrel"),
        (Anywhere, "with live", "Kestrel with live score", "Kestrel score"),
    ] {
        assert_eq!(renamed(&[rule(place, find)], title), expected, "{find} {place:?} {title}");
    }
}

#[test]
fn feeds_3_a_star_stands_for_any_text() {
    use TitlePlace::{Anywhere, End, Start};
    for (place, find, title, expected) in [
        // The last brackets, not all from the first on.
        (End, "(*)", "Kestrel (part 2) (subt.)", "Kestrel (part 2)"),
        (Start, "*: ", "NT Live: Othello: the film", "Othello: the film"),
        (Anywhere, "+ *", "Kestrel + Q&A with the director", "Kestrel"),
        (End, "with * in person", "Kestrel with Ana Rey in person", "Kestrel"),
    ] {
        assert_eq!(renamed(&[rule(place, find)], title), expected, "{find} {place:?} {title}");
    }
}

#[test]
fn feeds_3_nothing_in_a_text_is_a_pattern_and_nothing_is_left_without_a_title() {
    let any = |find: &str| rule(TitlePlace::Anywhere, find);
    assert_eq!(renamed(&[any("K.strel")], "Kestrel"), "Kestrel");
    assert_eq!(renamed(&[any("[a-z]+")], "Kestrel"), "Kestrel");
    assert_eq!(renamed(&[any("$1")], "Cost: $1"), "Cost");
    assert_eq!(renamed(&[any("kestrel")], "Kestrel"), "Kestrel");
    let other = TitleRule { replacement: "${before} $0".to_owned(), ..any("Kestrel") };
    assert_eq!(renamed(&[other], "Kestrel"), "${before} $0");
}

#[test]
fn feeds_3_rules_do_not_multiply_a_title() {
    let many = TitleRule { replacement: "a ".repeat(30), ..rule(TitlePlace::Anywhere, "a") };
    let rules = vec![many; 50];
    assert!(renamed(&rules, "a").len() <= 400);
}

#[test]
fn feeds_3_rules_apply_in_their_order_and_name_attributes_once() {
    let with = |find: &str, replacement: &str| TitleRule {
        replacement: replacement.to_owned(),
        attribute: Some(SUBTITLED.to_owned()),
        ..rule(TitlePlace::End, find)
    };
    let rules = [with("OmU", "(subt.)"), with("(subt.)", "")];
    let expected = Renamed { title: "Kestrel".to_owned(), attributes: vec![SUBTITLED] };
    assert_eq!(TitleRules::new(&rules).rename("Kestrel OmU"), expected);
}

#[test]
fn feeds_3_rules_that_cannot_work_are_refused() {
    let refused = |rules: Vec<TitleRule>| checked_rules(rules).unwrap_err();
    let end = |find: &str| rule(TitlePlace::End, find);
    for find in ["", " ", "*", "* *", &"x".repeat(61), "a\nb"] {
        assert!(refused(vec![end(find)]).contains("must each have a text to find"), "{find:?}");
    }
    assert!(refused(vec![end("3D"); 51]).contains("at most 50 rules"));
    let long = TitleRule { replacement: "x".repeat(61), ..end("3D") };
    assert!(refused(vec![long]).contains("replacements of at most 60"));
    let blank = TitleRule { attribute: Some(" ".to_owned()), ..end("3D") };
    assert!(refused(vec![blank]).contains("attributes of 1 to 100"));
    // The longest rules that are accepted can be read.
    assert!(refused(vec![end("*a*b*c*d*")]).contains("at most 4 stars"));
    let stars = end(&format!("{}*x*x*x*", "é ".repeat(26)));
    assert_eq!(checked_rules(vec![stars.clone()]).unwrap(), [stars]);
}
