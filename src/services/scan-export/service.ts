/*
 * Scan export: documents come in, are read, wait and are delivered until an ERP has acknowledged them. Here are the service itself, the work
 * that runs beside it, and what other districts ask of documents. The console's server and the commands also call the nouns in their folders.
 */

import { Elysia } from 'elysia'
import { aboutKeyRoutes } from '../../accounts/about-key/routes.ts'
import { guard, type GuardDeps } from '../../accounts/keys/guard.ts'
import { testKeyRoutes, testKeyService } from '../../accounts/test-keys/routes.ts'
import { withTestKeys, type TestDesk } from '../../accounts/test-keys/with-test-keys.ts'
import type { Side } from '../../accounts/keys/rules.ts'
import { changeWaits } from '../../changes/wait.ts'
import { elysiaService, type HttpService } from '../../platform/http/service.ts'
import { silentLog, type Log } from '../../platform/log.ts'
import { describeRead, describeWrite, errorBody } from './api.ts'
import { bridgeRoutes } from '../../books/mapping/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { nameListRoutes } from './name-lists/routes.ts'
import type { ScanExportDeps } from './deps.ts'
import { scanLeaseRoutes, scanResultRoutes } from './delivery/entered.ts'
import { otherReaderRoutes } from './other-readers/routes.ts'
import { rulesInForce } from './rules-in-force.ts'
import { scanRoutes } from './delivery/routes.ts'
import { leaseSecondsMax } from '../../books/leases/queries.ts'
import { leaseLimits } from '../../books/leases/schemas.ts'
import { importResultsMax } from '../../books/results/record.ts'
import { nameMatchers } from '../../names/matching.ts'
import { aliasesMax, nameLengthMax } from '../../names/rules.ts'
import { commonLimits, type Limit } from '../../platform/http/limits.ts'
import { answerCharactersMax, explainedMax } from './delivery/list-unsynced.ts'
import { filenameLengthMax, filesMax } from './intake/read-upload.ts'
import { fieldsMax, labelLengthMax, lineItemsMax, rawLengthMax } from '../../paper/received.ts'
import {
  listLimitDefault,
  listLimitMax,
  markedEntriesMax,
  retentionMs,
  sourceLengthMax,
} from './scans/rules.ts'

export { archiver, type Archiver } from './archive/archiver.ts'
export { countArchived } from './archive/queries.ts'
export { scanGauges } from './overview/counts.ts'
export { duplicatesSetting, type DuplicatesBy } from './deps.ts'
export { scanExportAbout } from './api.ts'
export { scanActions } from './history.ts'
export { scanSweep } from './retention.ts'
export { scanWaits } from './delivery/entered.ts'
export { scanSorts } from './overview/sort-queries.ts'
export { allScans, countSynced, type ScanListInput } from './overview/listed-queries.ts'
export { correctField } from './scans/change-scan.ts'
export { countedBill } from './scans/current-data.ts'
export { unknownScan } from './scans/queries.ts'
export { isKnownScan, scanAgeLimitMs } from './intake/scan-lines.ts'
export { folderWatch, type FolderWatch } from './folders/watch-folders.ts'
export { scanReader, type Reader } from './reading/jobs/reader.ts'
export { filePasswords } from './reading/passwords/file-passwords.ts'
export { listRuleKeys, listRulesPage, type StoredRule } from './rename-rules/queries.ts'
export type { ScanExportDeps }

/** What the service works with, on this book: its rules and name lists are compiled once for each version. */
export function scanExportDeps({
  database,
  clock,
  store,
}: Omit<ScanExportDeps, 'rules' | 'names'>): ScanExportDeps {
  return { database, clock, store, names: nameMatchers(), rules: rulesInForce() }
}

const scanExportPrefix = '/scan-export'

const dayMs = 24 * 60 * 60 * 1000

const [list, mark, upload] = ['GET scans/unsynced', 'POST scans/mark-synced', 'POST scans']

const limitOfList = {
  name: 'limit',
  unit: 'items',
  minimum: 1,
  maximum: listLimitMax,
  default: listLimitDefault,
} as const

