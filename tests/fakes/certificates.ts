/** A CA made for one test, and a certificate of it for loopback; all PEM. */
export interface TestCertificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** The folder that holds them as `ca.pem`, `cert.pem` and `key.pem`. */
  readonly folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes them with `openssl`, in a folder that goes with them. */
export async function testCertificates(): Promise<TestCertificates> {
  const folder = await Deno.makeTempDir({ prefix: "pagetap_ca_" });
  const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await openssl(folder, ["req", "-x509", ...fresh, "-keyout", "ca.key", "-out", "ca.pem"], [
    ...["-subj", "/CN=pagetap test CA", "-days", "2"],
    ...["-addext", "basicConstraints=critical,CA:TRUE"],
  ]);
  await openssl(folder, ["req", ...fresh, "-keyout", "key.pem", "-out", "cert.csr"], [
    ...["-subj", "/CN=localhost"],
  ]);
  const names = "subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:FALSE\n";
  await Deno.writeTextFile(`${folder}/names`, names);
  await openssl(folder, ["x509", "-req", "-in", "cert.csr", "-out", "cert.pem"], [
    ...["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"],
  ]);
  const [ca, cert, key] = await Promise.all(
    ["ca.pem", "cert.pem", "key.pem"].map((name) => Deno.readTextFile(`${folder}/${name}`)),
  );
  return {
    ca: ca ?? "",
    cert: cert ?? "",
    key: key ?? "",
    folder,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function openssl(cwd: string, command: string[], options: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [...command, ...options],
    cwd,
  }).output();
  if (!success) throw new Error(`openssl ${command[0]}: ${new TextDecoder().decode(stderr)}`);
}
