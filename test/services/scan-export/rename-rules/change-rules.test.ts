import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { history } from '../../../../src/accounts/tables.ts'
import { openDatabaseForCommand } from '../../../../src/platform/db/database.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { listRules } from '../../../../src/services/scan-export/rename-rules/queries.ts'
import { findRuleState } from '../../../../src/services/scan-export/rules-in-force.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { waitingScans } from '../../../../src/services/scan-export/tables.ts'
import { typeIn } from '../../../support/bills.ts'
import { scanService } from '../../../support/scan-service.ts'
import { codeOf, noon } from '../../../support/temporary-database.ts'
import {
  addMany,
  expectNormalised,
  expectNoTrace,
  label,
  toNote,
  toNumber,
  value,
  watched,
} from './rule-changes.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

describe('a change of rules', () => {
  test('normalises again what waits, its number for duplicates too', async () => {
    await using service = scanService()
    const first = await service.addScan({ metadata: { Zref: 'A-1' }, createdAt: noon - 2 })
    const twin = await service.addScan({ metadata: { Zref: 'A-1' }, createdAt: noon - 1 })
    expect(service.listed()).toEqual([first, twin])
    expect(await changeRules(service.deps, [toNumber])).toEqual({ rules: 1, renormalised: 2 })
    expect(service.queued().get(first)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(service.listed()).toEqual([first])
    expect(service.waiting()).toBe(1)
  })

  test('leaves what was synced as it was delivered', async () => {
    await using service = scanService()
    const synced = await service.addScan({ metadata: { Zref: 'A-1' } })
    await service.mark([synced])
    const before = service.scan(synced)
    expect(await changeRules(service.deps, [toNumber])).toEqual({ rules: 1, renormalised: 0 })
    expect(service.scan(synced)).toEqual(before)
    expect(service.queued().size).toBe(0)
  })

  test('counts only what comes out different', async () => {
    await using service = scanService()
    await service.addScan({ metadata: { Zref: 'A-1' } })
    const untouched = await service.addScan({ metadata: { Other: 'A-1' } })
    const rowBefore = service.database.read.select().from(waitingScans).all()
    expect(await changeRules(service.deps, [toNumber])).toMatchObject({ renormalised: 1 })
    const kept = (rows: typeof rowBefore) => rows.filter(({ scanId }) => scanId === untouched)
    expect(kept(service.database.read.select().from(waitingScans).all())).toEqual(kept(rowBefore))
  })

  test('replaces a rule with the same label, however it is spelt; of two in one wish the last counts', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { Zref: 'A-1' } })
    await changeRules(service.deps, [toNote])
    await changeRules(service.deps, [label(' ZREF', 'memo'), label('zref', 'invoice_no')])
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(listRules(service.database.read).all()).toMatchObject([
      { to: 'invoice_no', category: '' },
    ])
  })

  test('for one category comes before one for all', async () => {
    await using service = scanService()
    const invoice = await service.addScan({ metadata: { Zref: 'A-1' } })
    const order = await service.addScan({ metadata: { Zref: 'A-1' }, category: 'purchase_order' })
    await changeRules(service.deps, [label('Zref', 'order_no', 'purchase_order'), toNumber])
    expect(service.queued().get(invoice)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(service.queued().get(order)?.invoice_metadata).toMatchObject({ order_no: 'A-1' })
  })

  test('is entered in the history, once', async () => {
    await using service = scanService()
    await service.addScan({ metadata: { Zref: 'A-1' } })
    await changeRules(service.deps, [toNumber], { by: 'owner' })
    const lines = service.database.read.select().from(history).all()
    expect(lines).toMatchObject([{ action: 'rules changed', userId: 'owner', at: noon }])
    expect(JSON.parse(lines[0]?.details ?? '')).toEqual({ rules: 1, renormalised: 1 })
  })

  test('that cannot be is refused, changes nothing and keeps nobody waiting', async () => {
    await using service = scanService()
    await service.addScan({ metadata: { Zref: 'A-1' } })
    const before = service.queued()
    for (const wrong of [
      label(' ', 'a'),
      label('a', ''),
      value('', 'a', 'b'),
      label('a', 'x'.repeat(501)),
    ]) {
      expect(await codeOf(changeRules(service.deps, [toNumber, wrong]))).toBe('invalid_request')
    }
    expect(service.queued()).toEqual(before)
    expect(listRules(service.database.read).all()).toEqual([])
    await changeRules(service.deps, [toNumber])
  })

  test('cannot make more rules than 50,000, and what it prepared goes', async () => {
    await using service = scanService()
    const id = await service.addScan({ metadata: { Zref: 'A-1' } })
    await service.database.write((conn) =>
      conn.$client.run(`
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
        INSERT INTO rename_rules (id, type, category, "key", folded_key, "from", folded_from, "to", created_at, updated_at)
        SELECT 'id ' || i, 'value', '', 'state', 'state', 'v' || i, 'v' || i, 'x', 0, 0 FROM n`),
    )
    expect(await codeOf(changeRules(service.deps, [toNumber]))).toBe('invalid_request')
    expect(service.queued().get(id)?.invoice_metadata).toMatchObject({ Zref: 'A-1' })
    expect(findRuleState(service.database.read).get()?.changeId).toBeNull()
    await changeRules(service.deps, [value('state', 'v1', 'y')])
    expectNoTrace(service)
  })
})

