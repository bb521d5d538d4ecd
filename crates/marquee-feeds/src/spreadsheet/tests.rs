use marquee_model::catalog::Movie;
use serde_json::json;

use super::*;
use crate::source::{Limits, SourceFile};
use crate::{Format, ReadOptions, Reading};

fn theaters() -> Vec<Theater> {
    serde_json::from_value(json!([
        { "id": "T1", "name": "Canal Street", "slug": "canal", "timeZone": "America/New_York",
          "screens": [{ "id": "s1", "name": "Screen 1" }, { "id": "s2", "name": "Screen 2" }] },
        { "id": "T2", "name": "Garden Row", "slug": "garden", "timeZone": "America/Chicago" },
    ]))
    .unwrap()
}

fn films() -> Vec<Movie> {
    serde_json::from_value(json!([{ "id": "7", "title": "Élan & Co.", "slug": "elan" }])).unwrap()
}

fn read_bytes(name: &str, bytes: &[u8], known: SiteNames<'_>) -> Result<Reading, FeedError> {
    let file = SourceFile { name: name.to_owned(), bytes: bytes.to_vec() };
    let source = Source::from_files(vec![file], Limits::default())?;
    crate::read(Format::Spreadsheet, &source, &ReadOptions { known, ..ReadOptions::default() })
}

fn read_csv(text: &str) -> Result<Reading, FeedError> {
    let (theaters, movies) = (theaters(), films());
    let theater = theaters[0].id.clone();
    let known = SiteNames {
        theaters: &theaters,
        movies: &movies,
        theater: Some(&theater),
        month_first: true,
        ..SiteNames::default()
    };
    read_bytes("week.csv", text.as_bytes(), known)
}

#[test]
fn a_row_is_a_show_at_the_theaters_own_time() {
    let reading = read_csv(
        "Date,Time,Film,Theater,Screen,Length,Rating,Attributes,Price,Booking link,Notes\n\
         2026-11-20,6:10 PM,Low Tide,,1,1 h 42,PG,\"OV, AD\",$13.50,https://t.example/1,staff\n\
         11/20/2026,24:30,ELAN & CO,Garden Row,,,,,,,\n\
         2026-11-21,14:00,LOW TIDE,,Screen 2,,,,,,\n",
    );
    let reading = reading.unwrap();
    assert_eq!(
        (reading.skipped.len(), reading.warnings.len(), reading.rows_read),
        (0, 0, 3),
        "{:?}",
        reading.warnings
    );
    let movies = reading.schedule.movies.unwrap();
    assert_eq!(movies.len(), 1, "a film has one record, whatever its case");
    let names: Vec<_> =
        reading.schedule.film_names.iter().map(|(id, name)| (id.as_str(), name.as_str())).collect();
    assert_eq!(names, [("7", "ELAN & CO")], "the film of the site as the file spells it");
    let film = &movies[0];
    assert_eq!(
        (film.title.as_str(), film.runtime, film.certificate.as_deref()),
        ("Low Tide", Some(102), Some("PG"))
    );
    let shows = reading.schedule.showtimes;
    let at_canal: Vec<_> = shows.iter().filter(|show| show.theater_id.as_str() == "T1").collect();
    assert_eq!(at_canal[0].starts_at.to_string(), "2026-11-20T23:10:00Z");
    assert_eq!(at_canal[0].screen.as_ref().map(ScreenId::as_str), Some("s1"));
    assert_eq!(at_canal[0].price.as_ref().map(|price| price.amount), Some(1350));
    assert_eq!(at_canal[0].booking.as_ref().map(BookingUrl::as_str), Some("https://t.example/1"));
    assert_eq!(
        at_canal[0].attributes,
        ["Localization.Version.Original", "Showtime.Accessibility.AudioDescription"]
    );
    assert_eq!(at_canal[1].movie_id, film.id);
    let late = shows.iter().find(|show| show.theater_id.as_str() == "T2").unwrap();
    assert_eq!((late.movie_id.as_str(), late.starts_at.to_string().as_str()), ("7", "2026-11-21T06:30:00Z"));
    assert_eq!(late.business_date.to_string(), "2026-11-20", "half past midnight belongs to the evening");
}

