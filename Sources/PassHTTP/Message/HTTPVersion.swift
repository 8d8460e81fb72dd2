/// The two versions that this server speaks (RFC 9112, section 2.3).
package enum HTTPVersion: Sendable {
    case http10
    case http11
}
