use super::*;

#[test]
fn ads_21_the_site_id_is_the_part_after_the_last_colon_of_the_decoded_id() {
    for (id, expected) in [
        ("V2Vic2l0ZTo0Mg==", "42"),
        ("QTpCOmM=", "c"),
        ("V2Vic2l0ZQ==", "V2Vic2l0ZQ=="),
        ("V2Vic2l0ZTo=", "V2Vic2l0ZTo="),
        ("no base64!", "no base64!"),
        ("//79", "//79"),
    ] {
        assert_eq!(website_id(id), expected, "{id}");
    }
}

#[test]
fn ads_26_network_and_code_depend_on_the_country() {
    for (country, path) in [
        ("FR", "120157152/WMP_FR_WEB"),
        ("fr", "120157152/WMP_FR_WEB"),
        ("US", "9518146/WMP_US_WEB"),
        ("DE", "9518146/WMP_US_WEB"),
    ] {
        assert_eq!(network(country), path, "{country}");
    }
}

#[test]
fn stand_ins_replace_only_configured_urls() {
    let base = ThirdPartySource::StandIns(Url::parse("http://stand.localhost:8080").unwrap());
    assert_eq!(base.address("https://a.example/x.js", "gtm.js"), "http://stand.localhost:8080/gtm.js");
    assert_eq!(base.address("", "gtm.js"), "");
    assert_eq!(
        ThirdPartySource::Original.address("https://a.example/x.js", "gtm.js"),
        "https://a.example/x.js"
    );
}

#[test]
fn set_07_the_site_code_is_the_part_after_library() {
    for (url, code) in [
        ("https://ads.example/library/ACME_WEB", "ACME_WEB"),
        ("https://ads.example/library/99/OWN_WEB/?v=2", "99/OWN_WEB"),
        ("https://ads.example/library/OWN#x", "OWN"),
        ("https://ads.example/", ""),
    ] {
        assert_eq!(library_code(url), code, "{url}");
    }
}
