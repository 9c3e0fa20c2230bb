/** A strict reader of Prometheus text 0.0.4: what it does not know it refuses. @module */

/** One line of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric. */
export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = String.raw`([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`);
const VALUE = /^(?:[+-]?Inf|NaN|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
};

/** Reads a scrape. Throws at the first thing a strict parser would refuse. */
export function parsePrometheusText(text: string): Map<string, Family> {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let help: { name: string; text: string } | null = null;
  let family: (Family & { name: string }) | null = null;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const said = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line);
    if (said?.[1] === "HELP") {
      help = { name: said[2] ?? "", text: said[3] ?? "" };
    } else if (said?.[1] === "TYPE") {
      const [, , name = "", type = ""] = said;
      if (help?.name !== name) throw new Error(`no HELP before ${line}`);
      if (!(type in SUFFIXES)) throw new Error(`no such type: ${line}`);
      if (families.has(name)) throw new Error(`twice: ${line}`);
      family = { name, type, help: help.text, samples: [] };
      families.set(name, family);
    } else {
      const sample = parseSample(line);
      if (seen.has(line.slice(0, line.lastIndexOf(" ")))) throw new Error(`twice: ${line}`);
      seen.add(line.slice(0, line.lastIndexOf(" ")));
      const allowed = SUFFIXES[family?.type ?? ""]?.map((suffix) => `${family?.name}${suffix}`);
      if (!allowed?.includes(sample.name)) throw new Error(`in no metric: ${line}`);
      family?.samples.push(sample);
    }
  }
  for (const [name, family] of families) check(name, family);
  return families;
}

function parseSample(line: string): Sample {
  const [, name, labels = ""] = SAMPLE.exec(line) ?? [];
  const value = line.slice(line.lastIndexOf(" ") + 1);
  if (name === undefined || !VALUE.test(value)) throw new Error(`no sample: ${line}`);
  const pairs = [...labels.matchAll(new RegExp(LABEL, "g"))].map(([, k = "", v = ""]) => [k, v]);
  const unique = Object.fromEntries(pairs);
  if (Object.keys(unique).length !== pairs.length) throw new Error(`a label twice: ${line}`);
  return { name, labels: unique, value: Number(value.replace("Inf", "Infinity")) };
}

function check(name: string, { type, samples }: Family): void {
  if (type === "counter") {
    if (!name.endsWith("_total")) throw new Error(`a counter not named _total: ${name}`);
    if (samples.some(({ value }) => !(value >= 0))) throw new Error(`a counter below 0: ${name}`);
  }
  if (type !== "histogram") return;
  const series = Map.groupBy(
    samples,
    ({ labels }) => JSON.stringify(Object.entries(labels).filter(([k]) => k !== "le").sort()),
  );
  for (const [labels, all] of series) {
    const buckets = all.filter((sample) => sample.name === `${name}_bucket`);
    const [sum, ...sums] = all.filter((sample) => sample.name === `${name}_sum`);
    const [count, ...counts] = all.filter((sample) => sample.name === `${name}_count`);
    if (!sum || !count || sums.length + counts.length > 0) {
      throw new Error(`not one sum and count: ${name}${labels}`);
    }
    let before = { le: -Infinity, value: 0 };
    for (const { labels, value } of buckets) {
      const le = Number((labels.le ?? "").replace("Inf", "Infinity"));
      if (!(le > before.le && value >= before.value)) throw new Error(`no order: ${name} ${le}`);
      before = { le, value };
    }
    if (before.le !== Infinity || before.value !== count.value) {
      throw new Error(`the last bucket is not all there is: ${name}${labels}`);
    }
  }
}