#[test]
fn headings_may_be_in_other_languages_and_separated_by_semicolons() {
    let reading =
        read_csv("\u{feff}Datum;Uhrzeit;Titel;Saal;Preis\n20.11.2026;18.10 Uhr;Ebbe;1;9,50 €\n").unwrap();
    let show = &reading.schedule.showtimes[0];
    assert_eq!(
        (show.starts_at.to_string().as_str(), show.price.as_ref().unwrap().amount),
        ("2026-11-20T23:10:00Z", 950)
    );
    assert!(read_csv("Fecha\tHora\tPelícula\n20/11/2026\t18:10\tMarea\n").is_ok());
}

#[test]
fn rows_that_cannot_be_read_are_named_and_the_others_are_kept() {
    let reading = read_csv(
        "Date,Time,Film,Screen,Price,Theater\n\
         2026-11-20,18:10,Low Tide,1,,\n\
         Friday,18:10,Low Tide,,,\n\
         2026-11-20,25:10 pm,Low Tide,,,\n\
         2026-11-20,18:10,,,,\n\
         2026-11-20,20:10,Low Tide,9,free,\n\
         2026-11-20,18:10,Low Tide,,,Old Mill\n\
         2026-11-20,18:10,Low Tide,1,,\n",
    );
    let reading = reading.unwrap();
    assert_eq!(reading.schedule.showtimes.len(), 2);
    let skipped: Vec<_> =
        reading.skipped.iter().map(|row| (row.place.as_str(), row.reason.to_string())).collect();
    let places: Vec<_> = skipped.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, ["/3/Date", "/4/Time", "/5/Film", "/7/Theater", "/8"]);
    assert_eq!(skipped[1].1, "Time \"25:10 pm\" cannot be read: write a time such as 18:10 or 6:10 PM");
    let warned: Vec<_> = reading.warnings.iter().map(|warning| warning.place.as_str()).collect();
    assert_eq!(warned, ["/6/Screen", "/6/Price"]);
}

#[test]
fn a_missing_column_and_files_of_other_kinds_are_refused() {
    let error = read_csv("Date,Film\n2026-11-20,Low Tide\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "week.csv: the column \"Time\" is missing: the first row must name the columns"
    );
    for bytes in [&b"PK\x03\x04nothing"[..], &b"\xff\xfe\x01\x00"[..]] {
        assert!(matches!(read_bytes("week.xlsx", bytes, SiteNames::default()), Err(FeedError::Sheet { .. })));
    }
    let many = format!("Date,Time,Film\n{}", "2026-11-20,18:10,x\n".repeat(table::MAX_ROWS));
    assert!(read_csv(&many).unwrap_err().to_string().contains("more than 20000 rows"));
}

/// An OpenDocument spreadsheet with one sheet, as LibreOffice writes it.
fn open_document(rows: &str) -> Vec<u8> {
    use std::io::Write;
    let content = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:body><office:spreadsheet><table:table table:name="Week">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"#
    );
    let manifest = r#"<?xml version="1.0" encoding="UTF-8"?><manifest:manifest><manifest:file-entry manifest:full-path="/"/></manifest:manifest>"#;
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", manifest),
        ("content.xml", content.as_str()),
    ] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Cells with texts.
fn text_cells(texts: &[&str]) -> String {
    let cell = |text: &&str| {
        format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#)
    };
    texts.iter().map(cell).collect()
}

