import { describe, expect, test } from 'bun:test'
import { honestBill } from '../../../support/bills.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { listHistory } from '../../../../src/accounts/history.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { decideOnPapers } from '../../../../src/services/scan-export/duplicates/decide.ts'
import type { RawDocument } from '../../../../src/paper/rules/normalise.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { doubtfulIds } from '../../../../src/services/scan-export/overview/doubts.ts'
import {
  correctScan,
  moveScan,
  retryScan,
} from '../../../../src/services/scan-export/scans/change-scan.ts'
import { confirmedOf, openFindings } from '../../../../src/services/scan-export/scans/hold.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'

const bill = (number: string, { head }: { head?: JsonObject } = {}) =>
  honestBill(number, { now: noon, ...(head === undefined ? {} : { head }) })

const wrong = bill('A-9', { head: { 'Bill Date': '33/11/26' } })

describe('what was typed and cannot be right', () => {
  test('is held with all its fields, says why, and is not delivered', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    const findings = await correctScan(service.deps, id, wrong, 'ravi')
    expect(findings).toEqual([
      { key: 'invoice_date', code: 'unreadable', message: 'Bill date: “33/11/26” is no date.' },
    ])
    expect(service.scan(id)).toMatchObject({
      status: 'failed',
      held: true,
      failureReason: 'Bill date: “33/11/26” is no date.',
      correction: JSON.stringify(wrong),
    })
    expect(service.listed()).toEqual([])
  })

  test('goes out when it is mended', async () => {
    await using service = scanService()
    const id = await service.addScan({ failureReason: 'blurred' })
    await correctScan(service.deps, id, wrong, 'ravi')
    expect(await correctScan(service.deps, id, bill('A-9'), 'ravi')).toEqual([])
    expect(service.scan(id)).toMatchObject({
      status: 'successful',
      held: false,
      failureReason: null,
    })
    expect(service.listed()).toEqual([id])
  })

  test('holds also a scan that waited', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { invoice_no: 'A-8' } })
    expect(service.listed()).toEqual([id])
    await correctScan(service.deps, id, wrong, 'ravi')
    expect([service.listed(), service.waiting()]).toEqual([[], 0])
  })

  test('does not come again when a program had fetched it before, and acknowledges that', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { invoice_no: 'A-9' } })
    await correctScan(service.deps, id, wrong, 'ravi')
    expect([await service.mark([id], [], 'meena'), await service.mark([id], [], 'ravi')]).toEqual([
      0, 1,
    ])
    expect(service.scan(id)).toMatchObject({ status: 'successful', held: false, syncedAt: noon })
    expect(await codeOf(correctScan(service.deps, id, bill('A-9'), 'ravi'))).toBe('conflict')
    expect(await service.mark([id], [], 'ravi')).toBe(0)
    await putBackScan(service.deps, id, 'owner')
    expect(service.scan(id)).toMatchObject({ status: 'failed', held: true, syncedAt: null })
    expect(service.listed()).toEqual([])
  })

  test('does not come either when a copy that a program had fetched is acknowledged', async () => {
    await using service = scanService()
    const kept = await service.addScan({ metadata: { invoice_no: 'A-9' }, createdAt: noon - 2 })
    const copy = await service.addScan({ metadata: { invoice_no: 'A-9' }, createdAt: noon - 1 })
    await decideOnPapers(service.deps, { kept, other: copy, verdict: 'same' }, 'owner')
    await correctScan(service.deps, kept, wrong, 'ravi')
    expect(await service.mark([copy])).toBe(1)
    expect(service.scan(kept)).toMatchObject({ duplicateOf: copy, held: false, syncedAt: noon })
  })

  test('stays held while it waits to be read again', async () => {
    await using service = scanService()
    const id = await service.addScan({ failureReason: 'blurred', content: 'a photo' })
    await correctScan(service.deps, id, wrong, 'ravi')
    await retryScan(service.deps, id, 'ravi')
    expect(service.scan(id)).toMatchObject({ status: 'failed', held: true })
  })
})

