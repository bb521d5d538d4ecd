//! `marquee reward`, `marquee membership`, `marquee evoucher`, `marquee level`

use marquee_tests::{Acme, Data, theater};
use serde_json::{Value, json};

fn run(data: &Data, args: &[&str]) -> String {
    data.run(&[args, &["--site", "acme"]].concat()).stdout_of_success()
}

fn refused(data: &Data, args: &[&str]) -> String {
    let done = data.run(&[args, &["--site", "acme"]].concat());
    assert_eq!(done.code, 1, "{}", done.out);
    done.err
}

#[test]
fn a_loyalty_program_is_set_up_by_commands() {
    let data = Data::with(&[&Acme::single().file("theaters", json!([theater("T1", "One")]))]);
    run(&data, &["level", "add", "id=0", "name=Member", "pointsPerUnit=10"]);
    run(&data, &["level", "add", "id=1", "name=Silver", "pointsPerUnit=12", "fromPoints=1500"]);
    run(
        &data,
        &[
            "membership",
            "add",
            "code=GOLD",
            "name=Gold",
            "price.amount=2500",
            "price.currency=EUR",
            "levelId=1",
        ],
    );
    let popcorn = ["reward", "add", "itemCode=RW-1", "name=Small popcorn", "pointsCost=150", "theaters=T1"];
    run(&data, &popcorn);
    let voucher = ["evoucher", "add", "code=EV-1", "name=Two seats", "price.amount=1900"];
    assert!(refused(&data, &voucher).contains("price.currency is required"));
    run(&data, &[&voucher[..], &["price.currency=EUR"]].concat());
    assert!(refused(&data, &popcorn).contains("already"));
    let elsewhere = ["reward", "add", "itemCode=RW-2", "name=Soda", "pointsCost=90", "theaters=T9"];
    assert!(refused(&data, &elsewhere).contains("existing theaters"));
    run(&data, &["reward", "change", "RW-1", "pointsCost=175", "isAvailable=no"]);
    let table = run(&data, &["reward", "list"]);
    assert!(table.contains("RW-1") && table.contains("175") && table.contains("false"), "{table}");
    assert!(refused(&data, &["level", "remove", "1"]).contains("the level is used by membership GOLD"));
    run(&data, &["membership", "remove", "GOLD"]);
    run(&data, &["level", "remove", "1"]);
    let levels: Value = serde_json::from_str(&run(&data, &["level", "list", "--json"])).unwrap();
    assert_eq!(levels.as_array().unwrap().len(), 1);
    assert!(refused(&data, &["reward", "remove", "RW-9"]).contains("reward not found"));
    let help = data.run(&["reward", "--help"]).stdout_of_success();
    assert!(help.contains("itemCode, name, description, pointsCost"), "{help}");
}

#[test]
fn offers_are_exported_and_imported_as_csv() {
    let data = Data::with(&[&Acme::single()]);
    let file = data.file("rewards.csv");
    std::fs::write(&file, "itemCode,name,pointsCost\nA,One,5\nB,\"Two, or three\",6\nC,Four,x\n").unwrap();
    let output = run(&data, &["reward", "import", file.to_str().unwrap()]);
    assert!(output.contains("line 4: pointsCost must be an integer"), "{output}");
    let list = run(&data, &["reward", "list", "--csv"]);
    std::fs::write(&file, &list).unwrap();
    let again = run(&data, &["reward", "import", "--strict", file.to_str().unwrap()]);
    assert!(again.lines().any(|l| l.split_whitespace().eq(["rewards", "0", "0", "2"])), "{again}");
    assert_eq!(run(&data, &["reward", "list", "--csv"]), list);
}
