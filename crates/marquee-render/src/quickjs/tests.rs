use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tracing_subscriber::fmt::MakeWriter;

use super::QuickJs;
use crate::{
    Bundle, Limits,
    engine::{Engine, Failure},
};

/// A time limit that only tests of the time limit reach, even on a slow machine.
fn limits() -> Limits {
    Limits { time: Duration::from_secs(60), ..Limits::default() }
}

/// An engine whose `render` function has this body and the parameter `input`.
fn engine(body: &str, limits: &Limits) -> QuickJs {
    let script = format!("globalThis.render = (input) => {{\n{body}\n}};").into();
    QuickJs::start(&Bundle { script, source_map: None }, limits).expect("starts")
}

fn render_within(body: &str, limits: Limits) -> Result<String, Failure> {
    let body = body.to_owned();
    on_worker_stack(move || engine(&body, &limits).render("{}"))
}

fn render(body: &str) -> Result<String, Failure> {
    render_within(body, limits())
}

/// Runs `task` with the native stack size of the pool's workers.
fn on_worker_stack<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(2 << 20).spawn(task).expect("a thread").join().expect("no panic")
}

#[test]
fn strings_are_passed_unchanged() {
    let mut engine = engine("return '<' + input + '>';", &limits());
    for text in ["", "{\"a\":1}", "Grüße \u{1f3ac} \u{0} \u{2028} </script>"] {
        assert_eq!(engine.render(text), Ok(format!("<{text}>")));
    }
}

#[test]
fn endless_scripts_end_at_the_time_limit() {
    let cases = [
        ("loop", "while (true);"),
        ("loop that catches", "while (true) { try { while (true); } catch {} finally { continue; } }"),
        ("regular expression", "return String(/^(a+)+$/.test('a'.repeat(40) + 'b'));"),
        ("promise jobs", "const again = () => { Promise.resolve().then(again); }; again(); return '';"),
        ("async function", "(async () => { for (;;) await null; })(); return '';"),
        ("a job that loops", "Promise.resolve().then(() => { while (true); }); return '';"),
        ("sort", "return String([...Array(1e5).keys()].sort(() => { while (true); }));"),
        ("error with a looping getter", "throw { get message() { while (true); } };"),
        ("looping toJSON", "throw { toJSON() { while (true); } };"),
    ];
    for (name, body) in cases {
        let start = Instant::now();
        let limits = Limits { time: Duration::from_millis(200), ..Limits::default() };
        assert_eq!(render_within(body, limits), Err(Failure::Timeout), "{name}");
        assert!(start.elapsed() < Duration::from_secs(30), "{name} took {:?}", start.elapsed());
    }
}

#[test]
fn memory_is_limited() {
    let cases = [
        ("objects", "const all = []; for (;;) all.push({ a: [1, 2, 3] });"),
        ("objects kept", "const all = globalThis.all = []; for (;;) all.push({ a: [1, 2, 3] });"),
        ("strings", "const all = []; for (;;) all.push('abc'.repeat(100000));"),
        ("typed arrays", "const all = []; for (;;) all.push(new Uint8Array(1 << 20));"),
        (
            "cycles",
            "const all = globalThis.all = []; for (;;) { const m = new Map(); m.set(m, () => m); all.push(m); }",
        ),
    ];
    for (name, body) in cases {
        assert_eq!(render(body), Err(Failure::OutOfMemory), "{name}");
    }
}

#[test]
fn a_huge_string_ends_as_an_error() {
    let result = render("let text = 'abc'; for (;;) text += text;");
    assert!(matches!(result, Err(Failure::Thrown { .. } | Failure::OutOfMemory)), "{result:?}");
}

#[test]
fn deep_recursion_ends_as_an_error() {
    let cases = [
        "const deep = (x) => [deep(x)]; return deep(1);",
        "const o = { toString() { return o + ''; } }; return o + '';",
        "return JSON.parse('['.repeat(1000000));",
        "return String(new RegExp('('.repeat(50000) + ')'.repeat(50000)).test('a'));",
        "let a = []; for (let i = 0; i < 100000; i++) a = [a]; return JSON.stringify(a);",
    ];
    for body in cases {
        let result = render(body);
        assert!(matches!(result, Err(Failure::Thrown { .. })), "{body}: {result:?}");
    }
}

#[test]
fn the_message_describes_the_thrown_value() {
    let cases = [
        ("null.x;", "TypeError: cannot read property 'x' of null"),
        ("throw new RangeError('too far');", "RangeError: too far"),
        ("throw 'words';", "thrown: \"words\""),
        ("throw { code: 7 };", "thrown: {\"code\":7}"),
        ("throw undefined;", "thrown: undefined"),
        ("return 7;", "TypeError: render returned something other than a string"),
        ("return Promise.resolve('');", "TypeError: render returned something other than a string"),
    ];
    for (body, expected) in cases {
        let Err(Failure::Thrown { message, .. }) = render(body) else { panic!("{body} did not throw") };
        assert_eq!(message, expected);
    }
}

#[test]
fn a_stack_contains_the_line_of_the_bundle() {
    let Err(Failure::Thrown { stack, .. }) = render("null.x;") else { panic!("did not throw") };
    assert!(stack.contains("bundle.js:2:"), "{stack}");
}

#[test]
fn a_string_that_is_not_valid_unicode_is_an_error() {
    assert!(matches!(render("return '\\ud800';"), Err(Failure::Thrown { .. })));
}

#[test]
fn an_engine_that_threw_is_reusable() {
    let mut engine = engine("if (input) throw new Error(input); return 'fine';", &limits());
    assert!(engine.render("no").is_err());
    assert!(engine.is_reusable());
    assert_eq!(engine.render(""), Ok("fine".to_owned()));
}

#[test]
fn a_bundle_without_render_or_with_a_syntax_error_fails() {
    let start = |script: &str| QuickJs::start(&Bundle { script: script.into(), source_map: None }, &limits());
    let Err(Failure::Thrown { message, .. }) = start("let = ;") else { panic!("evaluated") };
    assert!(message.starts_with("SyntaxError: "), "{message}");
    let Err(Failure::Thrown { message, .. }) = start("var other = 1;").expect("starts").render("") else {
        panic!("rendered")
    };
    assert_eq!(message, "TypeError: the bundle has no global function render");
}

#[test]
fn the_bundle_is_a_classic_script() {
    let script = "var render = (function () { return function (input) { return typeof this + input; }; })();";
    let mut engine =
        QuickJs::start(&Bundle { script: script.into(), source_map: None }, &limits()).expect("starts");
    assert_eq!(engine.render("!"), Ok("object!".to_owned()));
}

#[test]
fn the_console_writes_to_the_log() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_ansi(false);
    tracing::subscriber::with_default(subscriber.with_writer(log.clone()).finish(), || {
        engine(
            "console.error('bad', 1, { a: [true] }); console.warn('odd'); console.info('note'); console.log('said');
             console.debug(undefined, null, () => 1, 10n); console.error(new TypeError('inside')); return '';",
            &limits(),
        )
        .render("")
        .expect("renders");
    });
    let text = String::from_utf8(log.0.lock().clone()).expect("text");
    for line in [
        "ERROR marquee_render::console: bad 1 {\"a\":[true]}\n",
        " WARN marquee_render::console: odd\n",
        " INFO marquee_render::console: note\n",
        " INFO marquee_render::console: said\n",
        "DEBUG marquee_render::console: undefined null () => 1 10\n",
        "ERROR marquee_render::console: TypeError: inside\n    at ",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}

/// A log in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}
