use serde_json::{Value, json};

use super::*;

fn palette() -> Value {
    json!({
        "muted": "#4F4E4E", "accent": "#F1E4C3", "primary": "#F5B921", "highlight": "#F5B921",
        "background": "#131212", "footerBackground": "#000000", "headerBackground": "#000000"
    })
}

fn config(edit: impl FnOnce(&mut Value)) -> Result<SiteConfig, String> {
    let mut v = json!({ "theme": { "colors": { "palette": palette() }, "fonts": { "body": "Open Sans", "heading": "Source Sans Pro" } } });
    edit(&mut v);
    serde_json::from_value(v).map_err(|e| e.to_string())
}

fn settings(edit: impl FnOnce(&mut Value)) -> Result<SettingsRecord, String> {
    let mut v = json!({ "id": "s1", "domain": "acme.example" });
    edit(&mut v);
    serde_json::from_value(v).map_err(|e| e.to_string())
}

#[test]
fn site_02_palette_needs_exactly_its_seven_keys() {
    assert!(config(|_| {}).is_ok());
    let missing = config(|v| {
        v["theme"]["colors"]["palette"].as_object_mut().unwrap().remove("headerBackground");
    });
    assert!(missing.unwrap_err().contains("headerBackground"));
    assert!(
        config(|v| v["theme"]["colors"]["palette"]["extra"] = json!("#000000"))
            .unwrap_err()
            .contains("extra")
    );
}

#[test]
fn site_03_surface_takes_a_palette_key() {
    let bad = config(|v| {
        v["theme"]["colors"]["settings"] =
            json!({ "background": { "tintShade": 75, "paletteColor": "blue" } });
    });
    assert!(bad.unwrap_err().contains("blue"));
}

#[test]
fn site_06_07_08_09_10_have_their_shapes() {
    let c = config(|v| {
        v["theme"]["fontStyles"] = json!({ "heading": "italic" });
        v["circuitId"] = json!("Q2lyY3VpdDox");
        v["country"] = json!({ "code": "US", "iso31661A2": "US", "iso31661A3": "USA" });
    })
    .unwrap();
    assert_eq!(
        (c.theme.font_styles.body, c.theme.font_styles.heading),
        (FontStyle::Normal, FontStyle::Italic)
    );
    assert_eq!(c.circuit_id, "Q2lyY3VpdDox");
    assert_eq!(c.country, Country::default());
    assert!(c.allowed_embedding_domains.is_empty());
    assert!(config(|v| v["isSingleLocation"] = json!("yes")).unwrap_err().contains("bool"));
}

#[test]
fn site_11_theme_10_roundness_values_and_defaults() {
    let c = config(|_| {}).unwrap();
    assert_eq!((c.roundness.buttons, c.roundness.content), (Roundness::High, Roundness::Medium));
    assert!(config(|v| v["roundness"] = json!({ "buttons": "ROUND" })).unwrap_err().contains("ROUND"));
}

#[test]
fn theme_08_exactly_the_43_families() {
    assert_eq!(FONT_FAMILIES.len(), 43);
    assert!(FontName::parse("PT Serif").is_some());
    assert!(
        config(|v| v["theme"]["fonts"]["body"] = json!("Comic Sans")).unwrap_err().contains("Comic Sans")
    );
}

#[test]
fn theme_09_a_missing_weight_falls_to_the_nearest_offered() {
    let lato = FontFamily::named("Lato").unwrap();
    assert_eq!(lato.nearest(500, false), 400);
    assert_eq!(lato.nearest(800, false), 700);
    for family in FONT_FAMILIES {
        assert!(!family.normal.contains(&950) && !family.normal.is_empty(), "{}", family.name);
    }
}

#[test]
fn set_03_ads_display_reads_both_forms() {
    for (value, want) in [
        (json!(true), AdsDisplay::Programmatic),
        (json!(false), AdsDisplay::None),
        (json!("CUSTOM_WITHOUT_WRAPPER"), AdsDisplay::CustomWithoutWrapper),
    ] {
        assert_eq!(settings(|v| v["adsDisplay"] = value).unwrap().ads_display, want);
    }
    assert_eq!(settings(|_| {}).unwrap().ads_display, AdsDisplay::None);
}

#[test]
fn set_04_unknown_ad_location_is_rejected() {
    let bad = settings(|v| v["adsLocation"] = json!(["PAGES_TOP", "SIDEBAR"]));
    assert!(bad.unwrap_err().contains("SIDEBAR"));
}

