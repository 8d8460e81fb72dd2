import AccessEnabler

/// Makes `Platform.standard` the platform of every `AccessEnabler` that is created without one.
///
/// The C target `CAccessEnablerStart` calls this function when the program is loaded.
@_cdecl("access_enabler_install_standard_platform")
public func installStandardPlatform() {
    StandardPlatform.install { .standard() }
}
