import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { daybookAt, type Keys } from '../../bridge/daybook/daybook.ts'
import { ownColumns, readColumns, usualColumns } from '../../bridge/files/columns.ts'
import type { Target } from '../../bridge/files/formats.ts'
import { reportReady } from '../../bridge/files/report-files.ts'
import type { FileFormat } from '../../bridge/files/manifest.ts'
import { writeFilesPairing } from '../../bridge/files/pairing.ts'
import { AppError } from '../../platform/errors.ts'
import { systemClock } from '../../platform/time.ts'
import { printResult } from '../command.ts'
import { askingSecrets } from '../terminal.ts'
import { bridgeFolder } from './folder.ts'
import { type KeyOptions, keysFor } from './pair-keys.ts'

export type FolderOptions = KeyOptions & {
  to?: string
  as: FileFormat
  company?: string
  columns?: string
  guid?: string
}

/** From now on `run` writes what waits to files. */
export async function pairFolder(options: FolderOptions): Promise<void> {
  const { to, company = '', guid } = options
  if (to === undefined) throw invalid('--to is missing: the folder that files are written to.')
  const target = targetOf(options)
  using asking = askingSecrets()
  const { keys } = await keysFor(options, 'folder', asking)
  const folder = resolve(to)
  await writeFilesPairing(bridgeFolder(options), {
    version: 1,
    ...given(keys),
    folder,
    install: guid ?? `folder ${company}`,
    target,
  })
  // So that it is at the console from now on, where sellers and ledgers are named.
  await reportReady({ daybook: daybookAt(keys), folder, target, clock: systemClock }, 0)
  printResult(options, { folder, format: options.as }, [
    `Files go to ${folder}.`,
    '"daybook bridge run --once" writes one of what waits. Import it, then confirm it.',
  ])
}

function given({ daybook, scanKey, ordersKey }: Keys) {
  return { daybook, scanKey, ...(ordersKey !== undefined && { ordersKey }) }
}

function targetOf({ as, company, columns }: FolderOptions): Target {
  if (as === 'zoho') return { format: as }
  if (as === 'xlsx') return { format: as, columns: columnsOf(columns) }
  if (company !== undefined) return { format: as, company }
  throw invalid('--company is missing: what Tally calls the company that imports the files.')
}

/** Those that come with Daybook have names. */
function columnsOf(file: string | undefined) {
  if (file === undefined) return usualColumns
  return ownColumns.get(file) ?? readColumns(readFileSync(file, 'utf8'))
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
