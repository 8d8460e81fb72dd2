"""yt-dlp's own Adobe Pass client, unchanged, in one namespace after the other: starting it takes longer than a login.

Reads a JSON list of runs, each with its namespace, the folder of its cache (or null), and further options, and prints
what came of each as a JSON list: the media token, null for "logged out", or the sentence that yt-dlp raises.
"""
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ["SSL_CERT_FILE"] = os.environ["PASS_SIMULATOR_CA"]
from yt_dlp import YoutubeDL  # noqa: E402
from yt_dlp.extractor.adobepass import MSO_INFO, AdobePassIE  # noqa: E402
from yt_dlp.utils import ExtractorError  # noqa: E402

THREADS = 4
MSO_INFO.setdefault("Adobe", {"name": "Adobe"})
statement = (Path(__file__).parents[2] / "Fixtures/SoftwareStatements/demo.jwt").read_text().strip()
simulator = os.environ["PASS_SIMULATOR_URL"]
OPTIONS = {
    "proxy": simulator, "compat_opts": {"no-certifi"}, "quiet": True, "logtostderr": True,
    "ap_mso": "Adobe", "ap_username": "user", "ap_password": "password",
}


def outcome(run):
    options = OPTIONS | {"cachedir": run["cache"] or False, "http_headers": {"X-Pass-Namespace": run["namespace"]}}
    with YoutubeDL(options | run["options"]) as downloader:
        client = AdobePassIE(downloader)
        try:
            token = client._extract_mvpd_auth(
                f"{simulator}/_sim/done", "demo", "TEST_REQUESTOR", "TEST_RESOURCE", statement
            )
        except ExtractorError as error:
            return {"error": error.orig_msg}
        except Exception as error:  # noqa: BLE001 - what ends yt-dlp without a sentence of its own
            return {"error": f"{type(error).__name__}: {error}"}
        return {"token": token}


with ThreadPoolExecutor(THREADS) as pool:
    print(json.dumps(list(pool.map(outcome, json.load(sys.stdin)))))
