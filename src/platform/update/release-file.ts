import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hashFile } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { requireSignature } from './minisign.ts'
import { startAsOwner } from './rights.ts'

/** What lies beside the files of a release. */
const sumsName = 'SHA256SUMS'
const signatureName = 'SHA256SUMS.minisig'

/** A program that only says its version needs this long on a slow disk, with a virus scanner, in milliseconds. */
const versionLimitMs = 60_000

/** `publicKey`: whose signature it must carry; undefined where none is known, and then somebody must say that it may. */
type Trust = { publicKey: string | undefined; acceptsUnsigned: boolean }

/** A program that was checked. It may be changed at any time: it is never run, but a copy whose hash was compared again. */
export type Release = { file: string; sha256: string }

/** A file that is what its maker put there. Throws AppError. */
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

/** Lines of sha256sum: the hash, two characters, the name. */
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

/** Which version a proven program is; `name` is what people know it by. Throws AppError. */
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
    // What it said instead helps nobody: the sentence below says what to do.
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
