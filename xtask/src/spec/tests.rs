use super::*;

const YAML: &str = "
# ---- links
- id: LINK-01
  area: links
  must: \"a\"

- id: LINK-02
  area: links
- id: LINK-03
  area: links
- id: SET-01
  area: settings
";

fn areas() -> BTreeSet<&'static str> {
    ["LINK", "LOYC", "SET", "SITE", "THEME", "ADS"].into()
}

fn in_name(name: &str) -> Vec<String> {
    names::references_in_name(name, &areas()).iter().map(|n| n.id.to_string()).collect()
}

fn in_text(text: &str) -> Vec<String> {
    names::references_in_text(text, &areas()).iter().map(|n| n.id.to_string()).collect()
}

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

#[test]
fn a_function_name_can_have_several_requirements() {
    assert_eq!(in_name("link_07_leads_out"), ["LINK-07"]);
    assert_eq!(in_name("site_06_07_08_have_their_shapes"), ["SITE-06", "SITE-07", "SITE-08"]);
    assert_eq!(in_name("loyc_01_to_04_defaults"), ["LOYC-01", "LOYC-02", "LOYC-03", "LOYC-04"]);
    assert_eq!(in_name("site_11_theme_10_roundness"), ["SITE-11", "THEME-10"]);
    assert_eq!(in_name("set_03_ads_display_and_12_more"), ["SET-03"]);
}

#[test]
fn other_numbers_in_names_are_ignored() {
    assert_eq!(in_name("theme_08_exactly_the_43_families"), ["THEME-08"]);
    assert_eq!(in_name("link_7_is_short"), Vec::<String>::new());
    assert_eq!(in_name("security_07_hosts"), Vec::<String>::new());
    assert_eq!(in_name("from_01_to_02"), Vec::<String>::new());
}

#[test]
fn ids_in_text_are_found() {
    assert_eq!(in_text("THEME-02, THEME-14 tints"), ["THEME-02", "THEME-14"]);
    assert_eq!(in_text("LOYC-01 to LOYC-03: defaults"), ["LOYC-01", "LOYC-02", "LOYC-03"]);
    assert_eq!(in_text("LINK-01 goes to LINK-03"), ["LINK-01", "LINK-03"]);
    assert_eq!(in_text("UTF-16, SHA-256, xLINK-01"), Vec::<String>::new());
}

#[test]
fn requirements_have_ids_and_areas() {
    let all = requirements::parse(YAML);
    assert_eq!(
        all.iter().map(|r| r.id.to_string()).collect::<Vec<_>>(),
        ["LINK-01", "LINK-02", "LINK-03", "SET-01"]
    );
    assert_eq!(all.last().map(|r| r.area.as_str()), Some("settings"));
}

#[test]
fn tests_count_for_their_ring() {
    let all = requirements::parse(YAML);
    let covered = |path: &str, text: &str| coverage(&all, &[file(path, text)]).by_ring;
    let coverage_of =
        |ring: Ring, id: &str| BTreeMap::from([(ring, BTreeSet::from([Id::parse(id).unwrap()]))]);
    assert_eq!(
        covered("crates/a/src/b.rs", "#[test]\nfn link_01_a() {}"),
        coverage_of(Ring::Unit, "LINK-01")
    );
    assert_eq!(
        covered("tests/it/a.rs", "#[test]\nfn link_01_a() {}"),
        coverage_of(Ring::BlackBox, "LINK-01")
    );
    assert_eq!(covered("web/rules/a.test.ts", "it('LINK-02')"), coverage_of(Ring::Unit, "LINK-02"));
    assert_eq!(covered("web/e2e/a.ts", "test('LINK-03')"), coverage_of(Ring::Browser, "LINK-03"));
    assert_eq!(covered("web/rules/a.ts", "test('LINK-03')"), BTreeMap::new());
    assert_eq!(covered("docs/a.md", "LINK-01"), BTreeMap::new());
}

/// LINK-01 is tested in a browser, LINK-02 by a unit test, SET-01 by both, LINK-03 by none.
fn some_coverage(all: &[Requirement]) -> Coverage {
    coverage(
        all,
        &[
            file("web/e2e/a.e2e.ts", "it('LINK-01'); it('SET-01')"),
            file("web/a.test.ts", "it('LINK-02'); it('SET-01')"),
        ],
    )
}

#[test]
fn every_requirement_is_covered_or_listed() {
    let all = requirements::parse(YAML);
    let coverage = some_coverage(&all);
    assert_eq!(problems(&all, &coverage, "# a comment\nLINK-02 a reason\n"), ["LINK-03: no test names it"]);
    assert_eq!(
        problems(&all, &coverage, ""),
        ["LINK-02: only unit tests name it: add a test to tests/it or web/e2e", "LINK-03: no test names it"]
    );
    let late = problems(&all, &coverage, "LINK-02\nSET-01 a reason\nLINK-08\n");
    assert_eq!(
        late.get(1..).unwrap(),
        [
            "docs/spec/unit-only.txt: SET-01 a reason: a test of the product names it: run `cargo xtask spec --write`",
            "docs/spec/unit-only.txt: LINK-08: the requirement does not exist"
        ]
    );
}

#[test]
fn unknown_requirements_are_reported() {
    let all = requirements::parse(YAML);
    let unknown = coverage(&all, &[file("web/a.test.ts", "it('LINK-09')")]).unknown;
    assert_eq!(unknown, ["LINK-09 in web/a.test.ts"]);
}

#[test]
fn the_report_has_a_line_per_area_and_the_total() {
    let all = requirements::parse(YAML);
    assert_eq!(
        report(&all, &some_coverage(&all)),
        "area                    product     unit\n\
         links                       1/3      1/3  unit tests only: LINK-02  no test: LINK-03\n\
         settings                    1/1      1/1\n\
         2 of 4 requirements are named by a test that runs the product\n"
    );
}

#[test]
fn all_requirements_of_the_specification_are_read() {
    let text = std::fs::read_to_string(crate::root().join(REQUIREMENTS)).unwrap();
    assert_eq!(requirements::parse(&text).len(), text.matches("\n- id: ").count());
}
