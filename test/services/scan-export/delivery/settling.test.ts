import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { addName } from '../../../../src/names/add-name.ts'
import { scans } from '../../../../src/services/scan-export/tables.ts'
import { scanService, type ScanInput, type ScanService } from '../../../support/scan-service.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'
import { decide } from '../duplicates/pairs.ts'
import { anyScan, enterAll, naiveCopies } from './naive-queue.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

describe('marking by id', () => {
  test('settles exactly the copies of the rules said plainly, whatever scans there are', async () => {
    await using service = scanService()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyScan, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        async (inputs, chosen) => {
          const all = await enterAll(service, inputs)
          const marked = all[chosen % all.length]
          if (marked === undefined) return
          const copies = marked.synced ? [] : naiveCopies(all, marked)
          expect(await service.mark([marked.id], [], marked.user)).toBe(marked.synced ? 0 : 1)
          expect(settledBy(service, marked.id)).toEqual(copies.map(({ id }) => id).toSorted())
          const gone = new Set([marked, ...copies].map(({ id }) => id))
          const left = all.filter(({ id, synced, held }) => !synced && !held && !gone.has(id))
          expect([...service.queued().keys()].toSorted()).toEqual(
            left.map(({ id }) => id).toSorted(),
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  const paper = { invoice_no: 'A-1', gstin: '27AAPFU0939F1ZV', invoice_date: '2026-11-01' }
  const seconds: [boolean, string, ScanInput][] = [
    [true, 'the same number and nothing else read', { metadata: { invoice_no: ' A-1 ' } }],
    [false, 'another GSTIN', { metadata: { ...paper, gstin: '29AAGCB7383J1Z4' } }],
    [
      false,
      'another GSTIN, with a wrong character',
      { metadata: { ...paper, gstin: '27AAPFU0939F1ZX' } },
    ],
    [false, 'another date', { metadata: { ...paper, invoice_date: '2025-11-01' } }],
    [
      true,
      'the same date, printed otherwise',
      { metadata: { ...paper, invoice_date: '1-Nov-26' } },
    ],
    [false, 'another category', { metadata: paper, category: 'purchase_order' }],
    [false, 'another user', { metadata: paper, userId: 'meena' }],
    [false, 'an earlier time', { metadata: paper, createdAt: noon - 3 }],
    [true, 'the same bytes, whatever was read', { content: 'a bill', metadata: { gstin: 'X' } }],
    [false, 'other bytes and no number', { content: 'another bill', metadata: {} }],
  ]

  test.each(seconds)('settles %p: a second scan with %s', async (settled, _, input) => {
    await using service = scanService()
    const first = await service.addScan({ metadata: paper, content: 'a bill', createdAt: noon - 2 })
    const second = await service.addScan({ createdAt: noon - 1, ...input })
    expect(await service.mark([first])).toBe(1)
    expect(service.queued().has(second)).toBe(!settled)
  })

  test('in one call or one after the other leaves the same scans waiting', async () => {
    await using service = scanService()
    await fc.assert(
      fc.asyncProperty(fc.array(anyScan, { maxLength: 10 }), fc.nat(5), async (inputs, count) => {
        const together = await enterAll(service, inputs)
        await service.mark(together.slice(0, count).map(({ id }) => id))
        const left = together.map(({ id }) => service.queued().has(id))
        const apart = await enterAll(service, inputs)
        for (const { id } of apart.slice(0, count)) await service.mark([id])
        // Ids are new, but stand in the same places unless two scans have the same age.
        if (new Set(inputs.map(({ createdAt }) => createdAt)).size < inputs.length) return
        expect(apart.map(({ id }) => service.queued().has(id))).toEqual(left)
      }),
      { numRuns: 40 },
    )
  })

  test('stores the copy with its original, its time, its source and the data as it stood', async () => {
    await using service = scanService()
    const [original, copy] = await twins(service)
    await service.mark([original])
    expect(service.scan(copy)).toMatchObject({
      duplicateOf: original,
      syncedAt: noon,
      syncedSource: 'test',
      syncedKeyId: 'key of all',
    })
    expect(JSON.parse(service.scan(copy).syncedData ?? '')).toMatchObject({
      invoice_metadata: { invoice_no: 'A-1' },
    })
    expect(service.scan(original).duplicateOf).toBeNull()
  })

  test('knows two aliases of one vendor as the same seller', async () => {
    await using service = scanService()
    const original = await service.addScan({
      metadata: { invoice_no: 'A-1', vendor_name: 'Acme Traders' },
      createdAt: noon - 2,
    })
    const alias = await service.addScan({
      metadata: { invoice_no: 'A-1', vendor_name: 'Acme Trdg. Co.' },
      createdAt: noon - 1,
    })
    const input = { name: 'Acme Traders', aliases: ['Acme Trdg. Co.'] }
    await service.database.write((conn) => addName(conn, 'vendor', input, noon))
    await service.mark([original])
    expect(service.scan(alias).duplicateOf).toBe(original)
  })

  test('of a copy leaves its older original waiting', async () => {
    await using service = scanService()
    const [original, copy] = await twins(service)
    await service.mark([copy])
    expect(service.listed()).toEqual([original])
  })

  test('counts a copy that the call names itself, by id or by number', async () => {
    await using service = scanService()
    const [first, second] = await twins(service)
    expect(await service.mark([first, second])).toBe(2)
    expect(service.scan(second).duplicateOf).toBeNull()
    const [third] = await twins(service)
    expect(await service.mark([third], ['A-1'])).toBe(2)
  })

  test('leaves a copy that arrives later to the next call', async () => {
    await using service = scanService()
    const [original] = await twins(service)
    await service.mark([original])
    const late = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon })
    expect(service.listed()).toEqual([late])
  })

  test('goes in slices when the list is long, and repeating it changes nothing', async () => {
    await using service = scanService()
    const numbers = Array.from({ length: 700 }, (_, n) => n)
    const ids = await Promise.all(
      numbers.map((n) => service.addScan({ metadata: { invoice_no: `N ${n}` } })),
    )
    const original = ids[0] ?? ''
    const copy = await service.addScan({ metadata: { invoice_no: 'N 0' }, createdAt: noon })
    expect(await service.mark(ids)).toBe(700)
    expect(service.queued().size).toBe(0)
    expect(service.scan(copy).duplicateOf).toBe(original)
    expect(await service.mark(ids)).toBe(0)
  })
})

describe('marking by number', () => {
  test('settles no copies: a scan with the same bytes and another number, or none, stays', async () => {
    await using service = scanService()
    const content = 'one and the same paper'
    await service.addScan({ content, metadata: { invoice_no: 'A-1' }, createdAt: noon - 2 })
    const unnumbered = await service.addScan({ content, createdAt: noon - 1 })
    expect(await service.mark([], ['A-1'])).toBe(1)
    expect(service.listed()).toEqual([unnumbered])
  })
})

describe('a hidden twin that is another paper', () => {
  test('is listed beside its original, and counted', async () => {
    await using service = scanService()
    const [original, twin] = await twins(service)
    expect([service.listed(), service.waiting()]).toEqual([[original], 1])
    await decide(service, original, twin, 'different')
    expect([service.listed(), service.waiting()]).toEqual([[original, twin], 2])
    expect(service.scan(twin).deliverSeparately).toBe(true)
  })

  test('is not settled with its original, by its number nor by its bytes', async () => {
    await using service = scanService()
    const [original, twin] = await twins(service, { content: 'the same paper' })
    await decide(service, original, twin, 'different')
    await service.mark([original])
    expect(service.listed()).toEqual([twin])
    await service.mark([twin])
    expect(service.scan(twin).duplicateOf).toBeNull()
  })

  test('is still marked by its number', async () => {
    await using service = scanService()
    const [original, twin] = await twins(service)
    await decide(service, original, twin, 'different')
    expect(await service.mark([], ['A-1'])).toBe(2)
  })

  test('does not hide a third one behind it', async () => {
    await using service = scanService()
    const [original, twin] = await twins(service)
    const third = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon })
    await decide(service, original, twin, 'different')
    expect(service.listed()).toEqual([original, twin])
    expect(service.listed()).not.toContain(third)
  })

  test('must wait: what was acknowledged is refused, and so is what nobody knows', async () => {
    await using service = scanService()
    const [original, twin] = await twins(service)
    await service.mark([original])
    expect(await codeOf(decide(service, original, twin, 'different'))).toBe('conflict')
    expect(await codeOf(decide(service, original, 'unknown', 'different'))).toBe('not_found')
    expect(service.scan(twin).deliverSeparately).toBe(false)
  })
})

/** An original and its younger copy with the number A-1. */
async function twins(service: ScanService, more: ScanInput = {}): Promise<[string, string]> {
  const metadata = { invoice_no: 'A-1' }
  const original = await service.addScan({ metadata, createdAt: noon - 2_000, ...more })
  return [original, await service.addScan({ metadata, createdAt: noon - 1_000, ...more })]
}

function settledBy({ database }: ScanService, id: string): string[] {
  const rows = database.read.select().from(scans).all()
  return rows.flatMap((scan) => (scan.duplicateOf === id ? [scan.id] : [])).toSorted()
}
