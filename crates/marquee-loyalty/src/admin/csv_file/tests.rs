use serde_json::json;

use super::super::fields::Subject;
use super::*;

fn rows(text: &str, subject: Subject) -> Vec<(u64, Result<FieldValues, String>)> {
    CsvReader::open(text.as_bytes(), subject.fields()).map_err(|error| error.to_string()).unwrap().collect()
}

fn refused(text: &str, subject: Subject) -> String {
    match CsvReader::open(text.as_bytes(), subject.fields()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn rows_are_parsed_by_the_header() {
    let text = "email,lastName,points,consents.sendNewsletter\n\
        ada@example.org,\"Lovelace, \"\"Ada\"\"\",120,yes\n\nben@example.org,,,no\n";
    let parsed = rows(text, Subject::Members);
    let (line, ada) = &parsed[0];
    let ada = ada.as_ref().unwrap();
    assert_eq!((*line, ada.str("lastName")), (2, Some("Lovelace, \"Ada\"")));
    assert_eq!((ada.number("points"), ada.value("consents.sendNewsletter")), (Some(120), Some(&json!(true))));
    let (line, ben) = &parsed[1];
    let ben = ben.as_ref().unwrap();
    assert_eq!((*line, ben.str("lastName")), (4, None), "empty lines are skipped");
    assert!(ben.removes("lastName") && !ben.removes("firstName"), "an empty cell removes the value");
    assert_eq!(parsed.len(), 2);
}

#[test]
fn an_invalid_row_reports_line_and_reason() {
    let mut text = b"itemCode,name,pointsCost\nA,One,5\nB,Two\nC,Three,free\nD,".to_vec();
    text.extend(b"\xff\xfe,7\nE,Five,9,10\nF,Six,6\n");
    let sheet = CsvReader::open(&text, Subject::Rewards.fields()).map_err(|error| error.to_string()).unwrap();
    let parsed: Vec<(u64, Option<String>)> = sheet.map(|(line, row)| (line, row.err())).collect();
    assert_eq!(
        parsed,
        [
            (2, None),
            (3, Some("the row has 2 cells, the header has 3".into())),
            (4, Some("pointsCost must be an integer between 1 and 1000000000".into())),
            (5, Some("name must be UTF-8".into())),
            (6, Some("the row has 4 cells, the header has 3".into())),
            (7, None),
        ]
    );
}

#[test]
fn a_file_with_one_column_is_separated_by_commas() {
    let parsed = rows("code\nA1\nA2,x\nA3;x\n", Subject::Cards);
    let errors: Vec<(u64, Option<String>)> =
        parsed.into_iter().map(|(line, row)| (line, row.err())).collect();
    let reason = "the row has 2 cells, the header has 1".to_owned();
    assert_eq!(errors, [(2, None), (3, Some(reason)), (4, None)]);
    assert_eq!(refused("code,a;b\n", Subject::Cards), "unknown column \"a;b\"");
}

#[test]
fn read_only_columns_are_not_validated() {
    let parsed = rows("code,isPrimary,hasPin\nA1,perhaps,maybe\n", Subject::Cards);
    let row = parsed[0].1.as_ref().unwrap();
    assert_eq!((row.str("code"), row.value("isPrimary"), row.value("hasPin")), (Some("A1"), None, None));
    let parsed = rows("id,email\nm1,ada@example.org\n", Subject::Members);
    assert_eq!(parsed[0].1.as_ref().unwrap().str("id"), Some("m1"), "it identifies the member");
}

#[test]
fn security_6_11_only_the_apostrophe_of_a_formula_is_removed() {
    let parsed = rows("id,name\n1,'=1+1\n2,'quoted\n3,'\n4,''=1\n", Subject::Levels);
    let names: Vec<_> = parsed.iter().map(|(_, row)| row.as_ref().unwrap().str("name").unwrap()).collect();
    assert_eq!(names, ["=1+1", "'quoted", "'", "''=1"]);
}

#[test]
fn invalid_headers_are_refused() {
    for text in ["", "\n\n", ",,\n1,2,3\n"] {
        assert_eq!(refused(text, Subject::Levels), CsvError::NoHeader.to_string(), "{text:?}");
    }
    assert_eq!(refused("id,nmae\n", Subject::Levels), "unknown column \"nmae\": did you mean \"name\"?");
    assert_eq!(refused("id,color\n", Subject::Levels), "unknown column \"color\"");
    assert_eq!(refused("id,name,id\n", Subject::Levels), "duplicate column \"id\"");
    assert_eq!(refused("name\n", Subject::Levels), "column \"id\" is required");
    let password = refused("email,passwordHash\n", Subject::Members);
    assert!(password.contains("cannot be imported"), "{password}");
}

#[test]
fn semicolons_and_byte_order_marks_are_accepted() {
    let text = "\u{feff}id;name;pointsPerUnit\r\n1;Silver;12\r\n";
    let parsed = rows(text, Subject::Levels);
    assert_eq!(parsed[0].1.as_ref().unwrap().str("name"), Some("Silver"));
}

#[test]
fn size_limits_are_enforced() {
    let too_large = vec![b'x'; MAX_FILE_BYTES + 1];
    assert_eq!(CsvReader::open(&too_large, Subject::Levels.fields()).err(), Some(CsvError::TooLarge));
    let mut largest = b"id\n1\n".to_vec();
    largest.resize(MAX_FILE_BYTES, b'\n');
    assert!(CsvReader::open(&largest, Subject::Levels.fields()).is_ok());
    let long = format!("id\n{}", "1\n".repeat(MAX_ROWS + 1));
    assert_eq!(refused(&long, Subject::Levels), CsvError::TooLong.to_string());
    let largest = format!("id\n{}", "1\n".repeat(MAX_ROWS));
    assert_eq!(refused(&largest, Subject::Levels), "");
}

#[test]
fn security_6_11_no_written_cell_is_a_formula() {
    let names = ["=1+1", "+33 1", "-1", "@x", "\t=1", "\r=1", "a=1", "'quoted", ""];
    let records: Vec<Value> = names.iter().map(|name| json!({"id": 1, "name": name})).collect();
    let text = write_sheet(["id", "name"], &records);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let cells: Vec<String> = reader.records().map(|row| row.unwrap()[1].to_owned()).collect();
    assert_eq!(cells, ["'=1+1", "'+33 1", "'-1", "'@x", "'\t=1", "'\r=1", "a=1", "'quoted", ""], "{text}");
    let parsed = rows(&write_sheet(["id", "name"], &records[..4]), Subject::Levels);
    let parsed_names: Vec<_> =
        parsed.iter().map(|(_, row)| row.as_ref().unwrap().str("name").unwrap()).collect();
    assert_eq!(parsed_names, names[..4], "the escaped names are parsed unchanged");
}

#[test]
fn lists_and_nested_fields_survive_a_round_trip() {
    let records = [json!({
        "code": "M", "name": "Gold", "price": {"amount": 2500, "currency": "EUR"}, "theaters": ["T1", "T2"],
        "position": 3,
    })];
    let text = write_sheet(Subject::EVouchers.columns(), &records);
    let parsed = rows(&text, Subject::EVouchers);
    let row = parsed[0].1.as_ref().unwrap();
    assert_eq!((row.number("price.amount"), row.str("price.currency")), (Some(2500), Some("EUR")));
    assert_eq!(row.value("theaters"), Some(&json!(["T1", "T2"])));
    assert!(!Subject::Cards.columns().any(|name| name == "pin"));
}
