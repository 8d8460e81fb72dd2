/// A request to the service, without the parts that every request has: access token, device information and options.
package struct ServiceCall: Sendable, Hashable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package var method: Method
    /// The absolute URL, without a query.
    package var url: String
    /// The parameters, sent as the query of a GET or the form of a POST.
    package var parameters: [Parameter] = []
    /// The JSON body, sent instead of a form; `nil` if there is none. With a JSON body, the parameters are sent as the
    /// query.
    package var json: [UInt8]?
    /// The header fields that only this call has.
    package var fields: [TransportField] = []
    /// Whether the call needs an access token in profiles that register clients.
    package var needsAccessToken = true
    /// Whether the web view's cookies are also sent.
    package var sharesCookies = false

    package init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }

    /// A parameter of a query or a form.
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
