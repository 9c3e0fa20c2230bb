"""
Makes of what Schemathesis generates what can reach a browser: every other selector names an element of the
page, of arguments that exclude each other one is kept, no wait is longer than a second, and a call that took
the page or the browser away gets them back.
"""

import itertools
import os

import requests
import schemathesis

PAGE = os.environ["FUZZ_PAGE"]
SECONDS = ("timeout", "wait_timeout", "call_timeout", "stable_for")
ELEMENTS = ("#button", "#text", "#list", "#box", "#file", "#frame", "#link", "body")
EXCLUSIVE = {
    "download": ("selector", "url"),
    "frame": ("selector", "leave"),
    "navigate": ("url", "back", "forward", "reload"),
    "screenshot": ("selector", "full_page"),
    "select": ("label", "value", "index"),
    "wait_for": ("selector", "text", "url", "request"),
    "write": ("text", "secret"),
}
# After these the next call would find another page, or none.
LEAVING = ("open_session", "end_browser", "navigate", "tabs", "frame", "dialog")

elements = itertools.cycle(element for each in ELEMENTS for element in (each, None))
choices = itertools.count()


def name_of(case):
    return case.operation.label.rsplit("/", 1)[-1].replace("-", "_")


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


def one_of(body, names):
    given = [name for name in names if name in body]
    if not given:
        return body
    kept = given[next(choices) % len(given)]
    return {name: value for name, value in body.items() if name == kept or name not in given}


@schemathesis.hook
def before_call(context, case, kwargs):
    if not isinstance(case.body, dict):
        return
    case.body = bounded(one_of(case.body, EXCLUSIVE.get(name_of(case), ())))


@schemathesis.hook
def after_call(context, case, response):
    if name_of(case) not in LEAVING or response.status_code != 200:
        return
    url = f"{case.operation.base_url.rstrip('/')}/browser/open-session?workspace=fuzz"
    opening = {"url": PAGE, "capture": True, "wait_timeout": 0.1, "call_timeout": 5}
    requests.post(url, json=opening, timeout=60).raise_for_status()
