"""The structure check: a small tree without faults passes, and each fault that is planted in it is reported, alone."""

import pytest

import circles
import structure

ARCHITECTURE = "Sources/PassSimulator/PassSimulator.docc/Architecture.md"
TREE = {
    "Package.swift": """
        .target(name: "PassHTTP"),
        .target(name: "PassSimulator", dependencies: ["PassHTTP"]),
        // Tests mirror the sources.
        .testTarget(name: "PassHTTPTests", dependencies: ["PassHTTP"]),
        """,
    "README.md": "",
    "CONTRIBUTING.md": "Golden files are in `Fixtures/`, the parser in `Sources/PassHTTP/Message/Parser.swift`.",
    ARCHITECTURE: "| ground | `PassHTTP` | Parses |\n| products | `PassSimulator` | Serves |\n",
    "Sources/PassHTTP/Message/Parser.swift": "/// A parser.\npublic struct Parser { let fields: Fields }\n",
    "Sources/PassHTTP/Message/Fields.swift": "struct Fields {}\n",
    "Sources/PassHTTP/Connection/Machine.swift": "struct Machine { let parser: Parser }\n",
    "Sources/PassSimulator/Simulator.swift": "struct Simulator {}\n",
    "Tests/PassHTTPTests/ParserTests.swift": "struct ParserTests {}\n",
}

