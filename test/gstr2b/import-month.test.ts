import { describe, expect, test } from 'bun:test'
import { organisations } from '../../src/accounts/tables.ts'
import { refusalOf } from '../support/temporary-database.ts'
import { bring, shop } from './month-shop.ts'
import { portalRow } from './portal-file.ts'

describe('a month', () => {
  test('of another GSTIN than the months before it is refused while the shop’s is not known', async () => {
    await using service = shop()
    await bring(service, [portalRow()])
    const other = { gstin: '29AAPFU0939F1ZR', period: '2026-06' }
    expect(await refusalOf(() => bring(service, [], other))).toMatchObject({
      code: 'invalid_request',
      message:
        "This GSTR-2B is of 29AAPFU0939F1ZR, and that of July 2026 is of 27AAPFU0939F1ZV. Enter in the settings which GSTIN is the shop's.",
    })
    await service.database.write((conn) =>
      conn
        .insert(organisations)
        .values({ id: 1, name: 'Anand', gstin: other.gstin, createdAt: 1 })
        .run(),
    )
    expect(await bring(service, [], other)).toMatchObject({ period: '2026-06' })
  })

  test('that does not say when it was made replaces one that does', async () => {
    await using service = shop()
    await bring(service, [portalRow()])
    expect(await bring(service, [], { generatedOn: '' })).toMatchObject({ gone: 1 })
  })
})
