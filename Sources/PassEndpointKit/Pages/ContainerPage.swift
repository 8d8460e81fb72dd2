package import PassHTTP
import PassXML

/// The error page of the servlet container in which the service runs.
package enum ContainerPage {
    /// Old SDKs look for `HTTP Status 400 - …` in it.
    package static func response(_ status: HTTPStatus, _ sentence: String) -> HTTPResponse {
        response(status, title: "HTTP Status \(status.code) - \(sentence)")
    }

    /// The same page with a title of its own.
    package static func response(_ status: HTTPStatus, title: String, sentence: String? = nil) -> HTTPResponse {
        let paragraph = sentence.map { "<p>\(XMLEscaping.text($0))</p>" } ?? ""
        let page =
            "<html><head><title>Error report</title></head><body><h1>\(XMLEscaping.text(title))</h1>\(paragraph)"
            + "</body></html>"
        return HTTPResponse(status, type: "text/html;charset=utf-8", Array(page.utf8))
    }
}
