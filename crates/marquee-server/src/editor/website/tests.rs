use super::*;

#[test]
fn readings_of_an_operator_are_limited() {
    let readings = Readings::default();
    let operator = |name: &str| OperatorId::parse(name).unwrap();
    let at = |minute: i64| Timestamp::from_second(minute * 60).unwrap();
    for _ in 0..READINGS {
        assert_eq!(readings.count(&operator("rosa"), at(100)), Ok(()));
    }
    assert_eq!(
        readings.count(&operator("rosa"), at(104)),
        Err(6 * 60),
        "until the first one is ten minutes old"
    );
    assert_eq!(readings.count(&operator("theo"), at(104)), Ok(()), "others are not affected");
    assert_eq!(readings.count(&operator("rosa"), at(111)), Ok(()));
}
