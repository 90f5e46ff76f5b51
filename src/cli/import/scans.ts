import { storeOf } from '../../app.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { withStoredFiles } from '../../platform/files/file-rows.ts'
import { bodyBytesMax } from '../../platform/http/body.ts'
import { derivedId } from '../../platform/ids.ts'
import {
  deliverIfAlone,
  importScan,
  readScanLine,
  type ImportedScan,
} from '../../services/scan-export/intake/scan-lines.ts'
import {
  isKnownScan,
  scanAgeLimitMs,
  scanExportDeps,
  type ScanExportDeps,
} from '../../services/scan-export/service.ts'
import { storeOriginal } from '../../services/scan-export/intake/receive-scans.ts'
import {
  enterAll,
  type Entered,
  type ImportKind,
  type ImportTarget,
  inSlices,
  type Line,
  lineError,
  readEach,
} from './kind.ts'
import { readNamedFile } from './source.ts'

/** The largest original in bytes, as for an upload. */
const originalBytesMax = bodyBytesMax

export const scans: ImportKind = {
  name: 'scans',
  action: 'documents brought in',
  fields:
    'user (e-mail), category, filename, raw { invoice_metadata, line_items }, optional id, status, created_at, failure_reason, file (path of the original)',
  async enter(lines, target) {
    const { database, dir, clock, tally } = target
    const deps = scanExportDeps({ database, clock, store: storeOf(dir) })
    const old = { first: 0, count: 0 }
    const settled: NumberedScan[] = []
    for await (const slice of inSlices(lines)) {
      const read = await readSlice(target, slice)
      const withFile = read.filter(
        ({ file, id }) => file !== undefined && !isKnownScan(database.read, id),
      )
      const others = read.filter((scan) => !withFile.includes(scan))
      await enterAll(target, others, (conn, scan) => enter(conn, deps, scan))
      for (const scan of withFile) await enterWithFile(target, deps, scan)
      countOld(old, read, clock.now())
      settled.push(...read.filter(({ earlier }) => earlier.settled !== null).map(withoutContent))
    }
    await deliverAlone(target, deps, settled)
    if (old.count > 0) tally.warn(old.first, describeOld(old.count))
  },
}

type NumberedScan = ImportedScan & { line: number }

async function readSlice({ clock, source, tally }: ImportTarget, slice: readonly Line[]) {
  const read = readEach(slice, tally, ({ value }) => readScanLine(value, clock.now()))
  const identified = read.map(async (scan): Promise<NumberedScan> => {
    // Most files name all ids: then the hash of the whole file is not needed.
    const id = scan.id ?? derivedId(await source.sha256(), scan.line)
    return { ...scan, id, document: null }
  })
  return await Promise.all(identified)
}

function enter(conn: Conn, deps: ScanExportDeps, scan: NumberedScan): Entered {
  return { outcome: importScan(conn, deps, scan, deps.clock.now()) ? 'created' : 'unchanged' }
}

/** One document at a time, so that only one original is in memory. */
async function enterWithFile(
  target: ImportTarget,
  deps: ScanExportDeps,
  scan: NumberedScan,
): Promise<void> {
  const read = () => readOriginal(deps, target.source.folder, scan.file ?? '')
  const first = await read().catch(lineError)
  if ('error' in first) {
    target.tally.fail(scan.line, first.error)
    return
  }
  let document = first
  let isStored = true
  await withStoredFiles(
    async () => {
      if (!isStored) document = await read()
      // A cleanup may delete the bytes before the document is entered. Then store them again.
      isStored = false
    },
    () => enterAll(target, [scan], (conn, one) => enter(conn, deps, { ...one, document })),
  )
}

async function readOriginal(deps: ScanExportDeps, folder: string, path: string) {
  const input = { folder, field: 'file', path, bytesMax: originalBytesMax }
  const { bytes } = await readNamedFile(input)
  return await storeOriginal(deps, path, bytes)
}

/** Drops the content, which is in the database by now. For many lines it would fill the memory. */
function withoutContent(scan: NumberedScan): NumberedScan {
  const earlier = { ...scan.earlier, correction: null }
  return { ...scan, raw: null, earlier }
}

/** Runs after all lines are in, because a document's duplicate may come in a later line. */
async function deliverAlone(
  { database, tally }: ImportTarget,
  deps: ScanExportDeps,
  settled: readonly NumberedScan[],
): Promise<void> {
  const slices = database.writeEach(settled, {}, (conn, some) =>
    [...some].filter((scan) => deliverIfAlone(conn, deps, scan)),
  )
  for await (const alone of slices) {
    for (const { line } of alone) tally.warn(line, aloneWarning)
  }
}

const aloneWarning =
  'The document that this one is the same paper as is neither in this file nor in Daybook: this one is delivered.'

function countOld(
  old: { first: number; count: number },
  read: readonly NumberedScan[],
  now: number,
): void {
  for (const { createdAt, line } of read) {
    if (now - createdAt <= scanAgeLimitMs) continue
    if (old.count === 0) old.first = line
    old.count++
  }
}

function describeOld(count: number): string {
  const which = count === 1 ? 'This scan is' : `This scan and ${count - 1} more are`
  return `${which} older than 30 days: the unsynced list leaves them out, and the next cleanup deletes them.`
}
