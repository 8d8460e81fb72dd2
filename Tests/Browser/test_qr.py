"""The dashboard's QR codes against those of another encoder."""

import pytest
import qrcode
from qrcode.util import MODE_8BIT_BYTE, QRData

ENCODE = "async text => (await import('/_sim/dashboard/qr.js')).qrCode(text)"

# One for each version from 1 to 10, with and without padding, and characters of several bytes.
LENGTHS = (1, 14, 26, 38, 42, 62, 84, 100, 122, 150, 180, 213)


def code(text, version, mask):
    """What the other encoder makes of a text, in a version and with a mask."""
    other = qrcode.QRCode(version, qrcode.constants.ERROR_CORRECT_M, border=0, mask_pattern=mask)
    other.add_data(QRData(text.encode(), mode=MODE_8BIT_BYTE))
    other.make(fit=False)
    return [[int(dark) for dark in row] for row in other.get_matrix()]


def smallest(text):
    other = qrcode.QRCode(None, qrcode.constants.ERROR_CORRECT_M, border=0)
    other.add_data(QRData(text.encode(), mode=MODE_8BIT_BYTE))
    other.make(fit=True)
    return other.version


@pytest.fixture
def page(tab, simulator):
    page = tab()
    page.goto(f"{simulator.http}/_sim/")
    return page


def test_codes_are_those_of_another_encoder(page, simulator):
    """Any of the eight masks makes a valid code; the standard only recommends which one to take."""
    texts = ["http://127.0.0.1:8080/_sim/ca", "http://bücher.example/_sim/ca", *("x" * length for length in LENGTHS)]
    for text in texts:
        grid = page.evaluate(ENCODE, text)
        version = (len(grid) - 17) // 4
        assert version == smallest(text), text
        assert any(grid == code(text, version, mask) for mask in range(8)), text


def test_a_text_that_is_too_long_has_no_code(page):
    assert page.evaluate(ENCODE, "x" * 214) is None
