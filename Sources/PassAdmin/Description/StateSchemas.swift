import PassDomain
import PassEndpointKit
import PassHTTP

/// The schemas of state, by the kinds of `StateKinds`.
enum StateSchemas {
    /// The parameters that filter the entries of at least one kind.
    static let filters = Set(StateKinds.all.flatMap(\.filters)).sorted()

    private static let kinds = StateKinds.all.map(\.name)

    static let parameters = #"""
        {
          "kind": {"enum": \#(SchemaText.list(kinds))},
          "ListStateEntries.after": {
            "type": "string", "minLength": 1, \#(SchemaText.plain),
            "description": "the identifier of the entry after which the list starts"
          },
          \#(filters.map { #""ListStateEntries.\#($0)": {"type": "string", "minLength": 1, \#(filter($0))}"# }.joined(separator: ",\n"))
        }
        """#

    /// Returns the rest of the schema of a filter: its pattern, and the kinds that have it.
    private static func filter(_ name: String) -> String {
        let kinds = StateKinds.all.filter { $0.filters.contains(name) }.map(\.name).joined(separator: ", ")
        return #"\#(SchemaText.plain), "description": "for the kinds \#(kinds)""#
    }

    static let text = #"""
        {
          "StateKinds": {
            "type": "object", "required": ["kinds"], "additionalProperties": false,
            "properties": {
              "kinds": {
                "type": "array",
                "items": {
                  "type": "object", "required": ["name", "count"], "additionalProperties": false,
                  "properties": {
                    "name": {"enum": \#(SchemaText.list(kinds))}, "count": {"type": "integer", "minimum": 0}
                  }
                }
              }
            }
          },
          "StateEntries": {
            "type": "object", "required": ["total"], "additionalProperties": false, "minProperties": 2,
            "maxProperties": 3,
            "properties": {
              \#(kinds.map(list).joined(separator: ",\n")),
              "total": {"type": "integer", "minimum": 0, "description": "the number of entries that meet the filters"},
              "next": {"type": "string", "description": "the value of after for the next request; absent if there are no more"}
            }
          },
          "StateEntry": {
            "anyOf": [
              \#(Set(kinds.map(schema)).sorted().map(reference).joined(separator: ",\n"))
            ]
          },
          "StateChange": {
            "anyOf": [
              {
                "type": "object", "minProperties": 1, "additionalProperties": false,
                "description": "changes to a record; its kind determines which of these members it has",
                "properties": {
                  "expires": {"$ref": "#/components/schemas/InputTime"},
                  "mvpd": {"$ref": "#/components/schemas/Identifier"},
                  "remaining": {"type": "integer", "minimum": 0, "maximum": 1000000},
                  "revoked": {"type": "boolean"}
                }
              },
              {
                "type": "object",
                "description": "the settings of a requestor, MVPD, integration or subscriber, as in a configuration file"
              }
            ]
          },
          "SettingEntry": {
            "type": "object", "required": ["id"], "properties": {"id": {"type": "string"}},
            "description": "a requestor, an MVPD or a subscriber, with its settings"
          },
          "IntegrationEntry": {
            "type": "object", "required": ["id", "requestor", "mvpd"],
            "properties": {"id": {"type": "string"}, "requestor": {"type": "string"}, "mvpd": {"type": "string"}},
            "description": "an integration REQUESTOR:MVPD, with its settings"
          },
          \#(records.map { record($0.name, required: $0.required, optional: $0.optional) }.joined(separator: ",\n"))
        }
        """#

    private static func reference(_ schema: String) -> String { ##"{"$ref": "#/components/schemas/\##(schema)"}"## }

    /// Returns the member that holds a kind's entries in the answer of a list.
    private static func list(_ kind: String) -> String {
        #""\#(kind)": {"type": "array", "items": \#(reference(schema(of: kind)))}"#
    }

    /// Returns the name of the schema of a kind's entries.
    private static func schema(of kind: String) -> String {
        switch kind {
        case "requestors", "mvpds", "subscribers": "SettingEntry"
        case "passes": "PassEntry"
        default: kind.prefix(1).uppercased() + kind.dropFirst().dropLast() + "Entry"
        }
    }

    /// The members of the entries of records, apart from `id` and `expires`, each with its type.
    private static let records: [(name: String, required: [String], optional: [String])] = [
        (
            "SessionEntry", ["state", "requestor", "mvpd", "passive:boolean"],
            ["user", "signedIn:time", "homeBased:boolean", "code", "device", "redirectURL"]
        ),
        (
            "CodeEntry", ["requestor", "device", "used:boolean", "generated:time"],
            ["mvpd", "client", "domain", "redirectURL", "session"]
        ),
        (
            "ProfileEntry",
            [
                "state", "requestor", "mvpd", "user", "session", "homeBased:boolean", "partner:boolean", "begins:time",
            ], ["identity", "subject", "client", "device"]
        ),
        ("LoginEntry", ["user", "session", "homeBased:boolean", "revoked:boolean"], ["requestor", "mvpd"]),
        (
            "DecisionEntry",
            ["requestor", "mvpd", "resource", "permitted:boolean", "session", "begins:time"], ["reason", "message"]
        ),
        ("AuthzTokenEntry", ["sessions:texts", "revoked:boolean"], []),
        ("MediaTokenEntry", ["remaining:integer"], []),
        ("PassEntry", ["requestor", "mvpd", "holder", "began:time", "resources:texts"], ["ends:time"]),
        (
            "ClientEntry",
            [
                "application", "name", "requestors:texts", "redirectURIs:texts", "scopes:texts", "revoked:boolean",
                "issued:time",
            ], []
        ),
        ("LogoutEntry", ["mvpd"], ["redirectURL"]),
        ("RevocationEntry", ["session"], []),
        ("LinkedDeviceEntry", ["subject", "devices:devices"], []),
    ]

    /// Returns the schema of a record's entry as a member of the object of schemas.
    private static func record(_ name: String, required: [String], optional: [String]) -> String {
        let members = ["id"] + required + ["expires:time"]
        let properties = (members + optional).map { #""\#(split($0).name)": \#(type(of: $0))"# }
        return #"""
            "\#(name)": {
              "type": "object", "required": \#(SchemaText.list(members.map { split($0).name })),
              "additionalProperties": false, "properties": {\#(properties.joined(separator: ", "))}
            }
            """#
    }

    private static func split(_ member: String) -> (name: String, type: String) {
        let parts = member.split(separator: ":").map(String.init)
        return (parts[0], parts.count == 2 ? parts[1] : "string")
    }

    private static func type(of member: String) -> String {
        switch split(member) {
        case (_, "time"): ##"{"$ref": "#/components/schemas/Time"}"##
        case (_, "texts"): #"{"type": "array", "items": {"type": "string"}}"#
        case (_, "devices"):
            ##"""
            {
              "type": "array",
              "items": {
                "type": "object", "required": ["device", "kind", "lastSeen"], "additionalProperties": false,
                "properties": {
                  "device": {"type": "string"}, "kind": {"enum": ["regular", "linked"]},
                  "lastSeen": {"$ref": "#/components/schemas/Time"}
                }
              }
            }
            """##
        case (_, let type): #"{"type": "\#(type)"}"#
        }
    }
}
