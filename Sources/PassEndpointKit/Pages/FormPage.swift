package import PassHTTP

/// A page whose form the browser posts at once: how a message of the POST binding travels (SAML Bindings, section 3.5).
///
/// Without script there is a button. The form has the shape that clients without a browser look for.
package struct FormPage: Sendable {
    /// An absolute URL.
    package var action: String
    package var fields: [(name: String, value: String)]
    package var brand: Brand

    package init(action: String, fields: [(name: String, value: String)], brand: Brand = .service) {
        self.action = action
        self.fields = fields
        self.brand = brand
    }

    package func response() -> HTTPResponse {
        Page(title: "One moment", brand: brand, script: .submitFirstForm) { html in
            html.element("h1", "One moment")
            html.markup("\n<p>You are being taken onward.</p>\n")
            html.form(action: action, hidden: fields) { html in
                // The button has no name: one called "submit" would hide the form's method.
                html.markup("<noscript><button type=\"submit\">Continue</button></noscript>\n")
            }
        }.response()
    }
}
