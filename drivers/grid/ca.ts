/**
 * The file that `GRID_CA` names.
 *
 * @module
 */
import { DriverError } from "../driver.ts";

/**
 * The certificates in a PEM file.
 *
 * @throws {DriverError} it cannot be read, or holds no certificate
 */
export async function readCa(path: string): Promise<string> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    throw new DriverError(`Cannot read GRID_CA ${path}: ${name}; name a PEM file`);
  }
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new DriverError(`Cannot use GRID_CA ${path}: it holds no certificate in PEM form`);
  }
  return text;
}
