import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// `GET logo.svg`: the MVPD's initials on its colour, in the size of a picker's logo (112 × 33).
struct Logo: MVPDEndpoint {
    let route = Route(.logo, [.get], "/_sim/mvpd/{mvpd}/logo.svg", on: .loop)

    var isPage: Bool { false }

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        HTTPResponse(
            fields: [
                .contentType: "image/svg+xml",
                .cacheControl: "no-store",
                "Content-Security-Policy": "default-src 'none'",
                "X-Content-Type-Options": "nosniff",
            ], body: Self.drawing(site.brand))
    }

    private static func drawing(_ brand: Brand) -> [UInt8] {
        var svg = XMLWriter()
        let root = [
            ("xmlns", "http://www.w3.org/2000/svg"), ("width", "112"), ("height", "33"), ("viewBox", "0 0 112 33"),
            ("role", "img"), ("aria-label", brand.name),
        ]
        svg.element("svg", root) { svg in
            svg.element("title", brand.name)
            let colour = brand.hue.map { Stylesheet.hues[$0] } ?? "#44516a"
            svg.empty("rect", [("width", "112"), ("height", "33"), ("rx", "6"), ("fill", colour)])
            let font = [
                ("font-family", "sans-serif"), ("font-size", "17"), ("font-weight", "600"), ("letter-spacing", "1"),
            ]
            svg.element(
                "text", [("x", "56"), ("y", "22.5"), ("text-anchor", "middle"), ("fill", "#fff")] + font,
                brand.initials)
        }
        return svg.bytes
    }
}
