import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveStateSetting, type ArchiveState } from '../../../../src/platform/archive/setting.ts'
import { readCsv } from '../../../../src/platform/csv.ts'
import { silentLog } from '../../../../src/platform/log.ts'
import { readSetting } from '../../../../src/platform/settings.ts'
import { archiver, type Archiver } from '../../../../src/services/scan-export/service.ts'
import { archiveFolder, ownProcess, type ArchiveFolder } from '../../../support/archive-folder.ts'
import { scanService, type ScanInput, type ScanService } from '../../../support/scan-service.ts'

/** A shop whose documents are archived in a folder, by this process. */
export type ArchivedShop = AsyncDisposable & {
  service: ScanService
  folder: ArchiveFolder
  archive: Archiver
  state(): ArchiveState
  /** The lines of the index of a month, below its header. */
  index(month?: string): string[][]
  /** The files of the archive with their bytes. */
  contents(): Promise<Map<string, Buffer>>
}

export async function archivedShop(): Promise<ArchivedShop> {
  const service = scanService()
  const folder = archiveFolder()
  const { deps, dir } = service
  const archive = archiver({ ...deps, dir, process: ownProcess }, silentLog)
  await archive.switchOn(folder.path)
  return {
    service,
    folder,
    archive,
    state: () => readSetting(service.database.read, archiveStateSetting),
    index: (month = '2026-11') => linesOf(folder.text(`${month}/index-${month}.csv`)),
    async contents() {
      const files = await folder.files()
      return new Map(files.map((file) => [file, readFileSync(join(folder.path, file))]))
    },
    async [Symbol.asyncDispose]() {
      await archive.stop()
      folder[Symbol.dispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

/** A bill of Acme Traders over 1180.50, with its file. */
export function bill(number: string, more: ScanInput = {}): ScanInput {
  return {
    metadata: { vendor_name: 'Acme Traders', invoice_no: number, total: 1180.5 },
    lines: [{ description: 'Soap', qty: 2, rate: 500, amount: 1000 }],
    content: `the bill ${number}`,
    ...more,
  }
}

function linesOf(csv: string): string[][] {
  const table = readCsv(csv.replace('\uFEFF', ''))
  if (typeof table === 'string') throw new Error(table)
  return table.rows
    .slice(1)
    .map(({ cells }) => cells)
    .filter((cells) => cells.length > 1)
}
