import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { ne } from 'drizzle-orm'
import { history } from '../../../src/accounts/tables.ts'
import { openBookForCommand, type Book } from '../../../src/platform/db/book.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { foldText } from '../../../src/platform/text.ts'
import { changeRules } from '../../../src/services/scan-export/service.ts'
import { foldLabel } from '../../../src/services/scan-export/rename-rules/labels.ts'
import {
  compileRules,
  normaliseDocument,
  type RawDocument,
  type RenameRule,
} from '../../../src/services/scan-export/rename-rules/normalise.ts'
import { findRuleState, listRules } from '../../../src/services/scan-export/rename-rules/queries.ts'
import { correctScan } from '../../../src/services/scan-export/scans/correct-scan.ts'
import { putBackScan } from '../../../src/services/scan-export/scans/put-back.ts'
import { rulesUntilForever } from '../../../src/services/scan-export/scans/waiting-queries.ts'
import { scans, waitingScans } from '../../../src/services/scan-export/tables.ts'
import { scanDesk, type ScanDesk } from '../../support/scan-desk.ts'
import { codeOf, noon } from '../../support/temporary-book.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(30_000)

const label = (from: string, to: string, category: RenameRule['category'] = null): RenameRule => ({
  type: 'label',
  from,
  to,
  category,
})
const value = (key: string, from: string, to: string): RenameRule => ({
  type: 'value',
  key,
  from,
  to,
  category: null,
})

/** `Zref` is a label that nothing built in knows. */
const toNumber = label('Zref', 'invoice_no')
const toNote = label('Zref', 'note')

describe('a change of rules', () => {
  test('normalises again what waits, its number for duplicates too', async () => {
    await using desk = scanDesk()
    const first = await desk.addScan({ metadata: { Zref: 'A-1' }, createdAt: noon - 2 })
    const twin = await desk.addScan({ metadata: { Zref: 'A-1' }, createdAt: noon - 1 })
    expect(desk.listed()).toEqual([first, twin])
    expect(await changeRules(desk.parts, [toNumber])).toEqual({ rules: 1, renormalised: 2 })
    expect(desk.queued().get(first)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(desk.listed()).toEqual([first])
    expect(desk.waiting()).toBe(1)
  })

  test('leaves what was synced as it was delivered', async () => {
    await using desk = scanDesk()
    const synced = await desk.addScan({ metadata: { Zref: 'A-1' } })
    await desk.mark([synced])
    const before = desk.scan(synced)
    expect(await changeRules(desk.parts, [toNumber])).toEqual({ rules: 1, renormalised: 0 })
    expect(desk.scan(synced)).toEqual(before)
    expect(desk.queued().size).toBe(0)
  })

  test('counts only what comes out different', async () => {
    await using desk = scanDesk()
    await desk.addScan({ metadata: { Zref: 'A-1' } })
    const untouched = await desk.addScan({ metadata: { Other: 'A-1' } })
    const rowBefore = desk.book.read.select().from(waitingScans).all()
    expect(await changeRules(desk.parts, [toNumber])).toMatchObject({ renormalised: 1 })
    const kept = (rows: typeof rowBefore) => rows.filter(({ scanId }) => scanId === untouched)
    expect(kept(desk.book.read.select().from(waitingScans).all())).toEqual(kept(rowBefore))
  })

  test('replaces a rule with the same label, however it is spelt; of two in one wish the last counts', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { Zref: 'A-1' } })
    await changeRules(desk.parts, [toNote])
    await changeRules(desk.parts, [label(' ZREF', 'memo'), label('zref', 'invoice_no')])
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(listRules(desk.book.read).all()).toMatchObject([{ to: 'invoice_no', category: '' }])
  })

  test('for one category comes before one for all', async () => {
    await using desk = scanDesk()
    const invoice = await desk.addScan({ metadata: { Zref: 'A-1' } })
    const order = await desk.addScan({ metadata: { Zref: 'A-1' }, category: 'purchase_order' })
    await changeRules(desk.parts, [label('Zref', 'order_no', 'purchase_order'), toNumber])
    expect(desk.queued().get(invoice)?.invoice_metadata).toMatchObject({ invoice_no: 'A-1' })
    expect(desk.queued().get(order)?.invoice_metadata).toMatchObject({ order_no: 'A-1' })
  })

  test('is entered in the history, once', async () => {
    await using desk = scanDesk()
    await desk.addScan({ metadata: { Zref: 'A-1' } })
    await changeRules(desk.parts, [toNumber], { by: 'owner' })
    const lines = desk.book.read.select().from(history).all()
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
      expect(await codeOf(changeRules(desk.parts, [toNumber, wrong]))).toBe('invalid_request')
    }
    expect(desk.queued()).toEqual(before)
    expect(listRules(desk.book.read).all()).toEqual([])
    await changeRules(desk.parts, [toNumber])
  })

  test('cannot make more rules than 50,000, and what it prepared goes', async () => {
    await using desk = scanDesk()
    const id = await desk.addScan({ metadata: { Zref: 'A-1' } })
    await desk.book.write((conn) =>
      conn.$client.run(`
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
        INSERT INTO rename_rules (id, type, category, "key", folded_key, "from", folded_from, "to", created_at, updated_at)
        SELECT 'id ' || i, 'value', '', 'state', 'state', 'v' || i, 'v' || i, 'x', 0, 0 FROM n`),
    )
    expect(await codeOf(changeRules(desk.parts, [toNumber]))).toBe('invalid_request')
    expect(desk.queued().get(id)?.invoice_metadata).toMatchObject({ Zref: 'A-1' })
    expect(findRuleState(desk.book.read).get()?.changeId).toBeNull()
    await changeRules(desk.parts, [value('state', 'v1', 'y')])
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
      await correctScan(desk.parts, corrected, correction)
      await putBackScan(desk.parts, back, 'owner')
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
    await Promise.all(both.map((rules) => changeRules(desk.parts, rules)))
    expectNormalised(desk, both.flat())
    expectNoTrace(desk)
    expect(findRuleState(desk.book.read).get()?.generation).toBe(2)
  })

  test('another process that changes rules waits too', async () => {
    await using desk = scanDesk()
    await addMany(desk, 120)
    const command = openBookForCommand(desk.dir, noon)
    const there = { ...desk.parts, book: command }
    await Promise.all([
      changeRules(desk.parts, [toNote]),
      changeRules(there, [label('Other', 'remark')]),
    ])
    await command.close()
    expectNormalised(desk, [toNote, label('Other', 'remark')])
    expectNoTrace(desk)
  })
})

