import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { writeSetting } from '../../../../src/platform/settings.ts'
import { findNarrowScan } from '../../../../src/services/scan-export/scans/queries.ts'
import {
  countWaiting,
  findWaitingBySeq,
  listWaiting,
  type Selection,
} from '../../../../src/services/scan-export/scans/waiting-queries.ts'
import { duplicatesSetting } from '../../../../src/services/scan-export/deps.ts'
import { scanDesk, type ScanDesk } from '../../../support/scan-desk.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'
import { anyScan, enterAll, naiveList, type NaiveSelection } from './naive-queue.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(30_000)

const selections = fc.record({
  user: fc.constantFrom(undefined, 'ravi', 'meena'),
  category: fc.constantFrom(undefined, 'vendor_invoice' as const),
  withSeller: fc.boolean(),
})

describe('whatever scans there are', () => {
  test('the list and its count are those of the rules said plainly', async () => {
    await using desk = scanDesk()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyScan, { maxLength: 14 }),
        fc.array(selections, { minLength: 3, maxLength: 6 }),
        async (inputs, wanted) => {
          const all = await enterAll(desk, inputs)
          for (const selection of wanted) {
            const expected = naiveList(all, selection).map(({ id }) => id)
            const chosen = selectionOf(selection)
            expect(idsOf(desk, listWaiting(desk.database.read, chosen, undefined, 1_000))).toEqual(
              expected,
            )
            expect(countWaiting(desk.database.read, chosen).waiting).toBe(expected.length)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('pages of any size put together are the whole list', async () => {
    await using desk = scanDesk()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyScan, { maxLength: 14 }),
        selections,
        fc.integer({ min: 1, max: 5 }),
        async (inputs, selection, size) => {
          const expected = naiveList(await enterAll(desk, inputs), selection).map(({ id }) => id)
          const chosen = selectionOf(selection)
          const paged: string[] = []
          for (;;) {
            const after = positionOf(desk, paged.at(-1))
            const page = idsOf(desk, listWaiting(desk.database.read, chosen, after, size))
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

describe('duplicates compared with their seller, as an owner may set', () => {
  test('are only of the same seller, in the list and in its count', async () => {
    await using desk = scanDesk()
    const of = (vendor: string, hours: number) =>
      desk.addScan({
        metadata: { invoice_no: 'A-1', vendor_name: vendor },
        createdAt: noon - hours * 3_600_000,
      })
    const acme = await of('Acme Traders', 3)
    const bharat = await of('Bharat Stores', 2)
    await of('ACME  traders', 1)
    expect([desk.listed(), desk.waiting()]).toEqual([[acme], 1])
    await compareWithSeller(desk)
    expect([desk.listed(), desk.waiting()]).toEqual([[acme, bharat], 2])
  })

  test('know a seller by its GSTIN first, whatever the name that was read', async () => {
    await using desk = scanDesk()
    await compareWithSeller(desk)
    const gstin = '27AAPFU0939F1ZV'
    const first = await desk.addScan({
      metadata: { invoice_no: 'A-1', gstin, vendor_name: 'Acme' },
      createdAt: noon - 2,
    })
    await desk.addScan({
      metadata: { invoice_no: 'A-1', gstin, vendor_name: 'Acrne' },
      createdAt: noon - 1,
    })
    expect([desk.listed(), desk.waiting()]).toEqual([[first], 1])
  })
})

describe('the count', () => {
  test('follows every change, and what leaves the window', async () => {
    await using desk = scanDesk()
    const oldest = await desk.addScan({ createdAt: noon - 30 * dayMs })
    const marked = await desk.addScan()
    expect([desk.waiting(), desk.waiting('ravi'), desk.waiting('meena')]).toEqual([2, 2, 0])
    await desk.mark([marked])
    expect(desk.waiting()).toBe(1)
    desk.clock.pass(1)
    expect([desk.waiting(), desk.listed()]).toEqual([0, []])
    desk.clock.pass(-1)
    expect(desk.listed()).toEqual([oldest])
    expect(desk.waiting()).toBe(1)
  })

  test('is of the selection, where a twin counts once its original is not selected', async () => {
    await using desk = scanDesk()
    const metadata = { invoice_no: 'A-1' }
    await desk.addScan({ metadata, createdAt: noon - 3 })
    await desk.addScan({ metadata, createdAt: noon - 2, userId: 'meena' })
    await desk.addScan({ metadata, createdAt: noon - 1, category: 'purchase_order' })
    expect([desk.waiting(), desk.waiting('ravi'), desk.waiting('meena')]).toEqual([1, 1, 1])
    expect(desk.listed(undefined, 'purchase_order')).toHaveLength(1)
  })
})

function compareWithSeller({ database }: ScanDesk): Promise<void> {
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

function idsOf({ database }: ScanDesk, seqs: readonly number[]): string[] {
  return seqs.map((seq) => findWaitingBySeq(database.read).get({ seq })?.scanId ?? 'gone')
}

function positionOf({ database }: ScanDesk, id: string | undefined) {
  const scan = id === undefined ? undefined : findNarrowScan(database.read).get({ id })
  return id === undefined || scan === undefined
    ? undefined
    : { createdAt: scan.createdAt, scanId: id }
}
