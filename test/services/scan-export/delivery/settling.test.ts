import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { addName } from '../../../../src/names/add-name.ts'
import { deliverSeparately } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { scans } from '../../../../src/services/scan-export/tables.ts'
import { scanDesk, type DeskScan, type ScanDesk } from '../../../support/scan-desk.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'
import { anyScan, enterAll, naiveCopies } from './naive-queue.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(30_000)

describe('marking by id', () => {
  test('settles exactly the copies of the rules said plainly, whatever scans there are', async () => {
    await using desk = scanDesk()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyScan, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        async (inputs, chosen) => {
          const all = await enterAll(desk, inputs)
          const marked = all[chosen % all.length]
          if (marked === undefined) return
          const copies = marked.synced ? [] : naiveCopies(all, marked)
          expect(await desk.mark([marked.id], [], marked.user)).toBe(marked.synced ? 0 : 1)
          expect(settledBy(desk, marked.id)).toEqual(copies.map(({ id }) => id).toSorted())
          const gone = new Set([marked, ...copies].map(({ id }) => id))
          const left = all.filter(({ id, synced }) => !synced && !gone.has(id))
          expect([...desk.queued().keys()].toSorted()).toEqual(left.map(({ id }) => id).toSorted())
        },
      ),
      { numRuns: 100 },
    )
  })

  const paper = { invoice_no: 'A-1', gstin: '27AAPFU0939F1ZV', invoice_date: '2026-11-01' }
  const seconds: [boolean, string, DeskScan][] = [
    [true, 'the same number and nothing else read', { metadata: { invoice_no: ' A-1 ' } }],
    [false, 'another GSTIN', { metadata: { ...paper, gstin: '29AAGCB7383J1Z4' } }],
    [false, 'another date', { metadata: { ...paper, invoice_date: '2025-11-01' } }],
    [false, 'another category', { metadata: paper, category: 'purchase_order' }],
    [false, 'another user', { metadata: paper, userId: 'meena' }],
    [false, 'an earlier time', { metadata: paper, createdAt: noon - 3 }],
    [true, 'the same bytes, whatever was read', { content: 'a bill', metadata: { gstin: 'X' } }],
    [false, 'other bytes and no number', { content: 'another bill', metadata: {} }],
  ]

  test.each(seconds)('settles %p: a second scan with %s', async (settled, _, input) => {
    await using desk = scanDesk()
    const first = await desk.addScan({ metadata: paper, content: 'a bill', createdAt: noon - 2 })
    const second = await desk.addScan({ createdAt: noon - 1, ...input })
    expect(await desk.mark([first])).toBe(1)
    expect(desk.queued().has(second)).toBe(!settled)
  })

  test('in one call or one after the other leaves the same scans waiting', async () => {
    await using desk = scanDesk()
    await fc.assert(
      fc.asyncProperty(fc.array(anyScan, { maxLength: 10 }), fc.nat(5), async (inputs, count) => {
        const together = await enterAll(desk, inputs)
        await desk.mark(together.slice(0, count).map(({ id }) => id))
        const left = together.map(({ id }) => desk.queued().has(id))
        const apart = await enterAll(desk, inputs)
        for (const { id } of apart.slice(0, count)) await desk.mark([id])
        // Ids are new, but stand in the same places unless two scans have the same age.
        if (new Set(inputs.map(({ createdAt }) => createdAt)).size < inputs.length) return
        expect(apart.map(({ id }) => desk.queued().has(id))).toEqual(left)
      }),
      { numRuns: 40 },
    )
  })

  test('stores the copy with its original, its time, its source and the data as it stood', async () => {
    await using desk = scanDesk()
    const [original, copy] = await twins(desk)
    await desk.mark([original])
    expect(desk.scan(copy)).toMatchObject({
      duplicateOf: original,
      syncedAt: noon,
      syncedSource: 'test',
      syncedKeyId: 'key of all',
    })
    expect(JSON.parse(desk.scan(copy).syncedData ?? '')).toMatchObject({
      invoice_metadata: { invoice_no: 'A-1' },
    })
    expect(desk.scan(original).duplicateOf).toBeNull()
  })

  test('knows two aliases of one vendor as the same seller', async () => {
    await using desk = scanDesk()
    const original = await desk.addScan({
      metadata: { invoice_no: 'A-1', vendor_name: 'Acme Traders' },
      createdAt: noon - 2,
    })
    const alias = await desk.addScan({
      metadata: { invoice_no: 'A-1', vendor_name: 'Acme Trdg. Co.' },
      createdAt: noon - 1,
    })
    const input = { name: 'Acme Traders', aliases: ['Acme Trdg. Co.'] }
    await desk.database.write((conn) => addName(conn, 'vendor', input, noon))
    await desk.mark([original])
    expect(desk.scan(alias).duplicateOf).toBe(original)
  })

  test('of a copy leaves its older original waiting', async () => {
    await using desk = scanDesk()
    const [original, copy] = await twins(desk)
    await desk.mark([copy])
    expect(desk.listed()).toEqual([original])
  })

  test('counts a copy that the call names itself, by id or by number', async () => {
    await using desk = scanDesk()
    const [first, second] = await twins(desk)
    expect(await desk.mark([first, second])).toBe(2)
    expect(desk.scan(second).duplicateOf).toBeNull()
    const [third] = await twins(desk)
    expect(await desk.mark([third], ['A-1'])).toBe(2)
  })

  test('leaves a copy that arrives later to the next call', async () => {
    await using desk = scanDesk()
    const [original] = await twins(desk)
    await desk.mark([original])
    const late = await desk.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon })
    expect(desk.listed()).toEqual([late])
  })

  test('goes in slices when the list is long, and repeating it changes nothing', async () => {
    await using desk = scanDesk()
    const numbers = Array.from({ length: 700 }, (_, n) => n)
    const ids = await Promise.all(
      numbers.map((n) => desk.addScan({ metadata: { invoice_no: `N ${n}` } })),
    )
    const original = ids[0] ?? ''
    const copy = await desk.addScan({ metadata: { invoice_no: 'N 0' }, createdAt: noon })
    expect(await desk.mark(ids)).toBe(700)
    expect(desk.queued().size).toBe(0)
    expect(desk.scan(copy).duplicateOf).toBe(original)
    expect(await desk.mark(ids)).toBe(0)
  })
})

