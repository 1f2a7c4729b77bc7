//! Codes that are given here and not only handed on.

use crate::entry::Table;
use crate::types::hipError_t;

codes! { hipError_t {
    hipErrorInvalidValue = 1;
    hipErrorInvalidConfiguration = 9;
    hipErrorNoDevice = 100;
    hipErrorInvalidDevice = 101;
    hipErrorInvalidImage = 200;
    hipErrorNoBinaryForGpu = 209;
    hipErrorInvalidHandle = 400;
    hipErrorStreamCaptureUnsupported = 900;
    hipErrorStreamCaptureIsolation = 905;
    hipErrorUnknown = 999;
}}

pub const TABLE: Table = Table { functions: &[], constants: &[CODES] };
