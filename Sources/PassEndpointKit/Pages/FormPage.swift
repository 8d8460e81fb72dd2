package import PassHTTP

/// A page whose form the browser posts at once, which is how the POST binding delivers a message (SAML Bindings,
/// section 3.5).
///
/// Browsers that run no JavaScript show a button. Clients that have no browser look for the form's markup.
package struct FormPage: Sendable {
    /// The absolute URL that the form is posted to.
    package var action: String
    /// The form's hidden inputs, in order.
    package var fields: [(name: String, value: String)]
    package var brand: Brand

    package init(action: String, fields: [(name: String, value: String)], brand: Brand = .service) {
        self.action = action
        self.fields = fields
        self.brand = brand
    }

    package func response() -> HTTPResponse {
        Page(title: "One moment", brand: brand, script: .submit) { html in
            html.element("h1", "One moment")
            html.markup("\n<p>You are being taken to the next page.</p>\n")
            html.form(action: action, hidden: fields) { html in
                // The button has no name: one called "submit" would hide the form's method.
                html.markup("<noscript><button type=\"submit\">Continue</button></noscript>\n")
            }
        }.response()
    }
}