describe('a hidden twin that is delivered separately', () => {
  test('is listed beside its original, and counted', async () => {
    await using desk = scanDesk()
    const [original, twin] = await twins(desk)
    expect([desk.listed(), desk.waiting()]).toEqual([[original], 1])
    await deliverSeparately(desk.deps, twin, 'owner')
    expect([desk.listed(), desk.waiting()]).toEqual([[original, twin], 2])
    expect(desk.scan(twin).deliverSeparately).toBe(true)
  })

  test('is not settled with its original, by its number nor by its bytes', async () => {
    await using desk = scanDesk()
    const [original, twin] = await twins(desk, { content: 'the same paper' })
    await deliverSeparately(desk.deps, twin, 'owner')
    await desk.mark([original])
    expect(desk.listed()).toEqual([twin])
    await desk.mark([twin])
    expect(desk.scan(twin).duplicateOf).toBeNull()
  })

  test('is still marked by its number', async () => {
    await using desk = scanDesk()
    const [, twin] = await twins(desk)
    await deliverSeparately(desk.deps, twin, 'owner')
    expect(await desk.mark([], ['A-1'])).toBe(2)
  })

  test('does not hide a third one behind it', async () => {
    await using desk = scanDesk()
    const [original, twin] = await twins(desk)
    const third = await desk.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon })
    await deliverSeparately(desk.deps, original, 'owner')
    expect(desk.listed()).toEqual([original, twin])
    expect(desk.listed()).not.toContain(third)
  })

  test('must wait: what was acknowledged is refused, and so is what nobody knows', async () => {
    await using desk = scanDesk()
    const [original, twin] = await twins(desk)
    await desk.mark([original])
    expect(await codeOf(deliverSeparately(desk.deps, twin, 'owner'))).toBe('conflict')
    expect(await codeOf(deliverSeparately(desk.deps, 'unknown', 'owner'))).toBe('not_found')
    expect(desk.scan(twin).deliverSeparately).toBe(false)
  })

  test('that is not read yet is delivered separately once it is', async () => {
    await using desk = scanDesk()
    const failed = await desk.addScan({ failureReason: 'blurred' })
    await deliverSeparately(desk.deps, failed, 'owner')
    expect(desk.scan(failed)).toMatchObject({ deliverSeparately: true, status: 'failed' })
    expect(desk.listed()).toEqual([])
  })
})

/** An original and its younger copy with the number A-1. */
async function twins(desk: ScanDesk, more: DeskScan = {}): Promise<[string, string]> {
  const metadata = { invoice_no: 'A-1' }
  const original = await desk.addScan({ metadata, createdAt: noon - 2_000, ...more })
  return [original, await desk.addScan({ metadata, createdAt: noon - 1_000, ...more })]
}

function settledBy({ database }: ScanDesk, id: string): string[] {
  const rows = database.read.select().from(scans).all()
  return rows.flatMap((scan) => (scan.duplicateOf === id ? [scan.id] : [])).toSorted()
}
