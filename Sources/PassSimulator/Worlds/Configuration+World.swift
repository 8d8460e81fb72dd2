package import PassCore
package import PassDomain

extension Configuration {
    /// The policy of each World: how strict it is, and how long its records last.
    package var policy: Policy {
        var policy = Policy()
        policy.unknownRequestors = unknownRequestors.rule
        policy.unknownMVPDs = unknownMVPDs.rule
        policy.unknownResources = unknownResources.rule
        policy.unknownClients = unknownClients.rule
        policy.redirects =
            switch redirects {
            case .open: .open
            case .registered: .registered
            }
        policy.statements =
            switch softwareStatements.accept {
            case .any: .wellFormed
            case .trusted: .trusted
            }
        policy.revokedApplications = Set(softwareStatements.revoked.map { ExactText($0) })
        policy.deviceCheck =
            switch deviceBinding.check {
            case .lenient: .lenient
            case .strict: .strict
            }
        policy.loginAddress =
            switch restV2.loginAddress {
            case .mvpd: .mvpd
            case .service: .service
            }
        policy.deviceInformation =
            switch restV2.deviceInformation {
            case .lenient: .lenient
            case .strict: .strict
            }
        policy.requiresTLS = requireTLS
        policy.requestorProof =
            switch requestorProof {
            case .lenient: .lenient
            case .strict: .strict
            }
        policy.denialStatus = denialStatus
        policy.repeatedDenials = repeatedDenials.count.map {
            .init(count: $0, time: .seconds(Int64(repeatedDenials.seconds)))
        }
        policy.throttle = throttle.requestsPerSecond.map { .init(requestsPerSecond: $0, burst: throttle.burst) }
        policy.oldestClient = oldestClient?.split(separator: ".").compactMap { Int($0) }
        policy.timesToLive = .init(
            authentication: .seconds(Int64(ttl.authenticationSeconds)),
            homeBasedAuthentication: .seconds(Int64(ttl.homeBasedAuthenticationSeconds)),
            authorization: .seconds(Int64(ttl.authorizationSeconds)), media: .seconds(Int64(ttl.mediaSeconds)))
        policy.sessionTimeToLive = .seconds(Int64(ttl.sessionSeconds))
        policy.registrationCodeTimeToLive = .seconds(Int64(ttl.registrationCodeSeconds))
        policy.accessTokenTimeToLive = .seconds(Int64(ttl.accessTokenSeconds))
        return policy
    }

    /// The form in which a native token names its device.
    package var deviceBindingForm: PassDomain.DeviceBinding.Form {
        switch deviceBinding.form {
        case .signature: .signature
        case .hash: .hash
        case .plain: .plain
        }
    }

    /// The time at which each World's clock starts; `nil` means the time of day.
    package var startTime: Timestamp? {
        timeMillis.map { Timestamp(milliseconds: $0) }
    }

    /// The requestors and MVPDs that each World knows, and its policy.
    package var catalog: Catalog {
        Catalog(
            requestors: Dictionary(
                uniqueKeysWithValues: requestors.map { (RequestorID(rawValue: $0), domain($0, $1)) }),
            mvpds: mvpds.map { domain($0, $1) }, policy: policy)
    }

    private func domain(_ id: String, _ requestor: Requestor) -> PassDomain.Requestor {
        let integrations = requestor.mvpds.map { table in
            Dictionary(
                uniqueKeysWithValues: table.map { id, integration in
                    (MVPDID(rawValue: id), integration.overrides)
                })
        }
        return PassDomain.Requestor(
            id: RequestorID(rawValue: id), displayName: requestor.name, domains: requestor.domains,
            schemes: requestor.schemes, resources: requestor.resources.map { Set($0.map { ExactText($0) }) },
            integrations: integrations,
            excludedMVPDs: Set(requestor.excludedMVPDs.map { MVPDID(rawValue: $0) }),
            encryptedMetadata: Set(requestor.encryptedMetadata.map { ExactText($0) }),
            hasMetadataCertificate: requestor.metadataCertificate, sharesDeviceID: requestor.sharesDeviceID,
            hasEnhancedErrors: requestor.enhancedErrors)
    }
}

extension Configuration.Unknown {
    fileprivate var rule: Policy.Unknown {
        switch self {
        case .accept: .accept
        case .refuse: .refuse
        }
    }
}

extension Configuration.Integration {
    fileprivate var overrides: Integration.Overrides {
        func timeToLive(_ seconds: Int?) -> TimeToLive? { seconds.map { .seconds(Int64($0)) } }
        return .init(
            authentication: timeToLive(authenticationSeconds),
            homeBasedAuthentication: timeToLive(homeBasedAuthenticationSeconds),
            authorization: timeToLive(authorizationSeconds), media: timeToLive(mediaSeconds),
            degradation: degradation?.rule,
            platformSignOn: platformSignOn, singleSignOn: singleSignOn)
    }
}
