/**
 * Waits for what has to come true, in place of a fixed sleep.
 *
 * @module
 */

/** Milliseconds between two looks. */
const LOOK_MS = 50;

/**
 * Looks until `what` is neither null nor false, and answers it.
 *
 * @throws {Error} it did not come in time; `found`, when given, tells what there was instead
 */
export async function until<T>(
  what: () => T | Promise<T>,
  withinMs = 10_000,
  found: () => unknown = () => "nothing",
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + withinMs;
  while (true) {
    const is = await what();
    if (is !== null && is !== undefined && is !== false) {
      return is as NonNullable<Exclude<T, false>>;
    }
    if (performance.now() > deadline) {
      throw new Error(`It did not come true in ${withinMs} ms: ${JSON.stringify(await found())}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Runs tasks at once and waits for all of them; the error names the ones that failed. */
export async function sideBySide(tasks: Record<string, () => Promise<void>>): Promise<void> {
  const failures: Error[] = [];
  await Promise.all(
    Object.entries(tasks).map(async ([name, task]) => {
      try {
        await task();
      } catch (error) {
        failures.push(new Error(`${name} failed`, { cause: error }));
      }
    }),
  );
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "Several failed");
}
