use std::collections::BTreeSet;

use super::*;

fn find_call(method: Method, route: &str) -> Result<(&'static Call, Arguments), Problem> {
    find(method, &InnerRoute::parse(route).unwrap(), "Wallet")
}

/// The routes in the tables of the contract: method, and route with parameters in the contract's notation.
fn contract() -> Vec<(Method, String)> {
    let text = include_str!("../../../../docs/spec/loyalty-gateway.md");
    let calls = text.split("## 4. Calls").nth(1).unwrap().split("## 5.").next().unwrap();
    let mut routes = Vec::new();
    for row in calls.lines().filter(|line| line.starts_with("| `")) {
        let cell = row.split(" | ").next().unwrap();
        for code in cell.split('`').skip(1).step_by(2) {
            let (method, route) = match code.split_once(' ') {
                Some(("GET", route)) => (Method::Get, route),
                Some(("POST", route)) => (Method::Post, route),
                _ => continue,
            };
            routes.push((method, route.to_owned()));
        }
    }
    routes
}

#[test]
fn calls_01_to_40_the_table_has_every_route_of_the_contract_and_no_other() {
    let mut documented = BTreeSet::new();
    for (method, route) in contract() {
        let (path, query) = route.split_once('?').unwrap_or((&route, ""));
        let call = CALLS.iter().find(|call| call.path == path && call.method == method);
        let call = call.unwrap_or_else(|| panic!("{route} is not in the table"));
        documented.insert(path.to_owned());
        // `…` means the parameters of the previous row.
        for parameter in query.split(['&', '[', ']']).filter(|p| !p.is_empty() && *p != "…") {
            let name = parameter.split('=').next().unwrap();
            assert!(call.query.contains(&name) || call.optional.contains(&name), "{path}: {name}");
        }
    }
    let implemented: BTreeSet<_> = CALLS.iter().map(|call| call.path.to_owned()).collect();
    assert_eq!(documented, implemented);
    assert_eq!(implemented.len(), CALLS.len(), "no path is duplicate");
}

#[test]
fn trans_06_version_3_prefixes_circuit_and_cinema_with_boxoffice() {
    for call in CALLS {
        for name in call.query {
            let prefixed = call.version() == Version::V3;
            assert!(!matches!(*name, "circuitId" | "cinemaId") || !prefixed, "{}", call.path);
            assert!(!name.starts_with("boxoffice") || prefixed, "{}", call.path);
        }
    }
    let circuit = |route| find_call(Method::Post, route).unwrap().1.circuit().map(str::to_owned);
    assert_eq!(circuit("/Member/Login?circuitId=C1").as_deref(), Some("C1"));
    assert_eq!(circuit("/Member/v3/Login?boxofficeCircuitId=C1").as_deref(), Some("C1"));
    assert_eq!(circuit("/Member/MemberSearch/C1").as_deref(), Some("C1"));
}

#[test]
fn call_09_an_argument_may_be_a_path_segment() {
    let (call, arguments) = find_call(Method::Get, "/Member/UsernameReminder/C1/a%40b.example").unwrap();
    assert_eq!((call.name, arguments.get("value")), (CallName::UsernameReminder, Some("a@b.example")));
    assert_eq!(find_call(Method::Get, "/Member/UsernameReminder/C1/").unwrap_err(), Problem::UnknownRoute);
}

#[test]
fn unknown_routes_wrong_methods_and_missing_parameters_have_their_own_status() {
    assert_eq!(find_call(Method::Get, "/Member/Nothing").unwrap_err().status(), 404);
    assert_eq!(find_call(Method::Get, "/member/login?circuitId=C1").unwrap_err().status(), 404);
    assert_eq!(find_call(Method::Post, "/Member/Login/?circuitId=C1").unwrap_err().status(), 404);
    assert_eq!(
        find_call(Method::Get, "/Member/Login?circuitId=C1").unwrap_err(),
        Problem::MethodNotAllowed { allowed: "POST" }
    );
    let missing = find_call(Method::Post, "/Member/Login?boxofficeCircuitId=C1").unwrap_err();
    assert_eq!((missing.status(), missing.to_string().ends_with("the parameter circuitId")), (400, true));
}

#[test]
fn undeclared_parameters_are_dropped() {
    let (_, arguments) =
        find_call(Method::Get, "/Member/v2/OrderHistory?circuitId=C1&maxResults=5&admin=true").unwrap();
    assert_eq!(arguments.iter().collect::<Vec<_>>(), [("circuitId", "C1"), ("maxResults", "5")]);
}
