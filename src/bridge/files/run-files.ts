import type { Company, Condition } from '../books.ts'
import type { Daybook } from '../daybook/daybook.ts'
import { lostIn, manifestsIn, readManifest } from './folder.ts'
import type { Target } from './formats.ts'
import { type FolderDeps, type Written, writeWaiting } from './write-waiting.ts'
import { repeat, type RunOptions } from '../run.ts'
import { problemOf, AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/** How a round ended: what it wrote, or why it could write nothing. */
export type FilesEnded = Written | { problem: string }

/** Writes what waits until the signal stops it. */
export async function runFolder(
  deps: FolderDeps & { log: Log },
  options: RunOptions<FilesEnded>,
): Promise<void> {
  await repeat(() => writeOnce(deps), options)
}

async function writeOnce(deps: FolderDeps & { log: Log }): Promise<FilesEnded> {
  try {
    return await writeAndReport(deps)
  } catch (error) {
    deps.log.warn('What waits could not be written to a file.', { error })
    return { problem: problemOf(error) }
  }
}

/** Daybook's maximum per report. */
const filesMax = 100

/** Writes what waits and reports the outcome to Daybook. Throws the errors of `writeWaiting`. */
export async function writeAndReport(deps: FolderDeps): Promise<Written> {
  try {
    const written = await writeWaiting(deps)
    await reportReady(deps, written.waiting, written.orders)
    return written
  } catch (error) {
    await reportProblem(deps, problemOf(error))
    throw error
  }
}

/** From the first report on, Daybook keeps everything about these accounts separately. */
export async function reportReady(deps: Reporting, waiting: number, orders = ''): Promise<void> {
  const sentence = `Files go to ${deps.folder}. ${orders}`.trim()
  await report(deps, { health: 'ready', sentence }, waiting)
}

type Reporting = Pick<FolderDeps, 'folder' | 'target' | 'clock'> & {
  daybook: Pick<Daybook, 'report'>
}

/** If Daybook itself does not answer, its page shows that the bridge is silent. */
async function reportProblem(deps: Reporting, sentence: string): Promise<void> {
  try {
    await report(deps, { health: 'closed', sentence }, 0)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function report(
  { daybook, folder, target, clock }: Reporting,
  condition: Condition,
  waiting: number,
): Promise<void> {
  const lost = new Set(lostIn(folder))
  const files = manifestsIn(folder).map((path) => {
    const { file, made_at, vouchers, documents } = readManifest(path)
    return { name: file, made_at, vouchers, documents: documents.length, is_gone: lost.has(path) }
  })
  await daybook.report({
    ...condition,
    system: 'folder',
    paired: booksOf(target),
    waiting,
    files: files.slice(0, filesMax),
    at: new Date(clock.now()).toISOString(),
  })
}

/** Accounts that the bridge cannot read are known by their name. */
function booksOf(target: Target): Company {
  return { number: '', guid: '', booksFrom: '', name: nameOf(target) }
}

function nameOf(target: Target): string {
  if (target.format === 'tally') return target.company
  return target.format === 'zoho' ? 'Zoho Books' : target.columns.sheet
}
