/// Which resources to ask for, and which caches not to use.
///
/// Source: "Preauthorize API" (iOS/tvOS 3.6).
public struct PreauthorizeRequest: Sendable, Hashable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public enum Feature: String, Sendable, Hashable, CaseIterable {
        case LOCAL_CACHE
        case REMOTE_CACHE
    }

    /// Resource identifiers or MRSS, in the order given.
    public let resources: [String]
    public let disabledFeatures: Set<Feature>

    /// Gathers a request; each setter returns the same builder, each `build` a new request.
    public final class Builder {
        private var resources: [String] = []
        private var disabledFeatures: Set<Feature> = []

        public init() {}

        @discardableResult
        public func setResources(_ resources: [String]) -> Builder {
            self.resources = resources
            return self
        }

        @discardableResult
        public func disableFeatures(_ features: Set<Feature>) -> Builder {
            disabledFeatures = features
            return self
        }

        public func build() -> PreauthorizeRequest {
            PreauthorizeRequest(resources: resources, disabledFeatures: disabledFeatures)
        }
    }
}
