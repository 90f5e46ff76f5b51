import { describe, expect, test } from 'bun:test'
import { sampleRules } from '../../../scripts/demo/rules.ts'
import { sampleShop } from '../../../scripts/demo/sample-shop.ts'
import { organisation } from '../../../src/cli/demo/dates.ts'
import { checkDocument } from '../../../src/paper/checks/check-document.ts'
import { dayInIndia } from '../../../src/paper/values.ts'
import { compileRules } from '../../../src/paper/rules/rules.ts'
import { checkedDocument, paperOf } from '../../../src/paper/paper.ts'

const now = Date.UTC(2026, 10, 22, 10)
const against = { today: dayInIndia(now), ownGstin: organisation.gstin }
const rules = compileRules(
  sampleRules.map((rule) => ({ ...rule, category: rule.category ?? null })),
)

describe('nothing is found in what is honest', () => {
  test.each([1, 2, 3, 4, 5])('in the papers of a sample shop: %d', (seed) => {
    const { scans } = sampleShop({ seed, now })
    const found = scans.flatMap(({ raw, category, filename }) =>
      raw === null
        ? []
        : checkDocument(checkedDocument(paperOf({ raw }, category, rules)), against).map(
            (finding) => ({
              ...finding,
              filename,
              raw,
            }),
          ),
    )
    expect(scans.length).toBeGreaterThan(250)
    expect(found).toEqual([])
  })
})
