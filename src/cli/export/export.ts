import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Argument, type Command } from 'commander'
import { storeOf } from '../../app.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { removeIfFree, renameFile } from '../../platform/disk/durable.ts'
import { printable } from '../../platform/print.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { command, type CommonOptions, printResult, withDatabase } from '../command.ts'
import { progressBar, type ProgressBar } from '../terminal.ts'
import { type ExportKind, exportKinds, withImages } from './kinds.ts'

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
