import { generateKeyPairSync, sign } from "node:crypto";

/** DER, the little of it that a certificate needs. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const octets = (...parts: Buffer[]): Buffer => der(0x04, ...parts);
const bits = (body: Buffer): Buffer => der(0x03, Buffer.from([0]), body);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const time = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`));

const COMMON_NAME = oid("550403");
const ALTERNATIVE_NAMES = oid("551d11");
const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const DAY_MS = 86_400_000;

const pem = (label: string, body: Buffer): string =>
  `-----BEGIN ${label}-----\n${body.toString("base64").replaceAll(/.{64}/g, "$&\n").trim()}\n-----END ${label}-----\n`;

/** A certificate for one host name that signs itself, made by hand because Node can read them but not issue them. */
export function createCertificate(host: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const names = sequence(ALTERNATIVE_NAMES, octets(sequence(der(0x82, Buffer.from(host)))));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(names)),
  );
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: pem("CERTIFICATE", sequence(body, ECDSA_WITH_SHA256, bits(sign("sha256", body, privateKey)))),
  };
}
