import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { history } from '../../../../src/accounts/tables.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import {
  putBackRange,
  putBackScan,
} from '../../../../src/services/scan-export/delivery/put-back.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { codeOf, dayMs, noon } from '../../../support/temporary-database.ts'
import { decide } from '../duplicates/pairs.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

describe('a scan that is put back', () => {
  test('waits again as if it had never been acknowledged', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { invoice_no: 'A-1' }, content: 'a bill' })
    const before = [service.scan(id), service.queued().get(id)]
    await service.mark([id])
    expect(await putBackScan(service.deps, id, 'owner')).toBe(1)
    expect([service.scan(id), service.queued().get(id)]).toEqual(before)
    expect(service.listed('ravi')).toEqual([id])
    expect(await service.mark([id])).toBe(1)
  })

  test('brings back the copies that it had settled', async () => {
    await using service = scanService()
    const original = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 2 })
    const copy = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 1 })
    const other = await service.addScan({ metadata: { invoice_no: 'A-2' }, createdAt: noon - 1 })
    await service.mark([original, other])
    expect(await putBackScan(service.deps, original, 'owner')).toBe(2)
    expect(service.scan(copy)).toMatchObject({ syncedAt: null, duplicateOf: null })
    expect(service.scan(other).syncedAt).toBe(noon)
    expect([...service.queued().keys()].toSorted()).toEqual([original, copy].toSorted())
    await service.mark([original])
    expect(service.scan(copy).duplicateOf).toBe(original)
  })

  test('and is a copy waits alone, and may be another paper after all', async () => {
    await using service = scanService()
    const original = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 2 })
    const copy = await service.addScan({ metadata: { invoice_no: 'A-1' }, createdAt: noon - 1 })
    await service.mark([original])
    expect(await putBackScan(service.deps, copy, 'owner')).toBe(1)
    expect(service.listed()).toEqual([copy])
    await decide(service, original, copy, 'different')
    await putBackScan(service.deps, original, 'owner')
    await service.mark([original])
    expect(service.listed()).toEqual([copy])
  })

  test('is normalised by the rules that are in force now', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { Zref: 'A-1' } })
    await service.mark([id])
    await changeRules(service.deps, [
      { type: 'label', from: 'Zref', to: 'invoice_no', category: null },
    ])
    await putBackScan(service.deps, id, 'owner')
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
  })

  test('is entered in the history with who did it; one that waits already is not', async () => {
    await using service = scanService()
    const id = await service.addScan()
    await service.mark([id])
    await putBackScan(service.deps, id, 'owner')
    expect(await putBackScan(service.deps, id, 'owner')).toBe(0)
    expect(putBacks(service)).toMatchObject([{ userId: 'owner', at: noon }])
    expect(JSON.parse(putBacks(service)[0]?.details ?? '')).toEqual({
      scans: 1,
      id,
      filename: 'bill.pdf',
    })
  })

  test('must be there', async () => {
    await using service = scanService()
    expect(await codeOf(putBackScan(service.deps, 'unknown', 'owner'))).toBe('not_found')
  })

  test('uses no second credit', async () => {
    await using service = scanService()
    const id = await service.addScan()
    await service.mark([id])
    await putBackScan(service.deps, id, 'owner')
    const balances = service.database.read.$client
      .query('SELECT balance FROM credit_balances')
      .all()
    expect(balances).toEqual([{ balance: -1 }])
  })
})

describe('a range of time that is put back', () => {
  test('is of the acknowledgements: its first moment counts, its last does not', async () => {
    await using service = scanService()
    const at = async (time: number) => {
      service.clock.at(time)
      const id = await service.addScan({ createdAt: noon - dayMs })
      await service.mark([id])
      return id
    }
    const [, first, second] = [await at(noon - 1), await at(noon), await at(noon + 5)]
    await at(noon + 10)
    const waiting = await service.addScan({ createdAt: noon })
    const range = { from: noon, until: noon + 10 }
    expect(await putBackRange(service.deps, range, 'owner')).toBe(2)
    const expected = [first, second, waiting].toSorted()
    expect([...service.queued().keys()].toSorted()).toEqual(expected)
    expect(await putBackRange(service.deps, range, 'owner')).toBe(0)
  })

  test('counts an original and its copies once each', async () => {
    await using service = scanService()
    const metadata = { invoice_no: 'A-1' }
    const numbers = Array.from({ length: 5 }, (_, n) => n)
    const ids: string[] = []
    for (const n of numbers) ids.push(await service.addScan({ metadata, createdAt: noon - 10 + n }))
    await service.mark(ids.slice(0, 1))
    const range = { from: 0, until: noon + 1 }
    expect(await putBackRange(service.deps, range, 'owner')).toBe(5)
    expect(service.queued().size).toBe(5)
  })

  test('goes in slices when it is much, and the history adds up to it', async () => {
    await using service = scanService()
    const numbers = Array.from({ length: 450 }, (_, n) => n)
    const ids = await Promise.all(
      numbers.map((n) => service.addScan({ metadata: { invoice_no: `N ${n}` } })),
    )
    await service.mark(ids)
    expect(await putBackRange(service.deps, { from: noon, until: noon + 1 }, 'owner')).toBe(450)
    expect(service.queued().size).toBe(450)
    const lines = putBacks(service).map(({ details }) => scansOf(details))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.reduce((sum, scans) => sum + scans, 0)).toBe(450)
  })
})

function scansOf(details: string): number {
  return JSON.parse(details).scans
}

function putBacks({ database }: ScanService) {
  return database.read
    .select()
    .from(history)
    .all()
    .filter(({ action }) => action === 'scans put back')
}
