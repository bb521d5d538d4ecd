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
    let invalid = config(|v| {
        v["theme"]["colors"]["settings"] =
            json!({ "background": { "tintShade": 75, "paletteColor": "blue" } });
    });
    assert!(invalid.unwrap_err().contains("blue"));
}

#[test]
fn site_06_a_font_style_is_set_for_headings_alone() {
    let c = config(|v| v["theme"]["fontStyles"] = json!({ "heading": "italic" })).unwrap();
    assert_eq!(
        (c.theme.font_styles.body, c.theme.font_styles.heading),
        (FontStyle::Normal, FontStyle::Italic)
    );
    assert!(
        config(|v| v["theme"]["fontStyles"] = json!({ "body": "slanted" })).unwrap_err().contains("slanted")
    );
}

#[test]
fn site_07_countries_have_a_code_and_iso_codes() {
    assert_eq!(config(|_| {}).unwrap().country, Country::default());
    assert!(config(|v| v["country"] = json!("US")).is_err());
    assert!(config(|v| v["country"] = json!({ "code": "US" })).unwrap_err().contains("iso31661A2"));
    let offered = json!([{ "iso31661A2": "CA" }, { "code": "FR", "iso31661A2": "FR", "iso31661A3": "FRA" }]);
    let c = config(|v| v["allCountries"] = offered.clone()).unwrap();
    assert_eq!(serde_json::to_value(&c.all_countries).unwrap(), offered, "values without effect are kept");
}

#[test]
fn site_08_values_of_a_wrong_type_are_rejected() {
    assert!(config(|v| v["isSingleLocation"] = json!("yes")).unwrap_err().contains("bool"));
    assert!(config(|v| v["theaterIds"] = json!("acme-one")).is_err());
}

#[test]
fn site_10_embedding_domains_are_a_list_and_empty_by_default() {
    assert!(config(|_| {}).unwrap().allowed_embedding_domains.is_empty());
    let domains = ["till.example", "desk.example"];
    let c = config(|v| v["allowedEmbeddingDomains"] = json!(domains)).unwrap();
    assert_eq!(c.allowed_embedding_domains, domains);
    assert!(config(|v| v["allowedEmbeddingDomains"] = json!("till.example")).is_err());
}

#[test]
fn site_11_theme_10_roundness_has_defaults_and_rejects_unknown_values() {
    let c = config(|_| {}).unwrap();
    assert_eq!((c.roundness.buttons, c.roundness.content), (Roundness::High, Roundness::Medium));
    assert!(config(|v| v["roundness"] = json!({ "buttons": "ROUND" })).unwrap_err().contains("ROUND"));
}

#[test]
fn theme_08_font_names_are_those_of_the_43_families() {
    assert_eq!(FONT_FAMILIES.len(), 43);
    assert!(FontName::parse("PT Serif").is_some());
    assert!(
        config(|v| v["theme"]["fonts"]["body"] = json!("Comic Sans")).unwrap_err().contains("Comic Sans")
    );
}

#[test]
fn theme_09_a_missing_weight_is_replaced_by_the_nearest_one_as_in_the_browser() {
    #[derive(serde::Deserialize)]
    struct Cut {
        weight: u16,
        italic: bool,
    }
    #[derive(serde::Deserialize)]
    struct Case {
        family: String,
        #[serde(flatten)]
        requested: Cut,
        nearest: Cut,
    }
    let cases = include_str!("../../../../fixtures/fonts/nearest-weight.json");
    for Case { family, requested, nearest } in serde_json::from_str::<Vec<Case>>(cases).unwrap() {
        let found = FontFamily::find(&family).unwrap();
        let cut = (found.nearest_weight(requested.weight, requested.italic), found.style(requested.italic).0);
        assert_eq!(
            cut,
            (nearest.weight, nearest.italic),
            "{family} {} {}",
            requested.weight,
            requested.italic
        );
    }
    for family in FONT_FAMILIES {
        assert!(!family.normal.contains(&950) && !family.normal.is_empty(), "{}", family.name);
    }
}

#[test]
fn set_03_ads_display_accepts_names_and_booleans() {
    for (value, expected) in [
        (json!(true), AdsDisplay::Programmatic),
        (json!(false), AdsDisplay::None),
        (json!("CUSTOM_WITHOUT_WRAPPER"), AdsDisplay::CustomWithoutWrapper),
    ] {
        assert_eq!(settings(|v| v["adsDisplay"] = value).unwrap().ads_display, expected);
    }
    assert_eq!(settings(|_| {}).unwrap().ads_display, AdsDisplay::None);
}

