/// A request for a decision on each of several resources, for `preauthorize`.
///
/// Source: "Preauthorize API" (iOS/tvOS 3.6).
public struct PreauthorizeRequest: Sendable, Hashable {
    /// The caches that a request can disable.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public enum Feature: String, Sendable, Hashable, CaseIterable {
        /// The SDK's cache: the last answer, stored on the device.
        case LOCAL_CACHE
        /// The service's cache.
        case REMOTE_CACHE
    }

    /// The resources' identifiers or MRSS, in the order given.
    public let resources: [String]
    /// The caches that aren't used for this request.
    public let disabledFeatures: Set<Feature>

    /// A builder of requests; each setter returns the builder itself, and each `build` returns a new request.
    public final class Builder {
        private var resources: [String] = []
        private var disabledFeatures: Set<Feature> = []

        /// Creates a builder for a request without resources that uses both caches.
        public init() {}

        /// Sets the resources to ask about, and replaces those set before.
        @discardableResult
        public func setResources(resources: [String]) -> Builder {
            self.resources = resources
            return self
        }

        /// Sets the resources to ask about, and replaces those set before.
        @discardableResult
        public func setResources(_ resources: [String]) -> Builder { setResources(resources: resources) }

        /// Sets the caches not to use, and replaces those set before.
        @discardableResult
        public func disableFeatures(features: Set<Feature>) -> Builder {
            disabledFeatures = features
            return self
        }

        /// Sets the caches not to use, and replaces those set before.
        @discardableResult
        public func disableFeatures(_ features: Set<Feature>) -> Builder { disableFeatures(features: features) }

        /// Returns a request with the builder's current values.
        public func build() -> PreauthorizeRequest {
            PreauthorizeRequest(resources: resources, disabledFeatures: disabledFeatures)
        }
    }
}
