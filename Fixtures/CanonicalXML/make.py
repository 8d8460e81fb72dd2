#!/usr/bin/env python3
"""Writes the documents, and their exclusive canonical forms as lxml (libxml2) makes them (pip install lxml)."""
import pathlib

from lxml import etree

here = pathlib.Path(__file__).resolve().parent

DOCUMENTS = {
    # The two documents of RFC 3741, section 2.2: the inner element has one form in both.
    "rfc3741-local": """<n0:local xmlns:n0="foo:bar"
          xmlns:n3="ftp://example.org">
   <n1:elem2 xmlns:n1="http://example.net" xml:lang="en">
       <n3:stuff xmlns:n3="ftp://example.org"/>
   </n1:elem2>
</n0:local>
""",
    "rfc3741-pdu": """<n2:pdu xmlns:n1="http://example.com"
         xmlns:n2="http://foo.example"
         xml:lang="fr"
         xml:space="retain">
   <n1:elem2 xmlns:n1="http://example.net" xml:lang="en">
       <n3:stuff xmlns:n3="ftp://example.org"/>
   </n1:elem2>
</n2:pdu>
""",
    # The default namespace comes, goes and comes back; elements without one.
    "default": '<a xmlns="urn:1"><b xmlns=""><c/><d xmlns="urn:1"><e xmlns=""/></d></b><f/><p:g xmlns:p="urn:p">'
    '<h/><i xmlns=""/></p:g></a>',
    "none": '<p:a xmlns:p="urn:p" xmlns="urn:unused"><b xmlns=""><c/></b><d/></p:a>',
    # One prefix for several namespaces, several prefixes for one; declarations that nobody uses.
    "prefixes": '<p:a xmlns:p="urn:1" xmlns:q="urn:2" xmlns:unused="urn:3"><p:b xmlns:p="urn:2"><q:c/><p:d q:x="1"/>'
    '<p:e xmlns:p="urn:1"/></p:b><q:f p:y="2" xmlns:z="urn:z"><z:g xmlns:a="urn:a" a:i="1"/><z:h/></q:f></p:a>',
    # Attributes by namespace and name, declarations by prefix, all by code point.
    "order": '<r xmlns:b="urn:z" xmlns:a="urn:a" xmlns="urn:d"><s z="1" b:a="2" a:z="3" B="4" a="5" a:b="6" xml:lang="en"'
    ' \u00e9="7" e\u0301="8" aa="9"/><t b:a="1" a:a="2"/></r>',
    # Equivalent but different prefixes are two prefixes.
    "equivalent": '<\u00e9:a xmlns:\u00e9="urn:1" xmlns:e\u0301="urn:1"><e\u0301:b \u00e9:x="1" e\u0301:y="2"/>'
    "<\u00e9:c/></\u00e9:a>",
    # What is escaped, and what is not, in text and in values.
    "escapes": "<a><b c='\"&quot;&apos;&lt;&gt;>&amp;&#9;&#10;&#13;\t\n d'>\"'&lt;&gt;>&amp;&#9;&#10;&#13;\t\n]]&gt;</b>"
    "<![CDATA[<x>&amp; \"]]><!-- gone -->&#x1F4FA;\u00e9\u2028&#133;</a>",
    "line-ends": "<a b='1\r\n2\r3'>1\r\n2\r3&#13;\r\n<!-- gone\r\n -->4\r\n<b>\r</b></a>\r\n",
    # Comments outside and inside, the XML declaration, space in tags, empty elements.
    "spaces": "<?xml version='1.0' encoding='UTF-8'?>\n<!-- gone -->\n<a  x = '1'\n  ><b\t/> <c ></c >\n</a >\n<!-- gone -->\n",
    # As in real assertions: xs is named in a value only, so nothing declares it.
    "types": '<saml:AttributeStatement xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
    ' xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
    '<saml:Attribute Name="zip"><saml:AttributeValue xsi:type="xs:string">12345</saml:AttributeValue>'
    '<saml:AttributeValue xsi:type="xs:string" xsi:nil="false">23456</saml:AttributeValue></saml:Attribute>'
    "</saml:AttributeStatement>",
}

for name, document in DOCUMENTS.items():
    source = document.encode()
    root = etree.fromstring(source)
    (here / f"{name}.xml").write_bytes(source)
    for suffix, element in (("root", root), ("first", next(root.iterchildren(tag=etree.Element)))):
        # A tree of its own context: what stands around the element may declare prefixes for it.
        canonical = etree.tostring(element, method="c14n", exclusive=True, with_comments=False, with_tail=False)
        (here / f"{name}.{suffix}").write_bytes(canonical)
