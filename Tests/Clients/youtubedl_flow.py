"""youtube-dl's own Adobe Pass client, unchanged but for the name of the MVPD. Prints one media token per resource.

    pass-simulator exec -- python youtubedl_flow.py Adobe user password TEST_RESOURCE
"""
import os
import sys

os.environ["SSL_CERT_FILE"] = os.environ["PASS_SIMULATOR_CA"]
from youtube_dl import YoutubeDL  # noqa: E402
from youtube_dl.extractor.adobepass import MSO_INFO, AdobePassIE  # noqa: E402

mvpd, username, password, *resources = sys.argv[1:]
MSO_INFO.setdefault(mvpd, {"name": mvpd})
simulator = os.environ["PASS_SIMULATOR_URL"]
cache = os.environ.get("YOUTUBEDL_CACHE", False)
options = {"proxy": simulator, "cachedir": cache, "logtostderr": True}
login = {"ap_mso": mvpd, "ap_username": username, "ap_password": password}
with YoutubeDL(options | login) as downloader:
    client = AdobePassIE(downloader)
    for resource in resources:
        token = client._extract_mvpd_auth(f"{simulator}/_sim/done", "demo", "TEST_REQUESTOR", resource)
        print(token or sys.exit("Logged out: no media token."))
