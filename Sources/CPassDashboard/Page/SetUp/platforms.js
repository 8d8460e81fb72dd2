// The settings for each kind of client, and how to trust the certificate on each platform.

/** The families of operations whose requests show that a client has arrived, and what its User-Agent looks like. */
const SDK = ["legacy", "v1", "dcr"]

/**
 * Each kind of client: its name, its settings as pairs of name and value, steps in words, how its requests are told, and `sign`: the
 * same in words.
 * `environment` is what `environment.json` says; `origin` is the address in use.
 */
export const PLATFORMS = [
    {
        id: "ios", name: "iOS and tvOS SDK", families: SDK, agent: /iPhone|iPad|AppleTV|CFNetwork|Darwin|iOS|tvOS/i,
        sign: "calls of an SDK whose User-Agent names iOS, tvOS, CFNetwork or Darwin",
        settings: ({ native }) => [["serviceProviders for setRequestor", native.serviceProviders.join(", ")]],
        steps: ["Give setRequestor this list as its serviceProviders. The SDK itself puts https:// before it, so serve with TLS and trust the certificate."],
    },
    {
        id: "android", name: "Android SDK", families: SDK, agent: /Android|Dalvik|okhttp/i,
        sign: "calls of an SDK whose User-Agent names Android, Dalvik or okhttp",
        settings: ({ native, android }) => [
            ["serviceProviders for setRequestor", native.serviceProviders.join(", ")], ["useHttps", String(native.useHttps)],
                ["environment for getInstance", android.environment],
        ],
        steps: ["In the emulator, this machine is 10.0.2.2. Change the address above, and these settings follow."],
    },
    {
        id: "javascript", name: "JavaScript SDK", families: SDK, agent: /Mozilla/i,
        sign: "calls of an SDK whose User-Agent is a browser's",
        settings: ({ javaScript }) => [
            ["endpoints for setRequestor", javaScript.endpoints.join(", ")], ["URL of AccessEnabler.js", javaScript.script],
                ["Storage proxy", javaScript.storageProxy],
        ],
        steps: ["The page of your app may be on any origin: the simulator allows all of them, as the real service does."],
    },
    {
        id: "rest", name: "REST API v2", families: ["v2", "sso", "dcr"], agent: /./,
        sign: "calls of REST API v2 or of the client registration",
        settings: (_, service) => [["Base URL, instead of https://api.auth.adobe.com", service],
            ["Client registration", `${service}/o/client/register`]],
        steps: ["Register a client, get an access token, then ask for the configuration. Any well-formed software statement is accepted unless the configuration is strict."],
    },
    {
        id: "proxy", name: "An app without settings", families: ["legacy", "v1", "v2", "sso", "dcr"], agent: /./,
        sign: "any call of the service, by an SDK or of REST API v2",
        settings: (environment, service) => [["HTTP proxy", new URL(service).host],
            ["Host names, if the app can't use a proxy", environment.spoofing.hosts.join(" ")]],
        steps: [
            "Set the proxy of the device or emulator to this address, and trust the certificate. The simulator answers for Adobe's hosts and forwards nothing else.",
            "Without a proxy: run pass-simulator hosts, put its lines into /etc/hosts, serve with --listen 0.0.0.0:443, and trust the certificate.",
        ],
    },
]

/** How to trust the authority's certificate, for each platform; `file` is the form that it needs. */
export const TRUST = [
    {
        name: "iPhone, iPad", file: "ca.cer",
        steps: ["Scan the code with the camera and download the profile.", "Settings › General › VPN & Device Management: install it.",
            "Settings › General › About › Certificate Trust Settings: switch it on."],
    },
    { name: "iOS and tvOS simulator", file: "ca.pem", steps: ["xcrun simctl keychain booted add-root-cert ca.pem"], isCommand: true },
    { name: "Apple TV", file: "ca.cer",
        steps: ["Send the file with AirDrop or a profile of Apple Configurator, then switch on its trust: Settings › General › About."] },
    {
        name: "Android", file: "ca.crt",
        steps: ["Download the file, then Settings › Security › Encryption & credentials › Install a certificate › CA certificate.",
            "In the app's network security configuration for debug builds, trust certificates of users."],
    },
    { name: "Linux", file: "ca.crt",
        steps: ["sudo cp ca.crt /usr/local/share/ca-certificates/pass-simulator.crt && sudo update-ca-certificates"], isCommand: true },
    { name: "macOS", file: "ca.pem", steps: ["security add-trusted-cert -k ~/Library/Keychains/login.keychain-db ca.pem"],
        isCommand: true },
    { name: "curl, node, Python", file: "ca.pem", steps: ["curl --cacert ca.pem …", "NODE_EXTRA_CA_CERTS=ca.pem",
        "REQUESTS_CA_BUNDLE=ca.pem"], isCommand: true },
]
