import { describe, expect, test } from 'bun:test'
import type { Database } from '../../src/platform/db/database.ts'
import { gatedDatabase, openFollowedDatabase } from '../../src/platform/db/guarded-database.ts'
import { AppError } from '../../src/platform/errors.ts'
import { claimsOn } from '../../src/gstr2b/claims.ts'
import { latestGstr2bMonth, listGstr2bEntries } from '../../src/gstr2b/entries/list-entries.ts'
import type { ScanService } from '../support/scan-service.ts'
import { addBill, bring, lines, shop } from './month-shop.ts'
import { portalRow } from './portal-file.ts'

async function shopWithNews() {
  const service = shop()
  await bring(service, [portalRow(), portalRow({ number: 'ST/119' })])
  await addBill(service)
  await lines(service)
  return { service, late: await addBill(service, { 'Bill No': '5T/II9' }) }
}

/** What each look says with such a database. */
async function looks(service: ScanService, database: Database, late: string) {
  const deps = { ...service.deps, database }
  const entries = await listGstr2bEntries(deps, {})
  return {
    home: (await latestGstr2bMonth(deps))?.counts,
    states: entries.map(({ state }) => state),
    claims: await claimsOn(deps, late),
  }
}

const asKept = {
  home: { matched: 1, look: 0, no_bill: 1, not_in_2b: 0, none_needed: 0, replaced: 0 },
  states: ['matched', 'no_bill'] as const,
  claims: [],
}

describe('where nothing may be written', () => {
  test('on a standby, it shows what is kept', async () => {
    const { service, late } = await shopWithNews()
    await using _ = service
    const standby = openFollowedDatabase(service.database.file)
    expect(await looks(service, standby, late)).toMatchObject(asKept)
    await standby.close()
  })

  test('where a write is refused, it shows what is kept, and what is new once it is not', async () => {
    const { service, late } = await shopWithNews()
    await using _ = service
    const full = new AppError('out_of_space', 'full')
    const known = gatedDatabase(service.database, {
      refusal: () => full,
      confirm: () => Promise.resolve(),
    })
    expect(await looks(service, known, late)).toMatchObject(asKept)
    const onAsking = gatedDatabase(service.database, {
      refusal: () => undefined,
      ask: () => Promise.reject(full),
      confirm: () => Promise.resolve(),
    })
    expect(await looks(service, onAsking, late)).toMatchObject(asKept)
    expect(await lines(service, { state: 'look' })).toMatchObject([['ST/119', 'suggested', late]])
  })

  test('what fails for another reason is said', async () => {
    const { service, late } = await shopWithNews()
    await using _ = service
    const broken = gatedDatabase(service.database, {
      refusal: () => undefined,
      ask: () => Promise.reject(new Error('broken')),
      confirm: () => Promise.resolve(),
    })
    expect(await looks(service, broken, late).catch(String)).toBe('Error: broken')
  })
})
