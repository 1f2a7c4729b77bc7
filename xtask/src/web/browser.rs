//! Chromium without a window, led by its debugging protocol: messages of JSON over two pipes.

use crate::cargo::succeeds;
use crate::{Outcome, debian, fetch};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

const SUITE: &str = "trixie";
const PACKAGES: [&str; 2] = ["chromium", "patchelf"];
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";
/// Where libraries lie that others look for at a place of their own.
const OTHER_LIBRARIES: &str = "usr/lib/x86_64-linux-gnu/pulseaudio";
/// They need a newer C library than the machine may have.
const LOADER: &str = "ld-linux-x86-64.so.2";
const PROGRAMS: [&str; 2] = ["usr/lib/chromium/chromium", "usr/lib/chromium/chrome_crashpad_handler"];

/// What every browser here is told.
const ALWAYS: [&str; 6] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--window-size=1000,1600",
    "--remote-debugging-pipe",
];
/// The software adapter of WebGPU.
pub const SOFTWARE: &[&str] = &[
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    "--enable-features=Vulkan",
    "--disable-vulkan-surface",
];

/// After so long without a message something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// How many were opened: each has a profile of its own, as parts of one that was closed may still write.
static OPENED: AtomicU32 = AtomicU32::new(0);

/// A page in a browser, which is closed with it.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    session: String,
    messages: u64,
}

fn fill(folder: &Path) -> Outcome {
    debian::unpack(SUITE, &PACKAGES, folder)?;
    let libraries = folder.join(LIBRARIES);
    // It starts itself anew for its parts, so each program has to name its loader; and the folder will be renamed.
    let kept = folder.with_extension("").join(LIBRARIES);
    for program in PROGRAMS {
        let mut patch = Command::new(libraries.join(LOADER));
        patch.arg("--library-path").arg(&libraries).arg(folder.join("usr/bin/patchelf"));
        succeeds(patch.arg("--set-interpreter").arg(kept.join(LOADER)).arg(folder.join(program)))?;
    }
    Ok(())
}

impl Browser {
    /// Opens a page and waits until it is loaded.
    pub fn open(flags: &[&str], address: &str) -> Result<Self, String> {
        let folder = fetch::folder("chromium", fill)?;
        let profiles = folder.with_file_name("chromium-profiles");
        let number = OPENED.fetch_add(1, Relaxed);
        if number == 0 && profiles.exists() {
            fs::remove_dir_all(&profiles).map_err(|e| format!("{}: {e}", profiles.display()))?;
        }
        let profile = profiles.join(number.to_string());
        let libraries = [LIBRARIES, OTHER_LIBRARIES].map(|path| folder.join(path).display().to_string()).join(":");
        // The protocol has the descriptors 3 and 4. Only the browser itself may see these libraries.
        let mut command = Command::new("sh");
        command.args(["-c", "exec env \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>&1", "sh"]);
        command.arg(format!("LD_LIBRARY_PATH={libraries}")).arg(folder.join(PROGRAMS[0])).args(ALWAYS);
        command.arg(format!("--user-data-dir={}", profile.display())).args(flags).arg("about:blank");
        let failed = |e: std::io::Error| format!("chromium did not start: {e}");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (Some(to), Some(out)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("chromium has no pipes".to_owned());
        };
        let (sender, from) = channel();
        thread::spawn(move || {
            for message in BufReader::new(out).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { continue };
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser = Self { child, to, from, session: String::new(), messages: 0 };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach)?;
        browser.session = session["sessionId"].as_str().unwrap_or_default().to_owned();
        browser.call("Page.enable", json!({}))?;
        browser.call("Page.navigate", json!({ "url": address }))?;
        browser.until(|message| message["method"] == "Page.loadEventFired")?;
        Ok(browser)
    }

    /// The next message of a kind.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, String> {
        loop {
            let message = self.from.recv_timeout(PATIENCE).map_err(|e| format!("chromium says nothing: {e}"))?;
            if wanted(&message) {
                return Ok(message);
            }
        }
    }

    /// Calls a method of the protocol.
    fn call(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.messages += 1;
        let id = self.messages;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        let sent = self.to.write_all(format!("{message}\0").as_bytes()).and_then(|()| self.to.flush());
        sent.map_err(|e| format!("chromium: {e}"))?;
        let mut answer = self.until(|message| message["id"] == id)?;
        match answer.get("error") {
            Some(error) => Err(format!("chromium: {method}: {error}")),
            None => Ok(answer["result"].take()),
        }
    }

    /// The value of an expression in the page, or of its promise.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value, String> {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.call("Runtime.evaluate", params)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(format!("the page: {details}")),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// What an element looks like: a PNG in base64.
    pub fn screenshot(&mut self, id: &str) -> Result<String, String> {
        let clip = self.evaluate(&format!(
            "(({{ x, y, width, height }}) => ({{ x: x + scrollX, y: y + scrollY, width, height, scale: 1 }}))\
             (document.getElementById('{id}').getBoundingClientRect())"
        ))?;
        let params = json!({ "format": "png", "clip": clip, "captureBeyondViewport": true });
        let shot = self.call("Page.captureScreenshot", params)?;
        shot["data"].as_str().map(str::to_owned).ok_or_else(|| "chromium: a screenshot without data".to_owned())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended itself.
        let _ = self.call("Browser.close", json!({}));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
