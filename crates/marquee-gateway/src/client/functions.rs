//! The functions of calls: the versions of a call are one function, which chooses the route by the version of the site.

use marquee_api::paths::MEMBER_PREFIX;
use marquee_api::typescript::type_of;
use marquee_model::settings::DEFAULT_WALLET_PREFIX;
use serde_json::Value;

use super::file_of;
use super::readers::Readers;
use crate::envelope::Method;
use crate::openapi::{MEMBER_ENDPOINTS, MemberEndpoint, field_schema, parameter_schema};
use crate::table::{CALLS, Call, CallName, Session, Version};

/// Route arguments that depend on the site, not on the call.
const CONTEXT: [&str; 4] = ["circuitId", "cinemaId", "boxofficeCircuitId", "boxofficeCinemaId"];

/// A function of the client.
pub struct Function {
    pub file: &'static str,
    source: Source,
}

enum Source {
    /// A call of the table, in one or two versions.
    Call { rows: Vec<&'static Call>, parameters: String, payload: String },
    /// An endpoint outside the gateway.
    Endpoint(&'static MemberEndpoint),
}

/// All functions, in the order of the table.
///
/// # Errors
/// If a schema cannot be serialized.
pub fn all() -> Result<Vec<Function>, serde_json::Error> {
    let mut names: Vec<CallName> = Vec::new();
    for call in CALLS {
        if !names.contains(&call.name) {
            names.push(call.name);
        }
    }
    let mut code = Vec::new();
    for name in names {
        let rows: Vec<&Call> = CALLS.iter().filter(|call| call.name == name).collect();
        let arguments = arguments(&rows)
            .into_iter()
            .map(|(name, required)| (name, required, serde_json::to_value(parameter_schema(name))));
        let mut parameters = object_type(arguments)?;
        if rows.iter().any(|call| call.response.is_pass) {
            let prefix = "  /** The site's first segment of wallet routes (WALLET-03). */\n  readonly walletPrefix?: string;\n}";
            parameters = parameters.trim_end_matches('}').to_owned() + prefix;
        }
        let fields = payload_fields(&rows)
            .into_iter()
            .map(|(name, required)| (name, required, serde_json::to_value(field_schema(name))));
        let payload = object_type(fields)?;
        code.push(Function { file: file_of(name), source: Source::Call { rows, parameters, payload } });
    }
    for endpoint in MEMBER_ENDPOINTS {
        // The hand-over ticket is needed on every page that uses the session.
        let file = if endpoint.path.starts_with(MEMBER_PREFIX) { "member" } else { "session" };
        code.push(Function { file, source: Source::Endpoint(endpoint) });
    }
    Ok(code)
}

/// Whether a condition holds for all rows.
fn in_all(rows: &[&Call], is_met: impl Fn(&Call) -> bool) -> bool {
    rows.iter().all(|call| is_met(call))
}

/// Appends names that are not in the list yet.
fn extend<'n>(names: &mut Vec<&'n str>, more: impl IntoIterator<Item = &'n str>) {
    for name in more {
        if !names.contains(&name) {
            names.push(name);
        }
    }
}

/// The arguments of a call's routes except [`CONTEXT`], and whether each is required.
fn arguments(rows: &[&'static Call]) -> Vec<(&'static str, bool)> {
    let mut names = Vec::new();
    for call in rows {
        extend(&mut names, call.segments());
        extend(&mut names, call.query.iter().chain(call.optional).copied());
    }
    names.retain(|name| !CONTEXT.contains(name));
    let is_required = |name: &str| {
        in_all(rows, |call| call.segments().any(|segment| segment == name) || call.query.contains(&name))
    };
    names.into_iter().map(|name| (name, is_required(name))).collect()
}

fn payload_fields(rows: &[&'static Call]) -> Vec<(&'static str, bool)> {
    let mut names = Vec::new();
    rows.iter().for_each(|call| extend(&mut names, call.fields.iter().copied()));
    names.into_iter().map(|name| (name, in_all(rows, |call| call.required.contains(&name)))).collect()
}

/// The TypeScript type of an object; optional values may be missing, undefined or null. Empty if there are no fields.
fn object_type(
    fields: impl Iterator<Item = (&'static str, bool, Result<Value, serde_json::Error>)>,
) -> Result<String, serde_json::Error> {
    let mut lines = String::new();
    for (name, required, schema) in fields {
        let kind = type_of(&schema?, "  ");
        let line = if required { format!("  readonly {name}: {kind};\n") } else { optional(name, &kind) };
        lines.push_str(&line);
    }
    Ok(if lines.is_empty() { lines } else { format!("{{\n{lines}}}") })
}

fn optional(name: &str, kind: &str) -> String {
    let or_null = if kind == "unknown" { String::new() } else { " | null | undefined".to_owned() };
    format!("  readonly {name}?: {kind}{or_null};\n")
}

impl Function {
    /// The types in the response.
    pub fn types(&self) -> impl Iterator<Item = &'static str> {
        match &self.source {
            Source::Call { rows, .. } => {
                let mut names: Vec<&str> = rows
                    .iter()
                    .filter_map(|call| call.response.schema.filter(|_| !call.response.is_pass))
                    .collect();
                let has_tokens =
                    rows.iter().any(|call| call.session_fields.contains(&"sessionManagementTokens"));
                names.extend(has_tokens.then_some("SessionTokens"));
                names.into_iter()
            }
            Source::Endpoint(endpoint) => {
                endpoint.response.filter(|_| !endpoint.is_file).into_iter().collect::<Vec<_>>().into_iter()
            }
        }
    }

    /// The function as TypeScript.
    pub fn code(&self, readers: &Readers<'_>) -> String {
        match &self.source {
            Source::Call { rows, parameters, payload } => {
                call_code(rows, parameters, payload, self.file, readers)
            }
            Source::Endpoint(endpoint) => endpoint_code(endpoint, self.file, readers),
        }
    }
}

/// The name of a call's function.
fn function_name(call: &Call) -> String {
    match call.name {
        // `delete` is a reserved word.
        CallName::Delete => "deleteMember".to_owned(),
        _ => {
            let id = call.operation_id();
            id.strip_suffix(&format!("{:?}", call.version())).unwrap_or(&id).to_owned()
        }
    }
}

fn call_code(
    rows: &[&'static Call],
    parameters: &str,
    payload: &str,
    file: &str,
    readers: &Readers<'_>,
) -> String {
    let Some(first_row) = rows.first() else { return String::new() };
    let name = function_name(first_row);
    let type_name: String =
        name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect();
    let mut code = String::new();
    let mut signature = "context: call.CallContext".to_owned();
    for (what, variable, object) in
        [("Parameters", "parameters", parameters), ("Payload", "payload", payload)]
    {
        if object.is_empty() {
            continue;
        }
        code.push_str(&format!(
            "/** The {variable} of `{name}`. */\nexport interface {type_name}{what} {object}\n\n"
        ));
        let default = if object.contains("  readonly")
            && object.lines().all(|line| !line.contains("readonly") || line.contains("?:"))
        {
            " = {}"
        } else {
            ""
        };
        signature.push_str(&format!(", {variable}: {type_name}{what}{default}"));
    }
    let request = request(rows, if parameters.is_empty() { "" } else { ", parameters" });
    let description = first_row.description.replace("*/", "* /");
    code.push_str(&format!("/** {description} */\nexport const {name} = ({signature}) =>\n  "));
    let request = if first_row.response.is_pass {
        format!("call.pass({request})")
    } else {
        format!(
            "{}({request}, {})",
            if first_row.method == Method::Get { "call.get" } else { "call.post" },
            reader(rows, file, readers)
        )
    };
    code + &request + ";\n"
}

/// The route, the payload and the flags of a call, as an object.
fn request(rows: &[&'static Call], values: &str) -> String {
    let call_object =
        |route: &str, flags: &str| format!("{{ route: call.fill({route}, context{values}){flags} }}");
    let text = |call: &Call| format!("'{}'", template(call));
    let (old, new) = versions(rows);
    match (old, new) {
        (Some(old), Some(new)) => {
            let [old_flags, new_flags] = [old, new].map(|call| flags(call, rows));
            if old_flags == new_flags {
                call_object(&format!("context.version === 3 ? {} : {}", text(new), text(old)), &new_flags)
            } else {
                let [old, new] = [call_object(&text(old), &old_flags), call_object(&text(new), &new_flags)];
                format!("context.version === 3 ? {new} : {old}")
            }
        }
        (Some(route), None) | (None, Some(route)) => call_object(&text(route), &flags(route, rows)),
        (None, None) => String::new(),
    }
}

/// The rows for sites of version 1, which may be a route of version 2, and of version 3.
fn versions(rows: &[&'static Call]) -> (Option<&'static Call>, Option<&'static Call>) {
    let find = |is_new: bool| rows.iter().find(|call| (call.version() == Version::V3) == is_new).copied();
    (find(false), find(true))
}

/// The fields of a request other than its route.
fn flags(call: &Call, rows: &[&Call]) -> String {
    let mut code = String::new();
    if call.method == Method::Post {
        let is_empty = call.fields.is_empty() || rows.iter().all(|call| call.fields.is_empty());
        code.push_str(if is_empty { ", payload: {}" } else { ", payload" });
    }
    if call.captcha {
        code.push_str(", captcha: true");
    }
    code.push_str(match call.session {
        Session::None => "",
        Session::Optional => ", token: 'optional'",
        Session::Required => ", token: 'session'",
        Session::RequiredOrId => ", ...(parameters.userSessionId === undefined ? { token: 'session' } : {})",
        Session::Refresh => ", token: 'refresh'",
    });
    code
}

/// A path with the names of its query parameters: `/Member/Login?circuitId`.
fn template(call: &Call) -> String {
    let path = call.path.replacen(&format!("/{DEFAULT_WALLET_PREFIX}/"), "/{walletPrefix}/", 1);
    let names: Vec<&str> = call.query.iter().chain(call.optional).copied().collect();
    format!("{path}{}{}", if names.is_empty() { "" } else { "?" }, names.join("&"))
}

/// The fields about the session that any version returns.
fn session_fields(rows: &[&'static Call]) -> Vec<&'static str> {
    let mut names = Vec::new();
    rows.iter().for_each(|call| extend(&mut names, call.session_fields.iter().copied()));
    names
}

fn is_tokens(field: &str) -> bool {
    field == "sessionManagementTokens"
}

/// The type of the fields of a response other than the result.
fn response_type(rows: &[&'static Call]) -> String {
    let mut parts: Vec<String> = rows
        .iter()
        .take(1)
        .filter_map(|call| call.response.schema)
        .map(|name| format!("api.{name}"))
        .collect();
    let mut fields: Vec<String> = session_fields(rows)
        .into_iter()
        .map(|name| format!("{name}: {}", if is_tokens(name) { "api.SessionTokens" } else { "string" }))
        .collect();
    let lists = rows.iter().take(1).flat_map(|call| call.response.service_fields);
    fields.extend(lists.map(|name| format!("{name}: string[]")));
    if !fields.is_empty() {
        parts.push(format!("{{ {} }}", fields.join("; ")));
    }
    if parts.is_empty() { "object".to_owned() } else { parts.join(" & ") }
}

/// The reader of a response.
fn reader(rows: &[&'static Call], file: &str, readers: &Readers<'_>) -> String {
    let Some(first_row) = rows.first() else { return String::new() };
    let mut fields: Vec<String> = first_row
        .response
        .schema
        .map(|name| format!("...{}", readers.fields(name, file)))
        .into_iter()
        .collect();
    for name in session_fields(rows) {
        let value = if is_tokens(name) {
            format!("reader.object({})", readers.fields("SessionTokens", file))
        } else {
            "reader.text".to_owned()
        };
        fields.push(format!("{name}: {value}"));
    }
    fields.extend(
        first_row.response.service_fields.iter().map(|name| format!("{name}: reader.list(reader.text)")),
    );
    let value_name =
        first_row.response.service_fields.first().map_or_else(String::new, |name| format!(", '{name}'"));
    let reader = format!("reader.response<{}>", response_type(rows));
    match fields.as_slice() {
        [] => format!("{reader}({{}})"),
        [only] if only.starts_with("...") && value_name.is_empty() => {
            format!("{reader}({})", only.trim_start_matches("..."))
        }
        _ => format!("{reader}({{ {} }}{value_name})", fields.join(", ")),
    }
}

fn endpoint_code(endpoint: &MemberEndpoint, file: &str, readers: &Readers<'_>) -> String {
    let MemberEndpoint { id, method, path, request, response, is_file, summary, .. } = endpoint;
    let mut fields = vec![format!("route: '{path}'"), "token: 'session'".to_owned(), "own: true".to_owned()];
    let payload = request.map(|fields| {
        let fields: Vec<String> = fields.iter().map(|name| format!("readonly {name}: string")).collect();
        format!("payload: {{ {} }}", fields.join("; "))
    });
    if payload.is_some() {
        fields.push("payload".to_owned());
    }
    let response_name = *response;
    let fields_reader = response.map_or_else(|| "{}".to_owned(), |name| readers.fields(name, file));
    let response_type = response_name.map_or_else(|| "object".to_owned(), |name| format!("api.{name}"));
    let request = format!("{{ {} }}", fields.join(", "));
    let expression = match (is_file, method) {
        (true, _) => format!("call.pass({request})"),
        (false, Method::Get) => {
            format!("call.get({request}, reader.response<{response_type}>({fields_reader}))")
        }
        (false, Method::Post) => {
            format!("call.post({request}, reader.response<{response_type}>({fields_reader}))")
        }
    };
    format!("/** {summary}. */\nexport const {id} = ({}) =>\n  {expression};\n", payload.unwrap_or_default())
}
