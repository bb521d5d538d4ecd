//! A running server and its sites.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::data::Data;
use crate::html::Page;
use crate::http::{self, Reply};

/// Timeout on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The log of a server.
#[derive(Debug, Default)]
struct Log {
    /// The lines so far, and whether the log has ended.
    lines: Mutex<(Vec<Value>, bool)>,
    /// Notified of each line, and of the end of the log.
    changed: Condvar,
}

impl Log {
    /// Waits until `find` returns a value for the lines so far; `None` on timeout or at the end of the log.
    fn wait<T>(&self, mut find: impl FnMut(&[Value]) -> Option<T>) -> Option<T> {
        let end = Instant::now() + PATIENCE;
        let mut lines = self.lines.lock().unwrap();
        loop {
            let found = find(&lines.0);
            let left = end.saturating_duration_since(Instant::now());
            if found.is_some() || lines.1 || left.is_zero() {
                return found;
            }
            lines = self.changed.wait_timeout(lines, left).unwrap().0;
        }
    }

    /// Waits for the end of the log, which the server closes when it exits; false on timeout.
    fn has_ended(&self) -> bool {
        let _: Option<()> = self.wait(|_| None);
        self.lines.lock().unwrap().1
    }
}

/// A running server, killed when dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    address: SocketAddr,
    admin: PathBuf,
    log: Arc<Log>,
    data: Data,
}

impl Server {
    pub(crate) fn start(
        data: &Data,
        command: &str,
        clock: &str,
        flags: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        let admin = data.file("admin.sock");
        let mut command = Data::command(&[command, "--listen", "127.0.0.1:0", "--log-format", "json"]);
        command.arg("--admin-listen").arg(format!("unix:{}", admin.display()));
        command.arg("--data").arg(data.path()).args(["--clock", clock]).args(flags);
        // Rendering all pages takes seconds of processor time, and most tests request a few; others set the flag.
        command.env("MARQUEE_DEFER_PAGES", "on").envs(environment.iter().copied());
        Self::spawn(data, command, admin)
    }

    pub(crate) fn start_with_files(data: &Data, command: &str, clock: &str, files: u32) -> Self {
        let admin = data.file("admin.sock");
        let mut wrapped = Command::new("sh");
        wrapped.args(["-c", "ulimit -n \"$0\" && exec \"$@\"", &files.to_string()]);
        let own = Data::command(&[command, "--listen", "127.0.0.1:0", "--log-format", "json"]);
        wrapped.arg(own.get_program()).args(own.get_args()).current_dir(std::env::temp_dir());
        for (name, value) in own.get_envs() {
            if value.is_none() {
                wrapped.env_remove(name);
            }
        }
        wrapped.arg("--admin-listen").arg(format!("unix:{}", admin.display()));
        wrapped.arg("--data").arg(data.path()).args(["--clock", clock]);
        Self::spawn(data, wrapped, admin)
    }

    fn spawn(data: &Data, mut command: Command, admin: PathBuf) -> Self {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let log = Arc::default();
        follow(child.stderr.take().unwrap(), Arc::clone(&log));
        let mut server =
            Self { child, address: SocketAddr::from(([127, 0, 0, 1], 0)), admin, log, data: data.clone() };
        let line = server.logged("listening", |line| line["listen"].is_string());
        server.address = line["listen"].as_str().unwrap().parse().unwrap();
        server
    }

    /// The address of its public listener.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for a log line that matches a condition.
    ///
    /// # Panics
    /// On timeout, or if the server exits.
    #[must_use]
    pub fn logged(&mut self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        let line = self.log.wait(|lines| lines.iter().find(|line| is(line)).cloned());
        line.unwrap_or_else(|| {
            panic!("{what} was not logged; ended: {:?}; {:?}", self.child.try_wait().unwrap(), self.log())
        })
    }

    /// All log lines so far.
    #[must_use]
    pub fn log(&self) -> Vec<Value> {
        self.log.lines.lock().unwrap().0.clone()
    }

    /// Bytes of resident memory: the highest since the last call of [`Self::reset_peak_memory`], from Linux' `proc`.
    #[must_use]
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// Makes [`Self::peak_memory`] begin with the memory that is resident now.
    pub fn reset_peak_memory(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").unwrap();
    }

