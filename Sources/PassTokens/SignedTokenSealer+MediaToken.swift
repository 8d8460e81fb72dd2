import PassCore
import PassCrypto
package import PassDomain
import PassXML

/// The short media token (legacy protocol, "Short media token").
extension SignedTokenSealer {
    package func seal(_ token: MediaToken) -> String {
        issued.count(.media)
        var writer = XMLWriter()
        writer.element(forms.mediaRoot.rawValue) { element in
            element.element("sessionGUID", token.sessionGUID)
            element.element("requestorID", token.requestor.rawValue)
            element.element("resourceID", token.resource)
            element.element("ttl", String(token.timeToLive.milliseconds))
            element.element("issueTime", TokenDate.issueTime(token.issued, offsetMinutes: forms.utcOffsetMinutes))
            element.element("mvpdId", token.mvpd.rawValue)
            element.elementIfPresent("proxyMvpdId", token.proxyMVPD?.rawValue)
        }
        return sign(writer)
    }

    package func openMediaToken(_ token: String) throws(ProofRefusal) -> MediaToken {
        let names = MediaToken.Root.allCases.map(\.rawValue)
        return try MediaTokenReader.read(try open(token, root: names[0], names[1]))
    }
}

/// A reader of the element of a media token, whichever of the two root names it has.
enum MediaTokenReader {
    static func read(_ root: XMLElement) throws(ProofRefusal) -> MediaToken {
        guard let sessionGUID = root.first("sessionGUID")?.text, let requestor = root.first("requestorID")?.text,
            let resource = root.first("resourceID").flatMap({ ResourceReader.read(signed: $0.text) }),
            let timeToLive = root.first("ttl").flatMap({ Int64($0.text) }), timeToLive >= 0,
            let issued = root.first("issueTime").flatMap({ TokenDate.timestamp(issueTime: $0.text) }),
            let mvpd = root.first("mvpdId")?.text
        else { throw .malformed }
        return MediaToken(
            sessionGUID: sessionGUID, requestor: RequestorID(rawValue: requestor), resource: resource,
            mvpd: MVPDID(rawValue: mvpd), proxyMVPD: root.first("proxyMvpdId").map { MVPDID(rawValue: $0.text) },
            issued: issued, timeToLive: TimeToLive(milliseconds: timeToLive))
    }
}
