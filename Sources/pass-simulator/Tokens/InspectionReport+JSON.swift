import PassCore
import PassTokens

/// The object that `token inspect --json` prints. The names below won't change; new ones may be added.
///
/// | Name | Value |
/// |---|---|
/// | `kind` | `authentication`, `authorization`, `media`, `accessToken`, `softwareStatement`, `idToken`, |
/// | | `jsonWebToken`, or null |
/// | `form` | the root element's name, or `JWT` |
/// | `valid` | whether `problems` is empty |
/// | `problems` | any of `badSignature`, `signatureNotChecked`, `expired`, `notYetValid`, `incomplete`, `unreadable`, |
/// | | `wrongRequestor`, `wrongResource`, `wrongDevice`, `deviceNotChecked` |
/// | `signature` | `valid`, `invalid`, `unreadable`, `notChecked` |
/// | `key` | the name of the key that verifies the signature, or null |
/// | `device` | `signature`, `hash`, `plain` (the form that matches), `other`, `none`, `notChecked`; null if not asked |
/// | `readFrom` | the wrappings that were undone: `bearer`, `answer`, `entities`, `percent`, `base64` |
/// | `requestor`, `resource`, `mvpd` | text, or null |
/// | `issued`, `expires`, `now` | milliseconds since 1970, or null; `now` is the time by which the token was judged |
/// | `fields` | the whole contents, in order: objects with `name`, `label`, `value` as written, `millis` of times |
extension InspectionReport {
    var json: String {
        let token = inspection.token
        return Self.line { report in
            report.member("kind", token.kind.rawValue)
            report.member("form", token.form)
            report.member("valid", inspection.isValid)
            report.member("problems", inspection.problems.map(\.code))
            report.member("signature", signatureName)
            report.member("key", Self.text(keyName))
            report.member("device", Self.text(inspection.device?.rawValue))
            report.member("readFrom", token.wrappings.map(\.rawValue))
            report.member("requestor", Self.text(token.requestor))
            report.member("resource", Self.text(token.resource))
            report.member("mvpd", Self.text(token.mvpd))
            report.member("issued", Self.instant(token.issued))
            report.member("expires", Self.instant(token.expires))
            report.member("now", inspection.now.milliseconds)
            report.memberArray("fields") { list in
                for field in token.fields { list.elementObject { Self.write(field, to: &$0) } }
            }
        }
    }

    /// The output for an input that contains no token.
    static let unreadable = line { report in
        report.memberNull("kind")
        report.member("valid", false)
        report.member("problems", ["unreadable"])
    }

    private static func line(_ members: (inout JSONWriter) -> Void) -> String {
        ShownText.json(String(decoding: JSONWriter.object(members), as: UTF8.self)) + "\n"
    }

    private static func write(_ field: InspectedToken.Field, to writer: inout JSONWriter) {
        writer.member("name", field.name)
        writer.member("label", field.label)
        writer.member("value", field.value)
        switch field.meaning {
        case .instant(let instant): writer.member("millis", instant.milliseconds)
        case .timeToLive(let timeToLive): writer.member("millis", timeToLive.milliseconds)
        case .text, .opaque: break
        }
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private static func instant(_ instant: Timestamp?) -> JSONValue {
        instant.map { .integer($0.milliseconds) } ?? .null
    }

    private var keyName: String? {
        if case .valid(let key) = inspection.signature { key } else { nil }
    }

    private var signatureName: String {
        switch inspection.signature {
        case .valid: "valid"
        case .invalid: "invalid"
        case .unreadable: "unreadable"
        case .notChecked: "notChecked"
        }
    }
}
