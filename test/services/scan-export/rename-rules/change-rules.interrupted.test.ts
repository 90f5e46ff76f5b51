import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { AppError } from '../../../../src/platform/errors.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import type { RenameRule } from '../../../../src/paper/rules/rules.ts'
import { listRules } from '../../../../src/services/scan-export/rename-rules/queries.ts'
import { findRuleState } from '../../../../src/services/scan-export/rules-in-force.ts'
import { putBackScan } from '../../../../src/services/scan-export/delivery/put-back.ts'
import { scans } from '../../../../src/services/scan-export/tables.ts'
import { scanService } from '../../../support/scan-service.ts'
import { codeOf } from '../../../support/temporary-database.ts'
import { expectHeads } from '../scans/kept-heads.ts'
import {
  addMany,
  expectNormalised,
  expectNoTrace,
  label,
  toNote,
  toNumber,
  watched,
} from './rule-changes.ts'

// Two busy cores may take several times as long as an idle machine.
setDefaultTimeout(120_000)

/** Slices without time take one scan each. */
const oneScanEach = { sliceMs: 0 }

describe('a change that is interrupted', () => {
  test('at any moment leaves no trace after the next one', async () => {
    await using service = scanService()
    await addMany(service, 3)
    for (let moment = 1; moment < 10; moment++) {
      let left = moment
      const dying = watched(service, () => {
        if (--left <= 0) throw new Error('The process ends here.')
      })
      const before = service.queued()
      const to = `note ${moment}`
      await changeRules(dying, [label('Zref', to)], oneScanEach).catch(() => undefined)
      const ended = listRules(service.database.read).all()[0]?.to === to
      if (!ended) expect(service.queued()).toEqual(before)
      await changeRules(service.deps, [label('Zref', `memo ${moment}`)], { abandonedAfterMs: 0 })
      expectNormalised(service, [label('Zref', `memo ${moment}`)])
      expectNoTrace(service)
      await expectHeads(service)
    }
  })

  test('and goes on after another took over is refused, whenever that was, and changes nothing', async () => {
    await using service = scanService()
    await addMany(service, 1)
    // The last of these writes is the one that would bring the change into force.
    for (let moment = 4; moment <= 6; moment++) {
      const other = label('Zref', `note ${moment}`)
      let writes = 0
      const slow = watched(service, async () => {
        if (++writes === moment) await changeRules(service.deps, [other], { abandonedAfterMs: 0 })
      })
      expect(await codeOf(changeRules(slow, [toNumber], oneScanEach))).toBe('conflict')
      expectNormalised(service, [other])
      expectNoTrace(service)
    }
  })

  test('by a refusal frees the turn: the next one does not wait', async () => {
    await using service = scanService()
    await addMany(service, 5)
    let writes = 0
    const refused = watched(service, () => {
      if (++writes === 4) throw new AppError('out_of_space', 'The disk is full.')
    })
    expect(await codeOf(changeRules(refused, [toNumber]))).toBe('out_of_space')
    expect(findRuleState(service.database.read).get()?.changeId).toBeNull()
    await changeRules(service.deps, [toNote])
    expectNormalised(service, [toNote])
    expectNoTrace(service)
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
  await using service = scanService()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, together) => {
      await service.database.write((conn) => {
        conn.delete(scans).run()
        conn.$client.run('DELETE FROM rename_rules')
        conn.$client.run('UPDATE rename_rule_state SET generation = generation + 1')
      })
      const ids: string[] = []
      const rules: RenameRule[] = []
      const run = async (one: (typeof steps)[number]) => {
        if ('change' in one) await changeRules(service.deps, one.change)
        else if ('scan' in one) ids.push(await service.addScan(one.scan))
        else if ('mark' in one) await service.mark(ids.slice(one.mark, one.mark + 1))
        else
          for (const id of ids.slice(one.back, one.back + 1))
            await putBackScan(service.deps, id, 'owner')
      }
      const changes = steps.filter((one) => 'change' in one)
      for (const one of changes) rules.push(...one.change)
      const others = steps.filter((one) => !('change' in one))
      if (together) {
        // Changes in their order, and all the rest beside them.
        await Promise.all([inOrder(changes, run), inOrder(others, run)])
      } else await inOrder(steps, run)
      expectNormalised(service, rules)
      expectNoTrace(service)
    }),
    { numRuns: 50 },
  )
})

async function inOrder<T>(steps: readonly T[], run: (step: T) => Promise<void>): Promise<void> {
  for (const step of steps) await run(step)
}
