import PassCore
import PassDomain
import PassHTTP

/// The rules about temporary passes in REST API v2.
extension ClientRule {
    static let temporaryAccess: [ClientRule] = [
        ClientRule(
            "R-56", .must, "A promotional pass needs AP-TempPass-Identity.",
            clause: "Temporary access flows; header AP-TempPass-Identity",
            needs: "the field, or an error because it is missing",
            remedy: "Send the base64 of a JSON object with the user's identity."
        ) { history, ruling in
            for call in history.ofV2 {
                let isMissed = call.error == "invalid_header_identity_for_temporary_access"
                let isSent = call.request.fields["AP-TempPass-Identity"] != nil
                guard isMissed || isSent else { continue }
                ruling.see()
                let isMasked = call.request.fields["AP-TempPass-Identity"].map { SecretMask.isPseudonym($0) } ?? false
                if isSent, !isMasked, call.object("AP-TempPass-Identity") == nil {
                    ruling.find("AP-TempPass-Identity isn't base64 of a JSON object.", call)
                } else if isMissed {
                    ruling.find("AP-TempPass-Identity is missing or can't be used.", call)
                }
            }
        },
        ClientRule(
            "R-57", .should, "The identity for a pass is a hash, not personal data.",
            clause: "Promotional TempPass", needs: "AP-TempPass-Identity",
            remedy: "Send a SHA-2 hash of the identity, as hexadecimal digits."
        ) { history, ruling in
            for call in history.ofV2 {
                guard let identity = call.object("AP-TempPass-Identity")?.objectValue else { continue }
                ruling.see()
                for (name, value) in identity {
                    let text = value.stringValue ?? ""
                    if !([64, 96, 128].contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)) {
                        ruling.find("The member \(name) isn't a hash.", call)
                    }
                }
            }
        },
        ClientRule(
            "R-58", .should, "A temporary pass needs neither login nor logout.",
            clause: "Temporary pass; authentication FAQs 2, 20",
            needs: "a session whose answer has the reasonType temporary",
            remedy: "Ask for decisions at once."
        ) { history, ruling in
            for call in history.calls(.createAuthenticationSession)
            where call.answer?["reasonType"]?.stringValue == "temporary" {
                ruling.note("A session was created for a temporary pass.", call)
            }
        },
    ]
}
