import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyLookup } from '../../accounts/keys/guard.ts'
import { createKey } from '../../accounts/keys/keys.ts'
import { keyRates } from '../../accounts/keys/rates.ts'
import { isScope, storefrontScopes } from '../../accounts/keys/rules.ts'
import { setUp } from '../../accounts/users/set-up.ts'
import { openServedDatabase } from '../../platform/db/database.ts'
import { type DataDir, dataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { fileStore } from '../../platform/files/store.ts'
import { dispatcher } from '../../platform/http/dispatcher.ts'
import { failedKeys } from '../../platform/http/failed-keys.ts'
import { isJsonObject, parseOrNothing } from '../../platform/json/json.ts'
import { silentLog } from '../../platform/log.ts'
import {
  scanExportDeps,
  type ScanExportDeps,
  scanExportOn,
} from '../../services/scan-export/service.ts'
import { catalogueOf, storefrontOn } from '../../services/storefront/service.ts'
import type { Answer, Request as Asked, Place } from './scenario.ts'

/** A real service with a database of its own, which is deleted with it. */
export type Daybook = AsyncDisposable & {
  deps: ScanExportDeps
  userId: string
  ask(
    asked: Pick<Asked, 'method' | 'path'> & Partial<Pick<Asked, 'query' | 'body'>>,
  ): Promise<Answer>
}

const owner = { email: 'owner@example.com', name: 'Owner', passwordHash: '' }

/** A data directory with an owner and a key. Each Daybook begins as a copy of it. */
export type Template = Disposable & { open(now: () => number): Daybook }

export async function makeTemplate(place: Place, now: number): Promise<Template> {
  const root = mkdtempSync(join(tmpdir(), 'daybook-check-'))
  const dir = dataDir(join(root, 'template'))
  makeDataDir(dir)
  const database = openServedDatabase(dir, now)
  const service = place === '/storefront' ? 'storefront' : 'scan-export'
  const { key, userId } = await database.write((conn) => {
    setUp(conn, { organisation: 'Sample shop', owner }, now)
    const scopes = service === 'storefront' ? Object.keys(storefrontScopes).filter(isScope) : []
    const input = { ...owner, service, allUsers: false, scopes } as const
    return createKey(conn, input, now, crypto.getRandomValues(new Uint8Array(32)))
  })
  await database.close()
  let made = 0
  return {
    open(clock) {
      made += 1
      const own = join(root, String(made))
      cpSync(dir.root, own, { recursive: true })
      return openDaybook(dataDir(own), { service, key, userId }, clock)
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

type Owned = { service: 'scan-export' | 'storefront'; key: string; userId: string }

function openDaybook(dir: DataDir, { service, key, userId }: Owned, now: () => number): Daybook {
  const clock = { now }
  const database = openServedDatabase(dir, now())
  const deps = scanExportDeps({ database, clock, store: fileStore(dir) })
  const guardDeps = {
    findKey: keyLookup(database),
    clock,
    failures: failedKeys(),
    rates: keyRates(),
  }
  const log = silentLog
  const served =
    service === 'scan-export'
      ? scanExportOn(deps, guardDeps, { log, side: 'book' })
      : storefrontOn(deps, catalogueOf(deps), guardDeps, { log, side: 'book', isFollower: false })
  const { answer } = dispatcher({
    services: [served],
    pages: () => undefined,
    chooseService: () => served,
    clock,
    log,
    corsOrigins: [],
    publicUrl: undefined,
    onCall: () => undefined,
  })
  return {
    deps,
    userId,
    async ask({ method, path, query = new URLSearchParams(), body }) {
      const request = new Request(`http://localhost/api/public/v1/${path}?${query.toString()}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(method !== 'GET' && method !== 'HEAD' && { body: JSON.stringify(body) ?? '' }),
      })
      const reply = await answer(request, { service }, '')
      const json = parseOrNothing(await reply.text())
      return { status: reply.status, body: isJsonObject(json) ? json : {} }
    },
    async [Symbol.asyncDispose]() {
      await database.close()
      rmSync(dir.root, { recursive: true, force: true })
    },
  }
}
