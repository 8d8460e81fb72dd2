package import PassHTTP
import PassXML

/// The error page of the servlet container in which the service runs.
package enum ContainerPage {
    /// Returns the error page titled `HTTP Status 400 - …`, a text that old SDKs look for.
    package static func response(_ status: HTTPStatus, _ sentence: String) -> HTTPResponse {
        response(status, title: "HTTP Status \(status.code) - \(sentence)")
    }

    /// Returns the error page with the given title and, optionally, a sentence below it.
    package static func response(_ status: HTTPStatus, title: String, sentence: String? = nil) -> HTTPResponse {
        let paragraph = sentence.map { "<p>\(XMLEscaping.text($0))</p>" } ?? ""
        let page =
            "<html><head><title>Error report</title></head><body><h1>\(XMLEscaping.text(title))</h1>\(paragraph)"
            + "</body></html>"
        return HTTPResponse(status, type: "text/html;charset=utf-8", Array(page.utf8))
    }
}
