import PassEndpointKit
import PassHTTP

/// The page that asks a subscriber who has signed in whether the programmer may know who signed in.
struct ConsentPage {
    let site: MVPDSite
    let login: Login
    /// The sealed login.
    let sealed: String

    /// The name of the field with the decision, followed by its values.
    static let field = "decision"
    static let allow = "allow"
    static let deny = "deny"

    func response() -> HTTPResponse {
        Page(title: "Allow access", brand: site.brand) { html in
            html.element("h1", "Allow access?")
            html.markup("\n")
            html.element("p", [("class", "soft")]) { html in
                html.text("\(login.requestor ?? "An app") wants to know that you are a customer of ")
                html.text("\(site.brand.name), and what your package includes.")
            }
            html.markup("\n")
            html.form(action: site.action("consent", sealed), hidden: [(LoginSealer.field, sealed)]) { html in
                let button: [(StaticString, String)] = [("type", "submit"), ("name", Self.field)]
                html.element("button", button + [("value", Self.allow)], "Allow")
                html.markup("\n")
                html.element("button", button + [("value", Self.deny), ("class", "quiet")], "Don't allow")
                html.markup("\n")
            }
        }.response()
    }
}
