"""yt-dlp's own Adobe Pass client, unchanged but for the name of the MVPD. Prints one media token per resource.

    pass-simulator exec -- python ytdlp_flow.py Adobe user password TEST_RESOURCE
"""
import os
import sys
from pathlib import Path

os.environ["SSL_CERT_FILE"] = os.environ["PASS_SIMULATOR_CA"]
from yt_dlp import YoutubeDL  # noqa: E402
from yt_dlp.extractor.adobepass import MSO_INFO, AdobePassIE  # noqa: E402

mvpd, username, password, *resources = sys.argv[1:]
MSO_INFO.setdefault(mvpd, {"name": mvpd})
statement = (Path(__file__).parents[2] / "Fixtures/SoftwareStatements/demo.jwt").read_text().strip()
simulator = os.environ["PASS_SIMULATOR_URL"]
compat = {"no-certifi", *os.environ.get("YTDLP_COMPAT", "").split()}  # Else certifi's list hides SSL_CERT_FILE.
cache = os.environ.get("YTDLP_CACHE", False)
options = {"proxy": simulator, "compat_opts": compat, "cachedir": cache, "logtostderr": True}
login = {"ap_mso": mvpd, "ap_username": username, "ap_password": password}
with YoutubeDL(options | login) as downloader:
    client = AdobePassIE(downloader)
    for resource in resources:
        token = client._extract_mvpd_auth(f"{simulator}/_sim/done", "demo", "TEST_REQUESTOR", resource, statement)
        print(token or sys.exit("Logged out: no media token."))
