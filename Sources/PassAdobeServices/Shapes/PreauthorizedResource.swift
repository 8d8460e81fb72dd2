import PassCore
import PassEndpointKit
import PassHTTP
import PassXML

/// Whether one resource may be watched, in the answer of `preauthorize`.
struct PreauthorizedResource: Sendable {
    /// As it was asked for.
    var id: String
    var isPermitted: Bool
    /// Only of a denied one, and only where the requestor is told.
    var error: EnhancedError?

    /// All of them: as XML without white space and with the error last, since the Android SDK reads by place.
    static func answer(_ resources: [PreauthorizedResource], asJSON: Bool) -> HTTPResponse {
        asJSON ? HTTPResponse(.ok, type: AnswerFormat.jsonType, json(resources)) : xml(resources)
    }

    private static func xml(_ resources: [PreauthorizedResource]) -> HTTPResponse {
        AdobeAnswer.xml { writer in
            writer.element("resources") { list in
                for resource in resources {
                    list.element("resource") { element in
                        element.element("id", resource.id)
                        element.element("authorized", String(resource.isPermitted))
                        if let error = resource.error { element.element("error") { error.write(to: &$0) } }
                    }
                }
            }
        }
    }

    private static func json(_ resources: [PreauthorizedResource]) -> [UInt8] {
        JSONWriter.object { answer in
            answer.memberArray("resources") { list in
                for resource in resources {
                    list.elementObject { element in
                        element.member("id", resource.id)
                        element.member("authorized", resource.isPermitted)
                        if let error = resource.error { element.memberObject("error") { error.write(to: &$0) } }
                    }
                }
            }
        }
    }
}
