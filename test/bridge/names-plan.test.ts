import { describe, expect, test } from 'bun:test'
import { NameList, planNames } from '../../src/bridge/names/plan.ts'

function master(name: string, aliases: string[] = [], gstin = '') {
  return { id: name, name, aliases, gstin, alter_id: 1 }
}

/** The entry, whether it is new, and the aliases for it. */
function additions(plan: ReturnType<typeof planNames>) {
  return plan.additions.map(({ entry, isNew, aliases }) => [entry.name, isNew, aliases] as const)
}

const none = { known: new Map(), confirmed: [] }

describe('which names are missing', () => {
  test('of sellers: none that a bank might mean something else by', () => {
    const masters = [master('HP'), master('Ravi Stores', ['RS', '10045', 'V-001', 'Ravi Kirana'])]
    const plan = planNames('vendor', masters, { list: new NameList([]), ...none })
    expect(additions(plan)).toEqual([['Ravi Stores', true, ['Ravi Kirana']]])
  })

  test('of items: codes too', () => {
    const masters = [{ ...master('Tea', ['8901030865278']), part_no: 'T1' }]
    const plan = planNames('product', masters, { list: new NameList([]), ...none })
    expect(additions(plan)).toEqual([['Tea', true, ['8901030865278', 'T1']]])
  })

  test('go to the entry that somebody confirmed as this one', () => {
    const ours = { id: '1', name: 'Bharat Cables Pune', aliases: [] }
    const confirmed = [{ ours: 'Bharat Cables Pune', theirs: 'Bharat Cables (Cr)' }]
    const known = { list: new NameList([ours]), known: new Map(), confirmed }
    const plan = planNames('vendor', [master('Bharat Cables (Cr)', ['Bharat'])], known)
    expect(additions(plan)).toEqual([
      ['Bharat Cables Pune', false, ['Bharat Cables (Cr)', 'Bharat']],
    ])
  })

  test('leave alone what papers are known in the books by already', () => {
    const confirmed = [{ ours: 'Bharat Cab', theirs: 'Bharat Cables' }]
    const known = { list: new NameList([]), known: new Map(), confirmed }
    const plan = planNames('vendor', [master('Bharat Cables', ['Bharat Cab'])], known)
    expect(additions(plan)).toEqual([['Bharat Cables', true, []]])
    expect(plan.left).toBe(1)
  })

  test('leave two entries of a person apart, though they have one GSTIN in the books', () => {
    const gstin = '27AAPFU0939F1ZV'
    const entries = ['Shree North', 'Shree South'].map((name) => ({ id: name, name, aliases: [] }))
    const masters = [
      master('Shree North', ['Shree N1'], gstin),
      master('Shree South', ['Shree S1'], gstin),
    ]
    const plan = planNames('vendor', masters, { list: new NameList(entries), ...none })
    expect(additions(plan)).toEqual([
      ['Shree North', false, ['Shree N1']],
      ['Shree South', false, ['Shree S1']],
    ])
  })
})
