#![no_main]

use marquee_fuzz_checks::workbook;

libfuzzer_sys::fuzz_target!(|data: &[u8]| workbook::check(data));