#[test]
fn an_open_document_spreadsheet_is_read_with_its_dates_and_times() {
    let rows = format!(
        r#"<table:table-row>{}<table:table-cell table:number-columns-repeated="16379"/></table:table-row>
           <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
           <table:table-row><table:table-cell office:value-type="date" office:date-value="2026-11-20"><text:p>20.11.26</text:p></table:table-cell><table:table-cell office:value-type="time" office:time-value="PT24H30M00S"><text:p>24:30</text:p></table:table-cell>{}<table:table-cell office:value-type="float" office:value="13.5"><text:p>13.50</text:p></table:table-cell></table:table-row>
           <table:table-row><table:table-cell office:value-type="string"><text:p>soon</text:p></table:table-cell></table:table-row>
           <table:table-row table:number-rows-repeated="1048571"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#,
        text_cells(&["Date", "Time", "Film", "Price", "Screen"]),
        text_cells(&["Low Tide"]),
    )
    .replace("\n           ", "");
    let theaters = theaters();
    let theater = theaters[0].id.clone();
    let known = SiteNames { theaters: &theaters, theater: Some(&theater), ..SiteNames::default() };
    let reading = read_bytes("week.ods", &open_document(&rows), known).unwrap();
    let show = &reading.schedule.showtimes[0];
    assert_eq!(show.starts_at.to_string(), "2026-11-21T05:30:00Z", "{:?}", reading.skipped);
    assert_eq!(show.price.as_ref().map(|price| price.amount), Some(1350));
    let places: Vec<_> = reading.skipped.iter().map(|row| row.place.as_str()).collect();
    assert_eq!(places, ["/5/Date"], "rows have their number in the file");
}

#[test]
fn an_open_document_spreadsheet_that_repeats_too_much_is_refused_before_it_is_read() {
    let row = format!(
        r#"<table:table-row table:number-rows-repeated="1000000">{}</table:table-row>"#,
        text_cells(&["x"])
    );
    let refused = |bytes: &[u8]| read_bytes("week.ods", bytes, SiteNames::default()).unwrap_err().to_string();
    assert_eq!(
        refused(&open_document(&row)),
        "week.ods cannot be read as a spreadsheet: it has more than 20000 rows"
    );
    let broken = refused(&open_document("<table:table-row>"));
    assert!(broken.starts_with("week.ods cannot be read as a spreadsheet: "), "{broken}");
}

/// A workbook whose cells `write` sets below the headings Date, Time and Film.
fn workbook(
    write: impl FnOnce(&mut rust_xlsxwriter::Worksheet) -> Result<(), rust_xlsxwriter::XlsxError>,
) -> Vec<u8> {
    let mut workbook = rust_xlsxwriter::Workbook::new();
    let sheet = workbook.add_worksheet();
    for (index, name) in (0..).zip(["Date", "Time", "Film", "Theater"]) {
        sheet.write_string(0, index, name).unwrap();
    }
    write(sheet).unwrap();
    workbook.save_to_buffer().unwrap()
}

fn read_workbook(bytes: &[u8]) -> Reading {
    let (theaters, movies) = (theaters(), films());
    let theater = theaters[0].id.clone();
    let known =
        SiteNames { theaters: &theaters, movies: &movies, theater: Some(&theater), ..SiteNames::default() };
    read_bytes("week.xlsx", bytes, known).unwrap()
}

fn starts(reading: &Reading) -> Vec<String> {
    reading.schedule.showtimes.iter().map(|show| show.starts_at.to_string()).collect()
}

#[test]
fn the_templates_are_read_as_they_are_written() {
    let of_csv = read_csv(&csv_template()).unwrap();
    let bytes = workbook_template().unwrap();
    let of_workbook = read_workbook(&bytes);
    assert_eq!(starts(&of_csv), ["2026-11-20T23:10:00Z"]);
    assert_eq!(starts(&of_workbook), starts(&of_csv), "{:?}", of_workbook.skipped);
    let film = |reading: &Reading| {
        let film = reading.schedule.movies.as_ref().unwrap()[0].clone();
        (film.title, film.runtime, film.certificate)
    };
    assert_eq!(film(&of_csv), ("Low Tide Orchestra".into(), Some(102), Some("PG".into())));
    assert_eq!(film(&of_workbook), film(&of_csv));
    let price = |reading: &Reading| reading.schedule.showtimes[0].price.as_ref().map(|price| price.amount);
    assert_eq!((price(&of_workbook), price(&of_csv)), (Some(1350), Some(1350)));
    for reading in [of_csv, of_workbook] {
        assert_eq!((&reading.skipped[..], &reading.warnings[..]), (&[][..], &[][..]));
    }
    assert_eq!(bytes, workbook_template().unwrap());
}

