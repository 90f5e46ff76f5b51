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
import { bridgeRoutes } from './books/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { nameListRoutes } from './name-lists/routes.ts'
import type { ScanExportDeps } from './deps.ts'
import { scanLeaseRoutes, scanResultRoutes } from './books/result-routes.ts'
import { scanExportLimits } from './limits.ts'
import { otherReaderRoutes } from './other-readers/routes.ts'
import { rulesInForce } from './rules-in-force.ts'
import { scanRoutes } from './delivery/routes.ts'

export { archiver, type Archiver } from './archive/archiver.ts'
export { archiveGauges } from './archive/gauges.ts'
export { countArchived } from './archive/queries.ts'
export { scanGauges } from './overview/gauges.ts'
export { duplicatesSetting, type DuplicatesBy } from './deps.ts'
export { scanExportAbout } from './api.ts'
export { dismissOffer, dismissedOf, offerAgain } from './dismissed-offers.ts'
export { scanActions } from './history.ts'
export { scanSweep } from './retention.ts'
export { markSynced } from './delivery/mark-synced.ts'
export { countOpenImports } from './books/count-open.ts'
export { scanWaits } from './books/result-routes.ts'
export { settleScanImports } from './books/settle.ts'
export { putBackRange, putBackScan, putBackScans } from './delivery/put-back.ts'
export {
  countDoubtful,
  countScanDays,
  countWaitingScans,
  findWaitingForKey,
  hasAnyScan,
  scansNeedingAttention,
  soonDeleted,
} from './overview/counts.ts'
export { doubtfulIds } from './overview/doubts.ts'
export {
  findCalledScans,
  findScans,
  listScanIdsOf,
  listScans,
  totalOfScans,
  type ListedScan,
} from './overview/list-scans.ts'
export { scanSorts } from './overview/sort-queries.ts'
export { countSynced, type ScanListInput } from './overview/listed-queries.ts'
export {
  findSameFile,
  findScanFile,
  findScanOwner,
  listIdsOf,
  showRead,
  showScan,
  type ShownScan,
} from './overview/show-scan.ts'
export { findSameNumber } from './overview/same-number.ts'
export { queueOf } from './overview/queue.ts'
export { decideOnPapers, takeBackDecision, verdicts, type Decision } from './duplicates/decide.ts'
export { showPairs, type ShownPair } from './overview/show-pairs.ts'
export { unknownNames } from './overview/unknown-names.ts'
export { correctField, correctScan, moveScan, removeScan, retryScan } from './scans/change-scan.ts'
export { countedBill } from './scans/current-data.ts'
export { checkedAgainst } from './scans/check-reading.ts'
export { moveScans, removeScans } from './scans/change-scans.ts'
export { unknownScan } from './scans/queries.ts'
export { readMultipartUpload } from './intake/read-upload.ts'
export { checkedRaw } from '../../paper/raw.ts'
export { receiveScans, storeOriginal, uploadedScans } from './intake/receive-scans.ts'
export {
  deliverIfAlone,
  exportScans,
  importScan,
  isKnownScan,
  readScanLine,
  scanAgeLimitMs,
  type ImportedScan,
} from './intake/scan-lines.ts'
export { countScans, storeScan, type NewScan } from './intake/store-scan.ts'
export {
  builtInKeys,
  builtInLabelsTable,
  likelyKey,
  listBuiltIn,
} from '../../paper/rules/built-in-labels.ts'
export type { RawDocument } from '../../paper/rules/normalise.ts'
export { identityOf, rulesMax, type RenameRule } from '../../paper/rules/rules.ts'
export {
  distinct as distinctItems,
  itemsProposedMax,
  proposeItems,
  withWhatIsKnown,
  type ProposedItem,
} from './proposals/find-items.ts'
export { proposeSellers } from './proposals/find-sellers.ts'
export { checkHeldAgain } from './scans/hold.ts'
export { fillFacts } from './scans/facts.ts'
export { countLearnt, forgetLearnt } from './proposals/forget.ts'
export { learnNewBills } from './proposals/learn.ts'
export { doneFolders, foldersMax, foldersSetting } from './folders/watched.ts'
export { folderWatch, type FolderWatch } from './folders/watch-folders.ts'
export { readOut, type ReadOut } from './reading/read-out.ts'
export { whyUnread } from './reading/jobs/ask-reader.ts'
export { enterRead } from './reading/jobs/enter-read.ts'
export { readershipOf, strangersReadership, type Readership } from './reading/jobs/readership.ts'
export { categories, type Category } from '../../paper/categories.ts'
export { readingContext } from '../../reader/answer.ts'
export { scanReader, type Reader } from './reading/jobs/reader.ts'
export { filePasswords, type FilePasswords } from './reading/passwords/file-passwords.ts'
export {
  forgetSeller,
  forgetThing,
  requireSeller,
  type LearntThing,
} from './reading/habits/forget-habits.ts'
export { learntAliasesOf } from './reading/habits/keep-aliases.ts'
export { listKnownSellers, type KnownSeller } from './reading/habits/keep-habits.ts'
export { forgetKept, forgetKeptOf } from './reading/passwords/forget-kept.ts'
export { listKept } from './reading/passwords/kept-rows.ts'
export { askLocked, type AskedLocked } from './reading/jobs/ask-locked.ts'
export { bankOf } from './reading/jobs/bank-of.ts'
export { splitScan } from './reading/jobs/split-scan.ts'
export { joinedMax, joinScans } from './intake/join-scans.ts'
export {
  countJobs,
  countJobsOf,
  leaveToTyping,
  listJobs,
  readingSetting,
  readingSettings,
} from './scans/reading-rows.ts'
export { changeRules, type ChangeProgress } from './rename-rules/change-rules.ts'
export { unknownFinder } from './rename-rules/find-unknown.ts'
export { exportRules, importRules, planImport } from './rename-rules/import-rules.ts'
export { previewRules } from './rename-rules/preview-rules.ts'
export { listRuleKeys, listRulesPage, type StoredRule } from './rename-rules/queries.ts'
export { readRuleLine, ruleTable, ruleTextMax } from './rename-rules/rules.ts'
export { isChangeUnderWay } from './rename-rules/take-turn.ts'
export type { ScanExportDeps }

/** The reader is half of the service's code. Only the process that reads loads it. */
export const loadReader = () => import('../../reader/answer-file.ts')

/** Completes what the caller gives. The service makes the rest itself. */
export function scanExportDeps(deps: Omit<ScanExportDeps, 'rules'>): ScanExportDeps {
  return { ...deps, rules: rulesInForce() }
}

const scanExportPrefix = '/scan-export'

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
    .use(bridgeRoutes(deps))
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
    routes: scanExportRoutes(deps, log, waits),
    rowLists,
    endWaits: () => waits.end(),
    log,
    authorise,
    errorBody,
  })
}
