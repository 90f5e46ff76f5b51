import { Elysia } from 'elysia'
import { guard, type GuardParts } from '../../accounts/guard.ts'
import { elysiaService, type HttpService } from '../../platform/http/elysia-service.ts'
import type { Log } from '../../platform/log.ts'
import { errorBody } from './errors.ts'
import { intakeRoutes } from './intake/routes.ts'
import { nameListRoutes } from './name-lists/routes.ts'
import type { ScanExportParts } from './parts.ts'
import { rulesInForce } from './rename-rules/rules-in-force.ts'
import { scanRoutes } from './scans/routes.ts'

export { scanExportAbout } from './describe.ts'
export { countScans, exportScans } from './intake/export-scans.ts'
export { importScan, isKnownScan, type ImportedScan } from './intake/import-scans.ts'
export { storeOriginal } from './intake/store-original.ts'
export { readScanLine, scanAgeLimitMs } from './intake/scan-line.ts'
export { storeScan, type NewScan } from './intake/store-scans.ts'
export { changeRules } from './rename-rules/change-rules.ts'
export { exportRules, importRules, type NumberedRule } from './rename-rules/import-rules.ts'
export { builtInLabelsTable } from './rename-rules/labels-table.ts'
export type { RawDocument } from './rename-rules/normalise.ts'
export { readRuleLine } from './rename-rules/rule-line.ts'
export { scanSweep } from './retention.ts'
export { countWaitingScans } from './scans/count-waiting.ts'
export type { ScanExportParts }

/** What the service needs from those that put it together; the rest it makes itself. */
export function scanExportParts(parts: Omit<ScanExportParts, 'rules'>): ScanExportParts {
  return { ...parts, rules: rulesInForce() }
}

const scanExportPrefix = '/scan-export'

/** All routes of the service, relative to its base address. */
export function scanExportRoutes(parts: ScanExportParts) {
  return new Elysia().use(scanRoutes(parts)).use(intakeRoutes(parts)).use(nameListRoutes(parts))
}

/** The scan export service as the front serves it. */
export function scanExportService(
  parts: ScanExportParts,
  guardParts: GuardParts,
  options: { log: Log; https: boolean },
): HttpService {
  return elysiaService({
    name: 'scan-export',
    prefix: scanExportPrefix,
    routes: scanExportRoutes(parts),
    ...options,
    authorise: guard(guardParts, 'scan-export'),
    errorBody,
  })
}
