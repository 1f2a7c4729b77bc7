//! Elementwise functions.
