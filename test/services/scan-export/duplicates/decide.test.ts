import { describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { history } from '../../../../src/accounts/tables.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { removeScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { runRetention } from '../../../../src/platform/upkeep/retention.ts'
import { scanService, type ScanInput, type ScanService } from '../../../support/scan-service.ts'
import { codeOf, dayMs, noon } from '../../../support/temporary-database.ts'
import { retention } from '../sweeping.ts'
import { decide, openPairs, takeBack } from './pairs.ts'

const metadata = { invoice_no: 'A-1', vendor_name: 'Acme', gstin: '27AAPFU0939F1ZV' }

describe('two documents are asked about', () => {
  const seconds: [boolean, string, ScanInput][] = [
    [true, 'the same number', { metadata: { invoice_no: ' A-1 ' } }],
    [
      true,
      'the same number of the same user, though another seller',
      { metadata: { ...metadata, gstin: '29AAGCB7383J1Z4' } },
    ],
    [true, 'the same number of another user', { metadata, userId: 'meena' }],
    [
      false,
      'the same number of another user and another seller',
      { metadata: { ...metadata, vendor_name: 'Zen' }, userId: 'meena' },
    ],
    [
      false,
      'the same number of another user and another kind',
      { metadata, userId: 'meena', category: 'purchase_order' },
    ],
    [
      true,
      'the same file, whoever brought it and whatever was read',
      { content: 'a bill', metadata: {}, userId: 'meena' },
    ],
    [false, 'another number', { metadata: { ...metadata, invoice_no: 'A-2' } }],
    [false, 'no number', { metadata: {} }],
  ]

  test.each(seconds)('%p: a second one with %s', async (isAsked, what, input) => {
    await using service = scanService()
    const first = await service.addScan({ metadata, content: 'a bill', createdAt: noon - 2 })
    const second = await service.addScan({ createdAt: noon - 1, ...input })
    expect(openPairs(service)).toEqual(isAsked ? [[first, second]] : [])
    await service.mark([first], [], 'ravi')
    // What is left behind a delivered one, and may be the same paper, may have been booked already.
    const isLeft = service.queued().has(second) && !what.includes('another seller')
    expect(openPairs(service)).toEqual(isAsked && isLeft ? [[first, second]] : [])
  })

  test('also when the older one waits and the younger one was delivered', async () => {
    await using service = scanService()
    const [older, younger] = await twins(service, { userId: 'meena' })
    await service.mark([younger], [], 'meena')
    expect(openPairs(service)).toEqual([[younger, older]])
    expect(await codeOf(decide(service, older, younger, 'same'))).toBe('conflict')
    await decide(service, younger, older, 'same')
    expect([service.listed(), openPairs(service)]).toEqual([[], []])
  })

  test('under two aliases of one vendor, and only about those of the member who asks', async () => {
    await using service = scanService()
    const [first, second] = await twins(service, {
      metadata: { ...metadata, vendor_name: 'Acme Trdg.' },
      userId: 'meena',
    })
    expect(openPairs(service)).toEqual([])
    const vendor = { name: 'Acme', aliases: ['Acme Trdg.'] }
    await service.database.write((conn) => addName(conn, 'vendor', vendor, noon))
    expect(openPairs(service)).toEqual([[first, second]])
    expect([openPairs(service, 'ravi'), openPairs(service, 'meena')]).toEqual([[], []])
  })

  test('with the likeliest first, and with the next one when these are different papers', async () => {
    await using service = scanService()
    const [first, second] = await twins(service, { metadata: { ...metadata, vendor_name: 'Zen' } })
    const third = await service.addScan({
      metadata: { ...metadata, vendor_name: 'Zen' },
      createdAt: noon,
    })
    await decide(service, first, second, 'different')
    expect(openPairs(service)).toEqual([[second, third]])
    await decide(service, second, third, 'different')
    expect(openPairs(service)).toEqual([[first, third]])
    expect(service.listed()).toEqual([first, second])
    await decide(service, first, third, 'different')
    expect([openPairs(service), service.listed()]).toEqual([[], [first, second, third]])
  })
})

describe('the same paper', () => {
  test('is delivered once, whoever asks, and who said so is kept', async () => {
    await using service = scanService()
    const [kept, copy] = await twins(service, { userId: 'meena' })
    expect([service.listed('ravi'), service.listed('meena')]).toEqual([[kept], [copy]])
    await decide(service, kept, copy, 'same')
    expect([service.listed('ravi'), service.listed('meena'), service.waiting()]).toEqual([
      [kept],
      [],
      1,
    ])
    expect(service.scan(copy)).toMatchObject({ sameAs: kept, settledAt: noon, settledBy: 'owner' })
    await service.mark([kept])
    expect([service.listed(), openPairs(service)]).toEqual([[], []])
    expect(actions(service)).toEqual(['papers settled', 'scans acknowledged'])
  })

  test('may be delivered as the younger copy', async () => {
    await using service = scanService()
    const [older, younger] = await twins(service)
    await decide(service, younger, older, 'same')
    expect([service.listed(), openPairs(service)]).toEqual([[younger], []])
    await service.mark([younger])
    expect(service.listed()).toEqual([])
  })

  test('said once more changes nothing; the other way round, and of what was delivered, is refused', async () => {
    await using service = scanService()
    const [kept, copy] = await twins(service)
    await decide(service, kept, copy, 'same')
    await decide(service, kept, copy, 'same')
    expect(actions(service)).toEqual(['papers settled'])
    expect(await codeOf(decide(service, copy, kept, 'same'))).toBe('conflict')
    expect(await codeOf(decide(service, kept, copy, 'different'))).toBe('conflict')
    expect(await codeOf(decide(service, kept, kept, 'same'))).toBe('invalid_request')
    expect(await codeOf(decide(service, kept, 'nobody', 'same'))).toBe('not_found')
    await service.mark([kept])
    const third = await service.addScan({ metadata, createdAt: noon })
    expect(await codeOf(decide(service, third, kept, 'same'))).toBe('conflict')
  })

  test('is open again when it is taken back, as long as nothing of it was delivered', async () => {
    await using service = scanService()
    const [kept, copy] = await twins(service)
    await decide(service, kept, copy, 'same')
    await takeBack(service, kept, copy, 'same')
    expect(openPairs(service)).toEqual([[kept, copy]])
    expect(service.scan(copy)).toMatchObject({ sameAs: null, settledAt: null, settledBy: null })
    await takeBack(service, kept, copy, 'same')
    await decide(service, kept, copy, 'same')
    await service.mark([copy])
    expect(await codeOf(takeBack(service, kept, copy, 'same'))).toBe('conflict')
  })

  test('stays settled when the other one is put back, and is removed alone', async () => {
    await using service = scanService()
    const [kept, copy] = await twins(service)
    await decide(service, kept, copy, 'same')
    await service.mark([kept])
    await putBackScan(service.deps, kept, 'owner')
    expect(service.listed()).toEqual([kept])
    await removeScan(service.deps, copy, 'owner')
    expect(service.listed()).toEqual([kept])
  })

  test('is delivered as the oldest copy when the one that stood for it is removed', async () => {
    await using service = scanService()
    const [first, second] = await twins(service)
    const third = await service.addScan({ metadata, createdAt: noon })
    await decide(service, first, second, 'same')
    await decide(service, first, third, 'same')
    await removeScan(service.deps, first, 'owner')
    expect([service.listed(), service.scan(third).sameAs]).toEqual([[second], second])
    await removeScan(service.deps, second, 'owner')
    expect(service.listed()).toEqual([third])
  })

  test('is not lost with one in the middle', async () => {
    await using service = scanService()
    const [first, second] = await twins(service)
    const third = await service.addScan({ metadata, createdAt: noon })
    await decide(service, first, second, 'same')
    await decide(service, third, first, 'same')
    await removeScan(service.deps, first, 'owner')
    expect([service.listed(), service.scan(second).sameAs]).toEqual([[third], third])
  })

  test('takes the place of one that goes after 30 days undelivered, and of none that was delivered', async () => {
    await using service = scanService()
    const old = noon - 31 * dayMs
    const late = await service.addScan({ metadata, createdAt: old })
    const copyOfLate = await service.addScan({ metadata, createdAt: noon - dayMs })
    await decide(service, late, copyOfLate, 'same')
    const other = { ...metadata, invoice_no: 'B-1' }
    const delivered = await service.addScan({ metadata: other, createdAt: old })
    const copyOfDelivered = await service.addScan({ metadata: other, createdAt: noon - dayMs })
    await decide(service, delivered, copyOfDelivered, 'same')
    await service.mark([delivered])
    await runRetention(retention(service), noon)
    expect(service.listed()).toEqual([copyOfLate])
    expect(service.scan(copyOfDelivered).sameAs).toBe(delivered)
  })

  test('that a program fetched before it was settled is not delivered as the other one too', async () => {
    await using service = scanService()
    const [kept, copy] = await twins(service, { userId: 'meena' })
    await decide(service, kept, copy, 'same')
    expect(await service.mark([copy], [], 'meena')).toBe(1)
    expect(service.listed('ravi')).toEqual([])
    expect(service.scan(kept)).toMatchObject({ duplicateOf: copy, syncedAt: noon })
    expect(await service.mark([copy], [], 'meena')).toBe(0)
    await putBackScan(service.deps, copy, 'owner')
    expect([service.listed('ravi'), service.listed('meena')]).toEqual([[kept], []])
  })

  test('likewise when the program names its number; one that was delivered is left alone', async () => {
    await using service = scanService()
    const [kept, copy] = await twins(service, { userId: 'meena' })
    await decide(service, kept, copy, 'same')
    expect(await service.mark([], ['A-1'], 'meena')).toBe(1)
    expect([service.listed(), service.scan(kept).duplicateOf]).toEqual([[], copy])
    const [third, fourth] = await twins(service)
    await decide(service, third, fourth, 'same')
    expect(await service.mark([], ['A-1'])).toBe(1)
    expect(await service.mark([], ['A-1'])).toBe(0)
    expect(service.scan(fourth).syncedAt).toBeNull()
  })
})

describe('different papers', () => {
  test('are both delivered, and asked about no more', async () => {
    await using service = scanService()
    const [first, second] = await twins(service)
    expect(service.listed()).toEqual([first])
    await decide(service, first, second, 'different')
    expect([service.listed(), openPairs(service)]).toEqual([[first, second], []])
    await service.mark([first])
    expect([service.listed(), openPairs(service)]).toEqual([[second], []])
  })

  test('of two users are both delivered to a program that fetches for all', async () => {
    await using service = scanService()
    const [first, second] = await twins(service, { userId: 'meena' })
    expect(service.listed()).toEqual([first])
    await decide(service, first, second, 'different')
    expect(service.listed()).toEqual([first, second])
  })

  test('are no copies of each other when one is acknowledged while another question is open', async () => {
    await using service = scanService()
    const [first, second] = await twins(service)
    const third = await service.addScan({ metadata, createdAt: noon })
    await decide(service, first, third, 'different')
    expect(openPairs(service)).toEqual([
      [first, second],
      [second, third],
    ])
    await service.mark([first])
    expect(service.listed()).toEqual([third])
  })

  test('are asked about again when that is taken back, unless one was delivered meanwhile', async () => {
    await using service = scanService()
    const [first, second] = await twins(service)
    await decide(service, first, second, 'different')
    await takeBack(service, first, second, 'different')
    expect([service.listed(), openPairs(service)]).toEqual([[first], [[first, second]]])
    await takeBack(service, first, second, 'different')
    await decide(service, first, second, 'different')
    await decide(service, first, second, 'different')
    await service.mark([second])
    expect(await codeOf(takeBack(service, first, second, 'different'))).toBe('conflict')
    expect(actions(service)).toEqual([
      'papers told apart',
      'papers in question again',
      'papers told apart',
      'scans acknowledged',
    ])
  })

  test('may be said to be the same after all', async () => {
    await using service = scanService()
    const [first, second] = await twins(service)
    await decide(service, first, second, 'different')
    await decide(service, first, second, 'same')
    expect([service.listed(), openPairs(service)]).toEqual([[first], []])
  })
})

/** Two scans of one number: `more` is what is different about the second. */
async function twins(service: ScanService, more: ScanInput = {}): Promise<[string, string]> {
  const first = await service.addScan({ metadata, createdAt: noon - 2_000 })
  return [first, await service.addScan({ metadata, createdAt: noon - 1_000, ...more })]
}

function actions({ database }: ScanService): string[] {
  return database.read
    .select()
    .from(history)
    .all()
    .map(({ action }) => action)
}
