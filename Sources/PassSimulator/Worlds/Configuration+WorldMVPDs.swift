import PassCore
import PassDomain

extension Configuration {
    /// Returns an MVPD of the configuration in the form that a World uses.
    func domain(_ id: String, _ mvpd: MVPD) -> PassDomain.MVPD {
        let mvpd = completed(mvpd)
        var result = PassDomain.MVPD(
            id: MVPDID(rawValue: id), displayName: mvpd.name, logoURL: mvpd.logo,
            style: (mvpd.style ?? .samlPost).style, host: mvpd.host ?? PassDomain.MVPD.defaultHost)
        result.takesLogouts = mvpd.takesLogouts ?? result.takesLogouts
        result.proxy = mvpd.proxy.map { MVPDID(rawValue: $0) }
        if let pass = mvpd.pass {
            result.temporaryPass = PassDomain.TemporaryPass(
                timeToLive: .seconds(Int64(pass.seconds)), resources: pass.resources, identity: pass.identity)
        }
        result.degradation = mvpd.degradation?.rule
        result.preauthorizationLimit = mvpd.preauthorizationLimit ?? result.preauthorizationLimit
        result.authorizationLimit = mvpd.authorizationLimit ?? result.authorizationLimit
        result.listsResources = mvpd.listsResources ?? result.listsResources
        result.flags = flags(mvpd)
        return result
    }

    private func flags(_ mvpd: MVPD) -> PassDomain.MVPD.Flags {
        var flags = PassDomain.MVPD.Flags()
        flags.authPerAggregator = mvpd.authPerAggregator ?? flags.authPerAggregator
        flags.passiveAuthnEnabled = mvpd.passiveAuthnEnabled ?? flags.passiveAuthnEnabled
        flags.authPerBrowserSession = mvpd.authPerBrowserSession ?? flags.authPerBrowserSession
        flags.iFrameRequired = mvpd.iFrameRequired ?? flags.iFrameRequired
        flags.iFrameWidth = mvpd.iFrameWidth
        flags.iFrameHeight = mvpd.iFrameHeight
        flags.useSVC = mvpd.useSVC ?? flags.useSVC
        flags.foregroundLogout = mvpd.foregroundLogout ?? flags.foregroundLogout
        flags.platform = mvpd.platform.map { platform in
            var result = PassDomain.MVPD.Platform()
            result.boardingStatus = platform.boardingStatus == .supported ? .supported : .picker
            result.isInPicker = platform.isInPicker
            result.mappingID = platform.mappingID
            result.requiredMetadata = platform.requiredMetadata
            return result
        }
        return flags
    }

    /// Returns the MVPD with each setting that is `nil` taken from the MVPDs that it is `like`.
    ///
    /// The search ends after `longestLikeness` MVPDs, so a chain that is circular or too long is cut.
    func completed(_ mvpd: MVPD) -> MVPD {
        var result = mvpd
        var next = mvpd.like
        for _ in 1..<Self.longestLikeness {
            guard let other = next.flatMap({ mvpds[$0] }) else { break }
            for setting in ConfigurationSchema.inheritedMVPDSettings { setting.inherit(&result, other) }
            next = other.like
        }
        return result
    }
}

extension Configuration.MVPD.LoginStyle {
    fileprivate var style: MVPD.LoginStyle {
        switch self {
        case .samlPost: .samlPost
        case .samlRedirect: .samlRedirect
        case .metaRefresh: .metaRefresh
        case .oauth2: .oauth2
        case .tempPass: .tempPass
        }
    }
}

extension Configuration.Degradation {
    /// The corresponding degradation rule of `PassDomain`.
    var rule: PassDomain.Degradation {
        switch self {
        case .authNAll: .authNAll
        case .authZAll: .authZAll
        case .authZNone: .authZNone
        }
    }
}
