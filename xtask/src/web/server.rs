//! Static files over HTTP, for a browser on this machine.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::thread;

/// Serves the files of folders, of which the first one that has a file counts, until the program ends. Returns the address.
pub fn serve(port: u16, folders: Vec<PathBuf>) -> Result<String, String> {
    let failed = |e: std::io::Error| format!("a server on this machine: {e}");
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folders = folders.clone();
            // A browser that goes away in the middle is no fault.
            thread::spawn(move || answer(&stream, &folders).ok());
        }
    });
    Ok(format!("http://{address}/"))
}

fn answer(mut stream: &TcpStream, folders: &[PathBuf]) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The rest of the head says nothing of interest.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let found = name(&request).and_then(|name| {
        let read = |folder: &PathBuf| fs::read(folder.join(name)).ok();
        Some((name, folders.iter().find_map(read)?))
    });
    let (status, kind, body) = match found {
        Some((name, body)) => ("200 OK", kind(name), body),
        None => ("404 Not Found", "text/plain", b"not found\n".to_vec()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// The file that a request asks for, which lies in the folder itself.
fn name(request: &str) -> Option<&str> {
    let path = request.strip_prefix("GET /")?.split([' ', '?']).next()?;
    match path {
        "" => Some("index.html"),
        _ if path.contains(['/', '\\']) || path.starts_with('.') => None,
        _ => Some(path),
    }
}

/// What a file holds, by its name's ending: browsers compile modules of this type only.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn files_of_the_folder_alone() {
        assert_eq!(name("GET / HTTP/1.1"), Some("index.html"));
        assert_eq!(name("GET /page.js?v=1 HTTP/1.1"), Some("page.js"));
        assert_eq!(name("GET /../secret HTTP/1.1"), None);
        assert_eq!(name("GET /.. HTTP/1.1"), None);
        assert_eq!(name("POST / HTTP/1.1"), None);
    }
}
