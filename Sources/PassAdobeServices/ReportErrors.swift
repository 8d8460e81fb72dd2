import PassEndpointKit
import PassHTTP

/// `POST /adobe-services/errors`: SDKs report what went wrong on the device (legacy protocol, "Path aliases").
///
/// The shape of a report is not public, so any is taken. None is kept or logged: it may hold tokens. The log has the
/// request's line, as it has every request's.
///
/// - Body: anything of at most 65,536 bytes.
/// - 200: empty text. 413: a longer body.
struct ReportErrors: AdobeEndpoint {
    let style = AnswerStyle.text
    let route = Route(
        "ReportErrors", [.post], "/adobe-services[/1.0]/errors", on: .loop, carriesSecrets: true,
        readsParameters: false)

    func answer(_ exchange: Exchange) -> HTTPResponse {
        HTTPResponse(.ok, text: "")
    }
}
