/// The style sheet of every page. The sheet is inline and allowed by its hash, so a page needs no second request.
package enum Stylesheet {
    /// The MVPDs' colours on a light background.
    package static let hues = [
        "#a82133", "#934404", "#79570b", "#61620c", "#227008", "#006e55",
        "#076b6f", "#026789", "#1957bb", "#6044b5", "#853397", "#9e246b",
    ]

    /// The base64 of the SHA-256 of `text`, for the Content-Security-Policy.
    package static let hash = "d7zhKjHiia/FDLQL2JasJM3+qsMgIt0aMczRneekXEc="

    /// The text between the `style` tags.
    ///
    /// The hues are twelve equal steps around the OKLCH circle, with a lightness of 0.48 on a light and 0.80 on a dark
    /// background. Each has a contrast of at least 6 to 1 (WCAG 2.2, 1.4.3).
    package static let text: StaticString = """
        :root{color-scheme:light dark;--light:#44516a;--dark:#b7c4dc}
        .hue-0{--light:#a82133;--dark:#fda1a0}
        .hue-1{--light:#934404;--dark:#fca676}
        .hue-2{--light:#79570b;--dark:#e6b55d}
        .hue-3{--light:#61620c;--dark:#c2c564}
        .hue-4{--light:#227008;--dark:#94d186}
        .hue-5{--light:#006e55;--dark:#61d7b2}
        .hue-6{--light:#076b6f;--dark:#43d5dc}
        .hue-7{--light:#026789;--dark:#60ccfc}
        .hue-8{--light:#1957bb;--dark:#98bffe}
        .hue-9{--light:#6044b5;--dark:#bcb2fd}
        .hue-10{--light:#853397;--dark:#e0a4ee}
        .hue-11{--light:#9e246b;--dark:#f89dc9}
        body{--accent:var(--light);--on:#fff;--page:#f2f3f6;--card:#fff;--ink:#1b1e24;--soft:#585f6d;--edge:#d9dce3;
        --line:#767d8c;--bad:#a3161f;--bad-ground:#fdeeee;margin:0;min-height:100vh;box-sizing:border-box;
        display:flex;flex-direction:column;align-items:center;padding:3rem 1rem 1.5rem;
        border-top:.375rem solid var(--accent);background:var(--page);color:var(--ink);
        font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
        -webkit-text-size-adjust:100%;overflow-wrap:anywhere}
        @media (prefers-color-scheme:dark){body{--accent:var(--dark);--on:#15171c;--page:#121419;--card:#1c1f26;
        --ink:#eceef2;--soft:#a9b0bd;--edge:#333843;--line:#858d9c;--bad:#ffaaa5;--bad-ground:#3b2022}}
        header,main,footer{width:100%;max-width:25rem;box-sizing:border-box}
        header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.25rem;font-size:1.25rem;font-weight:600}
        .mark{flex:none;width:2.75rem;height:2.75rem;border-radius:.75rem;background:var(--accent);color:var(--on);
        display:flex;align-items:center;justify-content:center;font-size:1.0625rem;letter-spacing:.03em}
        main{background:var(--card);border:1px solid var(--edge);border-radius:1rem;padding:1.75rem}
        h1{margin:0 0 .25rem;font-size:1.5rem;line-height:1.25}
        p{margin:0 0 1rem}
        main>:last-child{margin-bottom:0}
        .soft,footer{color:var(--soft)}
        form{margin:0}
        label{display:block;margin:1rem 0 .375rem;font-weight:600}
        input{display:block;width:100%;box-sizing:border-box;min-height:2.75rem;padding:.5rem .75rem;font:inherit;
        color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
        input[type=hidden]{display:none}
        input[aria-invalid=true]{border-color:var(--bad);box-shadow:0 0 0 1px var(--bad)}
        button,.button{display:block;width:100%;box-sizing:border-box;min-height:2.75rem;margin-top:1.5rem;
        padding:.625rem 1rem;border:1px solid transparent;border-radius:.5rem;background:var(--accent);
        color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
        button:hover,.button:hover{filter:brightness(.92)}
        .quiet{margin-top:.75rem;background:none;color:var(--accent);border-color:var(--line)}
        :focus-visible{outline:.1875rem solid var(--accent);outline-offset:.125rem}
        .problem{margin:1rem 0 0;padding:.75rem 1rem;border-radius:.5rem;border-left:.25rem solid var(--bad);
        background:var(--bad-ground);color:var(--bad)}
        dl{margin:1.25rem 0 0;padding-top:1rem;border-top:1px solid var(--edge)}
        dt{font-size:.875rem;color:var(--soft)}
        dd{margin:0 0 .75rem;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875rem}
        footer{margin-top:1.25rem;padding:0 .25rem;font-size:.875rem;text-align:center}
        kbd{font:inherit;font-weight:600;color:var(--ink)}
        """
}
