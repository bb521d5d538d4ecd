//! SMTP server on a local socket. Accepts every mail, unless configured with other replies.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub struct Server {
    pub port: u16,
    commands: Arc<Mutex<Vec<String>>>,
    mail: Arc<Mutex<String>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts the server. `replies` maps commands to replies that differ from the default; an empty reply sends nothing.
    /// `connect` is the greeting, `.` the end of the data.
    pub async fn start(replies: &[(&'static str, &'static str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (commands, mail) = <(Arc<Mutex<Vec<String>>>, Arc<Mutex<String>>)>::default();
        let replies: HashMap<_, _> = replies.iter().copied().collect();
        let (command_log, mails) = (commands.clone(), mail.clone());
        let task = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                serve_connection(socket, &replies, &command_log, &mails).await;
            }
        });
        Self { port, commands, mail, task }
    }

    /// URL of the server, with `user:password`.
    pub fn url(&self, user: &str) -> String {
        format!("smtp://{user}@127.0.0.1:{}", self.port)
    }

    /// The received commands, without QUIT.
    pub async fn received_commands(&self) -> Vec<String> {
        self.commands.lock().unwrap().iter().filter(|line| *line != "QUIT").cloned().collect()
    }

    /// The last received mail.
    pub async fn mail(&self) -> String {
        self.mail.lock().unwrap().clone()
    }

    /// Closes the socket.
    pub async fn stop(self) {
        self.task.abort();
        let _ = self.task.await;
    }
}

async fn serve_connection(
    socket: TcpStream,
    replies: &HashMap<&str, &str>,
    commands: &Mutex<Vec<String>>,
    mail: &Mutex<String>,
) {
    let (read, mut write) = socket.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut command = "connect".to_owned();
    loop {
        let default_reply = match command.as_str() {
            "connect" => "220 mail.example",
            "EHLO" => "250-mail.example\r\n250 AUTH PLAIN LOGIN",
            "AUTH" => "235 welcome",
            "DATA" => "354 go on",
            "QUIT" => "221 bye",
            _ => "250 yes",
        };
        let reply = replies.get(command.as_str()).copied().unwrap_or(default_reply);
        if !reply.is_empty() && write.write_all(format!("{reply}\r\n").as_bytes()).await.is_err() {
            return;
        }
        if command == "DATA" && reply.starts_with('3') {
            *mail.lock().unwrap() = body(&mut lines).await;
            ".".clone_into(&mut command);
            continue;
        }
        let Ok(Some(line)) = lines.next_line().await else { return };
        line.split(' ').next().unwrap().clone_into(&mut command);
        commands.lock().unwrap().push(line);
    }
}

/// Reads the data up to the single dot, and removes dot-stuffing.
async fn body(lines: &mut Lines<BufReader<OwnedReadHalf>>) -> String {
    let mut mail = Vec::new();
    while let Ok(Some(line)) = lines.next_line().await {
        if line == "." {
            break;
        }
        mail.push(line.strip_prefix('.').unwrap_or(&line).to_owned());
    }
    mail.join("\r\n")
}
