import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { history } from '../../../../src/accounts/tables.ts'
import { openDatabaseForCommand } from '../../../../src/platform/db/database.ts'
import { changeRules } from '../../../../src/services/scan-export/service.ts'
import { listRules } from '../../../../src/services/scan-export/rename-rules/queries.ts'
import { findRuleState } from '../../../../src/services/scan-export/rules-in-force.ts'
import { correctScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { waitingScans } from '../../../../src/services/scan-export/tables.ts'
import { scanDesk } from '../../../support/scan-desk.ts'
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
setDefaultTimeout(30_000)

describe('a change of rules', () => {
  test('normalises again what waits, its number for duplicates too', async () => {
    await using desk = scanDesk()
    const first = await desk.addScan({ metadata: { Zref: 'A-1' }, createdAt: noon - 2 })
    const twin = await desk.addScan({ metadata: { Zref: 'A-1' }, createdAt: noon - 1 })
    expect(desk.listed()).toEqual([first, twin])
    expect(await changeRules(desk.deps, [toNumber])).toEqual({ rules: 1, renormalised: 2 })
    expect(desk.queued().get(first)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(desk.listed()).toEqual([first])
    expect(desk.waiting()).toBe(1)
  })

  test('leaves what was synced as it was delivered', async () => {
    await using desk = scanDesk()
    const synced = await desk.addScan({ metadata: { Zref: 'A-1' } })
    await desk.mark([synced])
    const before = desk.scan(synced)
    expect(await changeRules(desk.deps, [toNumber])).toEqual({ rules: 1, renormalised: 0 })
    expect(desk.scan(synced)).toEqual(before)
    expect(desk.queued().size).toBe(0)
  })

  test('counts only what comes out different', async () => {
    await using desk = scanDesk()
    await desk.addScan({ metadata: { Zref: 'A-1' } })
    const untouched = await desk.addScan({ metadata: { Other: 'A-1' } })
    const rowBefore = desk.database.read.select().from(waitingScans).all()
    expect(await changeRules(desk.deps, [toNumber])).toMatchObject({ renormalised: 1 })
    const kept = (rows: typeof rowBefore) => rows.filter(({ scanId }) => scanId === untouched)
    expect(kept(desk.database.read.select().from(waitingScans).all())).toEqual(kept(rowBefore))
  })

  test('replaces a rule with the same label, however it is spelt; of two in one wish the last counts', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { Zref: 'A-1' } })
    await changeRules(desk.deps, [toNote])
    await changeRules(desk.deps, [label(' ZREF', 'memo'), label('zref', 'invoice_no')])
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(listRules(desk.database.read).all()).toMatchObject([{ to: 'invoice_no', category: '' }])
  })

  test('for one category comes before one for all', async () => {
    await using desk = scanDesk()
    const invoice = await desk.addScan({ metadata: { Zref: 'A-1' } })
    const order = await desk.addScan({ metadata: { Zref: 'A-1' }, category: 'purchase_order' })
    await changeRules(desk.deps, [label('Zref', 'order_no', 'purchase_order'), toNumber])
    expect(desk.queued().get(invoice)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(desk.queued().get(order)?.invoice_metadata).toMatchObject({ order_no: 'A-1' })
  })

  test('is entered in the history, once', async () => {
    await using desk = scanDesk()
    await desk.addScan({ metadata: { Zref: 'A-1' } })
    await changeRules(desk.deps, [toNumber], { by: 'owner' })
    const lines = desk.database.read.select().from(history).all()
    expect(lines).toMatchObject([{ action: 'rules changed', userId: 'owner', at: noon }])
    expect(JSON.parse(lines[0]?.details ?? '')).toEqual({ rules: 1, renormalised: 1 })
  })

  test('that cannot be is refused, changes nothing and keeps nobody waiting', async () => {
    await using desk = scanDesk()
    await desk.addScan({ metadata: { Zref: 'A-1' } })
    const before = desk.queued()
    for (const wrong of [
      label(' ', 'a'),
      label('a', ''),
      value('', 'a', 'b'),
      label('a', 'x'.repeat(501)),
    ]) {
      expect(await codeOf(changeRules(desk.deps, [toNumber, wrong]))).toBe('invalid_request')
    }
    expect(desk.queued()).toEqual(before)
    expect(listRules(desk.database.read).all()).toEqual([])
    await changeRules(desk.deps, [toNumber])
  })

  test('cannot make more rules than 50,000, and what it prepared goes', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { Zref: 'A-1' } })
    await desk.database.write((conn) =>
      conn.$client.run(`
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
        INSERT INTO rename_rules (id, type, category, "key", folded_key, "from", folded_from, "to", created_at, updated_at)
        SELECT 'id ' || i, 'value', '', 'state', 'state', 'v' || i, 'v' || i, 'x', 0, 0 FROM n`),
    )
    expect(await codeOf(changeRules(desk.deps, [toNumber]))).toBe('invalid_request')
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ Zref: 'A-1' })
    expect(findRuleState(desk.database.read).get()?.changeId).toBeNull()
    await changeRules(desk.deps, [value('state', 'v1', 'y')])
    expectNoTrace(desk)
  })
})

