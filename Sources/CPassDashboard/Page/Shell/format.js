// Numbers, IDs and names, as people read them.

export const number = value => Number(value).toLocaleString("en")

/** A number of things: `1 flow`, `2 flows`. */
export const counted = (count, thing) => `${number(count)} ${thing}${count === 1 ? "" : "s"}`

/** A long ID as every view shows it: its first eight and its last four characters. The whole one belongs into a title. */
export const short = text => text && text.length > 16 ? `${text.slice(0, 8)}…${text.slice(-4)}` : text ?? ""

const FAMILIES = {
    legacy: "SDK", v1: "v1", v2: "REST v2", dcr: "Registration", sso: "SSO Service", mvpd: "MVPD", simulator: "Simulator",
}
export const family = name => FAMILIES[name] ?? name ?? ""

const OUTCOMES = {
    pending: ["Waiting for login", "wait"], loggedIn: ["Logged in", "good"], failed: ["Failed", "bad"],
    permitted: ["Permitted", "good"], denied: ["Denied", "bad"], loggedOut: ["Logged out", "plain"],
    preauthorized: ["Preauthorized", "good"], invalid: ["Invalid", "bad"], refused: ["Refused", "bad"],
    ignored: ["Ignored", "plain"], inFlight: ["In flight", "wait"],
}

/** What a browser opens in a login or logout: it says nothing about the API that the app uses. */
const IN_BROWSER = [
    "Authenticate", "AuthenticateInUserAgent", "ConsumeAssertion", "ConsumeAuthorizationCode", "CompletePassiveAuthentication",
    "CompleteBackgroundLogin", "Logout", "ConsumeLogoutResponse", "ConsumeOAuthLogout", "ShowLanding",
]
export const isOfApp = exchange => exchange.family !== "mvpd" && !IN_BROWSER.includes(exchange.operation)

/** The words and the tone of an outcome. */
export const outcome = name => OUTCOMES[name] ?? [name ?? "", "plain"]
