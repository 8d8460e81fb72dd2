import PassHTTP

/// Requests that no client means: odd queries, bodies, types, cookies and credentials.
enum Garbage {
    private static let names = [
        "requestor_id", "mso_id", "redirect_url", "reg_code", "resource_id", "authentication_token", "authz_token",
        "session_guid", "device_id", "deviceId", "SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature",
        "login", "username", "token", "mediaToken", "resource", "url", "ttl", "name_id", "session_index",
        "access_token", "grant_type", "client_id", "client_secret", "software_statement", "generic_data",
    ]
    private static let values = [
        "", "%", "%00", "%FF", "%0D%0ASet-Cookie:a=b", "%3Cscript%3E", "%5D%5D%3E", "%EF%BF%BF", "%F0%9F%93%BA", "+",
        "-1", "99999999999999999999", "%22", "%26amp;", "%3CsignatureInfo%3E", "%3Crss%3E", "..%2F..", "PHg+",
    ]
    private static let bodies = [
        "", "{", "{}", "[]", #"{"token":1}"#, #"{"fingerprint":"\u0000"}"#, #"{"fingerprint":"\ud800"}"#, "=", "&&&=&",
        "%", "<rss/>", "\u{0}",
    ]
    private static let types = [
        "application/x-www-form-urlencoded", "application/json", "multipart/form-data", "text/xml", ";", "\u{FFFD}",
    ]

    static func requests(_ method: HTTPMethod, _ path: String, _ site: TestSite) -> [HTTPRequest] {
        var requests: [HTTPRequest] = []
        for (index, value) in values.enumerated() {
            let form = names.map { "\($0)=\(value)" }.joined(separator: "&")
            requests.append(site.request(method, "\(path)?\(form)"))
            requests.append(site.request(method, path, [.contentType: types[0]], body: Array(form.utf8)))
            requests.append(
                site.request(
                    method, "\(path)?requestor_id=TEST_REQUESTOR&mso_id=Adobe&device_id=1&\(names[index])=\(value)",
                    [
                        .cookie: "JSESSIONID=\(value); \(value)", "ap_21": value,
                        .authorization: index.isMultiple(of: 3) ? "Bearer" : "Basic \(value)", .accept: value,
                        .userAgent: "Chrome/\(value)", .origin: "null", "X-Device-Info": value,
                    ]))
        }
        for body in bodies {
            for type in types {
                requests.append(site.request(method, path, [.contentType: type], body: Array(body.utf8)))
            }
        }
        requests.append(site.request(method, path, body: [0xFF, 0xFE, 0x3D, 0x80]))
        requests.append(site.request(method, "\(path)?" + String(repeating: "a=b&", count: 300)))
        requests.append(site.request(method, "\(path)?a=b?c=d#e"))
        return requests
    }
}
