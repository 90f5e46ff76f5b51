import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { history } from '../../../../src/accounts/tables.ts'
import {
  changeRules,
  type ChangeProgress,
} from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { listRules } from '../../../../src/services/scan-export/rename-rules/queries.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
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
setDefaultTimeout(120_000)

const rulesOf = ({ database }: ScanService) => listRules(database.read).all()

describe('removing a rule', () => {
  test('normalises again what waits, and is entered in the history', async () => {
    await using service = scanService()
    await addMany(service, 120)
    await changeRules(service.deps, [toNumber])
    const remove = rulesOf(service).map(({ id }) => id)
    const done = await changeRules(service.deps, [], { remove, by: 'owner' })
    expect(done).toEqual({ rules: 0, renormalised: 120 })
    expectNormalised(service, [])
    expectNoTrace(service)
    expect(rulesOf(service)).toEqual([])
    const lines = service.database.read.select().from(history).all()
    expect(JSON.parse(lines.at(-1)?.details ?? '')).toEqual({
      rules: 0,
      removed: 1,
      renormalised: 120,
    })
  })

  test('lets a rule for all documents through again', async () => {
    await using service = scanService()
    await addMany(service, 3)
    await changeRules(service.deps, [toNumber, label('Zref', 'memo', 'vendor_invoice')])
    const remove = rulesOf(service).flatMap(({ id, category }) => (category === '' ? [] : [id]))
    await changeRules(service.deps, [], { remove })
    expectNormalised(service, [toNumber])
  })

  test('that is not there is refused, changes nothing and keeps nobody waiting', async () => {
    await using service = scanService()
    await addMany(service, 3)
    await changeRules(service.deps, [toNumber])
    const remove = [...rulesOf(service).map(({ id }) => id), 'nothing']
    expect(await codeOf(changeRules(service.deps, [], { remove }))).toBe('not_found')
    expectNormalised(service, [toNumber])
    expectNoTrace(service)
  })
})

describe('a rule that may not replace another', () => {
  test('is refused even when the other one came while it waited', async () => {
    await using service = scanService()
    await addMany(service, 120)
    const changes = [toNote, toNumber].map((rule) =>
      changeRules(service.deps, [rule], { mayReplace: false }),
    )
    const outcomes = await Promise.allSettled(changes)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(rulesOf(service)).toHaveLength(1)
    expectNoTrace(service)
  })

  test('takes the place of the one that goes in the same moment', async () => {
    await using service = scanService()
    await addMany(service, 3)
    await changeRules(service.deps, [toNote])
    const [before] = rulesOf(service)
    const options = { remove: [before?.id ?? ''], mayReplace: false }
    await changeRules(service.deps, [label('ZREF', 'invoice_no')], options)
    expect(rulesOf(service)).toMatchObject([{ id: before?.id, from: 'ZREF', to: 'invoice_no' }])
    expectNormalised(service, [toNumber])
  })
})

describe('the progress of a change', () => {
  test('goes from nothing to all that waits', async () => {
    await using service = scanService()
    await addMany(service, 2)
    const seen: ChangeProgress[] = []
    const onProgress = (progress: ChangeProgress) => seen.push(progress)
    // One scan a slice.
    await changeRules(service.deps, [toNote], { onProgress, sliceMs: 0 })
    expect(seen).toEqual([
      { done: 0, total: 2 },
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ])
  })
})