FAULTS = {
    "a circle of files": (
        {"Sources/PassHTTP/Message/Fields.swift": "struct Fields { func parse() -> Parser }\n"},
        ["2 files depend on each other", "Message/Fields.swift -> Message/Parser.swift: Parser", "-> Message/Fields.swift: Fields"],
    ),
    "a circle of folders": (
        {
            "Sources/PassHTTP/Message/Limits.swift": "extension Log {}\n",
            "Sources/PassHTTP/Connection/Log.swift": "enum Log {}\n",
        },
        ["2 folders depend on each other", "Message -> Connection: Log in Limits.swift", "Connection -> Message: Parser in Machine.swift"],
    ),
    "a public declaration without a doc comment": (
        {"Sources/PassHTTP/Message/Fields.swift": "struct Fields {}\npublic func parse() {}\n"},
        ["Fields.swift:2: no doc comment: public func parse() {}"],
    ),
    "a doc comment without a subject": (
        {"Sources/PassHTTP/Message/Fields.swift": "/// As in the head.\nstruct Fields {}\n"},
        ["Fields.swift:1: a doc comment begins without its subject: As in the head."],
    ),
    "a doc comment that begins with a pronoun and a verb": (
        {"Sources/PassHTTP/Message/Fields.swift": "/// This holds the head.\nstruct Fields {}\n"},
        ["Fields.swift:1: a doc comment begins without its subject: This holds the head."],
    ),
    "a paragraph without a subject": (
        {"Sources/PassHTTP/Message/Fields.swift": "/// The fields.\n///\n/// They are sorted.\nstruct Fields {}\n"},
        ["Fields.swift:3: a paragraph of a doc comment begins without its subject: They are sorted."],
    ),
    "a doc comment that asks instead of naming": (
        {"Sources/PassHTTP/Message/Fields.swift": "/// What a head holds.\nstruct Fields {}\n"},
        ["Fields.swift:1: a doc comment begins without its subject: What a head holds."],
    ),
    "a comment that doesn't say who acts": (
        {"Sources/PassHTTP/Message/Fields.swift": "// Nobody reads this.\nstruct Fields {}\n"},
        ["Fields.swift:1: 'Nobody' doesn't say who"],
    ),
    "a doc comment without a sentence": (
        {"Sources/PassHTTP/Message/Fields.swift": "/// - Parameter name: the name.\nfunc field(_ name: String) {}\n"},
        ["Fields.swift:1: a doc comment begins with a list: - Parameter name"],
    ),
    "a title without a subject": (
        {"Tests/PassHTTPTests/ParserTests.swift": '@Test(\n    "It reads a head")\nfunc head() {}\n'},
        ["ParserTests.swift:2: a test's title begins without its subject: It reads a head"],
    ),
    "a title that doesn't say who acts": (
        {"Tests/PassHTTPTests/ParserTests.swift": '@Test("A head that nobody reads") func head() {}\n'},
        ["ParserTests.swift:1: 'nobody' doesn't say who: A head that nobody reads"],
    ),
    "a service without tests": (
        {"Sources/PassDomain/Services/LogoutService.swift": "final class LogoutService {}\n"},
        ["Sources/PassDomain/Services/LogoutService.swift: there is no LogoutServiceTests.swift"],
    ),
    "a family without tests": (
        {"Sources/PassHTTP/EchoFamily.swift": "struct EchoFamily: EndpointFamily {}\n"},
        ["Sources/PassHTTP/EchoFamily.swift: there is no EchoFamilyTests.swift"],
    ),
    "a value that is to live until a line": (
        {"Sources/PassHTTP/Message/Fields.swift": "struct Fields {\n    init() {\n        let old = state.withLock { $0.take() }\n        _ = old\n    }\n}\n"},
        ["Fields.swift:4: only withExtendedLifetime keeps a value alive until this line: _ = old"],
    ),
    "inlinable members of a type that other targets can't inline": (
        {"Sources/PassHTTP/Message/Fields.swift": "/// The fields.\npackage struct Fields {\n    /// The count.\n    @inlinable package var count: Int { 0 }\n}\n"},
        ["Fields.swift: Fields has @inlinable members, which need @usableFromInline on the type"],
    ),
    "a long file": (
        {"Tests/PassHTTPTests/ParserTests.swift": "//\n" * 301},
        ["Tests/PassHTTPTests/ParserTests.swift: 301 lines, but at most 300 are allowed"],
    ),
    "a full folder": (
        {f"Sources/PassHTTP/Codecs/Codec{number}.swift": "" for number in range(21)},
        ["Sources/PassHTTP/Codecs: 21 Swift files, but at most 20 are allowed"],
    ),
    "a missing path": (
        {"CONTRIBUTING.md": "See `Sources/PassHTTP/Gone.swift`."},
        ["CONTRIBUTING.md: there is no Sources/PassHTTP/Gone.swift"],
    ),
    "a missing path on another page": (
        {"Sources/PassSimulator/PassSimulator.docc/Decisions/Speed.md": "See `Sources/PassHTTP/Gone.swift`."},
        ["Speed.md: there is no Sources/PassHTTP/Gone.swift"],
    ),
    "a target without a row": (
        {ARCHITECTURE: "| products | `PassSimulator` | Serves |\n"},
        ["Architecture.md: the target PassHTTP has no row"],
    ),
    "a row without a target": (
        {ARCHITECTURE: TREE[ARCHITECTURE] + "| ground | `PassFTP` | Parses |\n"},
        ["Architecture.md: there is no target PassFTP"],
    ),
    "a name with two facets": (
        {"Sources/PassHTTP/Message/Parser+Head+Lines.swift": "extension Parser {}\n"},
        ["Sources/PassHTTP/Message/Parser+Head+Lines.swift: a file is named after one type"],
    ),
}


