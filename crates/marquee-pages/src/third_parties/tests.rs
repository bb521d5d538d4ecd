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

#[test]
fn cons_02_the_notice_offers_the_purposes_of_the_services_and_a_new_one_changes_its_revision() {
    let record = include_str!("../../../../fixtures/demo/aster/site.json");
    let mut record: SiteRecord = serde_json::from_str(record).unwrap();
    let options = &mut record.config.options;
    options.consent_disabled = false;
    options.embedded_consent.enabled = true;
    record.settings.cookie_banner_didomi_id = None;
    let server = ThirdPartySettings { consent_notice_id: None, ..ThirdPartySettings::default() };
    let none = ThirdParties {
        consent: None,
        vendors: Vendors {
            web_analytics: String::new(),
            google: String::new(),
            tag_manager_analytics: String::new(),
        },
        analytics: None,
        containers: Vec::new(),
        container_script: String::new(),
        launch_script: String::new(),
        marketing: None,
        ads: None,
        website_id: String::new(),
        circuit_id: String::new(),
    };
    let notice = |services: &ThirdParties| match consent(&record, &server, services) {
        Some(ConsentNotice::Embedded { purposes, revision, .. }) => (purposes, revision),
        other => panic!("{other:?}"),
    };
    let analytics = Some(AnalyticsService { measurement_ids: vec!["G-1".into()], script: String::new() });
    let launch_script = "https://launch.example/a.js".to_owned();
    let containers = vec![TagContainer { purpose: ContainerPurpose::Site, id: "GTM-1".into() }];
    let marketing =
        Some(Marketing { script: String::new(), customer_id: "42".into(), requires_consent: false });
    use ConsentPurpose as P;
    for (services, purposes, revision) in [
        (none.clone(), vec![P::Measurement, P::Advertising], "000"),
        (ThirdParties { analytics, ..none.clone() }, vec![P::Measurement], "100"),
        (ThirdParties { launch_script, ..none.clone() }, vec![P::Measurement], "100"),
        (ThirdParties { containers: containers.clone(), ..none.clone() }, vec![P::Advertising], "010"),
        (ThirdParties { containers, marketing, ..none.clone() }, vec![P::Advertising, P::Marketing], "011"),
    ] {
        assert_eq!(notice(&services), (purposes, revision.to_owned()), "{services:?}");
    }
}
