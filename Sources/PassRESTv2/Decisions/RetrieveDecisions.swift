import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}` and `…/decisions/preauthorize/{mvpd}`: "Retrieve
/// authorization decisions using specific mvpd" and "Retrieve preauthorization decisions …" of REST API v2.
///
/// - Inputs: the path; `AP-Device-Identifier` (required); `AP-TempPass-Identity` (required for a promotional pass); a
///   JSON body `{"resources":[…]}`.
/// - Answers: 200 with one decision for each resource, in the order of the request. A denial is a decision with an
///   error. An authorization has a media token and states how long it is valid; a preauthorization has neither.
/// - 400: `invalid_header_device_identifier`, `invalid_parameter_resources`, `invalid_parameter_mvpd`,
///   `invalid_integration`. 403: `too_many_resources`, or the app's profile is missing, expired or invalidated.
struct RetrieveDecisions: RESTv2Endpoint {
    let kind: DecisionKind
    let route: Route
    let failures: any FailureTable

    init(kind: DecisionKind) {
        self.kind = kind
        failures = DecisionFailureTable(kind: kind)
        let isAuthorization = kind == .authorization
        route = Route(
            isAuthorization ? .retrieveAuthorizationDecisions : .retrievePreauthorizationDecisions, [.post],
            "/api/v2/{serviceProvider}/decisions/\(isAuthorization ? "authorize" : "preauthorize")/{mvpd}",
            on: .worker, carriesSecrets: true, readsParameters: false, content: .document)
    }

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let caller = try call.caller()
        let mvpd = try call.mvpd()
        // The service provider and the MVPD in the path are checked before the body, and their integration after it.
        guard call.exchange.world.catalog.accepts(mvpd) else { throw EntitlementFailure.unknownMVPD(mvpd) }
        let requested = try RequestedResources(call.exchange.request)
        try requested.checkCount(for: kind)
        let request = AppDecisionService.Request(
            caller: caller, mvpd: mvpd, resources: requested.resources, forced: call.exchange.forcedDenial)
        let service = call.services.appDecisions
        let answer =
            kind == .authorization
            ? try service.authorize(request, now: call.now) : try service.preauthorize(request, now: call.now)
        log(answer, request, call.exchange)
        let list = DecisionList(
            resources: requested.texts, requestor: call.requestor, mvpd: mvpd, answer: answer, kind: kind)
        var response = list.response(call.exchange)
        response.delay(milliseconds: answer.delayMilliseconds)
        return response
    }

    private func log(_ answer: AppDecisionService.Answer, _ request: AppDecisionService.Request, _ exchange: Exchange) {
        if answer.rulings.count == 1, kind == .authorization {
            switch (answer.rulings[0].outcome, request.resources[0]) {
            case (.permitted, let resource?): return exchange.log(.permitted(resource))
            case (.denied(let denial), let resource): return exchange.log(.denied(denial, resource))
            case (.refused(let refusal), _): return exchange.log(.failed(.temporaryAccessRefused(refusal)))
            case (.permitted, nil): break
            }
        }
        let permitted = answer.rulings.count { if case .permitted = $0.outcome { true } else { false } }
        exchange.log(.preauthorized(permitted: permitted, denied: answer.rulings.count - permitted))
    }
}

/// The answers to failed calls for decisions. A denial that a rule forces is reported for each resource, like any other
/// denial.
struct DecisionFailureTable: FailureTable {
    let kind: DecisionKind

    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        if case .denied(let denial) = failure, let requested = try? RequestedResources(exchange.request),
            let requestor = try? exchange.capture(RESTv2Call.serviceProvider), let mvpd = try? exchange.capture("mvpd")
        {
            let list = DecisionList(
                resources: requested.texts, requestor: RequestorID(rawValue: requestor),
                mvpd: MVPDID(rawValue: mvpd),
                answer: .init(
                    source: .mvpd, rulings: requested.texts.map { _ in .init(outcome: .denied(denial)) }),
                kind: kind)
            return list.response(exchange)
        }
        return RESTv2FailureTable(unnamed: .invalidParameterResources).response(to: failure, in: exchange)
    }
}