#[test]
fn set_04_unknown_ad_location_is_rejected() {
    let invalid = settings(|v| v["adsLocation"] = json!(["PAGES_TOP", "SIDEBAR"]));
    assert!(invalid.unwrap_err().contains("SIDEBAR"));
}

#[test]
fn set_09_original_messages_default_off() {
    assert!(!settings(|_| {}).unwrap().display_original_cypher_messages);
}

#[test]
fn set_10_set_11_the_name_of_a_site_depends_on_what_the_page_is_about() {
    let record = |name: &str, entity: Value, kind: &str, single: bool| SiteRecord {
        key: crate::SiteId::parse("acme").unwrap(),
        hosts: vec!["acme.example".to_owned()],
        settings: settings(|v| {
            v["name"] = json!(name);
            v["relatedEntity"] = entity;
        })
        .unwrap(),
        config: config(|v| {
            v["name"] = json!("Acme of the configuration");
            v["relatedEntityType"] = json!(kind);
            v["isSingleLocation"] = json!(single);
        })
        .unwrap(),
    };
    let theater = crate::TheaterId::parse("T1").unwrap();
    let name = |record: &SiteRecord, theater| record.site_name(record.site_name_mode(theater)).to_owned();
    let downtown = || json!({ "id": "T1", "name": "Acme Downtown" });
    for (record, at_theater, at_site) in [
        (record("Acme", downtown(), "Theater", false), "Acme Downtown", "Acme"),
        (record("Acme", downtown(), "Circuit", false), "Acme", "Acme Downtown"),
        (record("Acme", downtown(), "Chain", false), "Acme", "Acme"),
        (record("Acme", json!({ "id": "T2", "name": "Other" }), "Theater", false), "Acme", "Acme"),
        (record("Acme", json!({ "name": "Acme Downtown" }), "Theater", true), "Acme Downtown", "Acme"),
        (record("Acme", json!({ "id": "T1", "name": "" }), "Theater", false), "Acme", "Acme"),
        (record("", json!(null), "Theater", false), "Acme of the configuration", "Acme of the configuration"),
    ] {
        assert_eq!(
            (name(&record, Some(&theater)), name(&record, None)),
            (at_theater.to_owned(), at_site.to_owned())
        );
    }
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
fn loyc_01_loyc_11_loyc_12_loyc_13_an_empty_record_has_the_default_values() {
    let l = settings(|v| v["loyalty"] = json!({})).unwrap().loyalty;
    assert_eq!((l.version, l.allow_expired_accounts_login, l.session_timeout), (1, false, 720));
    assert_eq!(l, settings(|_| {}).unwrap().loyalty, "the same as without a record");
    let loyalty =
        settings(|v| v["loyalty"] = json!({ "allowExpiredAccountsLogin": true, "sessionTimeout": 1 }));
    let loyalty = loyalty.unwrap().loyalty;
    assert_eq!((loyalty.allow_expired_accounts_login, loyalty.session_timeout), (true, 1));
    assert!(
        settings(|v| v["loyalty"] = json!({ "allowExpiredAccountsLogin": "yes" }))
            .unwrap_err()
            .contains("bool")
    );
}

#[test]
fn loyc_02_loyc_08_ids_urls_and_labels_are_empty_by_default() {
    let l = settings(|_| {}).unwrap().loyalty;
    assert_eq!([&l.circuit_id, &l.cinema_id, &l.club_id, &l.ticketing_url], [""; 4]);
    let labels = [
        &l.guest_header_access_label,
        &l.guest_signup_tab_button,
        &l.guest_signup_tab_text,
        &l.logged_in_header_access_label,
    ];
    assert_eq!(labels, [""; 4]);
}

#[test]
fn loyc_03_the_type_depends_on_the_provider_or_the_record() {
    let effective_type = |provider, kind: Option<&str>| {
        let l = LoyaltyConfig { provider, kind: kind.map(str::to_owned), ..LoyaltyConfig::default() };
        l.effective_type().to_owned()
    };
    assert_eq!(effective_type(LoyaltyProvider::Rts, Some("X")), "NON_TIERED");
    assert_eq!(effective_type(LoyaltyProvider::None, None), "NONE");
    assert_eq!(effective_type(LoyaltyProvider::None, Some("X")), "X");
}

#[test]
fn loyc_04_the_switches_are_off_by_default() {
    let l = settings(|_| {}).unwrap().loyalty;
    let switches = [
        l.include_activation,
        l.include_activation_card_number,
        l.include_activation_phone_number,
        l.access_from_header,
        l.include_watchlist,
    ];
    assert_eq!(switches, [false; 5]);
}

#[test]
fn loyc_05_loyc_06_loyc_07_loyc_09_loyc_10_member_settings_have_defaults() {
    let l = settings(|_| {}).unwrap().loyalty;
    assert!(l.balance_types.is_empty() && l.logged_in_menu.is_none());
    assert_eq!((l.scannable_code_format.as_str(), l.card_type.as_str()), ("QR_CODE", "DEMATERIALIZED"));
    assert_eq!(l.provider, LoyaltyProvider::None);
    let menu = json!([{ "label": "Points" }]);
    let loyalty = settings(|v| v["loyalty"] = json!({ "loggedInMenu": menu, "balanceTypes": ["POINTS"] }));
    let loyalty = loyalty.unwrap().loyalty;
    assert_eq!((loyalty.logged_in_menu, loyalty.balance_types), (Some(menu), vec!["POINTS".to_owned()]));
}

#[test]
fn loyc_14_loyc_15_loyc_16_loyc_17_call_parameters_depend_on_the_provider() {
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
        (P::Vista, "L1", 1, "L1", "own", "CREDIT"),
        (P::Vista, "", 1, "", "own", "CREDIT"),
    ] {
        let parameters = config(provider, circuit).call_parameters("C9", "now");
        let actual = (parameters.version, parameters.circuit_id.as_str(), parameters.cinema_id.as_str());
        assert_eq!(actual, (version, expected, cinema), "{provider:?} {circuit}");
        assert_eq!(parameters.balance_types, [balance], "{provider:?}");
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
        (LoyaltyProvider::Vista, 0),
    ] {
        assert_eq!(provider.late_booking_minutes(), minutes);
    }
}

