import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Type } from '@sinclair/typebox'
import { writeJson } from '../disk/durable.ts'
import { hasCode } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import type { Clock } from '../time.ts'
import type { Authority } from './authority.ts'
import type { Certificate } from './certificate-files.ts'
import { isPermitted } from './private-names.ts'
import { readForm } from '../forms.ts'

/** `names`: the names among `asked` that the certificate contains. */
export type ServerCertificate = {
  tls: Certificate
  asked: readonly string[]
  names: readonly string[]
  period: Period
}

/** In milliseconds since the epoch. */
type Period = { from: number; until: number }

/** The shop's root, as devices are told to trust it. `fingerprint`: SHA-256, as systems show it. */
export type Root = { pem: string; name: string; fingerprint: string; period: Period }

/** The certificates that this shop makes for itself. */
export type ShopCertificates = {
  /** The root, made on first use. */
  root(): Promise<Root>
  /** A new certificate for a server, for those of the names that the root may certify. */
  forServer(names: readonly string[]): Promise<ServerCertificate>
}

const kept = Type.Object({ certificate: Type.String(), key: Type.String(), host: Type.String() })

/** A new root is made this long before the old one ends, so that no server certificate outlives its root. */
const renewRootMs = 400 * 24 * 60 * 60 * 1000

type Options = {
  /** The file with the root and its sealed key. */
  path: string
  secrets: Secrets
  /** The first part of this computer's name, in lower case. Empty without a name. */
  host: string
  clock: Clock
  log: Log
}

export function shopCertificates(options: Options): ShopCertificates {
  let finding: Promise<Authority> | undefined
  const find = (): Promise<Authority> => {
    const found = findOrMake(options)
    // A full disk, or a file that was held: the next caller tries again.
    found.catch(() => forget(found))
    return found
  }
  const forget = (one: Promise<Authority>) => {
    if (finding === one) finding = undefined
  }
  const authority = async (): Promise<Authority> => {
    const asked = (finding ??= find())
    const found = await asked
    if (isLasting(found, options.clock.now())) return found
    forget(asked)
    return await (finding ??= find())
  }
  return {
    async root() {
      const { certificate: pem } = await authority()
      const root = new X509Certificate(pem)
      const name = /^CN=(.+)$/m.exec(root.subject)?.[1] ?? root.subject
      return { pem, name, fingerprint: root.fingerprint256, period: periodOf(root) }
    },
    async forServer(names) {
      const found = await authority()
      const covered = names.filter((name) => isPermitted(name, found.host))
      const { signServerCertificate } = await loadAuthority()
      const tls = await signServerCertificate(found, covered, options.clock.now())
      return { tls, asked: names, names: covered, period: periodOf(new X509Certificate(tls.cert)) }
    },
  }
}

/** Loaded on demand: most shops never make a certificate, and loading the library takes a while. */
export async function loadAuthority() {
  // The library needs this to connect its parts.
  await import('reflect-metadata')
  return await import('./authority.ts')
}

async function findOrMake(options: Options): Promise<Authority> {
  const { path, secrets, host, clock, log } = options
  const found = await readAuthority(path, secrets)
  if (found !== undefined && isLasting(found, clock.now())) return found
  const { makeAuthority } = await loadAuthority()
  const made = await makeAuthority(host, clock.now())
  const sealed = { ...made, key: await secrets.seal(made.key) }
  await writeJson(path, sealed)
  log.info('A root certificate was made for HTTPS: devices have to be told to trust it.')
  return made
}

/** Undefined without a root, and when another key sealed it: nobody can sign with it any more. */
async function readAuthority(path: string, secrets: Secrets): Promise<Authority | undefined> {
  const stored = readForm(kept, await readText(path))
  if (stored === undefined) return undefined
  const key = await secrets.open(stored.key)
  return key === undefined ? undefined : { ...stored, key }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return ''
    throw error
  }
}

function isLasting({ certificate }: Authority, now: number): boolean {
  return now < periodOf(new X509Certificate(certificate)).until - renewRootMs
}

function periodOf({ validFrom, validTo }: X509Certificate): Period {
  return { from: Date.parse(validFrom), until: Date.parse(validTo) }
}
