import { describe, expect, test } from 'bun:test'
import { changeRules } from '../../../../src/services/scan-export/service.ts'
import { correctScan, retryScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { versionOf } from '../../../../src/services/scan-export/scans/rules.ts'
import type { RawDocument } from '../../../../src/services/scan-export/normalising/normalise.ts'
import { scanDesk, type DeskScan, type ScanDesk } from '../../../support/scan-desk.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'

const typed: RawDocument = {
  invoice_metadata: { 'Bill No.': 'A-9', name: 'Acme Traders' },
  line_items: [{ Qty: '2 Nos' }],
}

describe('fields that are typed in by hand', () => {
  const unread: [string, DeskScan][] = [
    ['failed', { failureReason: 'blurred' }],
    ['is pending', { pending: true }],
  ]

  test.each(unread)('make a scan that %s successful, and it is delivered', async (_, input) => {
    await using desk = scanDesk()
    const id = await desk.addScan(input)
    expect([desk.listed(), balance(desk)]).toEqual([[], 0])
    await correctScan(desk.deps, id, typed, 'owner')
    expect(desk.scan(id)).toMatchObject({ status: 'successful', failureReason: null, raw: null })
    expect(desk.listed('ravi')).toEqual([id])
    expect(desk.queued().get(id)).toMatchObject({
      invoice_metadata: { invoice_no: 'A-9', name: 'Acme Traders' },
      line_items: [{ qty: 2 }],
    })
    expect(balance(desk)).toBe(-1)
  })

  test('stand beside what was read, never over it, and are what is delivered', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { invoice_no: 'A-8' } })
    const { raw } = desk.scan(id)
    expect(desk.listed()).toEqual([id])
    await correctScan(desk.deps, id, typed, 'owner')
    expect(desk.scan(id).raw).toBe(raw)
    expect(JSON.parse(desk.scan(id).correction ?? '')).toEqual(typed)
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-9' })
    expect([desk.listed(), desk.waiting(), balance(desk)]).toEqual([[id], 1, -1])
  })

  test('can be typed again, for one credit altogether', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ failureReason: 'blurred' })
    await correctScan(desk.deps, id, typed, 'owner')
    await correctScan(
      desk.deps,
      id,
      { invoice_metadata: { invoice_no: 'B-1' }, line_items: [] },
      'owner',
    )
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'B-1' })
    expect([desk.queued().size, balance(desk)]).toEqual([1, -1])
  })

  test('are refused when somebody else typed meanwhile, and change nothing', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { invoice_no: 'A-8' } })
    const version = versionOf(desk.scan(id))
    await correctScan(desk.deps, id, typed, 'ravi', version)
    const mine = { invoice_metadata: { invoice_no: 'B-1' }, line_items: [] }
    expect(await codeOf(correctScan(desk.deps, id, mine, 'owner', version))).toBe('conflict')
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-9' })
    await correctScan(desk.deps, id, mine, 'owner', versionOf(desk.scan(id)))
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'B-1' })
  })

  test('bring a hidden twin into the list when they give it another number', async () => {
    await using desk = scanDesk()
    const first = await desk.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 2 })
    const twin = await desk.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 1 })
    expect(desk.listed()).toEqual([first])
    await correctScan(desk.deps, twin, typed, 'owner')
    expect(desk.listed()).toEqual([first, twin])
  })

  test('are normalised again when the rules change, and after a put back', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { Zref: 'read' } })
    const correction = { invoice_metadata: { Zref: 'typed' }, line_items: [] }
    await correctScan(desk.deps, id, correction, 'owner')
    await changeRules(desk.deps, [{ type: 'label', from: 'Zref', to: 'note', category: null }])
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ note: 'typed' })
    await desk.mark([id])
    await putBackScan(desk.deps, id, 'owner')
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ note: 'typed' })
  })

  test('are refused once the scan was acknowledged, and change nothing', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan()
    await desk.mark([id])
    const before = desk.scan(id)
    expect(await codeOf(correctScan(desk.deps, id, typed, 'owner'))).toBe('conflict')
    expect(desk.scan(id)).toEqual(before)
    expect(await codeOf(correctScan(desk.deps, 'unknown', typed, 'owner'))).toBe('not_found')
  })

  test('keep the document: its copies are still known by its bytes', async () => {
    await using desk = scanDesk()
    const first = await desk.addScan({ content: 'one paper', createdAt: noon - 2 })
    const copy = await desk.addScan({ content: 'one paper', createdAt: noon - 1 })
    await correctScan(desk.deps, first, typed, 'owner')
    await correctScan(
      desk.deps,
      copy,
      { invoice_metadata: { Remark: 'pale' }, line_items: [] },
      'owner',
    )
    await desk.mark([first])
    expect(desk.scan(copy).duplicateOf).toBe(first)
  })

  test('are at least one', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ failureReason: 'blurred' })
    const nothing = { invoice_metadata: {}, line_items: [] }
    expect(await codeOf(correctScan(desk.deps, id, nothing, 'owner'))).toBe('invalid_request')
    expect(desk.scan(id)).toMatchObject({ status: 'failed', correction: null })
  })
})

describe('a scan that is tried again', () => {
  test('is pending, and why it failed is known until it is read or typed in', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ failureReason: 'blurred', content: 'a photo' })
    await retryScan(desk.deps, id, 'owner')
    await retryScan(desk.deps, id, 'owner')
    expect(desk.scan(id)).toMatchObject({ status: 'pending', failureReason: 'blurred' })
    expect([desk.listed(), balance(desk)]).toEqual([[], 0])
    await correctScan(desk.deps, id, typed, 'owner')
    expect(desk.scan(id)).toMatchObject({ status: 'successful', failureReason: null })
  })

  test('must have a file', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ failureReason: 'blurred' })
    expect(await codeOf(retryScan(desk.deps, id, 'owner'))).toBe('conflict')
    expect(desk.scan(id)).toMatchObject({ status: 'failed', failureReason: 'blurred' })
  })

  test('must have failed', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan()
    expect(await codeOf(retryScan(desk.deps, id, 'owner'))).toBe('conflict')
    expect(await codeOf(retryScan(desk.deps, 'unknown', 'owner'))).toBe('not_found')
    expect(desk.listed()).toEqual([id])
  })
})

function balance({ database }: ScanDesk): unknown {
  return database.read.$client.query('SELECT balance FROM credit_balances').values()[0]?.[0]
}
