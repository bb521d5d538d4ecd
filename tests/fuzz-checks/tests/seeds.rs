//! The fuzz targets' checks with their seeds, whole, shortened, and with one byte changed.

#![expect(clippy::unwrap_used, reason = "tests panic on unexpected results")]

use std::path::{Path, PathBuf};

use marquee_fuzz_checks::{
    Format, captions, envelope, feed, fields, form, member, reset_link, route, seal, token, workbook,
};

type Check = fn(&[u8]);

const CHECKS: [(&str, Check); 23] = [
    ("captions", captions::check),
    ("envelope", envelope::check),
    ("feed_agile", |data| feed::check(Format::Agile, data)),
    ("feed_boxoffice", |data| feed::check(Format::Boxoffice, data)),
    ("feed_cinemashowtimes", |data| feed::check(Format::CinemaShowtimes, data)),
    ("feed_icalendar", |data| feed::check(Format::ICalendar, data)),
    ("feed_indy", |data| feed::check(Format::Indy, data)),
    ("feed_json_ld", |data| feed::check(Format::JsonLd, data)),
    ("feed_spektrix", |data| feed::check(Format::Spektrix, data)),
    ("feed_spreadsheet", |data| feed::check(Format::Spreadsheet, data)),
    ("feed_tapos", |data| feed::check(Format::Tapos, data)),
    ("feed_tmdb", |data| feed::check(Format::Tmdb, data)),
    ("feed_veezi", |data| feed::check(Format::Veezi, data)),
    ("feed_vista", |data| feed::check(Format::Vista, data)),
    ("feed_vue", |data| feed::check(Format::Vue, data)),
    ("feed_workbook", workbook::check),
    ("fields", fields::check),
    ("form", form::check),
    ("member", member::check),
    ("reset_link", reset_link::check),
    ("route", route::check),
    ("seal", seal::check),
    ("token", token::check),
];

fn seeds(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn security_8_the_checks_of_the_fuzz_targets_hold_for_the_seeds() {
    for (target, check) in CHECKS {
        let seeds = seeds(target);
        assert!(!seeds.is_empty(), "{target} has no seeds");
        for seed in seeds {
            let bytes = std::fs::read(seed).unwrap();
            check(&bytes);
            for at in 0..bytes.len() {
                check(&bytes[..at]);
                for byte in [b'\0', b'%', b'"', 0xff] {
                    let mut changed = bytes.clone();
                    changed[at] = byte;
                    check(&changed);
                }
            }
        }
    }
}

#[test]
fn every_fuzz_target_has_a_check_and_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    let mut targets: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    targets.sort();
    assert_eq!(targets, CHECKS.map(|(target, _)| target));
}
