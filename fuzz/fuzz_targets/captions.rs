#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| marquee_fuzz_checks::captions::check(data));
