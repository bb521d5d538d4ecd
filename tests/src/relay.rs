//! A mail server on loopback that takes every mail.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long a mail may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A mail server; it ends with the test.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
    mails: Receiver<String>,
}

impl Relay {
    /// Opens one.
    #[must_use]
    pub fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, mails) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let sender = sender.clone();
                std::thread::spawn(move || drop(talk(&stream.unwrap(), &sender)));
            }
        });
        Self { address, mails }
    }

    /// Its address as the setting has it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The next mail as it came, its envelope's lines before it.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn next(&self) -> String {
        self.mails.recv_timeout(PATIENCE).unwrap()
    }
}

/// A conversation: everything is agreed to.
fn talk(stream: &TcpStream, sender: &Sender<String>) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    let mut lines = BufReader::new(stream).lines();
    let mut heard = String::new();
    writeln!(out, "220 relay\r")?;
    while let Some(line) = lines.next().transpose()? {
        match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "DATA" => {
                writeln!(out, "354 go on\r")?;
                for line in lines.by_ref() {
                    let line = line?;
                    if line == "." {
                        break;
                    }
                    heard.push_str(&line);
                    heard.push('\n');
                }
                let _ = sender.send(std::mem::take(&mut heard));
                writeln!(out, "250 taken\r")?;
            }
            "QUIT" => {
                writeln!(out, "221 bye\r")?;
                return Ok(());
            }
            _ => {
                heard.push_str(&line);
                heard.push('\n');
                writeln!(out, "250 fine\r")?;
            }
        }
    }
    Ok(())
}
