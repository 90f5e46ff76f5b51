import { describe, expect, test } from 'bun:test'
import { history } from '../../../../src/accounts/tables.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { moveScan, removeScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'
import { rowsOf } from '../sweeping.ts'

describe('a scan that was added by mistake', () => {
  test('is removed with its document and its file, and the history says so', async () => {
    await using service = scanService()
    const hash = Bun.SHA256.hash('a bill', 'hex')
    const id = await service.addScan({ content: 'a bill', filename: 'wrong.pdf' })
    const before = balance(service)
    await removeScan(service.deps, id, 'ravi')
    expect(rowsOf(service)).toEqual({ scans: 0, documents: 0, files: 0, waiting: 0 })
    expect(service.deps.store.has('documents', hash)).toBe(false)
    expect(balance(service)).toBe(before)
    expect(entriesOf(service)).toEqual([
      ['scan removed', 'ravi', { id, filename: 'wrong.pdf', category: 'vendor_invoice' }],
    ])
    expect(await codeOf(removeScan(service.deps, id, 'ravi'))).toBe('not_found')
  })

  test('leaves its file to another scan with the same bytes', async () => {
    await using service = scanService()
    const id = await service.addScan({ content: 'one paper' })
    const other = await service.addScan({ content: 'one paper' })
    await removeScan(service.deps, id, 'ravi')
    expect(rowsOf(service)).toEqual({ scans: 1, documents: 1, files: 1, waiting: 1 })
    expect(service.deps.store.has('documents', Bun.SHA256.hash('one paper', 'hex'))).toBe(true)
    expect(service.listed()).toEqual([other])
  })

  test('gives way to the twin that it hid', async () => {
    await using service = scanService()
    const metadata = { invoice_no: 'A-1' }
    const first = await service.addScan({ metadata, createdAt: noon - 2 })
    const twin = await service.addScan({ metadata, createdAt: noon - 1 })
    expect(service.listed()).toEqual([first])
    await removeScan(service.deps, first, 'ravi')
    expect(service.listed()).toEqual([twin])
  })

  test('is gone from the queue, also when the rules are being changed meanwhile', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { Zref: 'x' } })
    const changed = changeRules(service.deps, [
      { type: 'label', from: 'Zref', to: 'note', category: null },
    ])
    await removeScan(service.deps, id, 'ravi')
    await changed
    expect([service.queued().size, service.listed()]).toEqual([0, []])
  })

  test.each([{ failureReason: 'blurred' }, { pending: true }])(
    'is removed before it was read: %p',
    async (input) => {
      await using service = scanService()
      const id = await service.addScan(input)
      await removeScan(service.deps, id, 'ravi')
      expect(rowsOf(service)).toMatchObject({ scans: 0 })
    },
  )

  test('stays once it was acknowledged, as what or where it is', async () => {
    await using service = scanService()
    const id = await service.addScan({ content: 'booked' })
    await service.mark([id])
    expect(await codeOf(removeScan(service.deps, id, 'ravi'))).toBe('conflict')
    expect(await codeOf(moveScan(service.deps, id, 'purchase_order', 'ravi'))).toBe('conflict')
    expect(service.scan(id)).toMatchObject({ category: 'vendor_invoice' })
    expect(service.deps.store.has('documents', Bun.SHA256.hash('booked', 'hex'))).toBe(true)
  })

  test('is acknowledged when that came first at the same moment, and removed otherwise', async () => {
    await using service = scanService()
    const [booked, wrong] = [await service.addScan(), await service.addScan()]
    const [, refused] = await Promise.all([
      service.mark([booked]),
      codeOf(removeScan(service.deps, booked, 'ravi')),
    ])
    const [, marked] = await Promise.all([
      removeScan(service.deps, wrong, 'ravi'),
      service.mark([wrong]),
    ])
    expect([refused, marked]).toEqual(['conflict', 0])
    expect(service.scan(booked).syncedAt).toBe(noon)
    expect(rowsOf(service)).toMatchObject({ scans: 1 })
  })

  test('leaves what it settled waiting when it was put back first', async () => {
    await using service = scanService()
    const id = await service.addScan({ content: 'one paper', createdAt: noon - 2 })
    const copy = await service.addScan({ content: 'one paper', createdAt: noon - 1 })
    await service.mark([id])
    expect(service.listed()).toEqual([])
    await putBackScan(service.deps, id, 'owner')
    await removeScan(service.deps, id, 'ravi')
    expect(service.listed()).toEqual([copy])
    expect(service.scan(copy)).toMatchObject({ duplicateOf: null, syncedAt: null })
  })
})

describe('a scan of another kind than it was added as', () => {
  test('is delivered as what it is, by the rules for that', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { 'Voucher No': '9' }, filename: 'order.pdf' })
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: '9' })
    await moveScan(service.deps, id, 'purchase_order', 'ravi')
    await moveScan(service.deps, id, 'purchase_order', 'ravi')
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ po_no: '9', invoice_no: '' })
    expect([
      service.listed('ravi', 'purchase_order'),
      service.listed('ravi', 'vendor_invoice'),
    ]).toEqual([[id], []])
    expect(entriesOf(service)).toEqual([
      [
        'scan moved',
        'ravi',
        { id, filename: 'order.pdf', from: 'vendor_invoice', to: 'purchase_order' },
      ],
    ])
  })
})

function entriesOf({ database }: ScanService): unknown[] {
  const rows = database.read.select().from(history).all()
  return rows.map(({ action, userId, details }) => [action, userId, JSON.parse(details)])
}

function balance({ database }: ScanService): unknown {
  return database.read.$client.query('SELECT balance FROM credit_balances').values()[0]?.[0]
}
