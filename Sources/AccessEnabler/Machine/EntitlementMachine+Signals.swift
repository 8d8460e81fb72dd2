/// The delivery of signals: which flow receives a signal of another flow.
extension EntitlementMachine {
    mutating func pass(on signal: Signal) {
        switch signal {
        case .answered(let step, let answer): pass(on: answer, to: step)
        case .accessNeeded(let hosts): perform { $0.registration.handle(.accessNeeded(hosts: hosts), in: &$1) }
        case .accessGranted(let token): perform { $0.outbox.handle(.accessGranted(token), in: &$1) }
        case .accessFailed(let failure): perform { $0.outbox.handle(.accessFailed(failure), in: &$1) }

        case .configurationArrived(let asksForLogout): completeConfiguration(asksForLogout: asksForLogout)
        case .silentSignOnEnded:
            perform { $0.passiveLogin.handle(.begin(isOnMain: $0.configuration.isOnMain), in: &$1) }
        case .passiveLoginEnded: perform { $0.configuration.handle(.completed, in: &$1) }
        case .configurationSucceeded: makeHeldCalls()
        case .configurationFailed: refuseAsyncCalls()

        case .platformSignOnBegins(let filter): perform { $0.platformSignOn.handle(.loginBegins(filter), in: &$1) }
        case .platformSignOnStops: perform { $0.platformSignOn.handle(.loginStops, in: &$1) }
        case .secondScreenBegins(let provider, let code):
            perform { $0.secondScreen.handle(.begin(provider: provider, code), in: &$1) }
        case .secondScreenStops: perform { $0.secondScreen.handle(.stop, in: &$1) }
        case .browserOpens: perform { $0.logout.handle(.loginOpensBrowser, in: &$1) }
        case .loginSucceeded: perform { $0.authorization.handle(.loginSucceeded, in: &$1) }
        case .loginFailed: perform { $0.authorization.handle(.loginFailed, in: &$1) }
        case .noLoginRuns: perform { $0.authorization.handle(.noLoginRuns, in: &$1) }
        case .hold(let call): hold(call)
        case .dropHeldSteps: heldCalls.dropSteps()

        case .loginNeeded: perform { $0.login.handle(.needed, in: &$1) }
        case .loginGotToken(let token): perform { $0.login.handle(.gotToken(token), in: &$1) }
        case .loginGetsNoToken(let status): perform { $0.login.handle(.getsNoToken(status), in: &$1) }
        case .platformListsProvider(let provider):
            perform { $0.login.handle(.platformListsProvider(provider), in: &$1) }
        case .platformHasNoLogin(let status): perform { $0.login.handle(.platformHasNoLogin(status), in: &$1) }
        case .platformSignOnOvertaken(let filter):
            perform { $0.login.handle(.platformSignOnOvertaken(filter), in: &$1) }
        }
    }

    /// Passes the answer to a request to the flow that sent it.
    private mutating func pass(on answer: Answer, to step: Step) {
        switch step {
        case .configuration(let attempt, let index):
            perform {
                $0.configuration.handle(.answered(attempt: attempt, serviceProvider: index, answer), in: &$1)
            }
        case .access(let step): perform { $0.registration.handle(.answered(step, answer), in: &$1) }
        case .login(let step): perform { $0.login.handle(.answered(step, answer), in: &$1) }
        case .secondScreen(let login): perform { $0.secondScreen.handle(.answered(login: login, answer), in: &$1) }
        case .passiveLogin(let step): perform { $0.passiveLogin.handle(.answered(step, answer), in: &$1) }
        case .platform(let step): perform { $0.platformSignOn.handle(.serviceAnswered(step, answer), in: &$1) }
        case .authorization(let step): perform { $0.authorization.handle(.answered(step, answer), in: &$1) }
        case .preauthorization(let step): perform { $0.preauthorization.handle(.answered(step, answer), in: &$1) }
        case .metadata(let step): perform { $0.metadata.handle(.answered(step, answer), in: &$1) }
        case .logout(let wasFromPlatform):
            perform { $0.logout.handle(.answered(wasFromPlatform: wasFromPlatform), in: &$1) }
        }
    }

    /// Begins the steps that follow the arrival of a configuration: the store is prepared, then the two silent logins
    /// are tried, the platform's and the passive one. The configuration succeeds whatever their outcome.
    private mutating func completeConfiguration(asksForLogout: Bool) {
        perform { machine, context in
            context.prepareStore()
            if asksForLogout { context.eraseCurrentProvider() }
            machine.platformSignOn.handle(.configurationArrived, in: &context)
        }
    }
}
