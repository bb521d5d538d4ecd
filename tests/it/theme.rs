//! The theme of a site, as the style block of its pages declares it.

use marquee_tests::{Acme, CLOCK, CommandResult, Data, Server};
use serde_json::{Value, json};

/// The families of the specification.
const FAMILIES: [&str; 43] = [
    "Barlow",
    "Bitter",
    "Bodoni Moda",
    "Cabin",
    "Cormorant",
    "Dosis",
    "EB Garamond",
    "Fira Sans",
    "Hepta Slab",
    "Josefin Sans",
    "Lato",
    "Libre Baskerville",
    "Lora",
    "Merriweather",
    "Montserrat",
    "Muli",
    "Noto Sans",
    "Noto Serif",
    "Nunito",
    "Open Sans",
    "Open Sans Condensed",
    "Oswald",
    "Outfit",
    "Overpass",
    "Playfair Display",
    "Poppins",
    "Prompt",
    "PT Sans",
    "PT Serif",
    "Quicksand",
    "Raleway",
    "Roboto",
    "Roboto Condensed",
    "Roboto Mono",
    "Roboto Slab",
    "Rokkitt",
    "Rubik",
    "Source Sans Pro",
    "Spartan",
    "Titillium Web",
    "Ubuntu",
    "Urbanist",
    "Work Sans",
];

const COLORS: &str = "/config/theme/colors";

/// A site with the theme of the reference, at `HOST.example`.
fn site(host: &str) -> Acme {
    Acme::circuit().named(host, &format!("{host}.example"))
}

fn palette(acme: Acme, name: &str, color: &str) -> Acme {
    acme.set(&format!("{COLORS}/palette/{name}"), json!(color))
}

/// The style block of the home page.
fn style(server: &Server, host: &str) -> String {
    server.site(&format!("{host}.example")).page("/").one("style").raw.clone()
}

/// The values of custom properties in a style block.
fn values<const N: usize>(style: &str, names: [&str; N]) -> [String; N] {
    names.map(|name| {
        let rest = style.split_once(&format!("--{name}:")).unwrap_or_else(|| panic!("no {name}: {style}")).1;
        rest.split([';', '}']).next().unwrap_or_default().to_owned()
    })
}

#[test]
fn theme_01_03_12_13_14_15_the_reference_theme_has_its_colors_and_fonts() {
    let data = Data::with(&[&site("reference")]);
    let style = style(&data.serve(CLOCK), "reference");
    let names = ["primary", "highlight", "accent", "muted", "initialBackground", "background"];
    assert_eq!(values(&style, names), ["#F5B921", "#F5B921", "#F1E4C3", "#4F4E4E", "#131212", "#212020"]);
    let names = ["secondary", "headerBackground", "footerBackground", "text", "textAlt"];
    assert_eq!(values(&style, names), ["#FFD566", "#000000", "#000000", "#F7F7F7", "#DDDDDD"]);
    for color in ["Primary", "Secondary", "Accent", "Muted", "Highlight"] {
        for on in ["Background", "HeaderBackground", "FooterBackground"] {
            let [readable, visible] =
                values(&style, [&format!("readableOn{color}"), &format!("visible{color}On{on}")]);
            assert!(readable.starts_with('#') && visible.starts_with('#'), "{color} {on}");
        }
    }
    let fonts = values(&style, ["fontBody", "fontHeading", "weightBody", "weightHeading", "weightBold"]);
    assert!(
        fonts[0].starts_with("\"Open Sans\"") && fonts[1].starts_with("\"Source Sans Pro\""),
        "{fonts:?}"
    );
    assert_eq!(fonts[2..], ["400", "600", "700"]);
}

#[test]
fn theme_02_04_05_20_a_light_page_is_shaded_and_a_dark_one_tinted() {
    let light = palette(site("light"), "background", "#F7F7F7");
    let dark = palette(site("dark"), "background", "#333333");
    let gray = palette(site("gray"), "background", "#777777");
    let server = Data::with(&[&light, &dark, &gray]).serve(CLOCK);
    let names = ["initialBackground", "background", "backgroundWithOffset", "text", "textAlt"];
    let light = style(&server, "light");
    assert_eq!(values(&light, names), ["#F7F7F7", "#E8E8E8", "#DCDCDC", "#212020", "#4F4E4E"]);
    assert!(light.contains("color-scheme:light"));
    let dark = style(&server, "dark");
    assert_eq!(values(&dark, ["background", "text"]), ["#3F3F3F", "#F7F7F7"]);
    assert!(dark.contains("color-scheme:dark"));
    assert_eq!(
        values(&style(&server, "gray"), ["background"]),
        ["#707070"],
        "#777777 is light, so it is shaded"
    );
}

