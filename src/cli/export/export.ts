import { existsSync, statSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Argument, type Command } from 'commander'
import { storeOf } from '../../app.ts'
import { command, type CommonOptions, printResult, withDatabase } from '../command.ts'
import { progressBar, type ProgressBar } from '../terminal.ts'
import { findNameById, listNames } from '../../names/queries.ts'
import type { NameKind } from '../../names/rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { removeIfFree, renameFile } from '../../platform/disk/durable.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { type JsonObject, isJsonObject, type JsonValue } from '../../platform/json/json.ts'
import { printable } from '../../platform/print.ts'
import { exportScans } from '../../services/scan-export/intake/scan-lines.ts'
import { countScans } from '../../services/scan-export/intake/store-scan.ts'
import { exportRules } from '../../services/scan-export/rename-rules/import-rules.ts'
import { exportCategories } from '../../services/storefront/display/categories.ts'
import { exportOffers } from '../../services/storefront/display/offers.ts'
import { fileOfUrl, hashOf, isStoredFile } from '../../services/storefront/images/store-images.ts'
import {
  countProducts,
  exportProducts,
} from '../../services/storefront/inventory/export-products.ts'
import { countOrders, exportOrders } from '../../services/storefront/orders/orders-file.ts'

/** Characters to collect before a write. */
const gatheredMax = 256 * 1024

type ExportOptions = CommonOptions & { withImages?: boolean }

export function exportCommand(): Command {
  return command(
    'export',
    'write what the book holds as JSON Lines, which "daybook import" reads',
    'daybook export scans scans.jsonl',
  )
    .addArgument(
      new Argument('<kind>', 'what to write').choices(exportKinds.map(({ name }) => name)),
    )
    .argument('[file]', 'FILE.jsonl; without it, or with -, the lines go to standard output')
    .option('--with-images', 'categories, offers, products: with the images themselves')
    .addHelpText(
      'after',
      '\nThe original documents are not in the lines, and images only with --with-images; "daybook backup create" keeps both.',
    )
    .action((name: string, file: string | undefined, options: ExportOptions) =>
      exportLines(name, file === '-' ? undefined : file, options),
    )
}

async function exportLines(
  name: string,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const known = exportKinds.find((candidate) => candidate.name === name)
  if (known === undefined) throw new Error(`The command let the kind ${name} pass.`)
  if (options.withImages === true && known.hasImages !== true) {
    throw new AppError('invalid_request', `--with-images is not for ${name}: they have no images.`)
  }
  if (file?.toLowerCase().endsWith('.csv') === true) {
    throw new AppError('invalid_request', 'An export is JSON Lines: let the name end in .jsonl.')
  }
  await withDatabase(options, async ({ read }, dir) => {
    const kind = options.withImages === true ? withImages(known, storeOf(dir)) : known
    if (file === undefined) return await print(kind, read)
    const total = await exportTo(await fileSink(file), kind, read)
    printResult(options, { total, file }, [`Wrote ${total} lines to ${file}.`])
  })
}

async function print(kind: ExportKind, conn: Conn): Promise<void> {
  try {
    await exportTo(stdoutSink(), kind, conn)
  } catch (error) {
    if (!isReaderGone(error)) throw error
  }
}

/** Writes all lines of a kind from one snapshot, whatever changes meanwhile. Returns their number. */
export async function exportTo(sink: TextSink, kind: ExportKind, conn: Conn): Promise<number> {
  conn.$client.run('BEGIN')
  try {
    const { total, lines } = kind.open(conn)
    const written = await writeLines(sink, lines, progressBar(`Exporting ${kind.name}`, total))
    await sink.finish()
    return written
  } catch (error) {
    await sink.abandon()
    throw error
  } finally {
    conn.$client.run('COMMIT')
  }
}

async function writeLines(
  sink: TextSink,
  lines: Iterable<JsonObject>,
  bar: ProgressBar,
): Promise<number> {
  let written = 0
  try {
    for (const line of lines) {
      await sink.write(`${JSON.stringify(line)}\n`)
      bar.update(++written)
    }
    return written
  } finally {
    bar.stop()
  }
}

/** The target of an export. After `finish` it is complete; after `abandon` nothing has changed. */
export type TextSink = {
  write(text: string): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** Whether the reader of standard output is gone, such as a `head` that has seen enough. */
function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

function stdoutSink(): TextSink {
  const writer = Bun.stdout.writer()
  return gathering({
    async write(text) {
      // Only a terminal gets control characters escaped.
      void writer.write(process.stdout.isTTY ? printable(text) : text)
      await writer.flush()
    },
    finish: async () => void (await writer.end()),
    abandon: async () => {},
  })
}

/** Writes to a temporary file and renames it when complete. An existing file stays until then. Throws AppError. */
async function fileSink(path: string): Promise<TextSink> {
  // A device or a pipe cannot be replaced.
  const inPlace = existsSync(path) && !statSync(path).isFile()
  const written = inPlace ? path : `${path}.${crypto.randomUUID()}.part`
  const handle = await refusing(path, () => open(written, inPlace ? 'w' : 'wx', 0o600))
  return gathering({
    write: (text) => refusing(path, () => handle.writeFile(text)),
    finish: () =>
      refusing(path, async () => {
        if (!inPlace) await handle.sync()
        await handle.close()
        if (!inPlace) await renameFile(written, path)
      }),
    async abandon() {
      await handle.close()
      if (!inPlace) await removeIfFree(written)
    },
  })
}

async function refusing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('unavailable', `${path} cannot be written: ${reason}.`)
  }
}

