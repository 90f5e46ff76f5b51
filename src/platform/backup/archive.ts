import { type FileHandle, open } from 'node:fs/promises'
import { type TarPackController, createTarDecoder, createTarPacker, packTar } from 'modern-tar'
import { AppError, hasCode } from '../errors.ts'
import { readPieces } from '../disk/durable.ts'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/**
 * The last entry holds the SHA-256 of every byte before its own header, so that every flipped byte is noticed, even in the manifest or a
 * header. With the two blocks that end a tar it takes four blocks of 512 bytes.
 */
const sealName = 'seal.sha256'
const sealBytes = 4 * 512
const endBytes = 2 * 512

/** An entry to write. `content` yields exactly `bytes` bytes. */
export type NewEntry = { name: string; bytes: number; content(): AsyncIterable<Uint8Array> }

/** An entry that was read. Read `content` to its end before asking for the next entry. */
export type ReadEntry = { name: string; bytes: number; content: AsyncIterable<Uint8Array> }

/** Writes a sealed tar into an empty file, a piece at a time. `time` (ms since the epoch) applies to every entry. */
export async function writeArchive(
  handle: FileHandle,
  entries: Iterable<NewEntry>,
  time: number,
  watch: Watch,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const writing = writeSealed(handle, readable)
  const total = { done: 0 }
  const adding = addEntries(controller, entries, time, total, watch)
  // The first failure ends the other side too. The writing error is always the reason to report: when the file cannot be written (a full
  // disk), the adding side only reports that it was aborted.
  const [added, written] = await Promise.allSettled([adding, writing])
  if (written.status === 'rejected') throw written.reason
  if (added.status === 'rejected') throw added.reason
}

/** Reads an archive from start to end. Throws AppError `invalid_request` when it differs in any way from what was written. */
export async function readArchive(
  file: string,
  onEntry: (entry: ReadEntry) => Promise<void>,
  watch: Watch,
): Promise<void> {
  await using handle = await openArchive(file)
  const { size } = await handle.stat()
  if (size <= sealBytes) throw damaged('it is too short')
  const hash = new Bun.CryptoHasher('sha256')
  const source = sourceOf(handle, size, hash, watch)
  await readEntries(source.pipeThrough(createTarDecoder({ strict: true })), onEntry)
  const seal = Buffer.alloc(sealBytes)
  await handle.read(seal, 0, sealBytes, size - sealBytes)
  if (!seal.equals(await sealOf(hash.digest('hex')))) {
    throw damaged('it was cut off or changed after it was written')
  }
}

/** Whether an archive has its end. A look at a few bytes can tell no more. */
export async function isSealed(file: string): Promise<boolean> {
  await using handle = await openArchive(file)
  const { size } = await handle.stat()
  const end = Buffer.alloc(sealBytes)
  await handle.read(end, 0, sealBytes, Math.max(0, size - sealBytes))
  const [sha256] = /[0-9a-f]{64}/.exec(end.toString('latin1')) ?? []
  return sha256 !== undefined && end.equals(await sealOf(sha256))
}

/** The end of a backup whose earlier bytes have this SHA-256. */
async function sealOf(sha256: string): Promise<Uint8Array> {
  const body = `${sha256}\n`
  return await packTar([
    { header: { name: sealName, size: body.length, mode: 0o600, mtime: new Date(0) }, body },
  ])
}

export function damaged(reason: string): AppError {
  return new AppError(
    'invalid_request',
    `This is not a whole Daybook backup: ${reason}. Use another one ("daybook backup list").`,
  )
}

async function addEntries(
  controller: TarPackController,
  entries: Iterable<NewEntry>,
  time: number,
  total: { done: number },
  watch: Watch,
): Promise<void> {
  try {
    for (const { name, bytes, content } of entries) {
      const header = { name, size: bytes, mode: 0o600, mtime: new Date(time) }
      const writer = controller.add(header).getWriter()
      for await (const piece of content()) {
        watch.signal?.throwIfAborted()
        await writer.write(piece)
        total.done += piece.byteLength
        watch.onProgress?.(total.done)
      }
      await writer.close()
    }
    controller.finalize()
  } catch (error) {
    controller.error(error)
    throw error
  }
}

/** The packer's last piece is the end of the tar. The seal goes before it, with an end of its own. */
async function writeSealed(
  handle: FileHandle,
  readable: ReadableStream<Uint8Array>,
): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256')
  const write = async (piece: Uint8Array) => {
    hash.update(piece)
    await handle.writeFile(piece)
  }
  let last: Uint8Array = new Uint8Array()
  for await (const piece of readable) {
    await write(last)
    last = piece
  }
  if (last.byteLength < endBytes) throw new Error('The tar has no end.')
  await write(last.subarray(0, -endBytes))
  await handle.writeFile(await sealOf(hash.digest('hex')))
}

async function openArchive(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (!hasCode(error, ['ENOENT'])) throw error
    throw new AppError('not_found', `There is no file ${file}.`)
  }
}