describe('while a change is prepared', () => {
  test('readers see only the old rules, and then only the new ones', async () => {
    await using service = scanService()
    await addMany(service, 250)
    const seen: string[] = []
    const look = () => {
      const labels = [...service.queued().values()].map((data) =>
        'Zref' in data.invoice_metadata ? 'old' : 'new',
      )
      seen.push([...new Set(labels)].join(' and '), String(labels.length))
    }
    await changeRules(watched(service, look), [toNote])
    look()
    expect(seen.length).toBeGreaterThan(10)
    expect(new Set(seen)).toEqual(new Set(['old', 'new', '250']))
    expect(seen.slice(0, 6)).toEqual(['old', '250', 'old', '250', 'old', '250'])
  })

  test('scans come, go, are corrected and put back at every moment, and all are right afterwards', async () => {
    await using service = scanService()
    const ids = await addMany(service, 230)
    const synced = ids.slice(0, 20)
    await service.mark(synced)
    let moment = 0
    const gone: string[] = []
    const busy = watched(service, async () => {
      const [marked, corrected, back] = [ids[20 + moment], ids[229 - moment], synced[moment]]
      moment++
      await service.addScan({ metadata: { Zref: `late ${moment}` } })
      if (marked === undefined || corrected === undefined || back === undefined) return
      await service.mark([marked])
      gone.push(marked)
      const correction = { invoice_metadata: { Zref: `typed ${moment}` }, line_items: [] }
      await typeIn(service.deps, corrected, correction, 'owner')
      await putBackScan(service.deps, back, 'owner')
    })
    await changeRules(busy, [toNote])
    expect(moment).toBeGreaterThan(4)
    expectNormalised(service, [toNote])
    expectNoTrace(service)
    for (const id of gone) expect(service.queued().has(id)).toBe(false)
  })

  test('another change waits for its turn, and both come into force', async () => {
    await using service = scanService()
    await addMany(service, 120)
    const both = [[toNote], [value('note', 'R 7', 'seven')]]
    await Promise.all(both.map((rules) => changeRules(service.deps, rules)))
    expectNormalised(service, both.flat())
    expectNoTrace(service)
    expect(findRuleState(service.database.read).get()?.version).toBe(2)
  })

  test('another process that changes rules waits too', async () => {
    await using service = scanService()
    await addMany(service, 120)
    const command = openDatabaseForCommand(service.dir, noon)
    const there = { ...service.deps, database: command }
    await Promise.all([
      changeRules(service.deps, [toNote]),
      changeRules(there, [label('Other', 'remark')]),
    ])
    await command.close()
    expectNormalised(service, [toNote, label('Other', 'remark')])
    expectNoTrace(service)
  })
})
