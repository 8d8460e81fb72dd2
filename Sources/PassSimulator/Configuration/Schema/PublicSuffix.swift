import PassCore

/// The domain names below which strangers can register names of their own (publicsuffix.org).
///
/// The certificate authority may issue certificates only for the configured names and every name below them. With `com`
/// among them, the authority could impersonate half of the web on every machine that trusts it. Names of one label are
/// top-level domains, or may become one. The list contains the most common other suffixes and isn't meant to be
/// complete.
enum PublicSuffix {
    /// Whether a host name is a public suffix.
    ///
    /// - Parameter host: the name in lower case.
    static func matches(_ host: String) -> Bool {
        if host == "localhost" { return false }
        return !host.utf8.contains(UInt8(ascii: ".")) || known.contains(ExactText(host))
    }

    private static let known: Set<ExactText> = [
        // Registries that sell names at the second level.
        "ac.uk", "co.uk", "gov.uk", "ltd.uk", "me.uk", "net.uk", "org.uk", "plc.uk", "com.au", "edu.au", "net.au",
        "org.au",
        "co.nz", "net.nz", "org.nz", "ac.jp", "co.jp", "ne.jp", "or.jp", "com.br", "net.br", "org.br", "com.ar",
        "com.mx",
        "com.co", "com.pe", "com.ve", "com.cn", "net.cn", "org.cn", "com.hk", "com.tw", "com.sg", "com.my", "com.ph",
        "com.vn", "co.th", "co.id", "co.in", "net.in", "org.in", "com.pk", "co.kr", "or.kr", "co.il", "org.il",
        "com.tr",
        "com.ua", "com.pl", "com.es", "com.pt", "com.gr", "co.at", "or.at", "co.hu", "com.eg", "com.sa", "com.ng",
        "co.ke",
        "co.za", "org.za", "uk.com", "us.com", "eu.com", "de.com",
        // Hosting services whose customers share a domain.
        "github.io", "gitlab.io", "netlify.app", "vercel.app", "web.app", "firebaseapp.com", "pages.dev", "workers.dev",
        "herokuapp.com", "appspot.com", "amazonaws.com", "cloudfront.net", "azurewebsites.net", "azureedge.net",
        "blogspot.com", "ngrok.io", "ngrok-free.app", "fly.dev", "onrender.com",
    ]
}
