/// A request of the service before what every request carries is added: access token, device information, options.
package struct ServiceCall: Sendable, Hashable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package var method: Method
    /// Absolute, without query.
    package var url: String
    /// Sent as the query of a GET and the form of a POST.
    package var parameters: [Parameter] = []
    /// A body of another kind than a form.
    package var json: [UInt8]?
    package var fields: [TransportField] = []
    /// Whether it needs an access token where the profile registers clients.
    package var needsAccessToken = true
    /// Whether the web view's cookies go along.
    package var sharesCookies = false

    package init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
