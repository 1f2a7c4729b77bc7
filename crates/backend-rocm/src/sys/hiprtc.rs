//! The compiler at run time.

use std::ffi::{c_char, c_int, c_void};

super::library! {
    /// hipRTC.
    Hiprtc = crate::libraries::beside_hip(["libhiprtc.so.7", "libhiprtc.so.6"]);
    status hiprtcResult {
        HIPRTC_ERROR_OUT_OF_MEMORY = 1,
        HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
        HIPRTC_ERROR_INVALID_INPUT = 3,
        HIPRTC_ERROR_INVALID_PROGRAM = 4,
        HIPRTC_ERROR_INVALID_OPTION = 5,
        HIPRTC_ERROR_COMPILATION = 6,
        HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
        HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
        HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
        HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
        HIPRTC_ERROR_INTERNAL_ERROR = 11,
        HIPRTC_ERROR_LINKING = 100,
    }
    types {
        hiprtcProgram = *mut c_void,
    }
    constants {}
    functions {
        hiprtcVersion(major: *mut c_int, minor: *mut c_int);
        hiprtcCreateProgram(
            program: *mut hiprtcProgram, source: *const c_char, name: *const c_char,
            headers: c_int, contents: *const *const c_char, names: *const *const c_char
        );
        hiprtcDestroyProgram(program: *mut hiprtcProgram);
        hiprtcCompileProgram(program: hiprtcProgram, count: c_int, options: *const *const c_char);
        hiprtcAddNameExpression(program: hiprtcProgram, name: *const c_char);
        hiprtcGetLoweredName(program: hiprtcProgram, name: *const c_char, lowered: *mut *const c_char);
        hiprtcGetProgramLogSize(program: hiprtcProgram, size: *mut usize);
        hiprtcGetProgramLog(program: hiprtcProgram, log: *mut c_char);
        hiprtcGetCodeSize(program: hiprtcProgram, size: *mut usize);
        hiprtcGetCode(program: hiprtcProgram, code: *mut c_char);
    }
}
