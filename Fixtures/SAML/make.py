#!/usr/bin/env python3
"""Signs the SAML messages anew: xmlsec1 (Debian: xmlsec1) signs and verifies, lxml writes canonical form, and signxml
signs one more (pip install lxml signxml). Each is what that tool takes for a good signature."""
import pathlib
import subprocess

from lxml import etree
from signxml import XMLSigner
from signxml.algorithms import CanonicalizationMethod

here = pathlib.Path(__file__).resolve().parent
KEY = here / "../Keys/saml.pem"
FOREIGN_KEY = here / "../Keys/token.pem"

SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol"
DS = "http://www.w3.org/2000/09/xmldsig#"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
ENVELOPED = f"{DS}enveloped-signature"
RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256"


def element(name, content="", **attributes):
    written = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<ds:{name}{written}>{content}</ds:{name}>"


def reference(uri, transforms=(ENVELOPED, EXCLUSIVE), digest=SHA256):
    made = "".join(
        transform if transform.startswith("<") else element("Transform", Algorithm=transform)
        for transform in transforms
    )
    return element(
        "Reference",
        element("Transforms", made) + element("DigestMethod", Algorithm=digest) + element("DigestValue"),
        URI=uri,
    )


def template(*references, canonicalization=EXCLUSIVE, method=RSA_SHA256, more=""):
    """A signature that waits for its values."""
    info = element("CanonicalizationMethod", Algorithm=canonicalization)
    info += element("SignatureMethod", Algorithm=method) + "".join(references)
    signature = element("Signature", element("SignedInfo", info) + element("SignatureValue") + more)
    return signature.replace("<ds:Signature>", f'<ds:Signature xmlns:ds="{DS}">')


def xmlsec1(command, key, document):
    done = subprocess.run(
        ["xmlsec1", command, "--privkey-pem", key]
        + ["--id-attr:ID", f"{SAML}:Assertion", "--id-attr:ID", f"{SAMLP}:Response"]
        + ["--id-attr:ID", f"{SAMLP}:AuthnRequest", "/dev/stdin"],
        input=document,
        capture_output=True,
        check=True,
    )
    return done.stdout


def sign(document, key=KEY):
    signed = xmlsec1("--sign", key, document.encode())
    xmlsec1("--verify", key, signed)
    return signed


def canonical(signed):
    """As the product writes it: exclusive canonical form, base64 on one line."""
    root = etree.fromstring(signed)
    for value in root.iter(f"{{{DS}}}SignatureValue"):
        value.text = "".join(value.text.split())
    return etree.tostring(root, method="c14n", exclusive=True)


# The request and the response of the tests' samples, in the product's form.
REQUEST = (
    f'<samlp:AuthnRequest xmlns:samlp="{SAMLP}" AssertionConsumerServiceURL="https://sp.example/acs"'
    ' Destination="https://idp.example/sso" ForceAuthn="false" ID="_q1" IsPassive="false"'
    ' IssueInstant="2026-01-01T00:00:00Z" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"'
    f' Version="2.0"><saml:Issuer xmlns:saml="{SAML}">https://sp.example</saml:Issuer>SIGNATURE'
    '<samlp:NameIDPolicy AllowCreate="true" Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">'
    "</samlp:NameIDPolicy></samlp:AuthnRequest>"
)
RESPONSE = (
    f'<samlp:Response xmlns:samlp="{SAMLP}" Destination="https://sp.example/acs" ID="_r1" InResponseTo="_q1"'
    f' IssueInstant="2026-01-01T00:00:00Z" Version="2.0"><saml:Issuer xmlns:saml="{SAML}">https://idp.example'
    '</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success">'
    f'</samlp:StatusCode></samlp:Status><saml:Assertion xmlns:saml="{SAML}" ID="_a1"'
    ' IssueInstant="2026-01-01T00:00:00Z" Version="2.0"><saml:Issuer>https://idp.example</saml:Issuer>SIGNATURE'
    '<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">u1</saml:NameID>'
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData'
    ' InResponseTo="_q1" NotOnOrAfter="2026-01-01T00:05:00Z" Recipient="https://sp.example/acs">'
    "</saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>"
    '<saml:Conditions NotBefore="2025-12-31T23:59:00Z" NotOnOrAfter="2026-01-01T00:05:00Z">'
    "<saml:AudienceRestriction><saml:Audience>https://sp.example</saml:Audience></saml:AudienceRestriction>"
    '</saml:Conditions><saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z" SessionIndex="s1">'
    "<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:"
    "PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>"
    "</saml:Assertion></samlp:Response>"
)

