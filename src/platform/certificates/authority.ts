import { AsnConvert } from '@peculiar/asn1-schema'
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { Certificate } from './certificate-files.ts'
import { kindOfName, permittedNames, permittedNetworks } from './private-names.ts'

// A shop's own certificate authority. It certifies only this computer's private names and addresses.

const dayMs = 24 * 60 * 60 * 1000

/** Clocks of phones and tills differ, so a new certificate is valid from yesterday. */
const backdatedMs = dayMs

/** How long the root is valid: when it ends, every device must be told to trust a new one. */
const rootMs = 10 * 365 * dayMs

/** Browsers refuse server certificates that are valid for longer than 398 days (source: CA/Browser Forum, 6.3.2). */
const serverMs = 397 * dayMs

const keyKind = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signature = { name: 'ECDSA', hash: 'SHA-256' } as const

/** The root and its key, both PEM. `host` is the computer's own name, which the root may certify beside private ones. */
export type Authority = { certificate: string; key: string; host: string }

/** A new root. `host`: the first part of the computer's name, in lower case. */
export async function makeAuthority(host: string, now: number): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(keyKind, true, ['sign', 'verify'])
  const day = new Date(now).toISOString().slice(0, 10)
  const root = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Daybook on ${host || 'a computer'} (${day})`] }, { O: ['Daybook'] }],
    keys,
    signingAlgorithm: signature,
    notBefore: new Date(now - backdatedMs),
    notAfter: new Date(now - backdatedMs + rootMs),
    // For servers only: the root cannot sign programs or mail, even where systems would allow it.
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      constraintsTo(host),
    ],
  })
  return { certificate: root.toString('pem'), key: await pemOf(keys.privateKey), host }
}

/** A certificate for a server with these names and IP addresses, and its key, both PEM. The key is new each time. */
export async function signServerCertificate(
  authority: Authority,
  names: readonly string[],
  now: number,
): Promise<Certificate> {
  const root = new X509Certificate(authority.certificate)
  const keys = await crypto.subtle.generateKey(keyKind, true, ['sign', 'verify'])
  const signed = await X509CertificateGenerator.create({
    subject: [{ CN: ['Daybook'] }],
    issuer: root.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: signature,
    notBefore: new Date(now - backdatedMs),
    notAfter: new Date(now - backdatedMs + serverMs),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: kindOfName(value), value })),
      ),
      await AuthorityKeyIdentifierExtension.create(root.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: signed.toString('pem'), key: await pemOf(keys.privateKey) }
}

/** Limits the trust of a device to this shop: with a stolen key nobody can pose as a bank (source: RFC 5280, 4.2.1.10). */
function constraintsTo(host: string): Extension {
  const permittedSubtrees = new GeneralSubtrees([
    ...permittedNames(host).map(
      (dNSName) => new GeneralSubtree({ base: new GeneralName({ dNSName }) }),
    ),
    ...permittedNetworks.map(
      (iPAddress) => new GeneralSubtree({ base: new GeneralName({ iPAddress }) }),
    ),
  ])
  const constraints = AsnConvert.serialize(new NameConstraints({ permittedSubtrees }))
  return new Extension(id_ce_nameConstraints, true, constraints)
}

async function pemOf(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}

async function importKey(pem: string): Promise<CryptoKey> {
  const [bytes] = PemConverter.decode(pem)
  if (bytes === undefined) throw new Error('The key of the root is no PEM.')
  return await crypto.subtle.importKey('pkcs8', bytes, keyKind, false, ['sign'])
}
