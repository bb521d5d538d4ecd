use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Mutex, task::JoinHandle};

use super::Renderer;
use crate::{
    Bundle, Limits, Options, RenderError,
    engine::{Engine, Failure},
};

fn bundle(script: &str) -> Bundle {
    Bundle { script: script.into(), source_map: None }
}

/// A bundle whose `render` function has this body and the parameter `input`.
fn body(body: &str) -> Bundle {
    bundle(&format!("globalThis.render = (input) => {{ {body} }};"))
}

/// One worker, and a time limit that only tests of the time limit reach, even on a slow machine.
fn options() -> Options {
    let limits = Limits { time: Duration::from_secs(60), ..Limits::default() };
    Options { workers: NonZeroUsize::MIN, limits, ..Options::default() }
}

async fn render(renderer: &Renderer, json: &str) -> Result<String, RenderError> {
    renderer.render("home".to_owned(), json.to_owned()).await
}

/// Renders a page in a task of its own.
fn spawn(renderer: &Arc<Renderer>, json: String) -> JoinHandle<Result<String, RenderError>> {
    let renderer = Arc::clone(renderer);
    tokio::spawn(async move { render(&renderer, &json).await })
}

#[tokio::test]
async fn renders_a_page() {
    let renderer =
        Renderer::new(Options::default(), body("return '<p>' + JSON.parse(input).title;")).unwrap();
    assert_eq!(render(&renderer, r#"{"title":"Dune"}"#).await.unwrap(), "<p>Dune");
}

#[tokio::test]
async fn concurrent_jobs_each_receive_their_own_result() {
    let options = Options { workers: NonZeroUsize::new(3).unwrap(), queue: 200, ..Options::default() };
    let renderer = Arc::new(Renderer::new(options, body("return input + input;")).unwrap());
    let pages: Vec<_> = (0..200).map(|n| spawn(&renderer, format!("{n},"))).collect();
    for (n, page) in pages.into_iter().enumerate() {
        assert_eq!(page.await.unwrap().unwrap(), format!("{n},{n},"));
    }
}

#[tokio::test]
async fn renders_the_next_page_after_a_timeout() {
    let script = "
        if (input === 'loop') while (true);
        if (input === 'jobs') { const again = () => { Promise.resolve().then(again); }; again(); }
        if (input === 'expression') /^(a+)+$/.test('a'.repeat(40) + 'b');
        return 'fine';";
    let limits = Limits { time: Duration::from_secs(1), ..Limits::default() };
    let renderer = Renderer::new(Options { limits, ..options() }, body(script)).unwrap();
    for script in ["loop", "jobs", "expression"] {
        let error = render(&renderer, script).await.unwrap_err();
        assert_eq!(error.key(), Some("home"));
        assert_eq!(error.to_string(), "rendering home took longer than 1s");
        assert_eq!(render(&renderer, "").await.unwrap(), "fine", "after {script}");
    }
}

#[tokio::test]
async fn renders_the_next_page_after_a_failure() {
    let script = "
        if (input === 'memory') { const all = globalThis.all = []; for (;;) all.push(new Array(1000).fill({})); }
        if (input === 'deep') { const deep = () => [deep()]; deep(); }
        if (input === 'throw') throw new Error('no such film');
        return 'fine';";
    let renderer = Renderer::new(options(), body(script)).unwrap();
    for (script, message) in [
        ("memory", "rendering home ran out of memory"),
        ("deep", "rendering home failed: RangeError: Maximum call stack size exceeded"),
        ("throw", "rendering home failed: Error: no such film"),
    ] {
        let error = render(&renderer, script).await.unwrap_err();
        assert_eq!(error.key(), Some("home"));
        assert_eq!(error.to_string(), message);
        assert_eq!(render(&renderer, "").await.unwrap(), "fine", "after {script}");
    }
}

#[tokio::test]
async fn exhausted_memory_does_not_break_later_pages() {
    let script = "
        if (!input) return 'fine';
        const all = globalThis.all = [];
        try { for (;;) all.push(new Array(1000).fill({})); } catch {}
        return 'swallowed';";
    let renderer = Renderer::new(options(), body(script)).unwrap();
    let _ = render(&renderer, "swallow").await;
    // The engine's memory is full, which the next failure reveals: at most one page may fail.
    let _ = render(&renderer, "").await;
    assert_eq!(render(&renderer, "").await.unwrap(), "fine");
}

#[tokio::test]
async fn rejects_page_data_over_the_limit() {
    let options = Options { limits: Limits { input_bytes: 10, ..options().limits }, ..options() };
    let renderer = Renderer::new(options, body("return input;")).unwrap();
    assert_eq!(render(&renderer, "0123456789").await.unwrap(), "0123456789");
    let error = render(&renderer, "0123456789a").await.unwrap_err();
    assert_eq!(error.to_string(), "page data of home must be at most 10 bytes, got 11");
}

#[tokio::test]
async fn a_replaced_bundle_is_used_from_the_next_page() {
    let renderer = Renderer::new(options(), body("return 'old';")).unwrap();
    assert_eq!(render(&renderer, "").await.unwrap(), "old");
    renderer.replace_bundle(body("return 'new';"));
    assert_eq!(render(&renderer, "").await.unwrap(), "new");
    renderer.replace_bundle(bundle("half a scr"));
    let error = render(&renderer, "").await.unwrap_err();
    assert!(
        matches!(&error, RenderError::Bundle { message, .. } if message.starts_with("SyntaxError")),
        "{error}"
    );
    renderer.replace_bundle(body("return 'fixed';"));
    assert_eq!(render(&renderer, "").await.unwrap(), "fixed");
}

#[tokio::test]
async fn an_engine_is_replaced_after_the_configured_number_of_renders() {
    let counting = bundle("let count = 0; globalThis.render = () => String(++count);");
    let renderer = Renderer::new(Options { replace_engine_after: 2, ..options() }, counting).unwrap();
    for count in ["1", "2", "1", "2", "1"] {
        assert_eq!(render(&renderer, "").await.unwrap(), count);
    }
}

#[tokio::test]
async fn an_error_stack_is_mapped_to_the_sources() {
    // Line 1 of the bundle is line 3 of pages/Home.tsx.
    let map = r#"{"version":3,"sources":["pages/Home.tsx"],"names":[],"mappings":"AAEA"}"#;
    let script = "globalThis.render = () => { null.x; };".into();
    let renderer = Renderer::new(options(), Bundle { script, source_map: Some(map.into()) }).unwrap();
    let error = render(&renderer, "").await.unwrap_err();
    assert!(error.stack().unwrap().contains("(pages/Home.tsx:3:1)"), "{error:?}");
}

/// Returns its input after acquiring and releasing [`GATE`].
struct Blocking;

static STARTED: AtomicUsize = AtomicUsize::new(0);
static GATE: Mutex<()> = Mutex::const_new(());

impl Engine for Blocking {
    fn start(_: &Bundle, _: &Limits) -> Result<Self, Failure> {
        STARTED.fetch_add(1, Ordering::SeqCst);
        Ok(Self)
    }

    fn render(&mut self, json: &str) -> Result<String, Failure> {
        assert_ne!(json, "panic", "requested by the test");
        drop(GATE.blocking_lock());
        Ok(json.to_owned())
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

#[tokio::test]
async fn a_full_queue_rejects_jobs_and_workers_start_on_demand() {
    let options = Options { workers: NonZeroUsize::new(2).unwrap(), queue: 3, ..Options::default() };
    let renderer = Arc::new(Renderer::with_engine::<Blocking>(options, bundle("")).unwrap());
    assert_eq!(render(&renderer, "first").await.unwrap(), "first");
    assert_eq!(STARTED.load(Ordering::SeqCst), 1, "one worker is enough for one page at a time");

    let gate = GATE.lock().await;
    // Two running, three waiting.
    let mut pages = Vec::new();
    for n in 0..5_usize {
        pages.push(spawn(&renderer, n.to_string()));
        tokio::task::yield_now().await;
        // The workers take the first two jobs; the others stay in the queue.
        while renderer.queue.waiting() > n.saturating_sub(1) {
            tokio::task::yield_now().await;
        }
    }
    assert!(matches!(render(&renderer, "6").await, Err(RenderError::Busy { key }) if key == "home"));

    // A canceled caller frees its place in the queue.
    pages.pop().unwrap().abort();
    tokio::task::yield_now().await;
    let late_render = spawn(&renderer, "late".to_owned());
    tokio::task::yield_now().await;
    drop(gate);
    for (n, page) in pages.into_iter().enumerate() {
        assert_eq!(page.await.unwrap().unwrap(), n.to_string());
    }
    assert_eq!(late_render.await.unwrap().unwrap(), "late");
    assert_eq!(STARTED.load(Ordering::SeqCst), 2);

    // A worker that panics fails only its own job.
    assert!(matches!(render(&renderer, "panic").await, Err(RenderError::Stopped { key }) if key == "home"));
    assert_eq!(render(&renderer, "after").await.unwrap(), "after");
}
