import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { history } from '../../../../src/accounts/tables.ts'
import { changeRules, type ChangeProgress } from '../../../../src/services/scan-export/service.ts'
import { listRules } from '../../../../src/services/scan-export/rename-rules/queries.ts'
import { scanDesk, type ScanDesk } from '../../../support/scan-desk.ts'
import { codeOf } from '../../../support/temporary-database.ts'
import {
  addMany,
  expectNormalised,
  expectNoTrace,
  label,
  toNote,
  toNumber,
} from './rule-changes.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(30_000)

const rulesOf = ({ database }: ScanDesk) => listRules(database.read).all()

describe('removing a rule', () => {
  test('normalises again what waits, and is entered in the history', async () => {
    await using desk = scanDesk()
    await addMany(desk, 120)
    await changeRules(desk.deps, [toNumber])
    const remove = rulesOf(desk).map(({ id }) => id)
    const done = await changeRules(desk.deps, [], { remove, by: 'owner' })
    expect(done).toEqual({ rules: 0, renormalised: 120 })
    expectNormalised(desk, [])
    expectNoTrace(desk)
    expect(rulesOf(desk)).toEqual([])
    const lines = desk.database.read.select().from(history).all()
    expect(JSON.parse(lines.at(-1)?.details ?? '')).toEqual({
      rules: 0,
      removed: 1,
      renormalised: 120,
    })
  })

  test('lets a rule for all documents through again', async () => {
    await using desk = scanDesk()
    await addMany(desk, 3)
    await changeRules(desk.deps, [toNumber, label('Zref', 'memo', 'vendor_invoice')])
    const remove = rulesOf(desk).flatMap(({ id, category }) => (category === '' ? [] : [id]))
    await changeRules(desk.deps, [], { remove })
    expectNormalised(desk, [toNumber])
  })

  test('that is not there is refused, changes nothing and keeps nobody waiting', async () => {
    await using desk = scanDesk()
    await addMany(desk, 3)
    await changeRules(desk.deps, [toNumber])
    const remove = [...rulesOf(desk).map(({ id }) => id), 'nothing']
    expect(await codeOf(changeRules(desk.deps, [], { remove }))).toBe('not_found')
    expectNormalised(desk, [toNumber])
    expectNoTrace(desk)
  })
})

describe('a rule that may not replace another', () => {
  test('is refused even when the other one came while it waited', async () => {
    await using desk = scanDesk()
    await addMany(desk, 120)
    const changes = [toNote, toNumber].map((rule) =>
      changeRules(desk.deps, [rule], { mayReplace: false }),
    )
    const outcomes = await Promise.allSettled(changes)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(rulesOf(desk)).toHaveLength(1)
    expectNoTrace(desk)
  })

  test('takes the place of the one that goes in the same moment', async () => {
    await using desk = scanDesk()
    await addMany(desk, 3)
    await changeRules(desk.deps, [toNote])
    const [before] = rulesOf(desk)
    const options = { remove: [before?.id ?? ''], mayReplace: false }
    await changeRules(desk.deps, [label('ZREF', 'invoice_no')], options)
    expect(rulesOf(desk)).toMatchObject([{ id: before?.id, from: 'ZREF', to: 'invoice_no' }])
    expectNormalised(desk, [toNumber])
  })
})

describe('the progress of a change', () => {
  test('goes from nothing to all that waits', async () => {
    await using desk = scanDesk()
    await addMany(desk, 2)
    const seen: ChangeProgress[] = []
    const onProgress = (progress: ChangeProgress) => seen.push(progress)
    // One scan a slice.
    await changeRules(desk.deps, [toNote], { onProgress, sliceMs: 0 })
    expect(seen).toEqual([
      { done: 0, total: 2 },
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ])
  })
})
