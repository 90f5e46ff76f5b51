import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hashFile } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { startAsOwner } from './executable.ts'
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
} from 'node:crypto'
import type { DataDir } from '../disk/data-dir.ts'

/** The file with hashes, beside the files of a release. */
const sumsName = 'SHA256SUMS'
const signatureName = 'SHA256SUMS.minisig'

/** How long a program may take to print its version, in milliseconds: enough for a slow disk with a virus scanner. */
const versionLimitMs = 60_000

/**
 * `publicKey`: the key that must have signed the release. Undefined when no key is known: then somebody must accept an unsigned release.
 */
type Trust = { publicKey: string | undefined; acceptsUnsigned: boolean }

/** A checked program. The file may change at any time, so it is never run itself: only a copy whose hash was compared again. */
export type Release = { file: string; sha256: string }

/** Checks that a file is what its maker published. Throws AppError. */
export async function requireReleaseFile(file: string, trust: Trust): Promise<Release> {
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new AppError('not_found', `There is no file ${file}.`)
  }
  const sums = readSums(dirname(file), trust)
  const { sha256 } = await hashFile(file)
  requireListed(sums, basename(file), sha256)
  return { file, sha256 }
}

/** Throws AppError for a version that is not newer than this one. */
export function requireNewer(next: string, current: string): void {
  const order = Bun.semver.order(next, current)
  if (order > 0) return
  throw new AppError(
    'conflict',
    order === 0
      ? `This is Daybook ${current} already: nothing was changed.`
      : `The file is Daybook ${next}, older than this one (${current}): nothing was changed. To go back after an update, "daybook update --undo".`,
  )
}

function readSums(folder: string, { publicKey, acceptsUnsigned }: Trust): string {
  const sums = readBeside(folder, sumsName)
  if (publicKey !== undefined) {
    requireSignature(publicKey, Buffer.from(sums), readBeside(folder, signatureName))
  } else if (!acceptsUnsigned) {
    throw new AppError(
      'forbidden',
      `This Daybook was built without a key, so that it cannot tell whose the update is: nothing was changed. If you know where it comes from, add --unsigned; ${sumsName} is compared in any case.`,
    )
  }
  return sums
}

function readBeside(folder: string, name: string): string {
  const file = join(folder, name)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new AppError(
    'not_found',
    `${name} is missing in ${folder}: nothing was changed. Take it from where the update came from, and put it beside the update.`,
  )
}

/** Checks lines of sha256sum: the hash, two characters, the name. */
function requireListed(sums: string, name: string, sha256: string): void {
  const line = sums.split(/\r?\n/).find((candidate) => candidate.slice(66) === name)
  if (line === undefined) {
    throw new AppError(
      'forbidden',
      `${sumsName} does not name ${name}: nothing was changed. Files of a release keep their names.`,
    )
  }
  if (line.startsWith(`${sha256} `)) return
  throw new AppError(
    'forbidden',
    `${name} is not the file that ${sumsName} names: it was changed, or not copied whole. Nothing was changed.`,
  )
}

/** The version of a checked program. `name` is the file's name for people. Throws AppError. */
export async function askVersion(program: string, name: string): Promise<string> {
  try {
    const asked = startAsOwner((ids) =>
      Bun.spawn([program, 'version', '--json'], {
        ...ids,
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: versionLimitMs,
        killSignal: 'SIGKILL',
      }),
    )
    const said: unknown = JSON.parse(await asked.stdout.text())
    if (isVersion(said)) return said.version
  } catch {
    // The program's other output helps nobody: the sentence below says what to do.
  }
  throw new AppError(
    'invalid_request',
    `${name} does not run on this computer: nothing was changed. Take the file for this system.`,
  )
}

function isVersion(said: unknown): said is { version: string } {
  return (
    said !== null &&
    typeof said === 'object' &&
    'version' in said &&
    typeof said.version === 'string'
  )
}

// Signatures by Ed25519 in minisign's format, so that people without Daybook can check them with a known program too (source:
// https://jedisct1.github.io/minisign, "Signature format", `Ed`: of the file itself).

const algorithm = new TextEncoder().encode('Ed')
const keyIdBytes = 8
const keyBytes = 32
const signatureBytes = 64
const headBytes = algorithm.byteLength + keyIdBytes

const untrusted = 'untrusted comment: '
const trusted = 'trusted comment: '

