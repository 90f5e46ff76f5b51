import { describe, expect, test } from 'bun:test'
import { kitOf } from '../../../scripts/bench/reading/kit.ts'
import { layoutsFor } from '../../../scripts/bench/reading/layouts.ts'
import { type Answer, scorePaper } from '../../../scripts/bench/reading/score.ts'
import { truthOf, type TruthDocument, type Value } from '../../../scripts/bench/reading/truth.ts'

const [layout] = layoutsFor('tuning')
if (layout === undefined) throw new Error('There is no layout.')
const truths = await truthOf(layout.make(kitOf(layout.name, 'tuning', 1)).body)

describe('Scoring what a reader made of a paper', () => {
  test('a perfect reader has everything right, of every layout', async () => {
    for (const { name, make } of layoutsFor('report')) {
      const documents = await truthOf(make(kitOf(name, 'report', 1)).body)
      const { score, faults } = scorePaper(documents, documents.map(perfect))
      expect(faults).toEqual([])
      expect(score.whole).toBe(documents.length)
      expect([score.headsRight, score.cellsRight]).toEqual([score.heads, score.cells])
      expect(score.silent).toBe(0)
    }
  })

  test('amounts and dates count by what they say, not by how they are written', () => {
    const answers = changed((head) => ({
      ...head,
      total: `₹ ${Number(head['total']).toLocaleString('en-IN')}.00`,
      vendor_name: `  ${head['vendor_name']?.toUpperCase()}`,
    }))
    expect(scorePaper(truths, answers).faults).toEqual([])
  })

  test('a wrong value without a doubt is counted apart from one with a doubt', () => {
    const wrong = changed((head) => ({ ...head, total: '1.00' }))
    const doubted = wrong.map((answer) => ({ ...answer, doubts: [{ key: 'total', message: '' }] }))
    expect(scorePaper(truths, wrong).score).toMatchObject({ whole: 0, silent: 1, delivered: 1 })
    expect(scorePaper(truths, doubted).score).toMatchObject({ whole: 0, silent: 0, delivered: 0 })
  })

  test('documents count as sent, right without a touch, wrong all the same, or held for nothing', () => {
    const right = changed((head) => head)
    expect(scores(right)).toMatchObject({ sent: 1, touchless: 1, lied: 0, heldRight: 0, keys: 0 })
    const wrong = changed((head) => ({ ...head, total: '1.00' }))
    expect(scores(wrong)).toMatchObject({ sent: 1, touchless: 0, lied: 1 })
    const short = right.map((answer) => ({ ...answer, lines: answer.lines.slice(1) }))
    expect(scores(short)).toMatchObject({ sent: 1, touchless: 0, lied: 1 })
    const blank = changed((head) => without(head, 'total'))
    expect(scores(blank)).toMatchObject({ sent: 1, touchless: 0, lied: 0 })
    const held = right.map((one) => ({
      ...one,
      isDelivered: false,
      doubts: [{ key: 'total', message: '' }],
    }))
    expect(scores(held)).toMatchObject({ sent: 0, lied: 0, heldRight: 1, doubts: 1, keys: 1 })
  })

  test('what is left out is missed but not wrong', () => {
    const { score } = scorePaper(
      truths,
      changed((head) => without(head, 'total')),
    )
    expect(score).toMatchObject({ headsRight: score.heads - 1, whole: 0, silent: 0 })
  })

  test('a value for a field that is not printed is wrong, unless it is true all the same', () => {
    expect(
      scorePaper(
        truths,
        changed((head) => ({ ...head, irn: 'x' })),
      ).score.silent,
    ).toBe(1)
    const also = truths[0]?.alsoHead['total_qty']?.[0]
    const { faults } = scorePaper(
      truths,
      changed((head) => ({ ...head, total_qty: String(also) })),
    )
    expect(faults).toEqual([])
  })

  test('a charge is read when its amount stands under any label, and missed when it stands nowhere', () => {
    const charged = truths.map((one) => ({ ...one, head: { ...one.head, 'charge: Packing': 75 } }))
    const named = changed((head) => ({ ...head, 'Packing & Forwarding 2%': '₹ 75.00' }))
    expect(scorePaper(charged, named).faults).toEqual([])
    expect(scorePaper(charged, truths.map(perfect)).faults).toMatchObject([
      { field: 'head.charge: Packing', printed: 75, read: undefined },
    ])
  })

  test('a line that is left out costs its own cells only', () => {
    const answers = truths
      .map(perfect)
      .map((answer) => ({ ...answer, lines: answer.lines.slice(1) }))
    const cells = Object.keys(truths[0]?.lines[0] ?? {}).length
    const { score } = scorePaper(truths, answers)
    expect(score.cellsRight).toBe(score.cells - cells)
  })

  test('a paper that could not be read has nothing right', () => {
    const { score } = scorePaper(truths, [])
    expect(score).toMatchObject({ headsRight: 0, cellsRight: 0, whole: 0, silent: 0 })
  })
})

function perfect({ kind, head, lines }: TruthDocument): Answer {
  return { kind, head: texts(head), lines: lines.map(texts), doubts: [], isDelivered: true }
}

function texts(fields: Readonly<Record<string, Value>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, textOf(value)]))
}

function textOf(value: Value): string {
  return typeof value === 'object' ? (value[0] ?? '') : String(value)
}

/** A perfect reader but for its heads. */
function scores(answers: readonly Answer[]) {
  return scorePaper(truths, answers).score
}

function changed(change: (head: Record<string, string>) => Record<string, string>): Answer[] {
  return truths.map(perfect).map((answer) => ({ ...answer, head: change({ ...answer.head }) }))
}

function without(fields: Readonly<Record<string, string>>, key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== key))
}
