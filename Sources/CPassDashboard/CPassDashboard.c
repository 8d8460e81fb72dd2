// The files of the dashboard, as bytes of the program. Each new file needs a line in both lists; a test says which one is missing.

#include "CPassDashboard.h"

// The directive is part of C23, and clang has it for the older language too, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char clock_state_js[] = {
#embed "Page/Control/clock-state.js"
};
static const unsigned char capsules_js[] = {
#embed "Page/Control/capsules.js"
};
static const unsigned char clock_js[] = {
#embed "Page/Control/clock.js"
};
static const unsigned char expiries_js[] = {
#embed "Page/Control/expiries.js"
};
static const unsigned char namespaces_js[] = {
#embed "Page/Control/namespaces.js"
};
static const unsigned char panels_css[] = {
#embed "Page/Control/panels.css"
};
static const unsigned char rule_editor_js[] = {
#embed "Page/Control/rule-editor.js"
};
static const unsigned char rule_fields_js[] = {
#embed "Page/Control/rule-fields.js"
};
static const unsigned char rule_templates_js[] = {
#embed "Page/Control/rule-templates.js"
};
static const unsigned char rules_js[] = {
#embed "Page/Control/rules.js"
};
static const unsigned char state_js[] = {
#embed "Page/Control/state.js"
};
static const unsigned char platforms_js[] = {
#embed "Page/SetUp/platforms.js"
};
static const unsigned char qr_js[] = {
#embed "Page/SetUp/qr.js"
};
static const unsigned char setup_js[] = {
#embed "Page/SetUp/setup.js"
};
static const unsigned char api_js[] = {
#embed "Page/Shell/api.js"
};
static const unsigned char base_css[] = {
#embed "Page/Shell/base.css"
};
static const unsigned char dom_js[] = {
#embed "Page/Shell/dom.js"
};
static const unsigned char events_js[] = {
#embed "Page/Shell/events.js"
};
static const unsigned char format_js[] = {
#embed "Page/Shell/format.js"
};
static const unsigned char icon_svg[] = {
#embed "Page/Shell/icon.svg"
};
static const unsigned char ids_js[] = {
#embed "Page/Shell/ids.js"
};
static const unsigned char index_html[] = {
#embed "Page/Shell/index.html"
};
static const unsigned char main_js[] = {
#embed "Page/Shell/main.js"
};
static const unsigned char route_js[] = {
#embed "Page/Shell/route.js"
};
static const unsigned char shell_css[] = {
#embed "Page/Shell/shell.css"
};
static const unsigned char curl_js[] = {
#embed "Page/Traffic/curl.js"
};
static const unsigned char diagram_js[] = {
#embed "Page/Traffic/diagram.js"
};
static const unsigned char empty_js[] = {
#embed "Page/Traffic/empty.js"
};
static const unsigned char exchange_js[] = {
#embed "Page/Traffic/exchange.js"
};
static const unsigned char filters_js[] = {
#embed "Page/Traffic/filters.js"
};
static const unsigned char flow_js[] = {
#embed "Page/Traffic/flow.js"
};
static const unsigned char journal_js[] = {
#embed "Page/Traffic/journal.js"
};
static const unsigned char readable_js[] = {
#embed "Page/Traffic/readable.js"
};
static const unsigned char reason_js[] = {
#embed "Page/Traffic/reason.js"
};
static const unsigned char rows_js[] = {
#embed "Page/Traffic/rows.js"
};
static const unsigned char rule_dialog_js[] = {
#embed "Page/Traffic/rule-dialog.js"
};
static const unsigned char traffic_css[] = {
#embed "Page/Traffic/traffic.css"
};
static const unsigned char traffic_js[] = {
#embed "Page/Traffic/traffic.js"
};
static const unsigned char times_js[] = {
#embed "Page/Shell/times.js"
};
static const unsigned char turns_js[] = {
#embed "Page/Traffic/turns.js"
};
static const unsigned char virtual_list_js[] = {
#embed "Page/Traffic/virtual-list.js"
};
static const unsigned char why_js[] = {
#embed "Page/Traffic/why.js"
};

#define FILE_OF(name, symbol) {name, symbol, sizeof symbol}

static const CPassDashboardFile files[] = {
    FILE_OF("capsules.js", capsules_js),
    FILE_OF("clock-state.js", clock_state_js),
    FILE_OF("clock.js", clock_js),
    FILE_OF("expiries.js", expiries_js),
    FILE_OF("namespaces.js", namespaces_js),
    FILE_OF("panels.css", panels_css),
    FILE_OF("rule-editor.js", rule_editor_js),
    FILE_OF("rule-fields.js", rule_fields_js),
    FILE_OF("rule-templates.js", rule_templates_js),
    FILE_OF("rules.js", rules_js),
    FILE_OF("state.js", state_js),
    FILE_OF("platforms.js", platforms_js),
    FILE_OF("qr.js", qr_js),
    FILE_OF("setup.js", setup_js),
    FILE_OF("api.js", api_js),
    FILE_OF("base.css", base_css),
    FILE_OF("dom.js", dom_js),
    FILE_OF("events.js", events_js),
    FILE_OF("format.js", format_js),
    FILE_OF("icon.svg", icon_svg),
    FILE_OF("ids.js", ids_js),
    FILE_OF("index.html", index_html),
    FILE_OF("main.js", main_js),
    FILE_OF("route.js", route_js),
    FILE_OF("shell.css", shell_css),
    FILE_OF("curl.js", curl_js),
    FILE_OF("diagram.js", diagram_js),
    FILE_OF("empty.js", empty_js),
    FILE_OF("exchange.js", exchange_js),
    FILE_OF("filters.js", filters_js),
    FILE_OF("flow.js", flow_js),
    FILE_OF("journal.js", journal_js),
    FILE_OF("readable.js", readable_js),
    FILE_OF("reason.js", reason_js),
    FILE_OF("rows.js", rows_js),
    FILE_OF("rule-dialog.js", rule_dialog_js),
    FILE_OF("traffic.css", traffic_css),
    FILE_OF("traffic.js", traffic_js),
    FILE_OF("times.js", times_js),
    FILE_OF("turns.js", turns_js),
    FILE_OF("virtual-list.js", virtual_list_js),
    FILE_OF("why.js", why_js),
};

const CPassDashboardFile *CPassDashboard_file(size_t index) {
    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
