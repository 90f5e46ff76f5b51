import { describe, expect, test } from 'bun:test'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { correctScan, retryScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { versionOf } from '../../../../src/services/scan-export/scans/rules.ts'
import { honestBill, typeIn } from '../../../support/bills.ts'
import { scanService, type ScanInput, type ScanService } from '../../../support/scan-service.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'

const typed = honestBill('A-9', { now: noon })

describe('fields that are typed in by hand', () => {
  const unread: [string, ScanInput][] = [
    ['failed', { failureReason: 'blurred' }],
    ['is pending', { pending: true }],
  ]

  test.each(unread)('make a scan that %s successful, and it is delivered', async (_, input) => {
    await using service = scanService()
    const id = await service.addScan(input)
    expect([service.listed(), balance(service)]).toEqual([[], 0])
    await correctScan(service.deps, id, typed, 'owner')
    expect(service.scan(id)).toMatchObject({ status: 'successful', failureReason: null, raw: null })
    expect(service.listed('ravi')).toEqual([id])
    expect(service.queued().get(id)).toMatchObject({
      invoice_metadata: { invoice_no: 'A-9', name: 'Acme Traders' },
      line_items: [{ qty: 2, rate: 400 }, { qty: 10 }],
    })
    expect(balance(service)).toBe(0)
  })

  test('stand beside what was read, never over it, and are what is delivered', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { invoice_no: 'A-8' } })
    const { raw } = service.scan(id)
    expect(service.listed()).toEqual([id])
    await correctScan(service.deps, id, typed, 'owner')
    expect(service.scan(id).raw).toBe(raw)
    expect(JSON.parse(service.scan(id).correction ?? '')).toEqual(typed)
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-9' })
    expect([service.listed(), service.waiting(), balance(service)]).toEqual([[id], 1, -1])
  })

  test('can be typed again, and cost no credit', async () => {
    await using service = scanService()
    const id = await service.addScan({ failureReason: 'blurred' })
    await correctScan(service.deps, id, typed, 'owner')
    await correctScan(service.deps, id, honestBill('B-1', { now: noon }), 'owner')
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'B-1' })
    expect([service.queued().size, balance(service)]).toEqual([1, 0])
  })

  test('are refused when somebody else typed meanwhile, and change nothing', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { invoice_no: 'A-8' } })
    const version = versionOf(service.scan(id))
    await correctScan(service.deps, id, typed, 'ravi', { startedFrom: version })
    const mine = honestBill('B-1', { now: noon })
    expect(
      await codeOf(correctScan(service.deps, id, mine, 'owner', { startedFrom: version })),
    ).toBe('conflict')
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-9' })
    await correctScan(service.deps, id, mine, 'owner', { startedFrom: versionOf(service.scan(id)) })
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'B-1' })
  })

  test('bring a hidden twin into the list when they give it another number', async () => {
    await using service = scanService()
    const first = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 2 })
    const twin = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 1 })
    expect(service.listed()).toEqual([first])
    await correctScan(service.deps, twin, typed, 'owner')
    expect(service.listed()).toEqual([first, twin])
  })

  test('are normalised again when the rules change, and after a put back', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { Zref: 'read' } })
    const correction = { invoice_metadata: { Zref: 'typed' }, line_items: [] }
    await typeIn(service.deps, id, correction, 'owner')
    await changeRules(service.deps, [{ type: 'label', from: 'Zref', to: 'note', category: null }])
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ note: 'typed' })
    await service.mark([id])
    await putBackScan(service.deps, id, 'owner')
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ note: 'typed' })
  })

  test('are refused once the scan was acknowledged, and change nothing', async () => {
    await using service = scanService()
    const id = await service.addScan()
    await service.mark([id])
    const before = service.scan(id)
    expect(await codeOf(correctScan(service.deps, id, typed, 'owner'))).toBe('conflict')
    expect(service.scan(id)).toEqual(before)
    expect(await codeOf(correctScan(service.deps, 'unknown', typed, 'owner'))).toBe('not_found')
  })

  test('keep the document: its copies are still known by its bytes', async () => {
    await using service = scanService()
    const first = await service.addScan({ content: 'one paper', createdAt: noon - 2 })
    const copy = await service.addScan({ content: 'one paper', createdAt: noon - 1 })
    await correctScan(service.deps, first, typed, 'owner')
    const pale = { invoice_metadata: { Remark: 'pale' }, line_items: [] }
    await typeIn(service.deps, copy, pale, 'owner')
    await service.mark([first])
    expect(service.scan(copy).duplicateOf).toBe(first)
  })

  test('are at least one', async () => {
    await using service = scanService()
    const id = await service.addScan({ failureReason: 'blurred' })
    const nothing = { invoice_metadata: {}, line_items: [] }
    expect(await codeOf(correctScan(service.deps, id, nothing, 'owner'))).toBe('invalid_request')
    expect(service.scan(id)).toMatchObject({ status: 'failed', correction: null })
  })
})

describe('a scan that is tried again', () => {
  test('is pending, and why it failed is known until it is read or typed in', async () => {
    await using service = scanService()
    const id = await service.addScan({ failureReason: 'blurred', content: 'a photo' })
    await retryScan(service.deps, id, 'owner')
    await retryScan(service.deps, id, 'owner')
    expect(service.scan(id)).toMatchObject({ status: 'pending', failureReason: 'blurred' })
    expect([service.listed(), balance(service)]).toEqual([[], 0])
    await correctScan(service.deps, id, typed, 'owner')
    expect(service.scan(id)).toMatchObject({ status: 'successful', failureReason: null })
  })

  test('must have a file', async () => {
    await using service = scanService()
    const id = await service.addScan({ failureReason: 'blurred' })
    expect(await codeOf(retryScan(service.deps, id, 'owner'))).toBe('conflict')
    expect(service.scan(id)).toMatchObject({ status: 'failed', failureReason: 'blurred' })
  })

  test('must have failed', async () => {
    await using service = scanService()
    const id = await service.addScan()
    expect(await codeOf(retryScan(service.deps, id, 'owner'))).toBe('conflict')
    expect(await codeOf(retryScan(service.deps, 'unknown', 'owner'))).toBe('not_found')
    expect(service.listed()).toEqual([id])
  })
})

function balance({ database }: ScanService): unknown {
  return database.read.$client.query('SELECT balance FROM credit_balances').values()[0]?.[0]
}
