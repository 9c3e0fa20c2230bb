import { assertEquals, assertRejects } from "@std/assert";
import { DriverError } from "../../../drivers/driver.ts";
import { readCa } from "../../../drivers/grid/ca.ts";
import { testCertificates } from "../../fakes/certificates.ts";

Deno.test("readCa() reads a PEM file, and refuses what is none", async () => {
  await using tls = await testCertificates();
  assertEquals(await readCa(`${tls.folder}/ca.pem`), tls.ca);
  await assertRejects(() => readCa(`${tls.folder}/key.pem`), DriverError, "holds no certificate");
  await assertRejects(() => readCa(`${tls.folder}/none`), DriverError, "NotFound; name a PEM file");
});
