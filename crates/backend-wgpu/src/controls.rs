//! Which of the modes of exact arithmetic a Vulkan device has: wgpu does not tell.

use crate::exact::Keep;
use wgpu::Adapter;

/// What shaders of an adapter can be told to keep.
#[cfg(any(windows, all(unix, not(target_vendor = "apple"))))]
pub(crate) fn kept(adapter: &Adapter) -> Vec<Keep> {
    use crate::exact::Kept;
    use ash::vk::{API_VERSION_1_2, PhysicalDeviceFloatControlsProperties, PhysicalDeviceProperties2};
    // SAFETY: the adapter is only asked, and outlives this.
    let Some(vulkan) = (unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }) else { return Vec::new() };
    let (shared, device) = (vulkan.shared_instance(), vulkan.raw_physical_device());
    let mut controls = PhysicalDeviceFloatControlsProperties::default();
    let mut properties = PhysicalDeviceProperties2::default().push_next(&mut controls);
    if shared.instance_api_version() < API_VERSION_1_2 {
        return Vec::new();
    }
    // SAFETY: the device is of this instance, which has this function from version 1.1 on.
    unsafe { shared.raw_instance().get_physical_device_properties2(device, &mut properties) };
    if properties.properties.api_version < API_VERSION_1_2 {
        return Vec::new();
    }
    let known = [
        (Kept::Subnormals, 32, controls.shader_denorm_preserve_float32),
        (Kept::Subnormals, 64, controls.shader_denorm_preserve_float64),
        (Kept::SignedZerosAndNan, 32, controls.shader_signed_zero_inf_nan_preserve_float32),
        (Kept::SignedZerosAndNan, 64, controls.shader_signed_zero_inf_nan_preserve_float64),
        (Kept::Rounding, 32, controls.shader_rounding_mode_rte_float32),
        (Kept::Rounding, 64, controls.shader_rounding_mode_rte_float64),
    ];
    known.into_iter().filter(|(.., has)| *has != 0).map(|(what, bits, _)| Keep { what, bits }).collect()
}

#[cfg(not(any(windows, all(unix, not(target_vendor = "apple")))))]
pub(crate) fn kept(_: &Adapter) -> Vec<Keep> {
    Vec::new()
}
