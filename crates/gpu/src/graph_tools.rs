//! What helps to look at graphs, and to launch them the first time.

use crate::capture::Graph;
use crate::driver::Driver;
use std::ffi::CString;
use std::path::Path;
use xparray_ir::{Error, Result};

impl<D: Driver> Graph<D> {
    /// Puts what a launch needs on the device, so that the next one takes no longer than those after it.
    ///
    /// # Errors
    /// `Error::Value` if its stream is being captured; `Error::Library` if the device is lost.
    #[doc(alias = "cuGraphUpload")]
    pub fn upload(&self) -> Result<()> {
        self.with_raw("Graph::upload", |driver, raw, stream| {
            // SAFETY: the graph and its stream are alive.
            unsafe { driver.upload_graph(raw, stream) }
        })
    }

    /// Writes the graph's nodes to a file in Graphviz's language (`dot -Tsvg`), with their parameters if it is `verbose`.
    ///
    /// ```no_run
    /// # fn f<D: xparray_gpu::Driver>(graph: xparray_gpu::Graph<D>) -> xparray_ir::Result<()> {
    /// graph.debug_dot_print("graph.dot", false)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// `Error::Value` for a path that is not text, or if its stream is being captured; `Error::Library` if the file cannot
    /// be written.
    #[doc(alias = "cuGraphDebugDotPrint")]
    pub fn debug_dot_print(&self, path: impl AsRef<Path>, verbose: bool) -> Result<()> {
        let path = path.as_ref();
        let text = path.to_str().and_then(|text| CString::new(text).ok());
        let text = text.ok_or_else(|| Error::value("Graph::debug_dot_print", format!("{path:?} is not text")))?;
        self.with_raw("Graph::debug_dot_print", |driver, raw, _| {
            // SAFETY: the graph is alive, and the path ends with a zero byte.
            unsafe { driver.print_graph(raw, &text, verbose) }
        })
    }
}