/** The limits of scan export's calls and answers. */
const scanExportLimits: readonly Limit[] = [
  ...commonLimits,
  { call: list, ...limitOfList },
  { call: list, name: 'items with explain', unit: 'items', maximum: explainedMax },
  { call: list, name: 'items of an answer', unit: 'characters', maximum: answerCharactersMax },
  { call: list, name: 'lease', unit: 'seconds', minimum: 0, maximum: leaseSecondsMax, default: 0 },
  ...leaseLimits,
  { call: list, name: 'window', unit: 'days', maximum: retentionMs / dayMs },
  ...['ids', 'invoice_nos', 'items'].map((name): Limit => {
    return { call: mark, name, unit: 'items', maximum: markedEntriesMax }
  }),
  { call: mark, name: 'source', unit: 'characters', maximum: sourceLengthMax },
  { call: 'POST import-results', name: 'results', unit: 'items', maximum: importResultsMax },
  { call: 'GET scans/unread', ...limitOfList },
  { call: upload, name: 'files', unit: 'items', maximum: filesMax },
  { call: upload, name: 'filename', unit: 'characters', maximum: filenameLengthMax },
  { call: upload, name: 'raw', unit: 'characters', maximum: rawLengthMax },
  { call: upload, name: 'raw.line_items', unit: 'items', maximum: lineItemsMax },
  { call: upload, name: 'fields of the head and of a line', unit: 'items', maximum: fieldsMax },
  { call: upload, name: 'label', unit: 'characters', maximum: labelLengthMax },
  ...['POST vendors', 'POST products'].flatMap((call): Limit[] => [
    { call, name: 'name', unit: 'characters', minimum: 1, maximum: nameLengthMax },
    { call, name: 'aliases', unit: 'items', maximum: aliasesMax },
  ]),
]

const aboutScanKeys = {
  service: 'scan-export',
  prefix: scanExportPrefix,
  name: 'scanExport',
  tag: 'Keys',
  limits: scanExportLimits,
  describeRead,
  describeWrite,
} as const

/** An error in one element of these lists is an error of that row. */
const rowLists = new Set(['results', 'items'])

/** All routes of the service, relative to its base address. */
function scanExportRoutes(
  deps: ScanExportDeps,
  log = silentLog,
  waits = changeWaits(deps.database, () => undefined),
) {
  return new Elysia()
    .use(scanRoutes(deps))
    .use(intakeRoutes(deps, log))
    .use(scanResultRoutes(deps))
    .use(scanLeaseRoutes(deps))
    .use(aboutKeyRoutes(deps, aboutScanKeys))
    .use(otherReaderRoutes(deps))
    .use(bridgeRoutes(deps, { describeRead, describeWrite }))
    .use(nameListRoutes(deps))
    .use(changeRoutes(deps, waits))
}

/** Every route in the API document, including those with which test keys change their copy. */
export function scanExportDocumented(deps: ScanExportDeps) {
  return scanExportRoutes(deps).use(testKeyRoutes(undefined, aboutScanKeys))
}

/** The scan export service for the dispatcher. Test keys get answers from their copy. */
export function scanExportService(
  deps: ScanExportDeps,
  guardDeps: GuardDeps,
  { log, desk }: { log: Log; desk: TestDesk | undefined },
): HttpService {
  const book = scanExportOn(deps, guardDeps, { log, side: 'book' })
  const copyItself = testKeyService(desk, guardDeps, { ...aboutScanKeys, log, errorBody })
  return withTestKeys({ book, copyItself, desk })
}

/** The service on the book, or on the copy that test keys work on. */
export function scanExportOn(
  deps: ScanExportDeps,
  guardDeps: GuardDeps,
  { log, side }: { log: Log; side: Side },
): HttpService {
  const authorise = guard(guardDeps, 'scan-export', side)
  const waits = changeWaits(deps.database, (request) => authorise(request, undefined))
  return elysiaService({
    name: 'scan-export',
    prefix: scanExportPrefix,
    routes: () => scanExportRoutes(deps, log, waits),
    rowLists,
    endWaits: () => waits.end(),
    log,
    authorise,
    errorBody,
  })
}
