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
    names::ids_in_name(name, &areas()).iter().map(Id::to_string).collect()
}

fn in_code(code: &str) -> Vec<String> {
    names::ids_in_code(code, &areas()).iter().map(|n| n.id.to_string()).collect()
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
    assert_eq!(in_code("it('THEME-02, THEME-14 tints', …"), ["THEME-02", "THEME-14"]);
    assert_eq!(in_code("// LOYC-01 to LOYC-03: defaults"), ["LOYC-01", "LOYC-02", "LOYC-03"]);
    assert_eq!(in_code("LINK-01 goes to LINK-03"), ["LINK-01", "LINK-03"]);
    assert_eq!(in_code("UTF-16, SHA-256, xLINK-01"), Vec::<String>::new());
}

#[test]
fn only_function_names_are_parsed() {
    assert_eq!(in_code("fn link_01_a() { let set_01_b = 1; }"), ["LINK-01"]);
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
fn only_test_code_counts() {
    let all = requirements::parse(YAML);
    let covered = |path: &str, text: &str| coverage(&all, &[file(path, text)]).covered.len();
    assert_eq!(covered("crates/a/src/b/tests.rs", "fn link_01_a() {}"), 1);
    assert_eq!(covered("crates/a/src/b.rs", "/// LINK-01\nfn b() {}"), 0);
    assert_eq!(
        covered(
            "crates/a/src/b.rs",
            "/// LINK-01\nfn b() {}\n#[cfg(test)]\nmod tests {\n fn link_02_c() {}\n}"
        ),
        1
    );
    assert_eq!(covered("web/rules/a.test.ts", "it('LINK-01, LINK-02')"), 2);
    assert_eq!(covered("web/e2e/a.ts", "test('LINK-03')"), 1);
    assert_eq!(covered("docs/a.md", "LINK-01"), 0);
}

#[test]
fn unknown_requirements_are_reported() {
    let all = requirements::parse(YAML);
    assert_eq!(coverage(&all, &[file("web/a.test.ts", "LINK-09")]).unknown, ["LINK-09 in web/a.test.ts"]);
}

#[test]
fn the_report_has_a_line_per_area_and_the_total() {
    let all = requirements::parse(YAML);
    let lines = |covered: &[&str]| report(&all, &covered.iter().filter_map(|id| Id::parse(id)).collect());
    assert_eq!(
        lines(&["LINK-02", "SET-01"]),
        "links                     1/3  missing LINK-01, LINK-03\nsettings                  1/1\n2 of 4 requirements are named by a test\n"
    );
    assert!(lines(&[]).starts_with("links                     0/3  missing LINK-01 to LINK-03\n"));
}

#[test]
fn all_requirements_of_the_specification_are_read() {
    let text = std::fs::read_to_string(crate::root().join(REQUIREMENTS)).unwrap();
    assert_eq!(requirements::parse(&text).len(), text.matches("\n- id: ").count());
}