#[test]
fn every_name_of_a_column_is_found_and_only_for_it() {
    let mut seen = HashMap::new();
    for (index, column) in COLUMNS.iter().enumerate() {
        assert!(!column.about.is_empty());
        for name in column.names() {
            assert_eq!(seen.insert(plain(name), column.name), None, "{name}");
            let row = Row { number: 1, cells: vec![Some(Cell::Text(name.to_uppercase()))] };
            assert_eq!(Heading::read(&row).0[index], Some(0), "{name}");
        }
    }
}

#[test]
fn merged_cells_of_a_workbook_and_times_after_24_are_read() {
    use rust_xlsxwriter::{ExcelDateTime, Format};
    let bytes = workbook(|sheet| {
        let (date, time) =
            (Format::new().set_num_format("dd.mm.yyyy"), Format::new().set_num_format("[hh]:mm"));
        let day = ExcelDateTime::from_ymd(2026, 11, 20)?;
        sheet.merge_range(1, 0, 3, 0, "", &date)?;
        sheet.write_with_format(1, 0, &day, &date)?;
        sheet.merge_range(1, 3, 3, 3, "Garden Row", &Format::new())?;
        for (row, hours) in [(1, 18.0 + 10.0 / 60.0), (2, 24.25), (3, 25.5)] {
            sheet.write_number_with_format(row, 1, hours / 24.0, &time)?;
            sheet.write_string(row, 2, "Low Tide")?;
        }
        sheet.write_number(4, 0, 46_346)?;
        sheet.write_number(4, 1, 18.3)?;
        sheet.write_string(4, 2, "Low Tide")?;
        Ok(())
    });
    let reading = read_workbook(&bytes);
    assert_eq!(reading.skipped, []);
    let at_garden: Vec<_> =
        reading.schedule.showtimes.iter().filter(|show| show.theater_id.as_str() == "T2").collect();
    let times: Vec<_> = at_garden.iter().map(|show| show.starts_at.to_string()).collect();
    assert_eq!(times, ["2026-11-21T00:10:00Z", "2026-11-21T06:15:00Z", "2026-11-21T07:30:00Z"]);
    assert!(at_garden.iter().all(|show| show.business_date.to_string() == "2026-11-20"));
    let other = reading.schedule.showtimes.iter().find(|show| show.theater_id.as_str() == "T1").unwrap();
    assert_eq!(other.starts_at.to_string(), "2026-11-20T23:30:00Z", "a date and a time as numbers");
}

#[test]
fn merged_cells_of_an_open_document_spreadsheet_are_read() {
    let row = |cells: &str| format!("<table:table-row>{cells}</table:table-row>");
    let date = r#"<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>2026-11-20</text:p></table:table-cell>"#;
    let rows = [
        row(&text_cells(&["Date", "Time", "Film"])),
        row(&format!("{date}{}", text_cells(&["18:10", "Low Tide"]))),
        row(&format!("<table:covered-table-cell/>{}", text_cells(&["20:10", "Low Tide"]))),
        row(&format!("<table:table-cell/>{}", text_cells(&["22:10", "Low Tide"]))),
    ];
    let theaters = theaters();
    let known = SiteNames { theaters: &theaters[..1], ..SiteNames::default() };
    let reading = read_bytes("week.ods", &open_document(&rows.concat()), known).unwrap();
    assert_eq!(starts(&reading), ["2026-11-20T23:10:00Z", "2026-11-21T01:10:00Z"]);
    let reason = reading.skipped[0].reason.to_string();
    assert_eq!(
        reason,
        "Date is empty: write it in every row, or merge its cell with the one above in a file of the kind .xlsx or .ods"
    );
}

