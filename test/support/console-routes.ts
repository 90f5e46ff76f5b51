import { secretsIn } from '../../src/platform/secrets.ts'
import { waysIn } from '../../src/accounts/entry/sign-in.ts'
import { storeOf } from '../../src/app.ts'
import { retentionOf } from '../../src/retention.ts'
import { consoleRoutes } from '../../src/console/api.ts'
import { backupJobs } from '../../src/platform/backup/backup-jobs.ts'
import { cleanupJobs } from '../../src/platform/upkeep/retention.ts'
import { reservedSpaceIn } from '../../src/platform/upkeep/reserved-space.ts'
import { closedNetwork } from '../../src/platform/http/listening/addresses.ts'
import { ownProcess } from './archive-folder.ts'
import { noPasswords } from './passwords.ts'
import { silentLog } from '../../src/platform/log.ts'
import {
  archiver,
  folderWatch,
  scanExportDeps,
  scanReader,
} from '../../src/services/scan-export/service.ts'
import { catalogueOf } from '../../src/services/storefront/service.ts'
import { offsiteJobs } from '../../src/platform/offsite/offsite.ts'
import { pictures } from '../../src/platform/pictures/pictures.ts'
import { readProcess } from '../../src/reader/pages/read-process.ts'
import { setClock, type temporaryDatabase } from './temporary-database.ts'

/** All routes of the console, on a database that is otherwise unused. */
export function routesOfConsole(temporary: ReturnType<typeof temporaryDatabase>) {
  const { database, dir } = temporary
  const clock = setClock()
  const storefront = { database, clock, store: storeOf(dir) }
  const retention = retentionOf(
    database,
    storefront.store,
    reservedSpaceIn(dir.reservedSpace, silentLog),
  )
  const scanExport = scanExportDeps(storefront)
  const secrets = secretsIn(dir.secretKey)
  return consoleRoutes({
    database,
    dir,
    clock,
    log: silentLog,
    ...waysIn(),
    network: closedNetwork,
    scanExport,
    storefront,
    catalogue: catalogueOf(storefront),
    retention,
    backups: backupJobs({ dir, clock, log: silentLog }),
    secrets,
    offsite: offsiteJobs({ database, dir, clock, log: silentLog, secrets }),
    pictures: pictures(silentLog),
    folders: folderWatch(scanExport, { log: silentLog, dataRoot: dir.root }),
    archive: archiver({ ...scanExport, dir, process: ownProcess }, silentLog),
    reader: scanReader(scanExport, readProcess(silentLog), noPasswords, silentLog),
    passwords: noPasswords,
    cleanup: cleanupJobs({ retention, clock, log: silentLog }),
    publicUrl: undefined,
    restores: undefined,
    demo: null,
    copies: undefined,
    testCopy: undefined,
  })
}