/** A public key as one line of text, as minisign's `-P` accepts it. `pem`: the private key (PKCS#8). */
export function publicKeyText(pem: string): string {
  const key = rawPublicKey(pem)
  return Buffer.concat([algorithm, keyIdOf(key), key]).toString('base64')
}

/** The signature file for `content`. `comment` is signed too. */
export function signatureText(pem: string, content: Uint8Array, comment: string): string {
  const key = createPrivateKey(pem)
  const signature = sign(null, content, key)
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const head = Buffer.concat([algorithm, keyIdOf(rawPublicKey(pem)), signature])
  const lines = [
    `${untrusted}signature of Daybook`,
    head.toString('base64'),
    `${trusted}${comment}`,
    whole.toString('base64'),
  ]
  return `${lines.join('\n')}\n`
}

/** Throws AppError `forbidden` unless the signature fits this key and this content. */
export function requireSignature(publicKey: string, content: Uint8Array, text: string): void {
  const { id, key } = readPublicKey(publicKey)
  const [, line = '', comment = '', wholeLine = ''] = text.split(/\r?\n/)
  const head = Buffer.from(line, 'base64')
  if (head.byteLength !== headBytes + signatureBytes || !comment.startsWith(trusted)) {
    throw refused('is no signature that Daybook knows')
  }
  if (!head.subarray(algorithm.byteLength, headBytes).equals(id)) {
    throw refused('is made with another key than the one this Daybook trusts')
  }
  const signature = head.subarray(headBytes)
  const said = Buffer.concat([signature, Buffer.from(comment.slice(trusted.length))])
  const isRight =
    verify(null, content, key, signature) &&
    verify(null, said, key, Buffer.from(wholeLine, 'base64'))
  if (!isRight)
    throw refused('does not belong to these files: they were changed, or not copied whole')
}

function refused(why: string): AppError {
  return new AppError('forbidden', `The signature ${why}. Nothing was changed.`)
}

function readPublicKey(text: string): { id: Buffer; key: KeyObject } {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.byteLength !== headBytes + keyBytes)
    throw new Error('This is no public key of minisign.')
  const x = bytes.subarray(headBytes).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return { id: bytes.subarray(algorithm.byteLength, headBytes), key }
}

function rawPublicKey(pem: string): Buffer {
  const { x = '' } = createPublicKey(pem).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}

/** Minisign draws the key id at random. Derived from the key, it need not be stored. */
function keyIdOf(key: Uint8Array): Uint8Array {
  return createHash('sha256').update(key).digest().subarray(0, keyIdBytes)
}

/** Inserted by the build when there is a signing key (scripts/release/sign.ts). */
declare const DAYBOOK_PUBLIC_KEY: string | undefined

/** The key that must sign an update. Undefined in a Daybook that was built without a key. */
export const trustedKey: string | undefined =
  typeof DAYBOOK_PUBLIC_KEY === 'undefined' ? undefined : DAYBOOK_PUBLIC_KEY

/** Inserted by the build: `linux-x64-musl`, as in the names of a release's files. */
declare const DAYBOOK_TARGET: string | undefined

/** The system of this program. */
const target =
  typeof DAYBOOK_TARGET === 'undefined'
    ? `${process.platform.replace('win32', 'windows')}-${process.arch}`
    : DAYBOOK_TARGET

/** A newer program in the folder where Daybook looks for updates. */
type Update = { file: string; version: string }

/** The folder for the files of a release: also `SHA256SUMS` and its signature. */
export function updatesFolder(dir: DataDir): string {
  return join(dir.root, 'updates')
}

/** The newest program for this system in the folder, by its name alone. Undefined when none is newer than this one. */
export function newestUpdate(dir: DataDir, current: string): Update | undefined {
  const folder = updatesFolder(dir)
  if (!existsSync(folder)) return undefined
  const [newest] = readdirSync(folder)
    .flatMap((name) => updateOf(folder, name) ?? [])
    .filter(({ version }) => Bun.semver.order(version, current) > 0)
    .toSorted((a, b) => Bun.semver.order(b.version, a.version))
  return newest
}

function updateOf(folder: string, name: string): Update | undefined {
  // Whether an unsigned file is accepted is decided when it is opened.
  const [, version, system] =
    /^daybook-(\d+\.\d+\.\d+)-(?:unsigned-)?([a-z0-9-]+?)(?:\.exe)?$/.exec(name) ?? []
  if (version === undefined || system !== target) return undefined
  return { file: join(folder, name), version }
}
