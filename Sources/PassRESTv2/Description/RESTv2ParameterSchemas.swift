import PassCore

/// The schemas of the parameters and header fields of REST API v2, by their names.
///
/// No call refuses a string as malformed if it matches its schema. The last two header fields are exceptions: the few
/// calls that read them refuse most strings, and all other calls ignore them. An empty form parameter counts as a
/// missing one. Some calls accept more than the schemas, such as base64 in the URL-safe alphabet or without padding.
enum RESTv2ParameterSchemas {
    static let all: JSONValue = (try? JSONValue.parse(Array(text.utf8))) ?? .null

    private static let text = #"""
        {
          "serviceProvider": {
            "type": "string", "minLength": 1, "maxLength": 32, "pattern": "^[^\\u0000-\\u001F\\u007F]+$"
          },
          "mvpd": {"type": "string", "pattern": "^[^\\u0000-\\u001F\\u007F]*$"},
          "code": {"type": "string", "pattern": "^[A-Za-z0-9]{1,16}$"},
          "partner": {"enum": ["Apple"]},
          "redirectUrl": {
            "type": "string",
            "pattern": "^(https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][!-\\[\\]-~]*)?|adobepass://[!-?A-\\[\\]-~]+)?$"
          },
          "domainName": {
            "type": "string", "pattern": "^[^\\u0000-\\u001F\\u007F]*$"
          },
          "AP-Device-Identifier": {
            "type": "string", "maxLength": 1024,
            "pattern": "^fingerprint ([A-Za-z0-9+/]{4})+([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"
          },
          "AP-TempPass-Identity": {"type": "string", "contentEncoding": "base64"},
          "AP-Partner-Framework-Status": {"type": "string", "contentEncoding": "base64"}
        }
        """#
}
