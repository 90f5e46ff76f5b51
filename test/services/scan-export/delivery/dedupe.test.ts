import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../../src/platform/json/json.ts'
import { writeSetting } from '../../../../src/platform/settings.ts'
import { findNarrowScan } from '../../../../src/services/scan-export/scans/queries.ts'
import {
  countWaiting,
  listWaiting,
  type Selection,
} from '../../../../src/services/scan-export/scans/waiting-list.ts'
import { findWaitingBySeq } from '../../../../src/services/scan-export/scans/waiting-queries.ts'
import { duplicatesSetting } from '../../../../src/services/scan-export/deps.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'
import { anyScan, enterAll, naiveList, type NaiveSelection } from './naive-queue.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

const selections = fc.record({
  user: fc.constantFrom(undefined, 'ravi', 'meena'),
  category: fc.constantFrom(undefined, 'vendor_invoice' as const),
  withSeller: fc.boolean(),
})

describe('whatever scans there are', () => {
  test('the list and its count are those of the rules said plainly', async () => {
    await using service = scanService()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyScan, { maxLength: 14 }),
        fc.array(selections, { minLength: 3, maxLength: 6 }),
        async (inputs, wanted) => {
          const all = await enterAll(service, inputs)
          for (const selection of wanted) {
            const expected = naiveList(all, selection).map(({ id }) => id)
            const chosen = selectionOf(selection)
            expect(
              idsOf(service, listWaiting(service.database.read, chosen, undefined, 1_000)),
            ).toEqual(expected)
            expect(countWaiting(service.database.read, chosen).waiting).toBe(expected.length)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('pages of any size put together are the whole list', async () => {
    await using service = scanService()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyScan, { maxLength: 14 }),
        selections,
        fc.integer({ min: 1, max: 5 }),
        async (inputs, selection, size) => {
          const expected = naiveList(await enterAll(service, inputs), selection).map(({ id }) => id)
          const chosen = selectionOf(selection)
          const paged: string[] = []
          for (;;) {
            const after = positionOf(service, paged.at(-1))
            const page = idsOf(service, listWaiting(service.database.read, chosen, after, size))
            if (page.length === 0) break
            expect(page.length).toBeLessThanOrEqual(size)
            paged.push(...page)
          }
          expect(paged).toEqual(expected)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('the numbers of duplicates', () => {
  const cases: [listed: number, how: string, heads: JsonObject[]][] = [
    [1, 'the same after trimming, under any label', [{ 'Bill No.': 'A-1\t' }, ...numbered(' A-1')]],
    [1, 'the same in any Unicode form', numbered('É-1', 'E\u0301-1')],
    [5, 'blank or absent', [{}, {}, ...numbered('', ' ', null)]],
    [9, 'alike', numbered('A-1', 'a-1', 'A 1', 'A  1', 'A1', 'A_1', '01', '1', '1.0')],
  ]

  test.each(cases)('leave %d to list where they are %s', async (listed, _, heads) => {
    await using service = scanService()
    for (const metadata of heads) await service.addScan({ metadata })
    expect([service.listed().length, service.waiting()]).toEqual([listed, listed])
  })

  test('of a scan that failed hide nothing', async () => {
    await using service = scanService()
    const metadata = { invoice_no: 'A-1' }
    await service.addScan({ metadata, createdAt: noon - 2, failureReason: 'The page is torn.' })
    const id = await service.addScan({ metadata, createdAt: noon - 1 })
    expect(service.listed()).toEqual([id])
  })
})

describe('duplicates compared with their seller, as an owner may set', () => {
  test('are only of the same seller, in the list and in its count', async () => {
    await using service = scanService()
    const of = (vendor: string, hours: number) =>
      service.addScan({
        metadata: { invoice_no: 'A-1', vendor_name: vendor },
        createdAt: noon - hours * 3_600_000,
      })
    const acme = await of('Acme Traders', 3)
    const bharat = await of('Bharat Stores', 2)
    await of('ACME  traders', 1)
    expect([service.listed(), service.waiting()]).toEqual([[acme], 1])
    await compareWithSeller(service)
    expect([service.listed(), service.waiting()]).toEqual([[acme, bharat], 2])
  })

  test('know a seller by its GSTIN first, whatever the name that was read', async () => {
    await using service = scanService()
    await compareWithSeller(service)
    const gstin = '27AAPFU0939F1ZV'
    const first = await service.addScan({
      metadata: { invoice_no: 'A-1', gstin, vendor_name: 'Acme' },
      createdAt: noon - 2,
    })
    await service.addScan({
      metadata: { invoice_no: 'A-1', gstin, vendor_name: 'Acrne' },
      createdAt: noon - 1,
    })
    expect([service.listed(), service.waiting()]).toEqual([[first], 1])
  })
})

describe('the count', () => {
  test('follows every change, and what leaves the window', async () => {
    await using service = scanService()
    const oldest = await service.addScan({ createdAt: noon - 30 * dayMs })
    const marked = await service.addScan()
    expect([service.waiting(), service.waiting('ravi'), service.waiting('meena')]).toEqual([
      2, 2, 0,
    ])
    await service.mark([marked])
    expect(service.waiting()).toBe(1)
    service.clock.pass(1)
    expect([service.waiting(), service.listed()]).toEqual([0, []])
    service.clock.pass(-1)
    expect(service.listed()).toEqual([oldest])
    expect(service.waiting()).toBe(1)
  })

  test('is of the selection, where a twin counts once its original is not selected', async () => {
    await using service = scanService()
    const metadata = { invoice_no: 'A-1' }
    await service.addScan({ metadata, createdAt: noon - 3 })
    await service.addScan({ metadata, createdAt: noon - 2, userId: 'meena' })
    await service.addScan({ metadata, createdAt: noon - 1, category: 'purchase_order' })
    expect([service.waiting(), service.waiting('ravi'), service.waiting('meena')]).toEqual([
      1, 1, 1,
    ])
    expect(service.listed(undefined, 'purchase_order')).toHaveLength(1)
  })
})

function numbered(...numbers: JsonValue[]): JsonObject[] {
  return numbers.map((invoice_no) => ({ invoice_no }))
}

function compareWithSeller({ database }: ScanService): Promise<void> {
  return database.write((conn) => writeSetting(conn, duplicatesSetting, 'invoice_no_and_seller'))
}

function selectionOf(selection: NaiveSelection): Selection {
  return {
    userId: selection.user ?? null,
    category: selection.category ?? null,
    from: noon - 30 * dayMs,
    withSeller: selection.withSeller ?? false,
  }
}

function idsOf({ database }: ScanService, seqs: readonly number[]): string[] {
  return seqs.map((seq) => findWaitingBySeq(database.read).get({ seq })?.scanId ?? 'gone')
}

function positionOf({ database }: ScanService, id: string | undefined) {
  const scan = id === undefined ? undefined : findNarrowScan(database.read).get({ id })
  return id === undefined || scan === undefined ? undefined : { createdAt: scan.createdAt, id }
}
