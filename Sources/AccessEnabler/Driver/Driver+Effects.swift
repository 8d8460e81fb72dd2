extension Driver {
    /// Carries out an effect, or starts the work for it.
    func carryOut(_ effect: Effect) {
        switch effect {
        case .callback(let event, let isStatusCheck): callbacks.make(event, isStatusCheck: isStatusCheck)
        case .refuseCaller(let number): callbacks.refuse(number)
        case .request(let id, let request, let sharesCookies): send(request, id, sharesCookies: sharesCookies)
        case .preauthorized(let id, let response, let isFailure):
            guard let completion = completions.removeValue(forKey: id) else { return }
            callbacks.run { isFailure ? completion.onFailure(response) : completion.onResponse(response) }
        case .setAlarm(let name, let delay): wake(name, afterMillis: delay)
        case .cancelAlarm(let name): pendingWork.cancelAlarm(name)
        case .present(let url): platform.presenter?.present(url)
        case .follow(let id, let url, let end, let isVisible): follow(url, until: end, isVisible: isVisible, id)
        case .stopFollowing(let id):
            browsings.remove(id)
            pendingWork.cancel(.browsing(id))
        case .ask(let id, let question): ask(question, id)
        case .stopAsking(let id): pendingWork.cancel(.question(id))
        case .log(let category, let line): platform.logger?.log(category, line)
        }
    }

    private func send(_ request: TransportRequest, _ id: RequestID, sharesCookies: Bool) {
        let (transport, userAgent) = (platform.transport, platform.userAgent)
        start(.request(id)) {
            var request = request
            if sharesCookies, let cookies = await userAgent?.cookies(for: request.url) {
                request.fields.append(TransportField("Cookie", cookies))
            }
            do throws(AccessEnablerTransportError) {
                return .answered(id, .response(try await transport.send(request)))
            } catch {
                return .answered(id, .failed(error))
            }
        }
    }

    private func follow(_ url: String, until end: String, isVisible: Bool, _ id: BrowsingID) {
        browsings.insert(id)
        let userAgent = platform.userAgent
        start(.browsing(id)) {
            .followed(id, end: await userAgent?.follow(url, until: end, isVisible: isVisible))
        }
    }

    /// Puts a question to the platform.
    ///
    /// A platform that ignores cancellation may answer late; the machine then ignores the answer.
    private func ask(_ question: PlatformQuestion, _ id: QuestionID) {
        let signOn: any PlatformSSOProvider = platform.platformSSO ?? NoPlatformSignOn()
        start(.question(id)) { .platform(id, await signOn.answer(to: question)) }
    }

    /// Starts a task whose result is posted as an input. The activity counts the task as under way until then.
    private func start(_ work: PendingWork.Work, _ body: @escaping @Sendable () async -> Input) {
        let activity = platform.activity
        activity?.begin()
        let isStarted = pendingWork.start(work) { [weak self] in
            let input = await body()
            self?.post(input)
            activity?.end()
        }
        if !isStarted { activity?.end() }
    }

    /// Sets an alarm on the platform's clock.
    ///
    /// An alarm posts its input as soon as it fires, so a test that moves the clock can wait for the consequences.
    private func wake(_ name: AlarmName, afterMillis delay: Int64) {
        let number = nextNumber()
        let alarm = platform.clock.wake(afterMillis: delay) { [weak self] in
            self?.post(.alarm(name, number: number))
        }
        pendingWork.set(name, number: number, alarm)
    }
}

extension PlatformSSOProvider {
    fileprivate func answer(to question: PlatformQuestion) async -> PlatformAnswer {
        switch question {
        case .permission: return .permission(await permission())
        case .account:
            do { return .account(try await account()) } catch { return .accountFailed("\(error)") }
        case .pick(let providers, let featured): return .picked(await pick(providers: providers, featured: featured))
        case .samlResponse(let request, let account):
            do {
                return .samlResponse(try await samlResponse(to: request, for: account))
            } catch {
                return .samlResponseFailed("\(error)")
            }
        }
    }
}

/// The stand-in for a platform without sign-on; the machine never asks it.
private struct NoPlatformSignOn: PlatformSSOProvider {
    struct Missing: Error {}

    func permission() async -> PlatformPermission { .undetermined }
    func account() async throws -> PlatformAccount? { nil }
    func pick(providers: [String], featured: [String]) async -> PlatformChoice { .cancelled }
    func samlResponse(to request: String, for account: PlatformAccount) async throws -> String { throw Missing() }
}