describe('a change that is interrupted', () => {
  test('at any moment leaves no trace after the next one', async () => {
    await using desk = scanDesk()
    await addMany(desk, 130)
    for (let moment = 1; moment < 9; moment++) {
      let left = moment
      const dying = watched(desk, () => {
        if (--left <= 0) throw new Error('The process ends here.')
      })
      const before = desk.queued()
      const to = `note ${moment}`
      await changeRules(dying, [label('Zref', to)]).catch(() => undefined)
      const ended = listRules(desk.book.read).all()[0]?.to === to
      if (!ended) expect(desk.queued()).toEqual(before)
      await changeRules(desk.parts, [label('Zref', `memo ${moment}`)], { abandonedAfterMs: 0 })
      expectNormalised(desk, [label('Zref', `memo ${moment}`)])
      expectNoTrace(desk)
    }
  })

  test('and goes on after another took over is refused, and changes nothing', async () => {
    await using desk = scanDesk()
    await addMany(desk, 130)
    let writes = 0
    const slow = watched(desk, async () => {
      if (++writes === 4) await changeRules(desk.parts, [toNote], { abandonedAfterMs: 0 })
    })
    expect(await codeOf(changeRules(slow, [toNumber]))).toBe('conflict')
    expectNormalised(desk, [toNote])
    expectNoTrace(desk)
  })

  test('by a refusal frees the turn: the next one does not wait', async () => {
    await using desk = scanDesk()
    await addMany(desk, 5)
    let writes = 0
    const refused = watched(desk, () => {
      if (++writes === 4) throw new AppError('insufficient_storage', 'The disk is full.')
    })
    expect(await codeOf(changeRules(refused, [toNumber]))).toBe('insufficient_storage')
    expect(findRuleState(desk.book.read).get()?.changeId).toBeNull()
    await changeRules(desk.parts, [toNote])
    expectNormalised(desk, [toNote])
    expectNoTrace(desk)
  })
})

