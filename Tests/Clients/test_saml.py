"""Signatures in SAML messages by POST, judged and made by libxmlsec1."""

import base64
import re
import urllib.parse

import pytest
import xmlsec
from lxml import etree

from curl import plain
from device import NativeDevice
from simulator import ROOT

SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
ACS = "/sp/saml/SAMLAssertionConsumer"
STYLES = ("Adobe", "AcmeCable", "MetaCable")
FOREIGN_KEY = ROOT / "Fixtures/Keys/saml.pem"


class Delivery(Exception):
    """The browser is about to deliver the MVPD's answer."""

    def __init__(self, url, form):
        super().__init__(url)
        self.url = url
        self.form = form


class Login:
    """A login that stops short of its last step: `request` and `response` are what was posted, as XML."""

    def __init__(self, simulator, folder, mvpd="Adobe", base=None):
        self.request = None
        self.curl = plain(simulator).curl(folder, folder / "jar")
        self.device = NativeDevice(self.fetch, base or simulator.http, mvpd=mvpd)
        with pytest.raises(Delivery) as stopped:
            self.device.log_in()
        self.url, self.form = stopped.value.url, stopped.value.form
        self.response = base64.b64decode(self.form["SAMLResponse"], validate=True)

    def fetch(self, url, form=None, **options):
        if form and "SAMLRequest" in form:
            self.request = base64.b64decode(form["SAMLRequest"], validate=True)
        if urllib.parse.urlsplit(url).path.endswith(ACS):
            raise Delivery(url, form)
        return self.curl(url, form=form, **options)

    def deliver(self, response):
        return self.curl(self.url, form=self.form | {"SAMLResponse": base64.b64encode(response).decode()})

    def expect_refusal(self, response):
        """An error page that leads nowhere; and the real answer is still good."""
        refused = self.deliver(response)
        assert refused.status == 400 and "location" not in refused.headers, refused
        assert "The assertion isn't trusted" in refused.body, refused
        assert self.device.session().status == 401
        assert self.deliver(self.response).location == self.device.landing
        assert self.device.session().status == 200


@pytest.fixture
def key(simulator, tmp_path):
    served = plain(simulator).curl(tmp_path)(f"{simulator.http}/_sim/keys/saml.pem")
    return xmlsec.Key.from_memory(served.body, xmlsec.KeyFormat.PEM)


def verify(root, key):
    """The element that the one signature of the message covers; throws unless it is good."""
    xmlsec.tree.add_ids(root, ["ID"])
    (signature,) = root.iter(f"{{{xmlsec.constants.DSigNs}}}Signature")
    context = xmlsec.SignatureContext()
    context.key = key
    context.verify(signature)
    signed = signature.getparent()
    uri = signature.find(f".//{{{xmlsec.constants.DSigNs}}}Reference").get("URI")
    assert uri == f"#{signed.get('ID')}"
    assert signature.getprevious().tag == f"{{{SAML}}}Issuer"
    return signed


def sign(response, private_key, signature=xmlsec.Transform.RSA_SHA256, digest=xmlsec.Transform.SHA256):
    """The response, its assertion signed anew by another implementation than the simulator's, and printed its way."""
    root = etree.fromstring(response)
    assertion = root.find(f"{{{SAML}}}Assertion")
    (old,) = assertion.iter(f"{{{xmlsec.constants.DSigNs}}}Signature")
    template = xmlsec.template.create(root, xmlsec.Transform.EXCL_C14N, signature, ns="sig")
    reference = xmlsec.template.add_reference(template, digest, uri=f"#{assertion.get('ID')}")
    xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
    xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
    assertion.replace(old, template)
    assertion.insert(1, etree.Comment(" signed elsewhere "))
    xmlsec.tree.add_ids(root, ["ID"])
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_file(str(private_key), xmlsec.KeyFormat.PEM)
    context.sign(template)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


@pytest.mark.parametrize("style", STYLES)
def test_assertion_is_signed_with_the_served_key(simulator, tmp_path, key, style):
    root = etree.fromstring(Login(simulator, tmp_path, style).response)
    signed = verify(root, key)
    assert signed.tag == f"{{{SAML}}}Assertion" and signed.getparent() is root
    assert signed.findtext(f".//{{{SAML}}}NameID") == "user"


def test_request_is_signed_with_the_served_key(simulator, tmp_path, key):
    root = etree.fromstring(Login(simulator, tmp_path).request)
    assert verify(root, key) is root


def test_altered_assertion_is_refused_by_both(simulator, tmp_path, key):
    login = Login(simulator, tmp_path)
    altered = login.response.replace(b">user</saml:NameID>", b">denied</saml:NameID>")
    assert altered != login.response
    with pytest.raises(xmlsec.Error):
        verify(etree.fromstring(altered), key)
    login.expect_refusal(altered)


def test_assertion_without_signature_is_refused(simulator, tmp_path):
    login = Login(simulator, tmp_path)
    bare = re.sub(rb"<ds:Signature .*</ds:Signature>", b"", login.response)
    assert bare != login.response
    login.expect_refusal(bare)


@pytest.mark.parametrize("style", STYLES)
def test_assertion_signed_by_another_library_is_accepted(simulator, tmp_path, style):
    login = Login(simulator, tmp_path, style)
    signed = sign(login.response, simulator.data_dir / "saml.pem")
    assert login.deliver(signed).location == login.device.landing
    assert login.device.session().status == 200


def test_assertion_signed_with_another_key_is_refused(simulator, tmp_path):
    login = Login(simulator, tmp_path)
    login.expect_refusal(sign(login.response, FOREIGN_KEY))


@pytest.mark.parametrize(
    "algorithms",
    (
        {"signature": xmlsec.Transform.RSA_SHA1},
        {"digest": xmlsec.Transform.SHA1},
        {"signature": xmlsec.Transform.RSA_SHA512},
    ),
    ids=("rsa-sha1", "sha1", "rsa-sha512"),
)
def test_other_algorithms_are_refused(simulator, tmp_path, algorithms):
    login = Login(simulator, tmp_path)
    login.expect_refusal(sign(login.response, simulator.data_dir / "saml.pem", **algorithms))
