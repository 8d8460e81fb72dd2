// Rules to begin with. Each can be edited before it is added.

export const TEMPLATES = [
    {
        name: "Deny a channel", text: "Authorizations of resources that begin with news are denied.",
        rule: { match: { resource: "news*" }, action: { failure: "denied", message: "Your package does not include this channel." } },
    },
    { name: "Slow service", text: "Each answer of the service comes three seconds late.", rule: { match: {}, action: { delay: 3000 } } },
    {
        name: "Flaky network", text: "One in five requests loses its connection.",
        rule: { match: { probability: 0.2, seed: 1 }, action: { transport: "resetBefore" } },
    },
    { name: "MVPD down", text: "All MVPDs' pages fail, and they return no decisions. Name one MVPD to affect only that one.",
        rule: { match: { mvpd: "*" }, action: { mvpd: "down" } } },
    { name: "Login loop", text: "The MVPDs show their form again, even after the right password.",
        rule: { match: { mvpd: "*" }, action: { mvpd: "loginLoop" } } },
    { name: "Service down", text: "The service answers 503 to everything.", rule: { match: {}, action: { status: 503 } } },
    { name: "Expired access token", text: "The next access token is already expired.",
        rule: { match: { operation: "RetrieveAccessToken" }, action: { token: "expired" }, times: 1 } },
    { name: "Too many requests", text: "The next poll is refused with 429.",
        rule: { match: { operation: "RetrieveProfileForCode" }, action: { failure: "tooManyRequests" }, times: 1 } },
]
