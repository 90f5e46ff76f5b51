import { expect, test } from 'bun:test'
import { confirmedSessions } from '../../../src/accounts/users/passwords.ts'
import { challenges } from '../../../src/accounts/passkeys/challenges.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { refusedSignIns } from '../../../src/accounts/sessions/refused-sign-ins.ts'
import { tries } from '../../../src/accounts/sessions/guessing.ts'
import { storeOf } from '../../../src/app.ts'
import { retentionOf } from '../../../src/retention.ts'
import { consoleRoutes } from '../../../src/console/api/service.ts'
import { nameMatchers } from '../../../src/names/matching.ts'
import { backupJobs } from '../../../src/platform/backup/backup-jobs.ts'
import { cleanupJobs } from '../../../src/platform/upkeep/retention.ts'
import { reservedSpaceIn } from '../../../src/platform/upkeep/reserved-space.ts'
import { closedNetwork } from '../../../src/platform/http/listening/addresses.ts'
import { noPasswords } from '../../support/passwords.ts'
import { silentLog } from '../../../src/platform/log.ts'
import {
  folderWatch,
  scanExportDeps,
  scanReader,
} from '../../../src/services/scan-export/service.ts'
import { catalogueOf } from '../../../src/services/storefront/service.ts'
import { offsiteJobs } from '../../../src/platform/offsite/offsite.ts'
import { pictures } from '../../../src/platform/pictures/pictures.ts'
import { readProcess } from '../../../src/platform/reading/read-process.ts'
import { setClock, temporaryDatabase } from '../../support/temporary-database.ts'
import { endpoints } from './endpoints.ts'

test('every endpoint says who may call it, and is among those that are tested', async () => {
  await using temporary = temporaryDatabase()
  const { database, dir } = temporary
  const clock = setClock()
  const storefront = { database, clock, store: storeOf(dir) }
  const retention = retentionOf(
    database,
    storefront.store,
    reservedSpaceIn(dir.reservedSpace, silentLog),
  )
  const scanExport = scanExportDeps({ ...storefront, names: nameMatchers() })
  const secrets = secretsIn(dir.secretKey)
  const routes = consoleRoutes({
    database,
    dir,
    clock,
    log: silentLog,
    tries: tries(),
    refused: refusedSignIns(),
    challenges: challenges(),
    confirmed: confirmedSessions(),
    network: closedNetwork,
    scanExport,
    storefront,
    catalogue: catalogueOf(storefront),
    retention,
    backups: backupJobs({ dir, clock, log: silentLog }),
    secrets,
    offsite: offsiteJobs({ database, dir, clock, log: silentLog, secrets }),
    pictures: pictures(silentLog),
    folders: folderWatch(scanExport, silentLog),
    reader: scanReader(scanExport, readProcess(silentLog), noPasswords, silentLog),
    passwords: noPasswords,
    cleanup: cleanupJobs({ retention, clock, log: silentLog }),
    publicUrl: undefined,
    restores: undefined,
    demo: null,
    copies: undefined,
    testCopy: undefined,
  })
  const declared = routes.routes.map(({ method, path, hooks }) => {
    const detail: object = hooks?.detail ?? {}
    const audience = 'x-session' in detail ? detail['x-session'] : 'nobody said'
    return `${method} ${path} ${String(audience)}`
  })
  const tested = endpoints.map(({ method, path, audience }) => {
    const [asked = ''] = path.split('?')
    return `${method} /api${asked.replace('ID', ':id').replace('PAGE', ':page')} ${audience}`
  })
  expect(declared.toSorted()).toEqual(tested.toSorted())
})