#[test]
fn theme_16_17_18_19_unreadable_and_invisible_colors_are_replaced() {
    let gold = palette(site("gold"), "primary", "#F2B705");
    let black = palette(site("black"), "primary", "#111111");
    let server = Data::with(&[&gold, &black]).serve(CLOCK);
    let names = ["readableOnPrimary", "visiblePrimaryOnHeaderBackground"];
    assert_eq!(values(&style(&server, "gold"), names), ["#212020", "#F2B705"]);
    assert_eq!(values(&style(&server, "black"), names), ["#F7F7F7", "#F7F7F7"], "#111111 on #000000");
}

#[test]
fn site_03_site_04_site_06_tint_shades_swap_and_font_styles_apply() {
    let gray = palette(site("gray"), "headerBackground", "#808080");
    let full = gray.clone().named("full", "full.example");
    let full = full.set(&format!("{COLORS}/settings/headerBackground/tintShade"), json!(100));
    let swapped =
        site("swapped").set(&format!("{COLORS}/combination"), json!({ "name": "manual", "swap": true }));
    let italic = site("italic").set("/config/theme/fontStyles", json!({ "heading": "italic" }));
    let server = Data::with(&[&gray, &full, &swapped, &italic]).serve(CLOCK);
    assert_eq!(values(&style(&server, "gray"), ["headerBackground"]), ["#606060"]);
    assert_eq!(values(&style(&server, "full"), ["headerBackground"]), ["#808080"]);
    assert_eq!(values(&style(&server, "swapped"), ["primary", "accent"]), ["#F1E4C3", "#F5B921"]);
    assert_eq!(values(&style(&server, "italic"), ["styleHeading", "styleBody"]), ["italic", "normal"]);
}

#[test]
fn theme_10_theme_11_roundness_has_defaults_and_fixed_radii() {
    let mut usual = site("usual");
    usual.site["config"].as_object_mut().unwrap().remove("roundness");
    let changed = site("changed").set("/config/roundness", json!({ "buttons": "MEDIUM", "content": "HIGH" }));
    let server = Data::with(&[&usual, &changed, &site("none")]).serve(CLOCK);
    assert_eq!(values(&style(&server, "usual"), ["rb", "rc"]), ["999px", "10px"], "HIGH and MEDIUM");
    assert_eq!(values(&style(&server, "changed"), ["rb", "rc"]), ["6px", "22px"]);
    assert_eq!(values(&style(&server, "none"), ["rb", "rc"]), ["0", "0"]);
}

#[test]
fn theme_08_exactly_the_families_of_the_list_are_accepted() {
    let check = |family: &str| -> CommandResult {
        let fonts = json!({ "body": family, "heading": family });
        let folder = site("fonts").set("/config/theme/fonts", fonts).folder();
        Data::empty().run(&["check", &folder.path().display().to_string()])
    };
    for family in FAMILIES {
        let done = check(family);
        assert_eq!(done.code, 0, "{family}: {}{}", done.out, done.err);
    }
    let done = check("Comic Sans");
    assert!(done.code != 0 && done.out.contains("config.theme.fonts.body"), "{}{}", done.out, done.err);
}

#[test]
fn theme_09_a_weight_that_a_family_lacks_becomes_the_nearest() {
    let weights = |body: Value| {
        let lato = site("lato").set("/config/theme/fonts", json!({ "body": "Lato", "heading": "Lato" }));
        lato.set("/config/theme/fontWeights", json!({ "body": body, "heading": 700, "bold": 700 }))
    };
    let server = Data::with(&[&weights(json!(500))]).serve(CLOCK);
    let style = style(&server, "lato");
    assert_eq!(values(&style, ["weightBody"]), ["400"]);
    assert!(style.contains("font-weight:400") && !style.contains("font-weight:500"), "{style}");
    let folder = weights(json!(950)).folder();
    let done = Data::empty().run(&["check", &folder.path().display().to_string()]);
    assert!(done.code != 0 && done.out.contains("config.theme.fontWeights.body"), "{}{}", done.out, done.err);
}

#[test]
fn theme_21_transitions_last_150_300_or_600_ms() {
    let server = Data::with(&[&site("moving")]).serve(CLOCK);
    let visitor = server.site("moving.example");
    let page = visitor.page("/");
    let sheets = page.all("link").filter(|link| link.get("rel") == "stylesheet").map(|link| link.get("href"));
    let css: String = sheets.map(|href| visitor.get(href).text()).collect();
    assert_eq!(values(&css, ["fast", "base", "slow"]), [".15s", ".3s", ".6s"]);
    let transitions: Vec<&str> = css
        .split(['{', ';', '}'])
        .filter_map(|declaration| declaration.strip_prefix("transition:"))
        .collect();
    assert!(transitions.len() > 10, "{transitions:?}");
    for property in transitions.iter().flat_map(|transition| transition.split(',')) {
        let is_named =
            ["fast", "base", "slow"].iter().any(|name| property.contains(&format!("var(--{name})")));
        let has_number =
            property.split(' ').any(|word| word.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
        assert!(is_named && !has_number, "{property}");
    }
}
