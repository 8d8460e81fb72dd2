import PassCore
import PassDomain
import PassHTTP

extension VerdictCase {
    static let decisions: [VerdictCase] = [
        VerdictCase(
            "R-42", good: [.decision(["a", "b"], isPreauthorization: true)],
            bad: [.decision(["a", "b", "c", "d", "e", "f"], isPreauthorization: true)]),
        VerdictCase(
            "R-43", good: [0, 1, 2].map { .decision(at: $0, permits: false, action: "retry") },
            bad: (0...4).map { .decision(at: Double($0), permits: false, action: "retry") }),
        VerdictCase(
            "R-44", good: [.decision(isPreauthorization: true), .decision(at: 400, isPreauthorization: true)],
            bad: [.decision(isPreauthorization: true), .decision(at: 20, isPreauthorization: true)]),
        VerdictCase(
            "R-45", good: [.decision(isPreauthorization: true)],
            bad: [.decision(["<rss><![CDATA[x]]></rss>"], isPreauthorization: true)]),
        VerdictCase(
            "R-46", good: [.decision(token: "<t1>"), played("<t1>", at: 1)],
            bad: [.decision(token: "<t1>"), played("<t1>", at: 1), played("<t1>", at: 2)]),
        VerdictCase("R-47", good: [.decision()], bad: [.decision(["a", "b"])]),
        VerdictCase(
            "R-48", good: [.decision(token: "<t1>"), played("<t1>", at: 1)],
            bad: [.decision(token: "<t1>"), played("<t1>", at: 1), played("<t1>", at: 2)]),
    ]

    static func played(_ token: String, at time: Double) -> ClientStep {
        let text = ClientStep.base64(token).replacing("=", with: "%3D")
        return ClientStep(operation: .signStreamURL, target: "/tvs/v1/sign?mediaToken=\(text)", time: time)
    }

    static let others: [VerdictCase] = [
        VerdictCase("R-51", good: [logout("?redirectUrl=x")], bad: [logout()]),
        VerdictCase(
            "R-52", good: [logout(), visit], bad: [logout(action: "complete"), visit]),
        VerdictCase(
            "R-53", isNote: true, good: [.decision(permits: false), logout(at: 60)],
            bad: [.decision(permits: false), logout(at: 5)]),
        VerdictCase(
            "R-54", good: [.refusal(at: 0, status: 400, action: "none"), .read(at: 1)],
            bad: (0...2).map { .refusal(at: Double($0), status: 400, action: "none") }),
        VerdictCase(
            "R-55", good: [0, 1, 3, 7, 15].map { .refusal(at: $0, status: 500, action: "retry") },
            bad: (0...4).map { .refusal(at: Double($0), status: 500, action: "retry") }),
        VerdictCase(
            "R-56", good: [.decision(fields: [identity("{\"email\":\"\(hash)\"}")])],
            bad: [.decision(fields: [("AP-TempPass-Identity", "!!")])]),
        VerdictCase(
            "R-57", good: [.decision(fields: [identity("{\"email\":\"\(hash)\"}")])],
            bad: [.decision(fields: [identity("{\"email\":\"a@b.example\"}")])]),
        VerdictCase("R-58", isNote: true, good: [], bad: [.session(action: "authorize", reason: "temporary")]),
        VerdictCase(
            "R-92", good: [reset([("Authorization", "Bearer \(ClientStep.token())")])], bad: [reset([("ApiKey", "k")])]),
    ]

    private static let hash = String(repeating: "0a", count: 32)

    private static func identity(_ json: String) -> (String, String) {
        ("AP-TempPass-Identity", ClientStep.base64(json))
    }

    private static func logout(_ query: String = "", action: String = "logout", at time: Double = 0) -> ClientStep {
        .v2(
            .initiateLogout, "logout/Cable\(query)", at: time,
            answer: "{\"logouts\":{\"Cable\":{\"actionName\":\"\(action)\",\"url\":\"/adobe-services/logout\"}}}")
    }

    private static let visit = ClientStep(
        operation: .logout, target: "/adobe-services/logout?x=1", status: 302, time: 3)

    private static func reset(_ fields: [(name: String, value: String)]) -> ClientStep {
        ClientStep(
            operation: .resetTempPass, method: .delete, target: "/reset-tempass/v3/reset", fields: fields, time: 0)
    }
}
