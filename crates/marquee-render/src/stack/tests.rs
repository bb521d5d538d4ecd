use super::MappedBundle;
use crate::Bundle;

/// Line 1, column 1 is `a.ts` 1:1; line 2, column 5 is `b.ts` 11:3.
const MAP: &str = r#"{"version":3,"sources":["a.ts","b.ts"],"names":[],"mappings":"AAAA;ICUE"}"#;

fn mapped(source_map: Option<&str>, stack: &str) -> String {
    MappedBundle::new(Bundle { script: "".into(), source_map: source_map.map(Into::into) }).map_stack(stack)
}

#[test]
fn maps_frames_of_the_bundle_only() {
    let stack =
        "    at page (bundle.js:2:9)\n    at bundle.js:1:1\n    at parse (native)\n    at x (other.js:1:1)\n";
    assert_eq!(
        mapped(Some(MAP), stack),
        "    at page (b.ts:11:3)\n    at a.ts:1:1\n    at parse (native)\n    at x (other.js:1:1)"
    );
}

#[test]
fn a_stack_is_unchanged_without_a_valid_source_map() {
    for map in [None, Some("not JSON"), Some("{}")] {
        assert_eq!(mapped(map, "    at page (bundle.js:2:9)\n"), "    at page (bundle.js:2:9)");
    }
}

#[test]
fn malformed_frames_are_unchanged() {
    for line in
        ["", "at", "(", "at (", "at x (bundle.js)", "at x (bundle.js:0:0)", "at x (bundle.js:99999999999:1)"]
    {
        assert_eq!(mapped(Some(MAP), line), line);
    }
}