test('whatever rules change and whatever comes meanwhile, every waiting row is what its raw data is by the final rules', async () => {
  const category = fc.constantFrom(null, 'vendor_invoice' as const, 'purchase_order' as const)
  const rule: fc.Arbitrary<RenameRule> = fc.oneof(
    fc.record({
      type: fc.constant('label' as const),
      from: fc.constantFrom('Zref', 'z_ref', 'Zwho', 'Qty'),
      to: fc.constantFrom('invoice_no', 'vendor_name', 'note', 'qty'),
      category,
    }),
    fc.record({
      type: fc.constant('value' as const),
      key: fc.constantFrom('note', 'Vendor Name', 'invoice_no'),
      from: fc.constantFrom('a', 'B', ' b '),
      to: fc.constantFrom('x', '', 'a'),
      category,
    }),
  )
  const text = fc.constantFrom('a', 'b', '', '7')
  const scan = fc.record({
    metadata: fc.dictionary(fc.constantFrom('Zref', 'Zwho', 'note', 'Bill No.'), text),
    lines: fc.array(fc.dictionary(fc.constantFrom('Qty', 'Zref', 'note'), text), { maxLength: 2 }),
    category: fc.constantFrom('vendor_invoice' as const, 'purchase_order' as const),
  })
  const step = fc.oneof(
    fc.record({ change: fc.array(rule, { minLength: 1, maxLength: 3 }) }),
    fc.record({ scan }),
    fc.record({ mark: fc.nat(20) }),
    fc.record({ back: fc.nat(20) }),
  )
  await using desk = scanDesk()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, together) => {
      await desk.book.write((conn) => {
        conn.delete(scans).run()
        conn.$client.run('DELETE FROM rename_rules')
        conn.$client.run('UPDATE rename_rule_state SET generation = generation + 1')
      })
      const ids: string[] = []
      const rules: RenameRule[] = []
      const run = async (one: (typeof steps)[number]) => {
        if ('change' in one) await changeRules(desk.parts, one.change)
        else if ('scan' in one) ids.push(await desk.addScan(one.scan))
        else if ('mark' in one) await desk.mark(ids.slice(one.mark, one.mark + 1))
        else
          for (const id of ids.slice(one.back, one.back + 1))
            await putBackScan(desk.parts, id, 'owner')
      }
      const changes = steps.filter((one) => 'change' in one)
      for (const one of changes) rules.push(...one.change)
      const others = steps.filter((one) => !('change' in one))
      if (together) {
        // Changes in their order, and all the rest beside them.
        await Promise.all([inOrder(changes, run), inOrder(others, run)])
      } else await inOrder(steps, run)
      expectNormalised(desk, rules)
      expectNoTrace(desk)
    }),
    { numRuns: 50 },
  )
})

async function inOrder<T>(steps: readonly T[], run: (step: T) => Promise<void>): Promise<void> {
  for (const step of steps) await run(step)
}

async function addMany(desk: ScanDesk, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  return await Promise.all(numbers.map((n) => desk.addScan({ metadata: { Zref: `R ${n}` } })))
}

/** The same service, told before each of its writes. */
function watched({ parts }: ScanDesk, before: () => void | Promise<void>): ScanDesk['parts'] {
  const book: Book = {
    ...parts.book,
    async write(act, options) {
      await before()
      return await parts.book.write(act, options)
    },
  }
  return { ...parts, book }
}

/** Exactly the successful, unsynced scans wait, each as its raw data is by these rules; of the same match the last. */
function expectNormalised(desk: ScanDesk, rules: readonly RenameRule[]): void {
  const byMatch = new Map(rules.map((rule) => [matchOf(rule), rule]))
  const compiled = compileRules([...byMatch.values()])
  const expected = desk.book.read
    .select()
    .from(scans)
    .all()
    .filter(({ status, syncedAt }) => status === 'successful' && syncedAt === null)
    .map(({ id, raw, correction, category }) => {
      const read: RawDocument = JSON.parse(correction ?? raw ?? '')
      return [id, normaliseDocument(read, category, compiled)] as const
    })
  expect(desk.queued()).toEqual(new Map(expected))
}

function matchOf({ category, from, ...rule }: RenameRule): string {
  return rule.type === 'label'
    ? JSON.stringify([category, foldLabel(from)])
    : JSON.stringify([category, foldLabel(rule.key), foldText(from)])
}

/** No row of the queue but those in force, and no change under way. */
function expectNoTrace({ book }: ScanDesk): void {
  const state = findRuleState(book.read).get()
  expect(state?.changeId).toBeNull()
  const rows = book.read.select().from(waitingScans).all()
  expect(rows.filter(({ rulesSince }) => rulesSince > (state?.generation ?? 0))).toEqual([])
  const ended = book.read
    .select()
    .from(waitingScans)
    .where(ne(waitingScans.rulesUntil, rulesUntilForever))
    .all()
  expect(ended).toEqual([])
  expect(new Set(rows.map(({ scanId }) => scanId)).size).toBe(rows.length)
}
