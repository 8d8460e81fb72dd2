// Writes a request as a command for curl.

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`

// curl sets these itself.
const OWN = ["host", "content-length", "connection", "accept-encoding"]

/** The command that sends a recorded request again. */
export function curlCommand({ request }) {
    const parts = ["curl -i", quoted(request.url)]
    if (request.method === "HEAD") parts[0] = "curl -I"
    else if (request.method !== (request.body.text || request.body.base64 ? "POST" : "GET")) parts.push(`-X ${request.method}`)
    for (const { name, value } of request.headers) {
        if (!OWN.includes(name.toLowerCase())) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
    }
    if (request.body.text) parts.push(`--data-raw ${quoted(request.body.text)}`)
    if (request.body.base64) return `printf %s ${quoted(request.body.base64)} | base64 -d | ${parts.join(" \\\n  ")} \\\n  --data-binary @-`
    return parts.join(" \\\n  ")
}
