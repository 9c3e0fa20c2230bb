"""
Makes of what Schemathesis generates what can reach a browser: every other selector names an element of the
page, no wait is longer than a second, and a call that took the page or the browser away gets them back.
"""

import itertools
import os

import requests
import schemathesis

PAGE = os.environ["FUZZ_PAGE"]
SECONDS = ("timeout", "wait_timeout", "call_timeout", "stable_for")
ELEMENTS = ("#button", "#text", "#list", "#box", "#file", "#frame", "#link", "body")
# After these the next call would find another page, or none.
LEAVING = ("open_session", "end_browser", "navigate", "tabs", "frame", "dialog")

elements = itertools.cycle(element for each in ELEMENTS for element in (each, None))


def bounded(value, key=""):
    if isinstance(value, list):
        return [bounded(member) for member in value]
    if key in SECONDS and isinstance(value, (int, float)):
        return min(value, 1)
    if not isinstance(value, dict):
        return "chrome" if value == "firefox" else value
    element = next(elements) if key == "selector" else None
    if element is not None:
        return {"css": element}
    return {name: bounded(member, name) for name, member in value.items()}


@schemathesis.hook
def before_call(context, case, kwargs):
    if isinstance(case.body, dict):
        case.body = bounded(case.body)


@schemathesis.hook
def after_call(context, case, response):
    name = case.operation.label.rsplit("/", 1)[-1].replace("-", "_")
    if name not in LEAVING or response.status_code != 200:
        return
    url = f"{case.operation.base_url.rstrip('/')}/browser/open-session?workspace=fuzz"
    opening = {"url": PAGE, "capture": True, "wait_timeout": 0.1, "call_timeout": 5}
    requests.post(url, json=opening, timeout=60).raise_for_status()
