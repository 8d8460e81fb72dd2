"""The tests' own browser, against pages as the protocol prints them."""

import pytest

from browser import Page, travel
from curl import Answer

LOGIN = """
<!doctype html><title>Sign in</title>
<form action="/sso?a=1&amp;b=2" method="post">
 <input type="hidden" name="RelayState" value="a&quot;b"/>
 <label>User <input name="username"></label>
 <input type="password" name="password"/>
 <input type="submit" name="go" value="Go"/>
</form>
<form action="/second" method="get"><input type="hidden" name="other" value="1"/></form>
<script>var text = "not shown"</script>
"""


def test_first_form_is_read_and_unescaped():
    page = Page(LOGIN)
    assert (page.action, page.method) == ("/sso?a=1&b=2", "post")
    assert page.hidden == {"RelayState": 'a"b'}
    assert page.visible == ["username", "password"]
    assert "not shown" not in page.text and "Sign in" in page.text


@pytest.mark.parametrize(
    "content", ["0;url=https://idp.example/?a=1&amp;b=2", "0; URL='https://idp.example/?a=1&amp;b=2'"]
)
def test_meta_refresh_is_read(content):
    page = Page(f'<meta http-equiv="refresh" content="{content}">')
    assert page.refresh == "https://idp.example/?a=1&b=2"


def site(pages):
    """A fetch function over a dictionary, and what it was asked for."""
    asked = []

    def fetch(url, form=None):
        asked.append((url, form))
        status, location, body = pages[url]
        return Answer(url, status, {"location": location}, body)

    return fetch, asked


def test_travel_follows_to_the_end():
    fetch, asked = site(
        {
            "http://h/start": (302, "/login", ""),
            "http://h/login": (200, "", LOGIN),
            "http://h/sso?a=1&b=2": (303, "adobepass://ios.app", ""),
        }
    )
    journey = travel(fetch, "http://h/start", "adobepass://ios.app", "user", "secret")
    assert journey.end == "adobepass://ios.app"
    assert journey.paths == ["/start", "/login", "/sso"]
    assert asked[-1][1] == {"RelayState": 'a"b', "username": "user", "password": "secret"}


def test_travel_stops_at_a_second_login_page():
    again = LOGIN.replace("/sso?a=1&amp;b=2", "/login")
    fetch, asked = site({"http://h/login": (200, "", again)})
    journey = travel(fetch, "http://h/login", "adobepass://ios.app", "user", "wrong")
    assert journey.end == "" and len(asked) == 2


def test_travel_upgrades_the_login_post_alone():
    fetch, asked = site(
        {
            "http://h:81/login": (200, "", LOGIN.replace("/sso?a=1&amp;b=2", "/sso")),
            "https://h:81/sso": (302, "adobepass://ios.app", ""),
        }
    )
    travel(fetch, "http://h:81/login", "adobepass://ios.app", "user", "secret", upgrade=True)
    assert [url for url, _ in asked] == ["http://h:81/login", "https://h:81/sso"]
