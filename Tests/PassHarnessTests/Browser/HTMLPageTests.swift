import Testing

@testable import PassHarness

@Suite("Pages as the headless browser sees them")
struct HTMLPageTests {
    @Test("A login form has the fields that it sends itself and those that it asks for")
    func loginForm() throws {
        let page = HTMLPage(
            """
            <!doctype html><!-- <form action=/no> --><TITLE>Log in &amp; go</TITLE>
            <form method=POST action='/in?a=1&amp;b=2'><input type="hidden" name="state" value="&quot;x&quot; &#60;&#x3e;">
            <input name=user><input type=password name="pw" /><input type=checkbox name=keep><button name="go" value="1">Go</button>
            </form>
            """)
        #expect(page.title == "Log in & go")
        let form = try #require(page.forms.first)
        #expect(page.forms.count == 1)
        #expect(form.action == "/in?a=1&b=2")
        #expect(form.isPost)
        #expect(form.hidden == [HTMLForm.Field(name: "state", value: "\"x\" <>")])
        #expect(form.typed == [HTMLForm.Field(name: "user", value: "")])
        #expect(form.passwords == [HTMLForm.Field(name: "pw", value: "")])
        #expect(form.choices == [HTMLForm.Field(name: "go", value: "1")])
        #expect(form.asks)
    }

    @Test(
        "A form that a script or the page's load submits needs no user",
        arguments: [
            "<body onload='document.forms[0].submit()'><form method=post action=/x><input type=hidden name=a></form>",
            "<form method=post action=/x><input type=hidden name=a></form><script>document.forms[0].submit()</script>",
        ])
    func selfSubmitting(text: String) throws {
        let form = try #require(HTMLPage(text).forms.first)
        #expect(form.submitsItself)
        #expect(!form.asks)
    }

    @Test("A meta refresh is followed, quoted or not")
    func refresh() {
        #expect(HTMLPage(#"<meta http-equiv="Refresh" content="0; URL='/a?b=1&amp;c=2'">"#).refresh == "/a?b=1&c=2")
        #expect(HTMLPage("<meta http-equiv=refresh content=3;url=/next>").refresh == "/next")
        #expect(HTMLPage("<meta http-equiv=refresh content=30>").refresh == nil)
    }

    @Test("The browser takes only the link for browsers without script")
    func link() {
        let page = HTMLPage("<a href=/no>x</a><noscript><a class=b href='/yes'>go</a></noscript><a href=/no2>y</a>")
        #expect(page.linkWithoutScript == "/yes")
    }

    @Test("Markup in scripts and styles is ignored")
    func rawText() {
        let page = HTMLPage("<script>var a = '<form action=/no>';</SCRIPT><style><form></style><h1>Hi</h1>")
        #expect(page.forms.isEmpty)
        #expect(page.title == "Hi")
    }

    @Test(
        "Broken pages are read to their end",
        arguments: [
            "<", "<form", "<form action=\"", "<input name='", "<!--", "</", "<script>", "&#xffffffff;", "<a b=c d",
        ])
    func broken(text: String) {
        #expect(HTMLPage(text).refresh == nil)
    }

    @Test(
        "Letters that get longer in lower case don't shift what follows them",
        arguments: [
            "<h1>İİİ</h1><meta http-equiv=refresh content='0; İ URL=/next'>",
            "<script>/* İİİİ */</SCRIPT><meta http-equiv=Refresh content=0;url=/next>",
            "<p İİ=1 title='x'><meta http-equiv=refresh content=\"0;url='/next'\">",
        ])
    func letters(text: String) {
        #expect(HTMLPage(text).refresh == "/next")
    }

    @Test("A page of scripts is scanned once, whatever their number")
    func manyScripts() {
        let count = 20_000
        let page = HTMLPage(
            String(repeating: "<script>x</Script>", count: count) + "<noscript><a href=/next></noscript>")
        #expect(page.script.utf8.count == count)
        #expect(page.linkWithoutScript == "/next")
    }
}