function gathering(sink: TextSink): TextSink {
  let gathered = ''
  const flush = async () => {
    const text = gathered
    gathered = ''
    if (text !== '') await sink.write(text)
  }
  return {
    async write(text) {
      gathered += text
      if (gathered.length >= gatheredMax) await flush()
    },
    async finish() {
      await flush()
      await sink.finish()
    },
    abandon: sink.abandon,
  }
}

/** Something that can be exported. `open` returns its lines and their number. */
type ExportKind = {
  name: string
  /** Whether lines may name images that are stored here. */
  hasImages?: boolean
  open(conn: Conn): { total: number; lines: Iterable<JsonObject> }
}

export const exportKinds: readonly ExportKind[] = [
  {
    name: 'scans',
    open: (conn) => ({ total: countScans(conn), lines: exportScans(conn) }),
  },
  inMemory('rules', exportRules),
  inMemory('vendors', (conn) => exportNames(conn, 'vendor')),
  inMemory('product-names', (conn) => exportNames(conn, 'product')),
  { ...inMemory('categories', exportCategories), hasImages: true },
  { ...inMemory('offers', exportOffers), hasImages: true },
  {
    name: 'products',
    hasImages: true,
    open: (conn) => ({
      total: countProducts(conn),
      lines: withVendorNames(conn, exportProducts(conn)),
    }),
  },
  {
    name: 'orders',
    open: (conn) => ({ total: countOrders(conn), lines: exportOrders(conn) }),
  },
]

/** For kinds with a few thousand lines, which the server also holds in memory. */
function inMemory(name: string, list: (conn: Conn) => JsonObject[]): ExportKind {
  return {
    name,
    open(conn) {
      const lines = list(conn)
      return { total: lines.length, lines }
    },
  }
}

/**
 * Exports in the order of creation, because ids sort by time. An alias may have become another entry's name later, and only this order
 * imports both.
 */
function exportNames(conn: Conn, kind: NameKind): JsonObject[] {
  return listNames(conn, kind)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, aliases }) => ({ name, aliases: aliases.map(({ alias }) => alias) }))
}

/** Products with vendor names instead of vendor ids, which mean nothing in another database. */
function* withVendorNames(conn: Conn, products: Iterable<JsonObject>): Generator<JsonObject> {
  for (const product of products) {
    const { vendor_id: id, ...rest } = product
    const vendor =
      typeof id === 'string' ? findNameById(conn).get({ kind: 'vendor', id }) : undefined
    yield vendor === undefined ? product : { ...rest, vendor_name: vendor.name }
  }
}

/** The kind with the bytes of stored images in its lines, so that another installation gets them. */
function withImages(kind: ExportKind, store: FileStore): ExportKind {
  return {
    ...kind,
    open(conn) {
      const { total, lines } = kind.open(conn)
      return { total, lines: inlined(lines, store) }
    },
  }
}

/** One line at a time: a product may have a hundred megabytes of images. */
function* inlined(lines: Iterable<JsonObject>, store: FileStore): Generator<JsonObject> {
  for (const line of lines) {
    const { images } = line
    yield {
      ...inlinedField(line, 'image_url', 'image_base64', store),
      ...(Array.isArray(images)
        ? { images: images.map((entry) => inlinedEntry(entry, store)) }
        : {}),
    }
  }
}

function inlinedEntry(entry: JsonValue, store: FileStore): JsonValue {
  return isJsonObject(entry) ? inlinedField(entry, 'url', 'base64', store) : entry
}

/** The object with the image's bytes in place of its address. Unchanged for an image of another server. */
function inlinedField(
  object: JsonObject,
  urlField: string,
  bytesField: string,
  store: FileStore,
): JsonObject {
  const { [urlField]: url, ...rest } = object
  const dataUrl = typeof url === 'string' ? dataUrlOf(url, store) : undefined
  return dataUrl === undefined ? object : { ...rest, [bytesField]: dataUrl }
}

function dataUrlOf(url: string, store: FileStore): string | undefined {
  const file = fileOfUrl(url)
  if (file === undefined || !isStoredFile(file) || !store.has('images', hashOf(file))) {
    return undefined
  }
  const base64 = readFileSync(store.path('images', hashOf(file))).toString('base64')
  return `data:${Bun.file(file).type};base64,${base64}`
}
