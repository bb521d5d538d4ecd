use super::*;
use crate::files::File;

fn manifest(name: &str, dependencies: &[(&str, bool)]) -> Manifest {
    let dependencies =
        dependencies.iter().map(|(name, dev)| Dependency { name: (*name).to_owned(), dev: *dev });
    Manifest { name: name.to_owned(), layered: true, dependencies: dependencies.collect() }
}

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

const MAP: &str = "
| Layer | Crate | What it is |
|---|---|---|
| 0 | `marquee-model` | nouns |
| 1 | `marquee-store` | storage |
| 1 | `marquee-api` | words on the wire |
| dev | `marquee-testkit` | a server in memory |
";

fn layer_problems(manifests: &[Manifest]) -> Vec<String> {
    let known = ["marquee-model", "marquee-store", "marquee-api", "marquee-testkit"];
    let rest = known.iter().filter(|k| !manifests.iter().any(|m| m.name == **k)).map(|k| manifest(k, &[]));
    layers::problems(MAP, &manifests.iter().cloned().chain(rest).collect::<Vec<_>>())
}

#[test]
fn a_crate_may_depend_on_a_lower_layer() {
    let store =
        manifest("marquee-store", &[("marquee-model", false), ("serde", false), ("marquee-testkit", true)]);
    assert_eq!(layer_problems(&[store]), Vec::<String>::new());
}

#[test]
fn a_crate_must_not_depend_on_the_same_or_a_higher_layer() {
    assert_eq!(layer_problems(&[manifest("marquee-model", &[("marquee-store", false)])]).len(), 1);
    assert_eq!(layer_problems(&[manifest("marquee-api", &[("marquee-store", false)])]).len(), 1);
    assert_eq!(
        layer_problems(&[manifest("marquee-api", &[("marquee-store", true)])]).len(),
        1,
        "not for tests either"
    );
}

#[test]
fn dev_crates_may_only_be_dev_dependencies() {
    assert_eq!(layer_problems(&[manifest("marquee-store", &[("marquee-testkit", false)])]).len(), 1);
}

#[test]
fn the_code_map_and_the_workspace_must_match() {
    assert!(layer_problems(&[manifest("marquee-new", &[])])[0].contains("no row for marquee-new"));
    let only_model = [manifest("marquee-model", &[])];
    assert!(
        layers::problems(MAP, &only_model).iter().any(|p| p.contains("marquee-store, which is not a crate"))
    );
}

#[test]
fn banned_crates_are_reported_outside_of_their_wrappers() {
    let deny =
        "deny = [\n  { crate = \"sea-orm\", wrappers = [\"marquee-store\", \"sea-orm-migration\"] },\n]";
    let store = manifest("marquee-store", &[("sea-orm", false)]);
    let pages = manifest("marquee-pages", &[("sea-orm", false)]);
    assert_eq!(bans::problems(deny, std::slice::from_ref(&store)), Vec::<String>::new());
    assert_eq!(bans::problems(deny, &[store, pages]).len(), 1);
    assert_eq!(bans::problems("", &[]).len(), 1, "an empty list is an error");
}

fn text(path: &str, content: &str) -> Vec<String> {
    text::problems(&[file(path, content)], &["/srv/here/".to_owned()])
}

#[test]
fn long_files_are_reported() {
    let lines = |n: usize| "x\n".repeat(n);
    assert!(text("crates/a/src/b.rs", &lines(600)).is_empty());
    assert_eq!(text("crates/a/src/b.rs", &lines(601)).len(), 1);
    assert_eq!(text("web/site/src/a.tsx", &lines(401)).len(), 1);
    assert!(text("crates/a/src/b/tests.rs", &lines(900)).is_empty());
    assert!(text("web/api/schema.gen.ts", &lines(900)).is_empty());
}

#[test]
fn todo_notes_are_reported() {
    assert_eq!(
        text("web/site/src/a.ts", "// TODO later")[0],
        "web/site/src/a.ts:1: to-do note: do it now or open an issue"
    );
    assert!(text("crates/a/src/b.rs", "todo = \"deny\" AUTODOC").is_empty());
}

#[test]
fn absolute_paths_of_a_machine_are_reported() {
    for invalid in ["see /srv/here/docs", "\"/home/ana/x\"", "(/Users/bo/y)", "cd /root/z"] {
        assert_eq!(text("docs/a.md", invalid).len(), 1, "{invalid}");
    }
    for valid in [
        "a link to /cms-preview/home/ ends",
        "/home/ is a page",
        "~/root/x",
        "target/srv/here/x",
        "/var/lib/marquee",
    ] {
        assert!(text("docs/a.md", valid).is_empty(), "{valid}");
    }
}

#[test]
fn broken_links_are_reported() {
    let document =
        file("docs/guides/a.md", "[b](b.md#part) [c](../c.md) [web](https://example.org/) [top](#top)");
    let found = links::broken(&document, |target| target == "docs/guides/b.md");
    assert_eq!(found, ["docs/guides/a.md: link target not found: ../c.md"]);
}

#[test]
fn manifests_are_read_from_cargo_metadata() {
    let all = manifests(&crate::root()).unwrap();
    let own = all.iter().find(|m| m.name == "xtask").unwrap();
    assert!(!own.layered && own.dependencies.iter().any(|d| d.name == "anyhow" && !d.dev));
    assert!(all.iter().any(|m| m.name == "marquee-model" && m.layered));
}