#[test]
fn theme_05_a_color_is_light_where_black_has_the_higher_contrast() {
    let color = |text: &str| Color::parse(text).unwrap();
    // From #767676 on, black has the higher contrast.
    for (text, is_light) in [
        ("#FFFFFF", true),
        ("#EDEEEA", true),
        ("#F5B921", true),
        ("#757575", false),
        ("#767676", true),
        ("#7A1F2B", false),
        ("#12523F", false),
        ("#000000", false),
    ] {
        assert_eq!(color(text).is_light(), is_light, "{text}");
    }
    assert_eq!(color("#f5B921").channels(), [245, 185, 33]);
    assert!((color("#FFFFFF").luminance() - 1.0).abs() < 1e-9 && color("#000000").luminance() == 0.0);
}

#[test]
fn site_03_tints_and_shades_match_those_of_the_browser() {
    #[derive(serde::Deserialize)]
    struct Case {
        color: Color,
        amount: f64,
        result: Color,
    }
    let cases = include_str!("../../../../fixtures/colors/tint-shade.json");
    for Case { color, amount, result } in serde_json::from_str::<Vec<Case>>(cases).unwrap() {
        assert_eq!(color.with_tint_shade(amount), result, "{color:?} {amount}");
    }
}

#[test]
fn site_03_site_04_colors_follow_the_settings_of_surfaces_and_the_swap() {
    let mut record: SiteRecord =
        serde_json::from_str(include_str!("../../../../fixtures/demo/meridian/site.json")).unwrap();
    let colors = &mut record.config.theme.colors;
    colors.combination.swap = false;
    assert_eq!(colors.primary(), &colors.palette.primary);
    colors.combination.swap = true;
    assert_eq!(colors.primary(), &colors.palette.accent);
    colors.settings.background = SurfaceSetting { tint_shade: 125.0, palette_color: PaletteKey::Muted };
    colors.palette.muted = Color::parse("#808080").unwrap();
    assert_eq!(colors.background().as_str(), "#A0A0A0");
    colors.settings.header_background =
        SurfaceSetting { tint_shade: 100.0, palette_color: PaletteKey::Accent };
    assert_eq!(colors.header_background(), colors.palette.accent);
}

#[test]
fn set_08_set_12_tracker_types_have_the_keys_of_the_configuration() {
    let ids = TrackerIds {
        google_analytics_v4: Some("G-1".to_owned()),
        google_tag_manager: Some("GTM-1".to_owned()),
    };
    let ids = serde_json::to_value(ids).unwrap();
    assert_eq!(ids.as_object().unwrap().len(), TrackerType::ALL.len());
    for kind in TrackerType::ALL {
        assert_eq!(TrackerType::parse(kind.name()), Some(kind));
        assert_eq!(ids[kind.name()], format!("{}1", kind.id_prefix()));
    }
    assert_eq!(TrackerType::parse("google_tag_manger"), None);
}
