import { readFile } from 'node:fs/promises'
import { syncFolder, writeDurably } from './disk/durable.ts'
import { AppError, hasCode } from './errors.ts'
import { basename, dirname } from 'node:path'

/**
 * Seals secrets in the database. The key is in a file beside the database, and no backup contains it, so a copy of the database alone, or a
 * backup, reveals nothing. `seal` and `open` throw AppError `unavailable` when the key exists but cannot be read: a virus scanner holds it
 * for a moment, or somebody has removed the right to read it.
 */
export type Secrets = {
  seal(text: string): Promise<string>
  /** Undefined when another key sealed the text, such as that of the Daybook that made a backup. */
  open(sealed: string): Promise<string | undefined>
  /** Whether the key can be read, or does not exist yet. */
  isReady(): Promise<boolean>
}

const algorithm = 'AES-GCM'
const keyBytes = 32
/** Length of the nonce, a new one for each text (source: NIST SP 800-38D, 8.2). */
const nonceBytes = 12

/** `path` is the key's file, which is made when the first text is sealed. */
export function secretsIn(path: string): Secrets {
  let making: Promise<CryptoKey> | undefined
  const make = async (): Promise<CryptoKey> => (await readKey(path)) ?? (await makeKey(path))
  return {
    async seal(text) {
      making ??= make().finally(() => (making = undefined))
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const bytes = new TextEncoder().encode(text)
      const sealed = await crypto.subtle.encrypt(
        { name: algorithm, iv: nonce },
        await making,
        bytes,
      )
      return Buffer.concat([nonce, new Uint8Array(sealed)]).toString('base64')
    },
    async open(sealed) {
      const key = await readKey(path)
      if (key === undefined) return undefined
      const bytes = new Uint8Array(Buffer.from(sealed, 'base64'))
      const iv = bytes.subarray(0, nonceBytes)
      try {
        const text = await crypto.subtle.decrypt(
          { name: algorithm, iv },
          key,
          bytes.subarray(nonceBytes),
        )
        return new TextDecoder().decode(text)
      } catch (error) {
        // Only the error's name shows that the text does not fit the key.
        if (error instanceof DOMException && error.name === 'OperationError') return undefined
        throw error
      }
    },
    async isReady() {
      try {
        await readKey(path)
        return true
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
  }
}

/** Undefined when the file is missing, or is no key. Throws AppError `unavailable` when it cannot be read. */
async function readKey(path: string): Promise<CryptoKey | undefined> {
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await readFile(path))
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    const message = `The key of kept passwords, ${basename(path)} in the data directory, cannot be read at the moment: another program may hold it.`
    throw new AppError('unavailable', message, { cause: error })
  }
  return bytes.length === keyBytes ? await importKey(bytes) : undefined
}

async function makeKey(path: string): Promise<CryptoKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  await writeDurably(path, bytes)
  await syncFolder(dirname(path))
  return await importKey(bytes)
}

async function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return await crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt'])
}