describe('while a change is prepared', () => {
  test('readers see only the old rules, and then only the new ones', async () => {
    await using desk = scanDesk()
    await addMany(desk, 250)
    const seen: string[] = []
    const look = () => {
      const labels = [...desk.queued().values()].map((data) =>
        'Zref' in data.invoice_metadata ? 'old' : 'new',
      )
      seen.push([...new Set(labels)].join(' and '), String(labels.length))
    }
    await changeRules(watched(desk, look), [toNote])
    look()
    expect(seen.length).toBeGreaterThan(10)
    expect(new Set(seen)).toEqual(new Set(['old', 'new', '250']))
    expect(seen.slice(0, 6)).toEqual(['old', '250', 'old', '250', 'old', '250'])
  })

  test('scans come, go, are corrected and put back at every moment, and all are right afterwards', async () => {
    await using desk = scanDesk()
    const ids = await addMany(desk, 230)
    const synced = ids.slice(0, 20)
    await desk.mark(synced)
    let moment = 0
    const gone: string[] = []
    const busy = watched(desk, async () => {
      const [marked, corrected, back] = [ids[20 + moment], ids[229 - moment], synced[moment]]
      moment++
      await desk.addScan({ metadata: { Zref: `late ${moment}` } })
      if (marked === undefined || corrected === undefined || back === undefined) return
      await desk.mark([marked])
      gone.push(marked)
      const correction = { invoice_metadata: { Zref: `typed ${moment}` }, line_items: [] }
      await correctScan(desk.deps, corrected, correction, 'owner')
      await putBackScan(desk.deps, back, 'owner')
    })
    await changeRules(busy, [toNote])
    expect(moment).toBeGreaterThan(4)
    expectNormalised(desk, [toNote])
    expectNoTrace(desk)
    for (const id of gone) expect(desk.queued().has(id)).toBe(false)
  })

  test('another change waits for its turn, and both come into force', async () => {
    await using desk = scanDesk()
    await addMany(desk, 120)
    const both = [[toNote], [value('note', 'R 7', 'seven')]]
    await Promise.all(both.map((rules) => changeRules(desk.deps, rules)))
    expectNormalised(desk, both.flat())
    expectNoTrace(desk)
    expect(findRuleState(desk.database.read).get()?.version).toBe(2)
  })

  test('another process that changes rules waits too', async () => {
    await using desk = scanDesk()
    await addMany(desk, 120)
    const command = openDatabaseForCommand(desk.dir, noon)
    const there = { ...desk.deps, database: command }
    await Promise.all([
      changeRules(desk.deps, [toNote]),
      changeRules(there, [label('Other', 'remark')]),
    ])
    await command.close()
    expectNormalised(desk, [toNote, label('Other', 'remark')])
    expectNoTrace(desk)
  })
})
