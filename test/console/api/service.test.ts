import { expect, test } from 'bun:test'
import { refusedSignIns } from '../../../src/accounts/sign-in.ts'
import { tries } from '../../../src/accounts/tries.ts'
import { storeOf } from '../../../src/app.ts'
import { consoleRoutes } from '../../../src/console/api/service.ts'
import { nameMatchers } from '../../../src/names/matchers.ts'
import { closedNetwork } from '../../../src/platform/http/network.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { scanExportParts } from '../../../src/services/scan-export/service.ts'
import { setClock, temporaryBook } from '../../support/temporary-book.ts'
import { endpoints } from './endpoints.ts'

test('every endpoint says who may call it, and is among those that are tested', async () => {
  await using temporary = temporaryBook()
  const { book, dir } = temporary
  const clock = setClock()
  const routes = consoleRoutes({
    book,
    dir,
    clock,
    log: silentLog,
    tries: tries(),
    refused: refusedSignIns(),
    network: closedNetwork,
    scanExport: scanExportParts({ book, clock, store: storeOf(dir), names: nameMatchers() }),
    publicUrl: undefined,
  })
  const declared = routes.routes.map(({ method, path, hooks }) => {
    const detail: object = hooks?.detail ?? {}
    const audience = 'x-session' in detail ? detail['x-session'] : 'nobody said'
    return `${method} ${path} ${String(audience)}`
  })
  const tested = endpoints.map(({ method, path, audience }) => {
    return `${method} /api${path.replace('ID', ':id')} ${audience}`
  })
  expect(declared.toSorted()).toEqual(tested.toSorted())
})