#[test]
fn set_09_original_messages_default_off() {
    assert!(!settings(|_| {}).unwrap().display_original_cypher_messages);
}

#[test]
fn set_10_11_site_name_by_mode() {
    let s = settings(|v| {
        v["name"] = json!("Acme");
        v["relatedEntity"] = json!({ "name": "Acme Downtown" });
    })
    .unwrap();
    assert_eq!(s.site_name(SiteNameMode::Entity), "Acme Downtown");
    assert_eq!(s.site_name(SiteNameMode::Site), "Acme");
    assert_eq!(settings(|_| {}).unwrap().site_name(SiteNameMode::Entity), "");
}

#[test]
fn set_14_unknown_layouts_and_sizes_fall_back() {
    let s = settings(|v| {
        v["headerLayout"] = json!("FOO");
        v["footerLayout"] = json!("SIGNPOST");
        v["logoSize"] = json!("LARGE");
    })
    .unwrap();
    assert_eq!(
        (s.header_layout, s.footer_layout, s.logo_size.px()),
        (HeaderLayout::Bar, FooterLayout::Signpost, 48)
    );
    assert_eq!(settings(|v| v["logoSize"] = json!(300)).unwrap().logo_size.px(), 36);
}

#[test]
fn loyc_01_to_13_defaults() {
    let l = settings(|_| {}).unwrap().loyalty;
    assert_eq!((l.version, l.session_timeout, l.allow_expired_accounts_login), (1, 720, false));
    assert_eq!(
        (l.circuit_id.as_str(), l.scannable_code_format.as_str(), l.card_type.as_str()),
        ("", "QR_CODE", "DEMATERIALIZED")
    );
    assert_eq!((l.provider, l.effective_type()), (LoyaltyProvider::None, "NONE"));
    assert!(l.balance_types.is_empty() && l.logged_in_menu.is_none() && !l.include_watchlist);
    let rts =
        LoyaltyConfig { provider: LoyaltyProvider::Rts, kind: Some("X".into()), ..LoyaltyConfig::default() };
    assert_eq!(rts.effective_type(), "NON_TIERED");
}

#[test]
fn loyc_14_to_17_each_provider_has_terms_of_its_own() {
    let config = |provider, circuit: &str| LoyaltyConfig {
        provider,
        version: 1,
        circuit_id: circuit.to_owned(),
        cinema_id: "own".to_owned(),
        balance_types: vec!["CREDIT".to_owned()],
        ..LoyaltyConfig::default()
    };
    use LoyaltyProvider as P;
    for (provider, circuit, version, expected, cinema, balance) in [
        (P::BoostPos, "L1", 3, "L1", "now", "POINTS"),
        (P::BoostPos, "", 3, "C9", "now", "POINTS"),
        (P::BoostPosWithoutLoyalty, "", 3, "C9", "now", "POINTS"),
        (P::Tapos, "", 3, "C9", "now", "CREDIT"),
        (P::Tapos, "L1", 3, "L1", "now", "CREDIT"),
        (P::Cgr, "L1", 3, "C9", "now", "CREDIT"),
        (P::None, "", 1, "", "own", "CREDIT"),
        (P::Rts, "L1", 1, "L1", "own", "CREDIT"),
    ] {
        let terms = config(provider, circuit).terms("C9", "now");
        let found = (terms.version, terms.circuit_id.as_str(), terms.cinema_id.as_str());
        assert_eq!(found, (version, expected, cinema), "{provider:?} {circuit}");
        assert_eq!(terms.balance_types, [balance], "{provider:?}");
    }
}

#[test]
fn loyc_07_unknown_provider_is_an_error() {
    assert!(settings(|v| v["loyalty"] = json!({ "provider": "FOO" })).unwrap_err().contains("FOO"));
}

#[test]
fn const_01_late_booking_minutes_by_provider() {
    for (provider, minutes) in [
        (LoyaltyProvider::Cgr, 15),
        (LoyaltyProvider::BoostPos, 15),
        (LoyaltyProvider::BoostPosWithoutLoyalty, 15),
        (LoyaltyProvider::None, 0),
        (LoyaltyProvider::Rts, 0),
        (LoyaltyProvider::Tapos, 0),
    ] {
        assert_eq!(provider.late_booking_minutes(), minutes);
    }
}
