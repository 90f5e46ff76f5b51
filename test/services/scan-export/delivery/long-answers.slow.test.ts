import { describe, expect, test } from 'bun:test'
import { isJsonObject } from '../../../../src/platform/json/json.ts'
import {
  answerCharactersMax,
  listUnsynced,
} from '../../../../src/services/scan-export/delivery/list-unsynced.ts'
import { markSynced } from '../../../../src/services/scan-export/delivery/mark-synced.ts'
import { scanService } from '../../../support/scan-service.ts'
import { watched } from '../rename-rules/rule-changes.ts'

const caller = {
  keyId: 'key',
  userId: 'ravi',
  role: 'member' as const,
  allUsers: false,
  scopes: [],
}

describe('much at once', () => {
  test('a page of big scans ends at the bound, and next leads through all of them', async () => {
    await using service = scanService()
    const note = 'n'.repeat(2 * 1024 * 1024 - 1_000)
    const ids = []
    for (let i = 0; i < 18; i++) ids.push(await service.addScan({ metadata: { note } }))
    const list = listUnsynced(service.deps)
    const seen: unknown[] = []
    const counts: number[] = []
    let after: string | undefined
    do {
      const { text, count } = list(caller, { limit: 1000, category: undefined, after })
      expect(text.length).toBeLessThan(answerCharactersMax + 1_000)
      const { items, next, waiting } = JSON.parse(text)
      expect(waiting).toBe(18)
      counts.push(count)
      if (Array.isArray(items)) seen.push(...items.filter(isJsonObject).map(({ id }) => id))
      after = next ?? undefined
    } while (after !== undefined)
    expect(seen.toSorted()).toEqual(ids.toSorted())
    expect(counts.length).toBe(2)
  })

  test('400 scans with one number are marked in one call, and other writes come in between', async () => {
    await using service = scanService()
    const add = () => service.addScan({ metadata: { invoice_no: '1' } })
    const ids = await Promise.all(Array.from({ length: 400 }, add))
    const copy = await service.addScan({
      metadata: { invoice_no: '1' },
      createdAt: service.clock.now(),
    })
    let slices = 0
    const deps = watched(service, async () => {
      slices++
      if (slices === 200) await service.addScan({ metadata: { invoice_no: 'other' } })
    })
    const input = { ids, invoiceNos: [], source: undefined }
    expect((await markSynced(deps, caller, input, 0)).updated).toBe(400)
    expect(slices).toBe(400)
    expect(service.waiting('ravi')).toBe(1)
    expect(service.scan(copy).duplicateOf).not.toBeNull()
    expect(ids.map((id) => service.scan(id).duplicateOf).filter((id) => id !== null)).toEqual([])
  })
})
