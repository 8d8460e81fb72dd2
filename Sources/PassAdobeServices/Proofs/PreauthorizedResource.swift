import PassCore
import PassEndpointKit
import PassHTTP
import PassXML

/// Whether one resource may be watched, in the answer of `preauthorize`.
struct PreauthorizedResource: Sendable {
    /// The resource's identifier or MRSS, as the request has it.
    var id: String
    var isPermitted: Bool
    /// The reason for a denial, if the requestor has enhanced errors.
    var error: EnhancedError?

    /// Returns the answer for all resources. In XML there is no white space and the error comes last, since the Android
    /// SDK reads elements by position.
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
