import PassSimulator

/// What somebody else's test does with the public API alone: an old native SDK's calls, without a socket.
struct EmbeddedClient {
    let simulator: Simulator
    let world: SimulatedWorld
    var requestor = "TEST_REQUESTOR"
    var mvpd = "TempPass"

    init(_ simulator: Simulator, _ world: SimulatedWorld? = nil) {
        self.simulator = simulator
        self.world = world ?? simulator.world
    }

    func get(_ path: String, fields: [SimulatorRequest.Field] = []) -> SimulatorResponse {
        simulator.respond(to: SimulatorRequest("GET", world.serviceProvider + path, fields: fields))
    }

    func post(
        _ path: String, _ form: [SimulatorRequest.Field], fields: [SimulatorRequest.Field] = []
    ) -> SimulatorResponse {
        simulator.respond(to: SimulatorRequest(form: form, to: world.serviceProvider + path, fields: fields))
    }

    /// Logs in at an MVPD that shows no form.
    func authNToken() -> String? {
        let login = get("/authenticate?requestor_id=\(requestor)&mso_id=\(mvpd)&redirect_url=app:done")
        guard let cookie = login.field("Set-Cookie")?.prefix(while: { $0 != ";" }) else { return nil }
        return post(
            "/sessionDevice", [("requestor_id", requestor), ("device_id", "c0ffee")],
            fields: [("Cookie", String(cookie))]
        ).element("authnToken")
    }

    func authorize(_ token: String, _ resource: String = "TEST_RESOURCE") -> SimulatorResponse {
        post(
            "/authorizeDevice",
            [
                ("requestor_id", requestor), ("mso_id", mvpd), ("device_id", "c0ffee"), ("resource_id", resource),
                ("authentication_token", token),
            ])
    }

    func mediaToken(_ decision: String) -> String {
        post(
            "/deviceShortAuthorize",
            [
                ("requestor_id", requestor), ("mso_id", mvpd), ("device_id", "c0ffee"), ("session_guid", "any"),
                ("authz_token", decision),
            ]
        ).text
    }
}

extension SimulatorResponse {
    /// The text of the first element of that name, its entities undone.
    func element(_ name: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>"), let end = text.firstRange(of: "</\(name)>") else {
            return nil
        }
        return String(text[start.upperBound..<end.lowerBound])
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
