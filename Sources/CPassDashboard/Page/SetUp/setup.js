// Set up: the settings for an app, the certificate, and a check that turns green when the app calls.

import { base, get, service } from "./api.js"
import { copyable, field, h, s, show } from "./dom.js"
import { isOfApp } from "./format.js"
import { onExchange } from "./journal.js"
import { PLATFORMS, TRUST } from "./platforms.js"
import { qrCode } from "./qr.js"
import { address, alter, route, watch } from "./route.js"
import { dayAndTime } from "./times.js"

const LOOPBACK = /^(localhost|127\.|\[::1\])/

/** Draws a QR code. */
function code(text) {
    const grid = qrCode(text)
    if (!grid) return h("p", { class: "soft" }, "This address is too long for a code.")
    const size = grid.length + 8
    const path = grid.flatMap((line, r) => line.map((dark, c) => dark ? `M${c + 4} ${r + 4}h1v1h-1z` : "")).join("")
    return s("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `QR code of ${text}` },
        s("rect", { width: size, height: size, class: "qr-light" }), s("path", { d: path, class: "qr-dark" }))
}

/** Shows the view; answers with the function that ends it. */
export function setupView(main) {
    let host = location.host
    let environment
    let isOver = false
    const arrived = new Map()
    const tabs = h("div", { class: "tab-list", role: "tablist", "aria-label": "Kind of client" })
    const panel = h("div", { class: "tab-panel", role: "tabpanel", id: "platform", tabindex: "0" })
    const certificate = h("div", { class: "certificate" })
    const input = h("input", { value: host, spellcheck: "false", autocapitalize: "off" })
    const hint = h("p", { class: "notice" })
    show(main, h("div", { class: "page" },
        h("h1", {}, "Set up your app"),
        h("p", { class: "soft lead" },
            "Choose what your app is, copy its settings, and start it. The check turns green when its first request arrives."),
        h("div", { class: "card" },
            field("Address that your app uses", input, "This page's address, unless your app reaches this machine by another one."), hint),
        h("div", { class: "card" }, tabs, panel),
        h("h2", {}, "Trust the certificate"),
        h("p", { class: "soft lead" },
            "Your app needs it for https and for the proxy. Trust it on test devices and emulators only, and remove it afterwards."),
        certificate,
        h("p", { class: "soft" }, "The same settings without JavaScript: ", h("a", { href: `${base}environment` }, "environment"), ", for programs: ",
            h("a", { href: `${base}environment.json` }, "environment.json"), ".")))

    const ofHost = text => text.replaceAll(location.host, host)

    input.addEventListener("input", () => {
        host = input.value.trim() || location.host
        draw()
    })

    const current = () => PLATFORMS.find(platform => platform.id === route().client) ?? PLATFORMS[0]

    function draw() {
        if (!environment) return
        hint.hidden = !LOOPBACK.test(host)
        hint.textContent = `Only this machine reaches ${host}. For a phone, serve with --listen 0.0.0.0:${location.port || 80} and write your machine's address above; the Android emulator uses 10.0.2.2.`
        const chosen = current()
        show(tabs, ...PLATFORMS.map(platform => h("button", {
            type: "button", role: "tab", id: `client-${platform.id}`, "aria-controls": "platform", "aria-selected": platform === chosen,
            tabindex: platform === chosen ? 0 : -1, on: { click: () => alter({ client: platform.id }, { replace: true }) },
        }, platform.name, arrived.has(platform.id) && h("span", { class: "dot-good", role: "img",
            "aria-label": "its first request has arrived" }))))
        panel.setAttribute("aria-labelledby", `client-${chosen.id}`)
        const seen = arrived.get(chosen.id)
        show(panel,
            h("dl", { class: "settings" }, chosen.settings(environment, service).map(([name, value]) =>
                h("div", {}, h("dt", {}, name), h("dd", {}, copyable(ofHost(value), name))))),
            h("ul", { class: "hints" }, chosen.steps.map(text => h("li", {}, text))),
            h("div", { class: seen ? "check-live arrived" : "check-live", role: "status" },
                h("span", { class: "check-mark", "aria-hidden": "true" }, seen ? "✓" : ""),
                seen ? h("div", {}, h("strong", {}, "Your app's first request has arrived"),
                    h("p", {}, `${seen.operation ?? seen.path} at ${dayAndTime(seen.time)} UTC, answered ${seen.status}. `,
                        h("a", { href: address({ show: "requests", exchange: seen.id }) }, "Show the request")),
                    seen.agent && h("p", { class: "soft mono" }, seen.agent))
                    : h("div", {}, h("strong", {}, `Waiting for the first request from: ${chosen.name}`),
                        h("p", {}, `Start your app now. This turns green with ${chosen.sign}. Other calls turn the check of their own tab green.`))))
        drawCertificate()
    }

    tabs.addEventListener("keydown", event => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (!step) return
        const next = PLATFORMS[(PLATFORMS.indexOf(current()) + step + PLATFORMS.length) % PLATFORMS.length]
        alter({ client: next.id }, { replace: true })
        document.getElementById(`client-${next.id}`)?.focus()
    })

    let shownHost

    function drawCertificate() {
        if (shownHost === host) return
        shownHost = host
        const page = `${location.protocol}//${host}${base}ca`
        const form = name => `${base}${name}`
        show(certificate,
            h("div", { class: "card qr-card" }, code(page),
                h("div", {}, h("h3", {}, "On a phone"), h("p", {}, "Scan this code with the camera to download the certificate."),
                    h("p", {}, h("a", { href: page }, page)),
                    h("p", {}, h("a", { class: "button", href: form("ca.pem"), download: "pass-simulator-ca.pem" }, "Download ca.pem"),
                        " ", h("a", { href: form("ca") }, "Other formats")))),
            h("div", { class: "trust" }, TRUST.map(({ name, file, steps, isCommand }) => h("details", { class: "card" },
                h("summary", {}, name),
                isCommand ? steps.map(step => copyable(step, "the command")) : h("ol", {}, steps.map(step => h("li", {}, step))),
                h("p", {}, h("a", { href: form(file), download: file }, `Download ${file}`))))))
    }

    async function arrive(exchange) {
        if (exchange.state !== "complete" || !isOfApp(exchange)) return
        const open = PLATFORMS.filter(platform => !arrived.has(platform.id) && platform.families.includes(exchange.family))
        if (!open.length) return
        const full = await get(`exchanges/${encodeURIComponent(exchange.id)}`).catch(() => undefined)
        const agent = full?.request.headers.find(({ name }) => name.toLowerCase() === "user-agent")?.value ?? ""
        for (const platform of open) {
            if (!arrived.has(platform.id) && platform.agent.test(agent || "-")) arrived.set(platform.id, { ...exchange, agent })
        }
        if (!isOver) draw()
    }

    const ends = [onExchange(arrive), watch(draw)]
    get("environment.json").then(answer => {
        environment = answer
        if (!isOver) draw()
    }).catch(problem => show(panel, h("p", { class: "problem" }, problem.message)))
    return () => {
        isOver = true
        for (const end of ends) end()
    }
}
