"""A person at a browser, as far as the login chain needs one: follows redirects, submits forms, fills in the login."""

import re
import urllib.parse
from dataclasses import dataclass, field
from html.parser import HTMLParser

from curl import REDIRECTS

# The longest style has an intermediate page, a login and a confirmation; a chain beyond this goes in circles.
MOST_HOPS = 15


class Page(HTMLParser):
    """The first form of a page, its meta refresh, and the link for browsers without script."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.action = None
        self.method = "get"
        self.hidden = {}
        self.visible = []
        self.choices = []
        self.refresh = None
        self.link = None
        self.text = ""
        self._forms = 0
        self._open = False
        self._silent = 0
        self._without_script = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._forms += 1
            self._open = self._forms == 1
            if self._open:
                self.action = values.get("action", "")
                self.method = values.get("method", "get").lower()
        elif tag == "input" and self._open and values.get("name"):
            if values.get("type", "text").lower() == "hidden":
                self.hidden[values["name"]] = values.get("value", "")
            elif values.get("type", "text").lower() != "submit":
                self.visible.append(values["name"])
        elif tag == "button" and self._open:
            self.choices.append((values.get("name"), values.get("value")))
        elif tag == "a" and self._without_script:
            self.link = values.get("href")
        elif tag == "noscript":
            self._without_script += 1
        elif tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            found = re.fullmatch(r"\s*\d+\s*;\s*url\s*=\s*['\"]?([^'\"]+)['\"]?\s*", values.get("content", ""), re.I)
            self.refresh = found and found[1]
        elif tag in ("script", "style"):
            self._silent += 1

    def handle_endtag(self, tag):
        if tag == "form":
            self._open = False
        elif tag == "noscript":
            self._without_script -= 1
        elif tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data):
        if not self._silent:
            self.text += data


@dataclass
class Journey:
    """What the browser went through: each request as (method, URL, status), and where it ended."""

    hops: list = field(default_factory=list)
    end: str = ""
    page: Page = None

    @property
    def paths(self):
        return [urllib.parse.urlsplit(url).path for _, url, _ in self.hops]


def travel(fetch, url, stop, username="", password="", upgrade=False, choice=0, hidden=True):
    """Opens `url` and goes on until a redirect leads to `stop` (which is not fetched), or something is asked for twice.

    With `upgrade` the credentials are posted to the https twin of the form's action, on the same port. Of a form whose
    buttons are a question, the one of index `choice` is pressed. Without `hidden`, forms in which something is typed or
    chosen are posted without their hidden inputs.
    """
    journey = Journey()
    answer = fetch(url)
    method, typed = "GET", set()
    for _ in range(MOST_HOPS):
        journey.hops.append((method, answer.url, answer.status))
        if answer.status in REDIRECTS:
            # 303 or the older 302 turn a POST into a GET; the others would repeat the form elsewhere.
            assert answer.status in (302, 303), answer
            target = urllib.parse.urljoin(answer.url, answer.location)
            if target == stop:
                journey.end = target
                return journey
            answer, method = fetch(target), "GET"
            continue
        assert answer.status == 200, answer
        page = journey.page = Page(answer.body)
        if onward := page.refresh or page.link:
            answer, method = fetch(urllib.parse.urljoin(answer.url, onward)), "GET"
            continue
        assert page.action is not None and page.method == "post", f"no way on from {answer.url}: {page.text}"
        target = urllib.parse.urljoin(answer.url, page.action)
        asks = page.visible or (page.choices and all(name for name, _ in page.choices))
        fields = dict(page.hidden) if hidden or not asks else {}
        if page.visible:
            credentials = {"username": username, "password": password}
            assert set(page.visible) <= set(credentials), page.visible
            if typed & set(page.visible):
                return journey
            typed |= set(page.visible)
            fields |= {name: credentials[name] for name in page.visible}
            if upgrade:
                assert target.startswith("http:"), target
                target = "https" + target.removeprefix("http")
        elif asks:
            fields |= dict([page.choices[choice]])
        answer, method = fetch(target, form=fields), "POST"
    raise AssertionError(f"no end after {MOST_HOPS} requests: {journey.hops}")
