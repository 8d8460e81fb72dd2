/// Installs the standard platform when the program is loaded, before its first line runs.
///
/// AccessEnabler itself can't name the platform, because it depends on neither OpenSSL nor URLSession. A program that
/// links the product links this target, too.