describe('what somebody confirms to stand so on the paper', () => {
  test('goes out, and who said so and when is kept and entered in the history', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    const findings = await correctScan(service.deps, id, wrong, 'ravi')
    expect(await correctScan(service.deps, id, wrong, 'asha', { confirmed: findings })).toEqual([])
    expect(service.listed()).toEqual([id])
    expect(confirmedOf(service.scan(id))).toEqual([
      {
        key: 'invoice_date',
        code: 'unreadable',
        message: 'Bill date: “33/11/26” is no date.',
        by: 'asha',
        at: noon,
      },
    ])
    expect(entries(service)).toMatchObject([
      { userId: 'asha', details: { confirmed: ['Bill date: “33/11/26” is no date.'] } },
      { userId: 'ravi', details: { held: 1 } },
    ])
  })

  test('stays confirmed at the next edit, while another value asks anew', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    const findings = await correctScan(service.deps, id, wrong, 'ravi')
    await correctScan(service.deps, id, wrong, 'asha', { confirmed: findings })
    const renamed = bill('A-9', { head: { 'Bill Date': '33/11/26', 'Vendor Name': 'Acme' } })
    expect(await correctScan(service.deps, id, renamed, 'ravi')).toEqual([])
    expect(confirmedOf(service.scan(id))).toMatchObject([{ by: 'asha' }])
    const other = bill('A-9', { head: { 'Bill Date': '34/11/26' } })
    expect(
      await correctScan(service.deps, id, other, 'ravi', { confirmed: findings }),
    ).toHaveLength(1)
    expect(service.listed()).toEqual([])
  })

  test('is the findings that are named, and no blanket yes', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    const both = bill('A-9', { head: { 'Bill Date': '33/11/26', GSTIN: '27AAPFU0939F1ZX' } })
    const [first, ...others] = await correctScan(service.deps, id, both, 'ravi')
    expect(others).not.toEqual([])
    const confirmed = first === undefined ? [] : [first]
    expect(await correctScan(service.deps, id, both, 'ravi', { confirmed })).toEqual(others)
    expect(service.listed()).toEqual([])
  })

  test('is delivered again after a put back', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    const confirmed = await correctScan(service.deps, id, wrong, 'ravi')
    await correctScan(service.deps, id, wrong, 'ravi', { confirmed })
    await service.mark([id])
    await putBackScan(service.deps, id, 'owner')
    expect(service.listed()).toEqual([id])
  })
})

describe('a held scan', () => {
  test('goes out when a rule mends its value', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    await correctScan(service.deps, id, wrong, 'ravi')
    const rule = { type: 'value', key: 'invoice_date', from: '33/11/26', to: '03/11/26' } as const
    await changeRules(service.deps, [{ ...rule, category: null }])
    expect(service.scan(id)).toMatchObject({ status: 'successful', held: false })
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_date: '2026-11-03' })
  })

  test('stays held by rules that do not mend it', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    await correctScan(service.deps, id, wrong, 'ravi')
    await changeRules(service.deps, [{ type: 'label', from: 'x', to: 'y', category: null }])
    expect(service.scan(id)).toMatchObject({ status: 'failed', held: true })
  })

  test('is checked as what it is moved to', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    await correctScan(service.deps, id, wrong, 'ravi')
    await moveScan(service.deps, id, 'purchase_order', 'ravi')
    expect(service.scan(id)).toMatchObject({ held: true, category: 'purchase_order' })
    expect(service.listed()).toEqual([])
  })
})

describe('what another program read', () => {
  test('is delivered as it is, and its doubts are known', async () => {
    await using service = scanService()
    const good = await service.addScan(read(bill('A-1')))
    const doubtful = await service.addScan(read(wrong))
    expect(service.listed()).toEqual([good, doubtful])
    expect(openFindings(service.database.read, service.deps, service.scan(doubtful))).toHaveLength(
      1,
    )
    expect(await doubtfulIds(service.deps)).toBe(JSON.stringify([doubtful]))
  })

  test('is no doubt any more once it is corrected, and one again when a rule breaks it', async () => {
    await using service = scanService()
    const id = await service.addScan(read(wrong))
    const doubts = () => doubtfulIds(service.deps)
    expect(await doubts()).toContain(id)
    await correctScan(service.deps, id, bill('A-9'), 'ravi')
    expect(await doubts()).toBe('[]')
    const rule = { type: 'value', key: 'invoice_date', from: '2026-11-20', to: 'soon' } as const
    await changeRules(service.deps, [{ ...rule, category: null }])
    expect(await doubts()).toContain(id)
  })
})

/** As another program sends it. */
function read({ invoice_metadata: metadata, line_items: lines }: RawDocument) {
  return { metadata, lines }
}

/** What history tells, the newest first. */
function entries({ database }: ScanService) {
  const selection = { userId: null, actions: ['scan corrected'], from: 0, until: noon + 1 }
  const rows = listHistory(database.read, selection, { limit: 10, offset: 0 })
  return rows.map(({ userId, details }) => ({ userId, details: JSON.parse(details ?? '') }))
}