#[test]
fn a_cell_with_several_films_is_named() {
    let reading = read_csv(
        "Date,Time,Film\n\
         2026-11-20,18:10,\"Low Tide\nOrchard\"\n\
         2026-11-20,18:20,Orchard\n\
         2026-11-20,18:30,Orchard / Elan & Co\n\
         2026-11-20,18:40,Orchard + Quay\n\
         2026-11-20,18:50,\"Elan\n& Co\"\n",
    )
    .unwrap();
    let rows: Vec<_> = reading.skipped.iter().map(|row| (row.place.as_str(), &row.reason)).collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows.iter().all(|(_, reason)| matches!(reason, SkipReason::SeveralFilms(_))), "{rows:?}");
    let titles: Vec<_> = reading.schedule.movies.iter().flatten().map(|film| film.title.as_str()).collect();
    assert_eq!(titles, ["Orchard", "Orchard + Quay"], "a title may have a sign between words");
}

#[test]
fn a_title_above_the_columns_and_a_stated_separator_are_read() {
    let reading = read_csv("Kinoplan;;\n;;\nDatum;Zeit;Film\n20.11.2026;18:10;Ebbe\n").unwrap();
    assert_eq!(starts(&reading), ["2026-11-20T23:10:00Z"]);
    let reading = read_csv("sep=|\nDate|Time|Film\n2026-11-20|18:10|Low Tide, Part 2\n").unwrap();
    assert_eq!(reading.schedule.movies.unwrap()[0].title, "Low Tide, Part 2");
}

#[test]
fn a_table_in_another_encoding_is_read_with_a_remark() {
    let theaters = theaters();
    let known = SiteNames { theaters: &theaters, theater: Some(&theaters[0].id), ..SiteNames::default() };
    let text = "Date;Time;Film\n2026-11-20;18:10;Amélie – “Élan” €\n";
    let utf_16: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (windows, _, _) = encoding_rs::WINDOWS_1252.encode(text);
    for (bytes, name) in [
        (utf_16, Some("UTF-16LE")),
        (windows.to_vec(), Some("windows-1252")),
        (text.as_bytes().to_vec(), None),
    ] {
        let reading = read_bytes("week.csv", &bytes, known).unwrap();
        let films: Vec<_> =
            reading.schedule.movies.iter().flatten().map(|film| film.title.as_str()).collect();
        assert_eq!(films, ["Amélie – “Élan” €"], "{name:?}");
        let remarks: Vec<_> = reading.warnings.into_iter().map(|warning| warning.reason).collect();
        assert_eq!(
            remarks,
            name.map(|name| WarningReason::Encoding { name }).into_iter().collect::<Vec<_>>()
        );
    }
    let binary = read_bytes("week.csv", b"Date;Time;Film\n\x81\x01\xff", known);
    assert!(matches!(binary, Err(FeedError::Sheet { .. })), "{binary:?}");
}

#[test]
fn two_times_in_a_cell_are_not_one_and_misspelled_columns_are_named() {
    let reading = read_csv(
        "Date,Time,Film,Screens,Notes\n\
         2026-11-20,15h 17h,Low Tide,1,\n2026-11-20,18 20,Low Tide,1,\n2026-11-20,15:00 17,Low Tide,1,\n\
         2026-11-20,18 h 10,Low Tide,1,\n2026-11-20,6 PM,New One / New Two,1,\n2026-11-20,19:00,Low Tide + Other,1,\n",
    )
    .unwrap();
    let times: Vec<_> = reading.schedule.showtimes.iter().map(|show| show.starts_at.to_string()).collect();
    assert_eq!(times, ["2026-11-20T23:00:00Z", "2026-11-20T23:10:00Z", "2026-11-21T00:00:00Z"]);
    let skipped: Vec<_> = reading.skipped.iter().map(|row| row.place.as_str()).collect();
    assert_eq!(skipped, ["/2/Time", "/3/Time", "/4/Time"]);
    let remarks: Vec<_> = reading.warnings.iter().map(|warning| warning.reason.clone()).collect();
    let unknown = WarningReason::UnknownColumn { name: "Screens".to_owned(), column: "Screen" };
    let several = WarningReason::MaybeSeveralFilms;
    assert_eq!(remarks, [unknown, several.clone(), several]);
}
