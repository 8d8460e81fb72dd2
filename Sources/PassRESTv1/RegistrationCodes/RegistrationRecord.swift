import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassXML

/// A registration code in the form in which this family writes it, for devices and login pages to read.
///
/// JSON has two shapes, which depend on the caller that created the code. A caller with an access token gets the
/// current shape. Any other caller gets the older shape, in which absent values are `null`. XML has one shape (REST API
/// v1, "Registration codes").
struct RegistrationRecord {
    private let code: RegistrationCode

    init(_ code: RegistrationCode) {
        self.code = code
    }

    func response(_ status: HTTPStatus, _ exchange: Exchange) -> HTTPResponse {
        let format = AnswerFormat(exchange)
        return .restV1(status, format, format == .json ? json : xml, exchange)
    }

    private var deviceID: String { Base64.encode(Array(code.deviceID.string.utf8)) }

    private var json: [UInt8] {
        JSONWriter.object { record in
            record.member("id", code.id.text)
            record.member("code", code.code.string)
            record.member("requestor", code.requestor.rawValue)
            if code.details[.application] == nil {
                record.member("mvpd", orNull: code.details[.mvpd])
            } else {
                record.memberIfPresent("mvpd", code.details[.mvpd])
            }
            record.member("generated", code.generated.milliseconds)
            record.member("expires", code.expires.milliseconds)
            record.memberObject("info") { info in
                if let application = code.details[.application] {
                    writeCurrentInfo(of: application, to: &info)
                } else {
                    writeOlderInfo(to: &info)
                }
            }
        }
    }

    private func writeCurrentInfo(of application: String, to info: inout JSONWriter) {
        info.member("deviceId", deviceID)
        let device = code.details[.deviceInfo].flatMap { DeviceInformation($0) }
        info.memberIfPresent("deviceInfo", device.map { Base64.encode($0.normalized) })
        info.memberIfPresent("userAgent", code.details[.userAgent])
        info.memberIfPresent("originalUserAgent", code.details[.userAgent])
        info.member("authorizationType", "OAUTH2")
        info.memberObject("sourceApplicationInformation") { source in
            source.member("id", application)
            source.member("name", code.details[.applicationName] ?? application)
            source.member("version", code.details[.applicationVersion] ?? "1.0.0")
        }
        // The documented current shape lacks this member. It is added if the request for the code had the parameter,
        // because login pages read it.
        info.memberIfPresent("registrationURL", code.details[.registrationURL])
    }

    private func writeOlderInfo(to info: inout JSONWriter) {
        info.member("deviceId", deviceID)
        info.member("deviceType", orNull: code.details[.deviceType])
        info.member("deviceUser", orNull: code.details[.deviceUser])
        info.member("appId", orNull: code.details[.appID])
        info.member("appVersion", orNull: code.details[.appVersion])
        info.member("registrationURL", orNull: code.details[.registrationURL])
    }

    private var xml: [UInt8] {
        var xml = XMLWriter(declaration: .standalone)
        xml.element("ns2:regcode", [("xmlns:ns2", "model.mvc.reggie.pass.adobe.com")]) { record in
            record.element("id", code.id.text)
            record.element("code", code.code.string)
            record.element("requestor", code.requestor.rawValue)
            record.elementIfPresent("mvpd", code.details[.mvpd])
            record.element("generated", String(code.generated.milliseconds))
            record.element("expires", String(code.expires.milliseconds))
            record.element("info") { info in
                info.element("deviceId", deviceID)
                info.elementIfPresent("deviceType", code.details[.deviceType])
                info.elementIfPresent("deviceUser", code.details[.deviceUser])
                info.elementIfPresent("appId", code.details[.appID])
                info.elementIfPresent("appVersion", code.details[.appVersion])
                info.elementIfPresent("registrationURL", code.details[.registrationURL])
            }
        }
        return xml.bytes
    }
}
