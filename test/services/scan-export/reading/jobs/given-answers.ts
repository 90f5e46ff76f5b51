import { findCreditBalance } from '../../../../../src/accounts/credits.ts'
import { silentLog } from '../../../../../src/platform/log.ts'
import type { ReadProcess } from '../../../../../src/reader/pages/read-process.ts'
import { findScanFile } from '../../../../../src/services/scan-export/overview/show-scan.ts'
import { writeSetting } from '../../../../../src/platform/settings.ts'
import { scanReader } from '../../../../../src/services/scan-export/reading/jobs/reader.ts'
import { openFindings } from '../../../../../src/services/scan-export/scans/hold.ts'
import {
  leaveToTyping,
  readingSetting,
  countJobs,
} from '../../../../../src/services/scan-export/scans/reading-rows.ts'
import type { ScanService } from '../../../../support/scan-service.ts'
import { noPasswords } from '../../../../support/passwords.ts'
import { until } from '../../../../support/temporary-database.ts'

/* Reading without the engines: what the process answers is given. */

const pages = [1]

type Given = {
  documents: unknown[]
  category?: string
  doubts?: Record<string, string[]>
}

export function answering(given: Given): ReadProcess {
  return { read: () => Promise.resolve(answered(given)) }
}

export function answered({ documents, category = 'vendor_invoice', doubts = {} }: Given): {
  text: string
} {
  const explained = Object.fromEntries(
    Object.entries(doubts).map(([path, said]) => [
      path,
      { source: 'ocr', page: 1, box: [0, 0, 0.5, 0.5], confidence: 0.5, doubts: said },
    ]),
  )
  const answer = {
    documents: documents.map((raw) => ({ category, kind: 'invoice', pages, raw, explained })),
  }
  return { text: JSON.stringify(answer) }
}

/** A process that ends without an answer. */
export function noting(asked: string[]): ReadProcess {
  return {
    read(file) {
      asked.push(file)
      return Promise.resolve({ ended: 'crashed' })
    },
  }
}

let files = 0

export async function addFile(service: ScanService): Promise<string> {
  files += 1
  return await service.addScan({ pending: true, content: `file ${files}` })
}

export async function readAll(
  service: ScanService,
  process: ReadProcess,
  passwords = noPasswords,
): Promise<void> {
  const reader = scanReader(service.deps, process, passwords, silentLog)
  reader.start()
  await until(() => countJobs(service.database.read) === 0 && reader.underWay().size === 0)
  await reader.stop()
}

export async function switchReading({ database }: ScanService, isOn: boolean): Promise<void> {
  await database.write((conn) => {
    writeSetting(conn, readingSetting, { isOn, atOnce: 1 })
    if (!isOn) leaveToTyping(conn)
  })
}

export function findings(service: ScanService, id: string) {
  return openFindings(service.database.read, service.deps, service.scan(id))
}

export function pathOf(service: ScanService, id: string): string {
  const file = findScanFile(service.deps, id)
  return service.deps.store.path('documents', file?.hash ?? '')
}

export function balance({ database }: ScanService): number {
  return findCreditBalance(database.read).get()?.balance ?? 0
}
