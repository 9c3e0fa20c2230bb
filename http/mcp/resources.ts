/**
 * The resources and templates as MCP lists them. Reading goes to the service by URI, so these are for
 * finding only.
 *
 * @module
 */
import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { SECRETS_URI } from "../../actors/secrets.ts";
import {
  CONSOLE_TEMPLATE,
  CONSOLE_URI,
  CURRENT_URI,
  ENTRY_TEMPLATE,
  FILE_TEMPLATE,
  FILES_URI,
  NETWORK_TEMPLATE,
  NETWORK_URI,
  REQUEST_TEMPLATE,
  SITE_DATA_URI,
} from "../../capture/uris.ts";
import { REFERENCE_TEMPLATE, SKILL } from "../skill/skill.ts";

const mimeType = "application/json";
const markdown = "text/markdown";

/** The resources that have a URI of their own. */
export const RESOURCES: Resource[] = [
  {
    uri: CURRENT_URI,
    name: "current",
    title: "The workspace",
    description: "Browser, page, settings, tabs, dialog, and how much was captured",
    mimeType,
  },
  {
    uri: CONSOLE_URI,
    name: "console",
    title: "Console",
    description: "What the page logged and threw since the last navigation, newest first",
    mimeType,
  },
  {
    uri: NETWORK_URI,
    name: "network",
    title: "Network",
    description: "What the page requested since the last navigation, newest first",
    mimeType,
  },
  {
    uri: FILES_URI,
    name: "files",
    title: "Files",
    description: "Screenshots and prints that were saved, downloads and uploads, with links",
    mimeType,
  },
  {
    uri: SITE_DATA_URI,
    name: "site_data",
    title: "Site data",
    description: "Cookies and storage that save_site_data keeps for the next session, masked",
    mimeType,
  },
  {
    uri: SECRETS_URI,
    name: "secrets",
    title: "Secrets",
    description: "Names, keys and allowed origins of what write can type by name; never a value",
    mimeType,
  },
  ...SKILL.map(({ uri, name, about }) => ({
    uri,
    name,
    description: about,
    mimeType: markdown,
  })),
];

/** The templates; any subset of the parameters may be given, in any order. */
export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: CONSOLE_TEMPLATE,
    name: "console_list",
    title: "Console, filtered",
    description: "level: all, error, warn; pages: 1 to 5, all; limit: 1 to 1000, default 50",
    mimeType,
  },
  {
    uriTemplate: ENTRY_TEMPLATE,
    name: "console_entry",
    title: "One console entry",
    description: "The whole text, the stack and the arguments",
    mimeType,
  },
  {
    uriTemplate: NETWORK_TEMPLATE,
    name: "network_list",
    title: "Network, filtered",
    description: "filter: all, failed, xhr; pages: 1 to 5, all; limit: 1 to 1000, default 50",
    mimeType,
  },
  {
    uriTemplate: REQUEST_TEMPLATE,
    name: "network_request",
    title: "One request",
    description: "Headers, initiator and timing; its body comes from the tool network_body",
    mimeType,
  },
  {
    uriTemplate: FILE_TEMPLATE,
    name: "file",
    title: "One file",
    description: "Type, size, a link to fetch it by, and a short text itself",
    mimeType,
  },
  {
    uriTemplate: REFERENCE_TEMPLATE,
    name: "skill_reference",
    title: "A reference of the skill",
    description: "How to use pagetap, subject by subject",
    mimeType: markdown,
  },
];
