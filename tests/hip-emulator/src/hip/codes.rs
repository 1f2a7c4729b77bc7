//! Codes.

use crate::entry::Table;
use crate::types::hipError_t;

codes! { hipError_t {
    hipErrorInvalidValue = 1;
    hipErrorOutOfMemory = 2;
    hipErrorInvalidConfiguration = 9;
    hipErrorInvalidDevice = 101;
    hipErrorInvalidImage = 200;
    hipErrorNoBinaryForGpu = 209;
    hipErrorInvalidHandle = 400;
    hipErrorNotFound = 500;
    hipErrorPeerAccessAlreadyEnabled = 704;
    hipErrorLaunchFailure = 719;
    hipErrorStreamCaptureIsolation = 905;
}}

pub const TABLE: Table = Table { functions: &[], constants: &[CODES] };
