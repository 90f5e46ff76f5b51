import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import { gatedDatabase } from '../../../../src/platform/db/guarded-database.ts'
import { AppError } from '../../../../src/platform/errors.ts'
import { receiveScans } from '../../../../src/services/scan-export/intake/receive-scans.ts'
import { scanExportDeps } from '../../../../src/services/scan-export/service.ts'
import { addMember } from '../../../support/member.ts'
import { openShop } from '../../../support/shop.ts'
import { codeOf, setClock } from '../../../support/temporary-database.ts'

test('an upload whose copy is not confirmed is not answered as done when it is sent again', async () => {
  const shop = await openShop()
  try {
    const { id: userId, keyId } = await addMember(shop)
    let isAway = true
    const confirm = () =>
      isAway ? Promise.reject(new AppError('unavailable', 'Not confirmed.')) : Promise.resolve()
    const database = gatedDatabase(shop.database, { refusal: () => undefined, confirm })
    const store = storeOf(shop.dir)
    const deps = scanExportDeps({ database, store, clock: setClock() })
    const document = { filename: 'a.txt', bytes: new TextEncoder().encode('a bill'), raw: null }
    const upload = () =>
      receiveScans(
        deps,
        { keyId, userId },
        { category: 'vendor_invoice', documents: [document], idempotencyKey: 'one' },
      )
    expect(await codeOf(upload())).toBe('unavailable')
    expect(await codeOf(upload())).toBe('unavailable')
    isAway = false
    expect((await upload()).status).toBe(201)
  } finally {
    await shop.close()
  }
})
