import PassCore

/// A verdict in SARIF 2.1.0, which code hosting services and editors show.
///
/// A violation of a `must` rule has the level `error`, one of a `should` rule has `warning`, and a note has `note`. The
/// locations of a finding are the addresses of its exchanges in the simulator.
enum VerdictSARIF {
    static func bytes(_ verdict: ClientVerdict) -> [UInt8] {
        JSONWriter.object { log in
            log.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            log.member("version", "2.1.0")
            log.memberArray("runs") { runs in
                runs.elementObject { run in
                    run.memberObject("tool") { tool in
                        tool.memberObject("driver") { driver in
                            driver.member("name", "pass-simulator")
                            driver.memberArray("rules") { rules in
                                for result in verdict.results { rules.elementObject { write(result.rule, to: &$0) } }
                            }
                        }
                    }
                    run.memberArray("results") { results in
                        for (index, result) in verdict.results.enumerated() {
                            let level = result.rule.force == .must ? "error" : "warning"
                            for finding in result.ruling.findings {
                                results.elementObject { write(finding, of: result.rule, index, level, to: &$0) }
                            }
                            for finding in result.ruling.notes {
                                results.elementObject { write(finding, of: result.rule, index, "note", to: &$0) }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func write(_ rule: ClientRule, to object: inout JSONWriter) {
        object.member("id", rule.id)
        object.memberObject("shortDescription") { $0.member("text", rule.title) }
        object.memberObject("fullDescription") { $0.member("text", "\(rule.title) Published in: \(rule.clause).") }
        if !rule.remedy.isEmpty { object.memberObject("help") { $0.member("text", rule.remedy) } }
        object.memberObject("defaultConfiguration") { $0.member("level", rule.force == .must ? "error" : "warning") }
    }

    private static func write(
        _ finding: Ruling.Finding, of rule: ClientRule, _ index: Int, _ level: String, to object: inout JSONWriter
    ) {
        object.member("ruleId", rule.id)
        object.member("ruleIndex", index)
        object.member("level", level)
        object.memberObject("message") { $0.member("text", "\(finding.sentence) \(rule.remedy)") }
        object.memberArray("locations") { locations in
            for exchange in finding.exchanges {
                locations.elementObject { location in
                    location.memberObject("physicalLocation") { place in
                        place.memberObject("artifactLocation") { $0.member("uri", "_sim/exchanges/\(exchange)") }
                    }
                    location.memberArray("logicalLocations") { names in
                        names.elementObject { $0.member("name", exchange) }
                    }
                }
            }
        }
    }
}
