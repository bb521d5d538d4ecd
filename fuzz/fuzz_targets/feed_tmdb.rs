#![no_main]

use marquee_fuzz_checks::{Format, feed};

libfuzzer_sys::fuzz_target!(|data: &[u8]| feed::check(Format::Tmdb, data));
