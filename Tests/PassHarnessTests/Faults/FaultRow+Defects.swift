/// The defects of tokens, MVPDs, connections and answers, where the SDK meets them.
extension FaultRow {
    /// The SDK doesn't look into a media token; the programmer's server does.
    static let tokens: [FaultRow] = [
        tokens(
            .accessToken, "SRC(0) ST R401",
            ["expired", "wrongSignature", "malformed:cutInHalf", "malformed:notBase64", "malformed:extraText"]),
        tokens(
            .accessToken, "SRC(1)",
            ["otherDevice", "otherRequestor", "malformed:emptyElement", "malformed:wrongElementName"]),
        tokens(
            .login, "SAS(0,GAN) ST N500",
            [
                "expired", "malformed:cutInHalf", "malformed:emptyElement", "malformed:wrongElementName",
                "malformed:extraText",
            ]),
        tokens(
            .login, #"SAS(1,""), then TRF(r,GAZ,"") ST Z500"#,
            ["wrongSignature", "malformed:notBase64"]),
        tokens(
            .login, #"SAS(1,""), then TRF(r,GAZ,"") ST SEC412"#,
            ["otherDevice"]),
        tokens(
            .login, #"SAS(1,""), then TOK"#,
            ["otherRequestor"]),
        tokens(
            .authorization, #"TRF(r,GAZ,"") ST Z500, logged out"#,
            ["expired", "wrongSignature", "otherRequestor", "malformed:notBase64"]),
        tokens(
            .authorization, #"TRF(r,GAZ,"") ST SEC412, logged out"#,
            ["otherDevice"]),
        tokens(
            .authorization, #"TRF(r,GAZ,"") ST Z500"#,
            ["malformed:cutInHalf", "malformed:emptyElement", "malformed:wrongElementName", "malformed:extraText"]),
        tokens(
            .mediaToken, "TOK(TOKEN_EXPIRED)",
            ["expired"]),
        tokens(
            .mediaToken, "TOK(INVALID_SIGNATURE)",
            ["wrongSignature", "malformed:extraText"]),
        tokens(
            .mediaToken, "TOK",
            ["otherDevice", "otherRequestor", "malformed:emptyElement"]),
        tokens(
            .mediaToken, "TOK(INVALID_TOKEN_FORMAT)",
            ["malformed:cutInHalf", "malformed:notBase64", "malformed:wrongElementName"]),
    ].flatMap(\.self)

