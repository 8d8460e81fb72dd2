/// The four forms of a request's target (RFC 9112, section 3.2), with the authority where the target names one.
///
/// The enum is indirect because nearly every request has the form without an authority and needs no room for one.
package indirect enum HTTPTargetForm: Sendable, Hashable {
    /// `/path?query`: a request to this server itself.
    case origin
    /// `http://host:port/path?query`: a request to a proxy; the standard port is the scheme's.
    case absolute(HTTPAuthority, standardPort: Int)
    /// `host:port`, with CONNECT only.
    case authority(HTTPAuthority)
    /// `*`, with OPTIONS only.
    case asterisk
}
