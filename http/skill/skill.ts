/**
 * The agent skill: how to use pagetap, for a model, as Markdown that is served by URI.
 *
 * @module
 */
import { ActionError } from "../../actors/action_error.ts";
import debugging from "./references/debugging-a-failed-call.md" with { type: "text" };
import flows from "./references/flows.md" with { type: "text" };
import interacting from "./references/interacting.md" with { type: "text" };
import readingPages from "./references/reading-pages.md" with { type: "text" };
import secrets from "./references/secrets.md" with { type: "text" };
import troubleshooting from "./references/troubleshooting.md" with { type: "text" };
import workspaces from "./references/workspaces.md" with { type: "text" };
import skill from "./SKILL.md" with { type: "text" };

/** One text of the skill. */
export interface SkillText {
  /** Where it is read. */
  readonly uri: string;
  /** Its path within the skill. */
  readonly name: string;
  /** What it is about, in a few words. */
  readonly about: string;
  /** All of it, in Markdown. */
  readonly text: string;
}

const ROOT = "skill://pagetap";

/** Where a model begins. */
export const SKILL_URI = `${ROOT}/SKILL.md`;

/** Where the rest is. */
export const REFERENCE_TEMPLATE = `${ROOT}/references/{name}.md`;

/** By name: what a reference is about, and its text; in the order they are read. */
const TEXTS: Readonly<Record<string, readonly [about: string, text: string]>> = {
  "workspaces": ["Sessions, settings, what outlives what", workspaces],
  "reading-pages": ["Outline, extract, screenshot, scripts", readingPages],
  "interacting": ["Naming elements, input, forms, waiting, frames, tabs, files", interacting],
  "debugging-a-failed-call": ["From a result's `page` to the cause", debugging],
  "flows": ["Keeping calls and running them again", flows],
  "secrets": ["Typing passwords you never see", secrets],
  "troubleshooting": ["What errors mean and what to do", troubleshooting],
};

/** The names of the references. */
export const REFERENCES: readonly string[] = Object.keys(TEXTS);

/** Every text, the skill itself first. */
export const SKILL: readonly SkillText[] = [
  { uri: SKILL_URI, name: "SKILL.md", about: "How to use pagetap; read it first", text: skill },
  ...Object.entries(TEXTS).map(([name, [about, text]]) => ({
    uri: REFERENCE_TEMPLATE.replace("{name}", name),
    name: `references/${name}.md`,
    about,
    text,
  })),
];

/** A text as reading its URI answers it, which is what MCP takes for a resource's contents. */
export interface SkillContents {
  /** Where it is read. */
  readonly uri: string;
  /** Always Markdown. */
  readonly mimeType: "text/markdown";
  /** All of it. */
  readonly text: string;
}

/** Whether a URI is of the skill, there or not. */
export function isSkillUri(uri: string): boolean {
  return uri.startsWith("skill:");
}

/**
 * Reads a text of the skill.
 *
 * @throws {ActionError} 404, naming those there are
 */
export function readSkill(uri: string): SkillContents {
  const found = SKILL.find((text) => text.uri === uri);
  if (found !== undefined) return { uri, mimeType: "text/markdown", text: found.text };
  throw new ActionError(
    404,
    `There is no such text; there are ${SKILL.map(({ uri }) => uri).join(", ")}`,
  );
}