    static let others: [FaultRow] = [
        actions(
            .signIn, #"the browser: The browser got the status 503 with the page "Error report"."#,
            [
                #"{"mvpd": "down"}"#
            ]),
        actions(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","A network error occured when communicating with the provider"s authorization service") ST Z120"#,
            [
                #"{"mvpd": "down"}"#
            ]),
        actions(
            .preauthorization, "PRE([])",
            [
                #"{"mvpd": "down"}"#
            ]),
        actions(
            .signIn, #"SAS(1,""), then TOK"#,
            [
                #"{"mvpd": "slow"}"#
            ]),
        actions(
            .authorization, "TOK",
            [
                #"{"mvpd": "slow"}"#,
                #"{"transport": "resetAfter"}"#,
                #"{"headers": {"Content-Type": null}}"#,
                #"{"delay": 20}"#,
                #"{"transport": {"fault": "dribble", "bytes": 2000, "everyMs": 5}}"#,
            ]),
        actions(
            .signIn,
            #"the browser: The browser got the status 400 with the page "That did not work – Pass Simulator"."#,
            [
                #"{"mvpd": "badSignature"}"#,
                #"{"mvpd": "wrongAudience"}"#,
                #"{"mvpd": "expiredAssertion"}"#,
            ]),
        actions(
            .signIn, #"the browser: The browser got stuck on the page "Sign in – Cable One"."#,
            [
                #"{"mvpd": "loginLoop"}"#
            ]),
        actions(
            .configuration, "SRC(0) ST CFG404",
            [
                #"{"transport": "resetBefore"}"#,
                #"{"transport": "resetAfterHead"}"#,
                #"{"transport": "resetWithin"}"#,
                #"{"transport": "truncated"}"#,
                #"{"transport": "wrongLength"}"#,
                #"{"transport": "garbage"}"#,
                #"{"transport": "empty"}"#,
            ]),
        actions(
            .login, "SAS(0,GAN) ST N500",
            [
                #"{"transport": "resetBefore"}"#,
                #"{"transport": "resetAfterHead"}"#,
                #"{"transport": "resetWithin"}"#,
                #"{"transport": "truncated"}"#,
                #"{"transport": "wrongLength"}"#,
                #"{"transport": "garbage"}"#,
                #"{"transport": "empty"}"#,
                #"{"status": 503}"#,
                #"{"status": 200, "body": "<html/>", "contentType": "text/html"}"#,
                #"{"body": ""}"#,
                #"{"bodyPatch": [{"find": "<", "replace": "["}]}"#,
            ]),
        actions(
            .authorization, #"TRF(r,GAZ,"") ST Z500"#,
            [
                #"{"transport": "resetBefore"}"#,
                #"{"transport": "resetAfterHead"}"#,
                #"{"transport": "resetWithin"}"#,
                #"{"transport": "truncated"}"#,
                #"{"transport": "wrongLength"}"#,
                #"{"transport": "garbage"}"#,
                #"{"transport": "empty"}"#,
                #"{"status": 503}"#,
                #"{"status": 200, "body": "<html/>", "contentType": "text/html"}"#,
                #"{"bodyPatch": [{"find": "<", "replace": "["}]}"#,
            ]),
        actions(
            .configuration, "SRC(1)",
            [
                #"{"transport": "resetAfter"}"#,
                #"{"headers": {"Content-Type": null}}"#,
                #"{"delay": 20}"#,
                #"{"transport": {"fault": "dribble", "bytes": 2000, "everyMs": 5}}"#,
            ]),
        actions(
            .login, #"SAS(1,""), then TOK"#,
            [
                #"{"transport": "resetAfter"}"#,
                #"{"headers": {"Content-Type": null}}"#,
                #"{"delay": 20}"#,
                #"{"transport": {"fault": "dribble", "bytes": 2000, "everyMs": 5}}"#,
            ]),
        actions(
            .configuration, "SRC(0) ST CFG503",
            [
                #"{"status": 503}"#
            ]),
        actions(
            .configuration, "SRC(0) ST CFG500",
            [
                #"{"status": 200, "body": "<html/>", "contentType": "text/html"}"#,
                #"{"body": ""}"#,
                #"{"bodyPatch": [{"find": "<", "replace": "["}]}"#,
            ]),
        actions(
            .configuration, "SRC(0) ST SEC403",
            [
                #"{"failure": "denied", "message": "Not today."}"#
            ]),
        actions(
            .login, "SAS(0,GAN) ST SEC403",
            [
                #"{"failure": "denied", "message": "Not today."}"#
            ]),
        actions(
            .authorization, #"TRF(r,GAZ,"") ST Z120"#,
            [
                #"{"body": ""}"#
            ]),
        actions(
            .authorization, #"TRF(r,UNZ,"Not today.") ST Z100"#,
            [
                #"{"failure": "denied", "message": "Not today."}"#
            ]),
    ].flatMap(\.self)

    private static func tokens(_ occasion: Occasion, _ reaction: String, _ surgeries: [String]) -> [FaultRow] {
        surgeries.map { FaultRow(#"{"token": "\#($0)"}"#, occasion, reaction) }
    }

    private static func actions(_ occasion: Occasion, _ reaction: String, _ actions: [String]) -> [FaultRow] {
        actions.map { FaultRow($0, occasion, reaction) }
    }
}
