use crate::{MediaId, PictureName, Scope};

#[test]
fn an_id_is_the_start_of_the_hash() {
    assert_eq!(MediaId::from_bytes(b"").as_str(), "e3b0c44298fc1c149afb");
    assert_eq!("e3b0c44298fc1c149afb".parse::<MediaId>().unwrap(), MediaId::from_bytes(b""));
}

#[test]
fn invalid_ids_are_refused() {
    for text in [
        "",
        "..",
        "e3b0c44298fc1c149af",
        "e3b0c44298fc1c149afbb",
        "E3B0C44298FC1C149AFB",
        "../../../etc/passwd0",
        "e3b0c44298fc1c149a/.",
        "e3b0c44298fc1c149a\u{e9}",
        "e3b0c44298fc1c149a%2",
    ] {
        assert!(text.parse::<MediaId>().is_err(), "{text}");
    }
}

#[test]
fn a_name_with_a_focus_has_one_text() {
    for text in ["e3b0c44298fc1c149afb", "e3b0c44298fc1c149afb-0x100", "e3b0c44298fc1c149afb-81x5"] {
        assert_eq!(text.parse::<PictureName>().unwrap().to_string(), text);
    }
    for end in ["-", "-81", "-81x", "-081x50", "-+1x5", "-101x0", "-0x101", "-1x2x3", "-1x2-3x4", "/1x2"] {
        assert!(format!("e3b0c44298fc1c149afb{end}").parse::<PictureName>().is_err(), "{end}");
    }
}

#[test]
fn a_scope_has_no_path_characters() {
    for text in ["meridian", "a", "site-2", "-", &"x".repeat(128)] {
        assert_eq!(text.parse::<Scope>().unwrap().as_str(), text);
    }
    for text in
        ["", ".", "..", "a/b", "../a", "A", "a b", "a_b", "a.b", "a\\b", "a\0", "caf\u{e9}", &"x".repeat(129)]
    {
        assert!(text.parse::<Scope>().is_err(), "{text}");
    }
}
