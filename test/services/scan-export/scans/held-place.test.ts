import { describe, expect, test } from 'bun:test'
import { honestBill } from '../../../support/bills.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { checkHeldAgain } from '../../../../src/services/scan-export/scans/hold.ts'
import { correctScan, removeScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { decideOnPapers } from '../../../../src/services/scan-export/duplicates/decide.ts'
import { openPairs } from '../duplicates/pairs.ts'

const wrongDate = { 'Bill Date': '33/11/26' }
const bill = (number: string) => honestBill(number, { now: noon })
const wrongBill = (number: string) => honestBill(number, { now: noon, head: wrongDate })
const wrong = wrongBill('A-9')

describe('a held scan hides its younger copies', () => {
  test('as if it waited: nothing comes before it is mended, and then it alone', async () => {
    await using service = scanService()
    const [held, copy] = await heldAndCopy(service)
    expect([service.listed(), service.waiting(), service.waiting('ravi')]).toEqual([[], 0, 0])
    await correctScan(service.deps, held, bill('A-9'), 'ravi')
    expect([service.listed(), service.waiting()]).toEqual([[held], 1])
    await service.mark([held])
    expect(service.scan(copy)).toMatchObject({ duplicateOf: held, syncedAt: noon })
  })

  test('among those that the call selects, of the same user and within the window', async () => {
    await using service = scanService()
    const [held, copy] = await heldAndCopy(service)
    const others = await service.addScan({ metadata: { invoice_no: 'A-9' }, userId: 'meena' })
    const order = await service.addScan({
      metadata: { invoice_no: 'A-9' },
      category: 'purchase_order',
    })
    expect([service.listed('meena'), service.waiting('meena')]).toEqual([[others], 1])
    expect(service.listed(undefined, 'purchase_order')).toEqual([order])
    service.clock.pass(service.scan(held).createdAt + 30 * dayMs - noon + 1)
    expect([service.listed('ravi'), service.waiting('ravi')]).toEqual([[copy], 1])
  })

  test('and they come when it is removed, or said to be another paper', async () => {
    await using service = scanService()
    const [held, copy] = await heldAndCopy(service)
    const [other, copyOfOther] = await heldAndCopy(service, 'A-10')
    await removeScan(service.deps, held, 'ravi')
    const verdict = { kept: other, other: copyOfOther, verdict: 'different' } as const
    await decideOnPapers(service.deps, verdict, 'owner')
    expect(service.listed()).toEqual([copy, copyOfOther])
  })

  test('and both are asked about', async () => {
    await using service = scanService()
    const [held, copy] = await heldAndCopy(service)
    expect(openPairs(service)).toEqual([[held, copy]])
  })

  test('until the younger one is said to be delivered instead', async () => {
    await using service = scanService()
    const [held, copy] = await heldAndCopy(service)
    await decideOnPapers(service.deps, { kept: copy, other: held, verdict: 'same' }, 'owner')
    expect(service.listed()).toEqual([copy])
    expect(service.scan(held)).toMatchObject({ sameAs: copy, held: true })
    await service.mark([copy])
    expect(service.listed()).toEqual([])
  })

  test('which it settles also when a program that had fetched it acknowledges it', async () => {
    await using service = scanService()
    const held = await service.addScan({ metadata: { invoice_no: 'A-9' }, createdAt: noon - 2 })
    const copy = await service.addScan({ metadata: { invoice_no: 'A-9' }, createdAt: noon - 1 })
    await correctScan(service.deps, held, wrong, 'ravi')
    expect(await service.mark([held])).toBe(1)
    expect(service.scan(copy)).toMatchObject({ duplicateOf: held })
    expect([service.listed(), service.waiting()]).toEqual([[], 0])
  })

  test('and is settled itself as the copy of an older one', async () => {
    await using service = scanService()
    const older = await service.addScan({ metadata: { invoice_no: 'A-9' } })
    const held = await service.addScan({ pending: true, createdAt: noon - 1 })
    await correctScan(service.deps, held, wrong, 'ravi')
    await service.mark([older])
    expect(service.scan(held)).toMatchObject({ duplicateOf: older, held: false, syncedAt: noon })
  })

  test('by what the rules make of its number', async () => {
    await using service = scanService()
    const [held] = await heldAndCopy(service)
    const rule = { type: 'value', key: 'invoice_no', from: 'A-9', to: 'A-99' } as const
    const other = await service.addScan({ metadata: { invoice_no: 'A-99' }, createdAt: noon })
    expect(service.listed()).toEqual([other])
    await changeRules(service.deps, [{ ...rule, category: null }])
    expect(service.scan(held).held).toBe(true)
    expect(service.listed()).toEqual([])
  })

  test('also when it was imported so', async () => {
    await using service = scanService()
    const earlier = { held: true, correction: wrong }
    await service.addScan({ failureReason: 'Wrong.', earlier, createdAt: noon - 2 })
    await service.addScan({ metadata: { invoice_no: 'A-9' }, createdAt: noon - 1 })
    expect([service.listed(), service.waiting()]).toEqual([[], 0])
  })
})

test('a held scan goes out by itself when its day has come', async () => {
  await using service = scanService()
  const [day = ''] = new Date(noon + dayMs).toISOString().split('T')
  const id = await service.addScan({ pending: true })
  await correctScan(
    service.deps,
    id,
    honestBill('A-9', { now: noon, head: { 'Bill Date': day } }),
    'ravi',
  )
  await checkHeldAgain(service.deps)
  expect(service.listed()).toEqual([])
  service.clock.pass(dayMs)
  await checkHeldAgain(service.deps)
  expect([service.listed(), service.scan(id).held]).toEqual([[id], false])
})

describe('an acknowledgement by number', () => {
  test('passes over what was held from the first, which no program can mean', async () => {
    await using service = scanService()
    const [held, copy] = await heldAndCopy(service)
    expect(await service.mark([], ['A-9'])).toBe(1)
    expect(service.scan(copy).syncedAt).toBe(noon)
    expect(service.scan(held)).toMatchObject({ held: true, syncedAt: null })
  })

  test('marks what waited before it was held: a program may have fetched it', async () => {
    await using service = scanService()
    const held = await service.addScan({ metadata: { invoice_no: 'A-9' } })
    await correctScan(service.deps, held, wrong, 'ravi')
    await correctScan(service.deps, held, { ...wrong, line_items: [] }, 'ravi')
    expect(await service.mark([], ['A-9'])).toBe(1)
    expect(service.scan(held)).toMatchObject({ held: false, syncedAt: noon })
  })
})

/** A scan that was typed in wrong from the first, and a younger one with its number. */
async function heldAndCopy(service: ScanService, number = 'A-9'): Promise<[string, string]> {
  const held = await service.addScan({ pending: true, createdAt: noon - 2_000 })
  await correctScan(service.deps, held, wrongBill(number), 'ravi')
  const metadata = { invoice_no: number }
  return [held, await service.addScan({ metadata, createdAt: noon - 1_000 })]
}
