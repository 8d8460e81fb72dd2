import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /adobe-services/errors`: receives the SDKs' reports of errors on the device (legacy protocol, "Path aliases").
///
/// The format of a report isn't public, so any format is accepted. Reports are neither stored nor logged, since they
/// may contain tokens. The log shows the request's line, as for every request.
///
/// - Body: anything of at most 65,536 bytes.
/// - 200: empty text. 413: a longer body.
struct ReportErrors: AdobeEndpoint {
    let style = AnswerStyle.text
    let route = Route(
        .reportErrors, [.post], "/adobe-services[/1.0]/errors", on: .loop, carriesSecrets: true,
        readsParameters: false)

    func answer(_ exchange: Exchange) -> HTTPResponse {
        HTTPResponse(.ok, text: "")
    }
}