# The same response as another implementation might print it: other prefixes, declared further out, white space
# everywhere, single quotes, comments, CDATA, a type that is named in a value.
FOREIGN = f"""<?xml version='1.0' encoding='UTF-8'?>
<!-- printed -->
<p:Response xmlns:p='{SAMLP}' xmlns='{SAML}' xmlns:ds='{DS}' xmlns:unused='urn:unused'
    xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'
    Version='2.0' ID='_r1' InResponseTo='_q1' IssueInstant='2026-01-01T00:00:00Z' Destination='https://sp.example/acs'>
  <Issuer>https://idp.example</Issuer>
  <p:Status><p:StatusCode Value='urn:oasis:names:tc:SAML:2.0:status:Success'/></p:Status>
  <Assertion Version='2.0' IssueInstant='2026-01-01T00:00:00Z' ID='_a1'>
    <Issuer>https://idp.example</Issuer>
    SIGNATURE
    <Subject>
      <NameID Format='urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'>u<!-- one -->1</NameID>
      <SubjectConfirmation Method='urn:oasis:names:tc:SAML:2.0:cm:bearer'>
        <SubjectConfirmationData Recipient='https://sp.example/acs' NotOnOrAfter='2026-01-01T00:05:00Z'
          InResponseTo='_q1'/>
      </SubjectConfirmation>
    </Subject>
    <Conditions NotBefore='2025-12-31T23:59:00Z' NotOnOrAfter='2026-01-01T00:05:00Z'>
      <AudienceRestriction><Audience> https://sp.example </Audience></AudienceRestriction>
    </Conditions>
    <AuthnStatement AuthnInstant='2026-01-01T00:00:00Z' SessionIndex='s1'>
      <AuthnContext>
        <AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</AuthnContextClassRef>
      </AuthnContext>
    </AuthnStatement>
    <AttributeStatement>
      <Attribute Name='zip' NameFormat='urn:f'>
        <AttributeValue xsi:type='xs:string'><![CDATA["A&B" <Cable>]]></AttributeValue>
        <AttributeValue xsi:type='xs:string'>&#13;&quot;&gt;\u00e9\U0001f4fa</AttributeValue>
      </Attribute>
    </AttributeStatement>
  </Assertion>
</p:Response>
"""


def write(name, content):
    (here / name).write_bytes(content)


write("request.xml", canonical(sign(REQUEST.replace("SIGNATURE", template(reference("#_q1"))))))
write("response.xml", canonical(sign(RESPONSE.replace("SIGNATURE", template(reference("#_a1"))))))

# By xmlsec1 as it prints it, base64 in lines, with the key that made it.
key_value = element("KeyInfo", element("KeyValue"))
write("foreign-xmlsec1.xml", sign(FOREIGN.replace("SIGNATURE", template(reference("#_a1"), more=key_value))))

# By signxml, which writes the signature in its own form.
root = etree.fromstring(FOREIGN.replace("SIGNATURE", f'<ds:Signature xmlns:ds="{DS}" Id="placeholder"/>').encode())
assertion = root.find(f"{{{SAML}}}Assertion")
signer = XMLSigner(c14n_algorithm=CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0)
signed = signer.sign(assertion, key=KEY.read_bytes(), reference_uri="_a1", always_add_key_value=True)
root.replace(assertion, signed)
write("foreign-signxml.xml", etree.tostring(root))

# Good signatures of kinds that are not taken.
prefix_list = f'<ec:InclusiveNamespaces xmlns:ec="{EXCLUSIVE}" PrefixList="xs"/>'
with_list = element("Transform", prefix_list, Algorithm=EXCLUSIVE)
xpath = element("Transform", element("XPath", "not(ancestor-or-self::ds:Signature)"), Algorithm=(
    "http://www.w3.org/TR/1999/REC-xpath-19991116"))
kinds = {
    "sha1-signature": template(reference("#_a1"), method=f"{DS}rsa-sha1"),
    "sha1-digest": template(reference("#_a1", digest=f"{DS}sha1")),
    "sha512-signature": template(
        reference("#_a1"), method="http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"),
    "inclusive-canonicalization": template(reference("#_a1"), canonicalization=INCLUSIVE),
    "inclusive-transform": template(reference("#_a1", (ENVELOPED, INCLUSIVE))),
    "with-comments": template(reference("#_a1", (ENVELOPED, f"{EXCLUSIVE}WithComments"))),
    "prefix-list": template(reference("#_a1", (ENVELOPED, with_list))),
    "extra-transform": template(reference("#_a1", (ENVELOPED, xpath, EXCLUSIVE))),
    "enveloped-alone": template(reference("#_a1", (ENVELOPED,))),
    "two-references": template(reference("#_a1"), reference("#_r1")),
    "whole-document": template(reference("")),
    "response": template(reference("#_r1")),
    "object": template(reference("#_a1"), more=element("Object", "<x/>")),
}
for name, signature in kinds.items():
    write(f"refused/{name}.xml", canonical(sign(RESPONSE.replace("SIGNATURE", signature))))
write(
    "refused/foreign-key.xml",
    canonical(sign(RESPONSE.replace("SIGNATURE", template(reference("#_a1"))), FOREIGN_KEY)),
)
# The response is signed and the assertion in it is not.
outside = RESPONSE.replace("SIGNATURE", "").replace("<samlp:Status>", template(reference("#_r1")) + "<samlp:Status>")
write("refused/response-alone.xml", canonical(sign(outside)))