def plant(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.fixture
def tree(tmp_path):
    plant(tmp_path, TREE)
    return tmp_path


def test_tree_without_faults_passes(tree):
    assert structure.faults(tree) == []


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_reported(tree, name):
    files, texts = FAULTS[name]
    plant(tree, files)
    (fault,) = structure.faults(tree)
    for text in texts:
        assert text in fault


PRONOUNS = ("It", "They", "Its", "Which", "That of", "Of", "As", "The same", "This is", "These are", "This also means")


@pytest.mark.parametrize("word", PRONOUNS)
@pytest.mark.parametrize("before", ("", "/// The fields.\n///\n"), ids=("first line", "later paragraph"))
def test_doc_comment_without_subject_is_reported(tree, before, word):
    plant(tree, {"Sources/PassHTTP/Message/Fields.swift": f"{before}/// {word} the head.\nstruct Fields {{}}\n"})
    (fault,) = structure.faults(tree)
    assert "begins without its subject" in fault


@pytest.mark.parametrize(
    "text",
    [
        "This parser reads a head.",
        "Thesis and theory are words.",
        "Ofcom's rule.",
        "The fields.\n/// It is one line of a paragraph.",
        "The fields:\n///\n/// - It is an item.",
        "The fields.\n///\n/// ```swift\n/// let one = 1\n///\n/// It = one\n/// ```",
    ],
    ids=lambda text: text,
)
def test_doc_comment_with_subject_passes(tree, text):
    plant(tree, {"Sources/PassHTTP/Message/Fields.swift": f"/// {text}\nstruct Fields {{}}\n"})
    assert structure.faults(tree) == []


@pytest.mark.parametrize(
    "text",
    [
        "// Parser",
        "/* Parser /* Parser */ Parser */",
        'let text = "Parser"',
        'let text = "\\"Parser"',
        'let text = #"\\(Parser.self)" Parser"#',
        'let text = """\n    "Parser"\n    """',
        "enum Kind { case parser }; let kind = Kind.Parser",
        "struct Body { struct Parser {} ; let parser: Parser }",
        "extension Fields { struct Parser {} ; var parser: Parser { Parser() } }",
    ],
    ids=lambda text: text,
)
def test_other_words_are_no_dependency(tree, text):
    plant(tree, {"Sources/PassHTTP/Message/Fields.swift": f"struct Fields {{}}\n{text}\n"})
    assert structure.faults(tree) == []


@pytest.mark.parametrize(
    "text",
    [
        'let text = "\\(Parser.self)"',
        'let text = #"\\#(Parser.self)"#',
        'let text = "" as Parser?',
        "extension Parser {}",
        "typealias Head = Parser",
        "private let fields = 1\nstruct Body { let parser: Parser }",
    ],
    ids=lambda text: text,
)
def test_mention_is_a_dependency(tree, text):
    plant(tree, {"Sources/PassHTTP/Message/Fields.swift": f"struct Fields {{}}\n{text}\n"})
    (fault,) = structure.faults(tree)
    assert "circle" in fault


@pytest.mark.parametrize("text", ("import struct PassCore.Parser", "import Parser\nimport enum Other.Parser.Kind"))
def test_import_is_no_declaration_and_no_mention(tree, text):
    plant(tree, {"Sources/PassHTTP/Message/Fields.swift": f"public {text}\nstruct Fields {{}}\n"})
    assert structure.faults(tree) == []


def test_call_of_a_free_function_is_a_dependency(tree):
    plant(
        tree,
        {
            "Sources/PassHTTP/Message/Fields.swift": "struct Fields { func split() { parse() } }\n",
            "Sources/PassHTTP/Message/Parse.swift": "func parse() -> Fields { Fields() }\n",
        },
    )
    (fault,) = structure.faults(tree)
    assert "Message/Fields.swift -> Message/Parse.swift: parse" in fault


def test_facet_is_part_of_its_file(tree):
    plant(
        tree,
        {
            "Sources/PassHTTP/Message/Parser+Lines.swift": "extension Parser { var lines: Lines }\n",
            "Sources/PassHTTP/Message/Lines.swift": "struct Lines { let parser: Parser }\n",
        },
    )
    (fault,) = structure.faults(tree)
    assert "2 files depend on each other in a circle: Message/Lines.swift, Message/Parser.swift" in fault


def test_targets_whose_files_still_form_circles_are_passed_over(tree, monkeypatch):
    files, _ = FAULTS["a circle of files"]
    plant(tree, files)
    monkeypatch.setattr(circles, "WITH_FILE_CIRCLES", ("PassHTTP",))
    assert structure.faults(tree) == []


def test_fragments_are_listed_and_are_no_faults(tree):
    plant(
        tree,
        {
            "Sources/PassHTTP/Message/Fields+Lines.swift": "extension Fields {}\n",
            "Sources/PassHTTP/Message/Fields+Linux.swift": "extension Fields {}\n",
            "Sources/PassHTTP/Message/Fields+Values.swift": "extension Fields {}\n" * 30,
        },
    )
    assert structure.faults(tree) == []
    assert list(structure.fragments(tree)) == ["Sources/PassHTTP/Message/Fields+Lines.swift: 1 lines"]
