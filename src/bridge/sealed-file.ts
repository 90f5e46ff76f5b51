import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeDurably } from '../platform/disk/durable.ts'
import { AppError } from '../platform/errors.ts'
import { isJsonObject, type JsonObject, parseOrNothing } from '../platform/json/json.ts'
import { type Secrets, secretsIn } from '../platform/secrets.ts'

/*
 * Keeps a pairing on disk with its keys sealed. The sealing key is `secret.key` in the same folder. A copy of the pairing file alone,
 * such as one sent to support, opens nothing.
 */

/** The secret fields of a pairing. */
const secretFields = ['scanKey', 'ordersKey', 'token'] as const

/** Writes a pairing with its secrets sealed. */
export async function writeSealed(
  file: string,
  pairing: Readonly<Record<string, unknown>>,
): Promise<void> {
  const open = Object.entries(pairing)
  const secrets = JSON.stringify(Object.fromEntries(open.filter(isSecret)))
  const rest = Object.fromEntries(open.filter((entry) => !isSecret(entry)))
  const sealed = await secretsBeside(file).seal(secrets)
  const text = `${JSON.stringify({ ...rest, sealed }, null, 2)}\n`
  await writeDurably(file, new TextEncoder().encode(text))
}

function isSecret([name]: [string, unknown]): boolean {
  return secretFields.some((field) => field === name)
}

/**
 * Reads a pairing from `writeSealed`, or an unsealed one of an older Daybook. Undefined for a broken file. Throws AppError `conflict`
 * where the sealing key is missing or a different one.
 */
export async function readSealed(file: string): Promise<JsonObject | undefined> {
  const kept = readOpen(file)
  if (kept === undefined) return undefined
  const { sealed, ...rest } = kept
  if (sealed === undefined) return rest
  const text = typeof sealed === 'string' ? await secretsBeside(file).open(sealed) : undefined
  const secrets = parseOrNothing(text ?? '')
  if (isJsonObject(secrets)) return { ...rest, ...secrets }
  throw new AppError(
    'conflict',
    `The keys in ${file} cannot be opened: secret.key in the same folder is gone or is another one. Pair the books anew.`,
  )
}

/** The fields of a pairing that are not secret. */
export function readOpen(file: string): JsonObject | undefined {
  const kept: unknown = parseOrNothing(readFileSync(file, 'utf8'))
  return isJsonObject(kept) ? kept : undefined
}

/** Seals a file that an older Daybook wrote. */
export async function sealPlain(file: string): Promise<void> {
  const kept = readOpen(file)
  if (kept !== undefined && kept['sealed'] === undefined) await writeSealed(file, kept)
}

function secretsBeside(file: string): Secrets {
  return secretsIn(join(dirname(file), 'secret.key'))
}