    /// Its data folder.
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The site with a host name.
    #[must_use]
    pub fn site<'s>(&'s self, host: &'s str) -> Site<'s> {
        Site { server: self, host, cookie: String::new() }
    }

    /// Sends a GET request to the admin listener.
    #[must_use]
    pub fn admin(&self, path: &str) -> Reply {
        http::over_socket(&self.admin, path)
    }

    /// Sends a signal by name, waits for the server to exit, and returns the exit code.
    pub fn end(mut self, signal: &str) -> i32 {
        let pid = self.child.id().to_string();
        let sent = Command::new("sh").args(["-c", "kill -s \"$0\" \"$1\"", signal, &pid]).status().unwrap();
        assert!(sent.success());
        assert!(self.log.has_ended(), "the server did not exit before the timeout");
        self.child.wait().unwrap().code().unwrap_or(-1)
    }

    /// Stops the server with SIGTERM, and asserts exit code 0.
    pub fn stop(self) {
        assert_eq!(self.end("TERM"), 0);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Collects log lines, which are JSON.
fn follow(stderr: ChildStderr, log: Arc<Log>) {
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let line = serde_json::from_str(&line).unwrap_or(Value::String(line));
            log.lines.lock().unwrap().0.push(line);
            log.changed.notify_all();
        }
        log.lines.lock().unwrap().1 = true;
        log.changed.notify_all();
    });
}

/// A site of a running server.
#[derive(Debug, Clone)]
pub struct Site<'s> {
    server: &'s Server,
    host: &'s str,
    cookie: String,
}

impl Site<'_> {
    /// The site for a visitor with a cookie.
    #[must_use]
    pub fn with_cookie(&self, cookie: &str) -> Self {
        Self { cookie: cookie.to_owned(), ..self.clone() }
    }

    /// Sends a GET request.
    #[must_use]
    pub fn get(&self, path: &str) -> Reply {
        self.request("GET", path, &[])
    }

    /// Sends a request without body, with additional headers.
    #[must_use]
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.request_with_body(method, path, headers, "")
    }

    /// Sends a request with headers and a body.
    #[must_use]
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let length = body.len().to_string();
        let headers = [&[("content-length", length.as_str())], headers].concat();
        self.request_with_body(method, path, &headers, body)
    }

    /// Sends a POST request with a form.
    #[must_use]
    pub fn post(&self, path: &str, form: &str) -> Reply {
        self.send("POST", path, &[("content-type", "application/x-www-form-urlencoded")], form)
    }

    fn request_with_body(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut all = vec![("host", self.host)];
        if !self.cookie.is_empty() {
            all.push(("cookie", &self.cookie));
        }
        all.extend(headers);
        http::request(self.server.address, method, path, &all, body)
    }

    /// Gets a page, and asserts status 200.
    #[must_use]
    pub fn page(&self, path: &str) -> Page {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{}{path}: {:?}", self.host, self.server.log());
        Page::parse(&reply)
    }

    /// Waits until the response at a path is as expected.
    ///
    /// # Panics
    /// On timeout.
    pub fn wait_for(&self, path: &str, is: impl Fn(&Reply) -> bool) {
        let end = Instant::now() + PATIENCE;
        loop {
            let reply = self.get(path);
            if is(&reply) {
                return;
            }
            assert!(Instant::now() < end, "{path} did not match before the timeout: {:?}", reply.headers);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a page is as expected.
    pub fn wait_for_page(&self, path: &str, is: impl Fn(&Page) -> bool) {
        drop(self.page_once(path, is));
    }

    /// Requests a page until it matches a condition, since writes reach pages with a short delay.
    ///
    /// # Panics
    /// On timeout.
    #[must_use]
    pub fn page_once(&self, path: &str, is: impl Fn(&Page) -> bool) -> Page {
        let end = Instant::now() + PATIENCE;
        loop {
            let page = self.page(path);
            if is(&page) {
                return page;
            }
            assert!(Instant::now() < end, "{path} did not match before the timeout: {}", page.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
