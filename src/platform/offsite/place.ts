import { access, link, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { S3Client } from 'bun'
import {
  filesBelow,
  readOnlySentence,
  removeFile,
  syncFolder,
  writeDurably,
} from '../disk/durable.ts'
import { AppError, hasCode } from '../errors.ts'
import {
  accessKeyText,
  bucketText,
  pathText,
  prefixText,
  regionText,
  serverText,
  staysBelow,
} from '../forms.ts'

// Limits on what a place may name and send, whoever can write there.

/** The most names read below one folder. An image, each of its copies, and each piece of a backup has one name. */
const namesMax = 1_000_000

/** How long the signed address for creating an object works, in seconds. */
const createSeconds = 60

/** The most pages of a list from S3, of up to 1,000 names each: an endless list is refused. */
const pagesMax = 20_000

/** Where copies go. */
export const placeSchema = Type.Union([
  Type.Object({ kind: Type.Literal('folder'), path: pathText }),
  Type.Object({
    kind: Type.Literal('s3'),
    bucket: bucketText,
    prefix: prefixText,
    endpoint: Type.Optional(serverText),
    region: Type.Optional(regionText),
    accessKeyId: accessKeyText,
  }),
])

export type PlaceAddress = Static<typeof placeSchema>

/**
 * Files by name, with slashes. No name leads out of the place, whoever chose the name. Whoever can write there is not trusted: each reader
 * names the most bytes that it accepts.
 */
export type Place = {
  /** For people. */
  title: string
  /** The names below a folder. Throws AppError `invalid_request` for more names than anybody needs. */
  list(folder: string): Promise<string[]>
  /** Undefined for a missing file. Throws AppError `invalid_request` for a larger file, without reading it to its end. */
  read(name: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Writes the whole file or nothing. `type` is the content type for browsers. */
  write(name: string, bytes: Uint8Array<ArrayBuffer>, type?: string): Promise<void>
  /** Writes like `write`, but only one of several simultaneous writers succeeds. False for all others, and once the file exists. */
  create(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>
  remove(name: string): Promise<void>
}

/** A folder, or `s3://bucket/prefix`. Throws AppError `invalid_request`. */
export function readPlace(
  text: string,
  s3: { endpoint?: string; region?: string; accessKey?: string },
): PlaceAddress {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(text) ?? []
  if (bucket === undefined) return { kind: 'folder', path: resolve(text) }
  const { endpoint, region, accessKey } = s3
  if (accessKey === undefined) {
    throw new AppError(
      'invalid_request',
      `${text} needs --access-key, and its secret in AWS_SECRET_ACCESS_KEY.`,
    )
  }
  return {
    kind: 's3',
    bucket,
    prefix: trimmedPrefix(prefix),
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    accessKeyId: accessKey,
  }
}

/**
 * `secret`: that of the S3 access key, empty for a folder. Throws AppError `invalid_request` for a malformed address: a stored one would
 * count as not set.
 */
export function openPlace(address: PlaceAddress, secret: string): Place {
  requireForms(address)
  return address.kind === 'folder' ? folderPlace(address.path) : s3Place(address, secret)
}

/** The refusal does not repeat the address: somebody may have put a password into it. */
function requireForms(address: PlaceAddress): void {
  const isFolder = address.kind === 'folder'
  if (Value.Check(placeSchema, address)) return
  throw new AppError(
    'invalid_request',
    isFolder
      ? 'A place is named by the whole path of a folder, without "..".'
      : 'This bucket cannot be used. Give its name, its server as https://s3.example.com without a user and a password, and a folder in it without "..".',
  )
}

function folderPlace(root: string): Place {
  const at = (name: string) => join(root, ownName(name))
  return {
    title: root,
    list: (folder) =>
      asUnavailable(root, async () => {
        const files = await filesBelow(at(folder)).catch(ifMissing<string[]>([]))
        requireFewer(root, files.length)
        return ownNames(files.map((file) => `${folder}/${file}`)).filter(
          (name) => !name.endsWith('.part'),
        )
      }),
    read: (name, bytesMax) =>
      asUnavailable(root, async () => {
        const file = at(name)
        const found = await stat(file).catch(ifMissing(undefined))
        if (found === undefined) return undefined
        if (!found.isFile()) throw new Error(`${name} is not a file.`)
        // The file may grow meanwhile.
        const bytes = await Bun.file(file)
          .slice(0, bytesMax + 1)
          .bytes()
          .catch(ifMissing(undefined))
        if (bytes !== undefined && bytes.byteLength > bytesMax) throw tooLarge(root, name, bytesMax)
        return bytes
      }),
    write: (name, bytes) =>
      asUnavailable(root, async () => {
        await access(root).catch(() => {
          throw notThere(root)
        })
        await writeDurably(at(name), bytes)
        await syncFolder(dirname(at(name)))
      }),
    create: (name, bytes) =>
      asUnavailable(root, async () => {
        await access(root).catch(() => {
          throw notThere(root)
        })
        return await createDurably(at(name), bytes)
      }),
    remove: (name) => asUnavailable(root, () => removeFile(at(name))),
  }
}

/**
 * The same place, but each call throws the signal's reason once the signal aborts: a hanging disk or server prevents nobody from stopping.
 * What a call had begun may still be done.
 */
export function endedBy(place: Place, signal: AbortSignal): Place {
  return eachCall(place, (work) => orEnded(signal, work))
}

/** The same place, with each call run by `make`. */
function eachCall(place: Place, make: <T>(work: () => Promise<T>) => Promise<T>): Place {
  return {
    title: place.title,
    list: (folder) => make(() => place.list(folder)),
    read: (name, bytesMax) => make(() => place.read(name, bytesMax)),
    write: (name, bytes, type) => make(() => place.write(name, bytes, type)),
    create: (name, bytes) => make(() => place.create(name, bytes)),
    remove: (name) => make(() => place.remove(name)),
  }
}

async function orEnded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason)
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([work(), ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Gives a complete file its second name: a system lets only one process take a name. */
async function createDurably(file: string, bytes: Uint8Array): Promise<boolean> {
  const whole = `${file}.${crypto.randomUUID()}.part`
  await writeDurably(whole, bytes)
  try {
    await link(whole, file)
    await syncFolder(dirname(file))
    return true
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false
    throw error
  } finally {
    await removeFile(whole)
  }
}

/** The result for a missing file or folder. */
function ifMissing<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return otherwise
    throw error
  }
}

/** A folder in a bucket, without slashes at its ends. */
export function trimmedPrefix(text: string): string {
  return text.trim().replaceAll(/^\/+|\/+$/g, '')
}

function s3Place(
  { bucket, prefix, endpoint, region, accessKeyId }: Extract<PlaceAddress, { kind: 's3' }>,
  secretAccessKey: string,
): Place {
  const client = new S3Client({
    bucket,
    accessKeyId,
    secretAccessKey,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
  })
  const title = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`
  const keyOf = (name: string) => (prefix === '' ? ownName(name) : `${prefix}/${ownName(name)}`)
  const prefixLength = prefix === '' ? 0 : prefix.length + 1
  return {
    title,
    async list(folder) {
      const names: string[] = []
      let continuationToken: string | undefined
      let pages = 0
      do {
        requireFewer(title, pages++ < pagesMax ? names.length : Number.POSITIVE_INFINITY)
        const page = await asUnavailable(title, () =>
          client.list({
            prefix: `${keyOf(folder)}/`,
            ...(continuationToken !== undefined && { continuationToken }),
          }),
        )
        for (const { key } of page.contents ?? []) names.push(key.slice(prefixLength))
        continuationToken = page.isTruncated === true ? page.nextContinuationToken : undefined
      } while (continuationToken !== undefined)
      requireFewer(title, names.length)
      return ownNames(names)
    },
    read: async (name, bytesMax) =>
      await asUnavailable(title, async () => {
        try {
          const bytes = await readUpTo(client.file(keyOf(name)).stream(), bytesMax)
          if (bytes === undefined) throw tooLarge(title, name, bytesMax)
          return bytes
        } catch (error) {
          if (hasCode(error, ['NoSuchKey', 'ENOENT'])) return undefined
          throw error
        }
      }),
    write: async (name, bytes, type) => {
      const options = type === undefined ? {} : { type }
      await asUnavailable(title, () => client.write(keyOf(name), bytes, options))
    },
    create: async (name, bytes) =>
      await asUnavailable(title, async () => {
        const url = client.presign(keyOf(name), { method: 'PUT', expiresIn: createSeconds })
        const headers = { 'if-none-match': '*' }
        const reply = await fetch(url, { method: 'PUT', body: bytes, headers })
        // 409: somebody else is creating it at this moment (source: S3, "Conditional writes").
        if (reply.status === 412 || reply.status === 409) return false
        if (reply.ok) return true
        throw new Error(`It answered ${reply.status}.`)
      }),
    remove: async (name) => {
      await asUnavailable(title, () => client.delete(keyOf(name)))
    },
  }
}

/** A place that does not answer is no bug of Daybook. */
async function asUnavailable<T>(title: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (hasCode(error, ['EROFS'])) throw new AppError('unavailable', readOnlySentence(title))
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('unavailable', `${title} does not take or give what it is asked: ${reason}`)
  }
}

function notThere(root: string): AppError {
  return new AppError(
    'unavailable',
    `${root} is not there: plug the disk in, or connect the network drive.`,
  )
}

/** Accepts only names of Daybook's own files, which are the same on every system. Throws AppError `invalid_request` for another name. */
function ownName(name: string): string {
  if (staysBelow(name)) return name
  throw new AppError(
    'invalid_request',
    `${JSON.stringify(name)} is no name of a file in a place for copies.`,
  )
}

/** Everything else there belongs to another program. */
function ownNames(names: readonly string[]): string[] {
  return names.filter(staysBelow)
}

function requireFewer(title: string, names: number): void {
  if (names <= namesMax) return
  throw new AppError('invalid_request', `${title} has more files than Daybook ever writes there.`)
}

/** Undefined when there is more. Bytes beyond the limit are never requested. */
async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of stream) {
    bytes += piece.byteLength
    if (bytes > bytesMax) return undefined
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

function tooLarge(title: string, name: string, bytesMax: number): AppError {
  return new AppError(
    'invalid_request',
    `${name} in ${title} is larger than the ${bytesMax} bytes that it may have: it was not read.`,
  )
}

type Limit = {
  /** How long one call may take, in milliseconds. */
  limitMs: number
  /** Ends every call. */
  signal?: AbortSignal
}

/**
 * A place whose calls always end: waiting alone does not show that a network has gone silent. After the limit a call throws AppError
 * `unavailable`. What it had begun in the place may still be done.
 */
export function limitedPlace(place: Place, limit: Limit): Place {
  return eachCall(place, (work) => limited(work(), limit))
}

/** Throws AppError `unavailable` for work that takes longer. */
export async function limited<T>(work: Promise<T>, { limitMs, signal }: Limit): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new AppError('unavailable', 'The place for copies does not answer.'))
  const timer = setTimeout(end, limitMs)
  signal?.addEventListener('abort', end)
  if (signal?.aborted === true) end()
  try {
    return await Promise.race([promise, work])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
