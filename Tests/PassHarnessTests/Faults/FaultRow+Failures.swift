/// The failures that have names, where the SDK meets them.
extension FaultRow {
    static let named: [FaultRow] = [
        failures(
            .authorization, #"TRF(r,UNZ,"Your package does not include this channel.") ST Z100"#,
            ["denied"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","A network error occured when communicating with the provider"s authorization service") ST Z120"#,
            ["providerUnreachable"]),
        failures(
            .authorization, #"TRF(r,UNZ,"Too many denied requests. Try again later.") ST Z110"#,
            ["repeatedDenials"]),
        failures(
            .authorization, #"TRF(r,"Handled User Not Authorized Error","The resource is not valid.") ST Z130"#,
            ["invalidResource"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","Your provider's programs can't be watched at the moment.") ST Z169"#,
            ["degraded"]),
        failures(
            .authorization, #"TRF(r,UNZ,"Sign in to your provider again.") ST Z100"#,
            ["refreshTokenMissing"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST Z500, logged out"#,
            ["tokenRefused", "sessionWithoutUser"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST SEC412, logged out"#,
            ["otherDevice", "otherDeviceAtMediaToken"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST Z500"#,
            [
                "missingDevice", "tooManyResources", "requestorUnproven", "clientTooOld", "unknownRegistrationCode",
                "invalidSoftwareStatement", "unapprovedSoftwareStatement", "tooManyRequests", "internalError",
                "unavailable",
            ]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","The parameter requestor_id names an unknown requestor.") ST Z130"#,
            ["unknownRequestor"]),
        failures(
            .authorization, #"TRF(r,UNZ,"") ST Z100"#,
            ["sessionNotFound"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST R401"#,
            ["accessDenied"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST R400"#,
            ["invalidClient"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST Z100"#,
            ["denied", "refreshTokenMissing"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST Z120"#,
            ["providerUnreachable"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST Z110"#,
            ["repeatedDenials"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST Z130"#,
            ["invalidResource", "unknownRequestor"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST Z169"#,
            ["degraded"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST Z500, logged out"#,
            ["tokenRefused", "sessionWithoutUser"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST SEC412, logged out"#,
            ["otherDevice", "otherDeviceAtMediaToken"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST Z500"#,
            [
                "missingDevice", "tooManyResources", "requestorUnproven", "clientTooOld", "unknownRegistrationCode",
                "sessionNotFound", "invalidSoftwareStatement", "unapprovedSoftwareStatement", "tooManyRequests",
                "internalError", "unavailable",
            ]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST R401"#,
            ["accessDenied"]),
        failures(
            .mediaToken, #"TRF(r,GAZ,"") ST R400"#,
            ["invalidClient"]),
        failures(
            .preauthorization, "PRE([]) ST P100",
            [
                "denied", "providerUnreachable", "repeatedDenials", "invalidResource", "degraded",
                "refreshTokenMissing",
                "tokenRefused", "otherDevice", "otherDeviceAtMediaToken", "missingDevice", "tooManyResources",
                "unknownRequestor", "requestorUnproven", "clientTooOld", "unknownRegistrationCode", "sessionNotFound",
                "sessionWithoutUser", "invalidSoftwareStatement", "unapprovedSoftwareStatement", "tooManyRequests",
                "internalError", "unavailable",
            ]),
        failures(
            .preauthorization, "PRE([]) ST R401",
            ["accessDenied"]),
        failures(
            .preauthorization, "PRE([]) ST R400",
            ["invalidClient"]),
        failures(
            .login, "SAS(0,GAN) ST SEC403",
            [
                "denied", "providerUnreachable", "repeatedDenials", "invalidResource", "degraded",
                "refreshTokenMissing",
                "tooManyResources", "requestorUnproven",
            ]),
        failures(
            .login, "SAS(0,GAN) ST N000",
            ["tokenRefused", "otherDevice", "otherDeviceAtMediaToken"]),
        failures(
            .login, "SAS(0,GAN) ST N500",
            [
                "missingDevice", "unknownRequestor", "clientTooOld", "unknownRegistrationCode",
                "invalidSoftwareStatement", "unapprovedSoftwareStatement", "tooManyRequests", "internalError",
                "unavailable",
            ]),
        failures(
            .login, "SAS(0,GAN) ST N130",
            ["sessionNotFound", "sessionWithoutUser"]),
        failures(
            .login, "SAS(0,GAN) ST R401",
            ["accessDenied"]),
        failures(
            .login, "SAS(0,GAN) ST R400",
            ["invalidClient"]),
        failures(
            .configuration, "SRC(0) ST SEC403",
            [
                "denied", "providerUnreachable", "repeatedDenials", "invalidResource", "degraded",
                "refreshTokenMissing",
                "tooManyResources", "requestorUnproven",
            ]),
        failures(
            .configuration, "SRC(0) ST CFG500",
            ["tokenRefused", "otherDevice", "otherDeviceAtMediaToken", "sessionWithoutUser", "internalError"]),
        failures(
            .configuration, "SRC(0) ST CFG400",
            [
                "missingDevice", "unknownRequestor", "unknownRegistrationCode", "invalidSoftwareStatement",
                "unapprovedSoftwareStatement",
            ]),
        failures(
            .configuration, "SAS(0,SERVER_API_TOO_OLD) SRC(0)",
            ["clientTooOld"]),
        failures(
            .configuration, "SRC(0) ST CFG404",
            ["sessionNotFound"]),
        failures(
            .configuration, "SRC(0) ST R401",
            ["accessDenied"]),
        failures(
            .configuration, "SRC(0) ST R400",
            ["invalidClient"]),
        failures(
            .configuration, "SRC(0) ST CFG429",
            ["tooManyRequests"]),
        failures(
            .configuration, "SRC(0) ST CFG503",
            ["unavailable"]),
        failures(
            .registration, "SRC(0) ST R400",
            ["invalidSoftwareStatement", "unapprovedSoftwareStatement", "tooManyRequests", "unavailable"]),
        failures(
            .accessToken, "SRC(0) ST R401",
            ["accessDenied", "invalidClient", "internalError", "unavailable"]),
        failures(
            .registrationCode, "SAS(0,GAN) ST REG500",
            ["missingDevice", "unknownRequestor", "unavailable"]),
        failures(
            .registrationCode, "SAS(0,GAN) ST R401",
            ["accessDenied"]),
        failures(
            .registrationCode, "SAS(0,GAN) ST R400",
            ["invalidClient"]),
        failures(
            .loginPage,
            #"the browser: The browser got the status 403 with the page "That did not work – Pass Simulator"."#,
            ["denied"]),
        failures(
            .loginPage,
            #"the browser: The browser got the status 400 with the page "That did not work – Pass Simulator"."#,
            ["unknownRequestor", "unknownRegistrationCode", "sessionNotFound"]),
        failures(
            .loginPage,
            #"the browser: The browser got the status 410 with the page "That did not work – Pass Simulator"."#,
            ["clientTooOld"]),
        failures(
            .loginPage, "SAS(0,GAN) ST N130",
            ["accessDenied", "invalidClient"]),
        failures(
            .loginPage, #"the browser: The browser got the status 429 with the page "429 Too Many Requests"."#,
            ["tooManyRequests"]),
        failures(
            .loginPage, #"the browser: The browser got the status 500 with the page "Error report"."#,
            ["internalError"]),
        failures(
            .loginPage,
            #"the browser: The browser got the status 503 with the page "That did not work – Pass Simulator"."#,
            ["unavailable"]),
        failures(
            .signIn, #"the browser: The browser got the status 400 with the page "That did not work – Cable One"."#,
            ["denied"]),
        failures(
            .signIn, #"the browser: The browser got the status 429 with the page "429 Too Many Requests"."#,
            ["tooManyRequests"]),
        failures(
            .signIn, #"the browser: The browser got the status 500 with the page "Error report"."#,
            ["internalError"]),
        failures(
            .signIn, #"the browser: The browser got the status 503 with the page "That did not work – Cable One"."#,
            ["unavailable"]),
        failures(
            .logout,
            #"the browser: The browser got the status 400 with the page "That did not work – Pass Simulator"., logged out"#,
            ["sessionNotFound"]),
        failures(
            .logout, "SAS(0,UNA), logged out",
            ["accessDenied"]),
        failures(
            .logout, #"the browser: The browser got the status 500 with the page "Error report"., logged out"#,
            ["internalError"]),
    ].flatMap(\.self)

    /// Returns the rows of failures with the same reaction.
    static func failures(_ occasion: Occasion, _ reaction: String, _ names: [String]) -> [FaultRow] {
        names.map { FaultRow(#"{"failure": "\#($0)"}"#, occasion, reaction) }
    }
}