/** The file's bytes. `hash` receives those before the seal. */
function sourceOf(
  handle: FileHandle,
  size: number,
  hash: Bun.CryptoHasher,
  watch: Watch,
): ReadableStream<Uint8Array> {
  const pieces = readPieces(handle)
  let done = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        watch.signal?.throwIfAborted()
        const { value } = await pieces.next()
        if (value === undefined) return controller.close()
        hash.update(value.subarray(0, Math.max(0, size - sealBytes - done)))
        done += value.byteLength
        watch.onProgress?.(done)
        controller.enqueue(value)
      },
    },
    { highWaterMark: 1 },
  )
}

async function readEntries(
  entries: ReadableStream<{
    header: { name: string; size: number; type?: string }
    body: ReadableStream<Uint8Array>
  }>,
  onEntry: (entry: ReadEntry) => Promise<void>,
): Promise<void> {
  const reader = entries.getReader()
  try {
    for (;;) {
      const { done, value } = await orDamaged(reader.read())
      if (done) return
      const { header, body } = value
      if (header.type !== 'file') throw damaged(`"${header.name}" in it is not a file`)
      if (header.name === sealName) await orDamaged(body.cancel())
      else await onEntry({ name: header.name, bytes: header.size, content: piecesOf(body) })
    }
  } finally {
    // Nothing waits for a reader that gave up.
    await reader.cancel().catch(() => undefined)
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await orDamaged(reader.read())
    if (done) return
    yield value
  }
}

/** Turns the tar reader's error about broken bytes into a sentence. Errors of the system pass through. */
async function orDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && 'code' in error)) throw error
    throw damaged(error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read')
  }
}

/** Lets a caller follow and stop long work. Stopped work throws the signal's reason and leaves nothing behind. */
export type Watch = {
  signal?: AbortSignal
  /** Bytes done so far. */
  onProgress?: (done: number) => void
}

/** The slow steps of making a backup. */
export type Step = 'write' | 'check'

/** Creates the watch of one step once its number of bytes is known. */
export type WatchStep = (step: Step, totalBytes: number) => Watch

export const unwatched: WatchStep = () => ({})

export const manifestName = 'manifest.json'
export const databaseName = 'daybook.db'

/** A larger file is no manifest of ours: 1.5 million files fit. */
export const manifestBytesMax = 256 * 1024 * 1024

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

// The pattern also keeps every path inside the folder that a backup is unpacked to.
const filePath = Type.String({
  pattern: '^(daybook\\.db|(documents|images)/[0-9a-f]{2}/[0-9a-f]{64})$',
})

const file = Type.Object({
  path: filePath,
  /** Bytes. */
  bytes: Type.Integer({ minimum: 0 }),
  sha256,
})

const missingFile = Type.Object({
  path: filePath,
  /** Missing on the disk, or with other bytes than its name says. */
  state: Type.Union([Type.Literal('missing'), Type.Literal('damaged')]),
  /** The name that people know: of the document, or of the product in the image. */
  title: Type.Union([Type.String(), Type.Null()]),
})

const manifest = Type.Object({
  format: Type.Literal('daybook-backup-1'),
  daybook: Type.String(),
  /** The time of the database's newest migration (ms since the epoch, as Drizzle numbers them). */
  schema: Type.Integer(),
  made_at: Type.String(),
  /** Null when the data directory was not set up yet. */
  organisation: Type.Union([Type.String(), Type.Null()]),
  /** Rows by table. */
  rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  /** The database first, then every stored document and image. */
  files: Type.Array(file),
  /** Files that the database also needs but that were damaged or missing when the backup was made. */
  missing: Type.Array(missingFile, { default: [] }),
})

/** What a backup says that it contains: the first entry of its archive, as JSON. */
export type Manifest = Static<typeof manifest>

export type ManifestFile = Static<typeof file>

export type MissingFile = Static<typeof missingFile>

/** Throws AppError `invalid_request` for anything but a manifest. */
export function readManifest(text: string): Manifest {
  // Older backups have no list of missing files.
  const value = Value.Default(manifest, parseJson(text))
  if (!Value.Check(manifest, value)) throw damaged('its manifest cannot be read')
  const misnamed = value.files.find(({ path, sha256: hash }) => !isNamedByHash(path, hash))
  if (misnamed !== undefined) throw damaged(`"${misnamed.path}" in it is not what its name says`)
  const files = new Set(value.files.map(({ path }) => path))
  const both = value.missing.find(({ path }) => path === databaseName || files.has(path))
  if (both !== undefined) throw damaged(`it says of "${both.path}" that it is missing from it`)
  return value
}

function isNamedByHash(path: string, hash: string): boolean {
  return path === databaseName || path.endsWith(`/${hash.slice(0, 2)}/${hash}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('its manifest is not JSON')
  }
}

/**
 * A file that a backup lacks, for people: `documents/ab/abcd… ("bill.pdf", damaged)`. The title is JSON, so it cannot control a terminal.
 */
export function shownMissing({ path, state, title }: MissingFile): string {
  return `${path} (${title === null ? '' : `${JSON.stringify(title)}, `}${state})`
}
