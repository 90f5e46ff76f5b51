import { describe, expect, test } from 'bun:test'
import { kitOf } from '../../../scripts/bench/reading/kit.ts'
import { billOf, oddSellers } from '../../../scripts/bench/reading/learning/odd-sellers.tsx'
import { layoutsFor, originOf } from '../../../scripts/bench/reading/layouts.ts'
import { degradations } from '../../../scripts/bench/reading/degrade/degradations.ts'
import { sampled } from '../../../scripts/bench/reading/make-papers.ts'
import { truthOf, type TruthDocument, type Value } from '../../../scripts/bench/reading/truth.ts'

const papersOfEach = 3

const papers = layoutsFor('report').flatMap((layout) =>
  Array.from({ length: papersOfEach }, (_, at) => ({ layout, number: at + 1 })),
)

describe('Papers of the bench of reading', () => {
  test('are the same for the same seed, and others for another', () => {
    for (const layout of layoutsFor('tuning')) {
      const body = (number: number) => layout.make(kitOf(layout.name, 'tuning', number)).body
      expect(body(1)).toBe(body(1))
      expect(body(1)).not.toBe(body(2))
    }
  })

  test('are scanned and photographed in two ways each, and each way has layouts of each origin', () => {
    const layouts = layoutsFor('report')
    const ways = degradations.filter((how) => how !== 'digital' && how !== 'locked')
    const samples = ways.map((how) => sampled(layouts, how, 4))
    for (const layout of layouts.filter(({ kind }) => kind === 'bill')) {
      expect(samples.filter((sample) => sample.includes(layout))).toHaveLength(2)
    }
    for (const sample of samples) {
      expect(new Set(sample.map(originOf))).toEqual(new Set(['known', 'held out', 'untold', 'new']))
    }
  })

  test.each([...oddSellers])(
    'are of one seller from the first to the tenth: $name',
    async (seller) => {
      const [first, tenth] = [billOf(seller, 'tuning', 1), billOf(seller, 'tuning', 10)]
      const [[one], [other]] = [await truthOf(first.body), await truthOf(tenth.body)]
      if (one === undefined || other === undefined) throw new Error('A bill has one document.')
      expectSum(one)
      expectSum(other)
      expect(other.head['gstin']).toBe(one.head['gstin'] ?? '')
      expect(other.head['invoice_no']).not.toBe(one.head['invoice_no'] ?? '')
      expect([tenth.css, tenth.fonts]).toEqual([first.css, first.fonts])
    },
  )

  test.each(papers)(
    'say what is printed on them: $layout.name $number',
    async ({ layout, number }) => {
      const sheet = layout.make(kitOf(layout.name, 'report', number))
      const documents = await truthOf(sheet.body)
      expect(documents.length).toBeGreaterThan(0)
      for (const document of documents) {
        expect(document.pages.length).toBeGreaterThan(0)
        expect(document.lines.length).toBeGreaterThan(0)
        if (document.category === 'bank_entry') expectBalances(document)
        else expectSum(document)
      }
    },
  )
})

function expectSum({ head, alsoHead }: TruthDocument): void {
  const of = (key: string) => paise(head[key] ?? alsoHead[key]?.[0])
  const taxes = ['cgst', 'sgst', 'igst', 'cess', 'round_off'].reduce((sum, key) => sum + of(key), 0)
  expect(of('taxable_value') + taxes).toBe(of('total'))
}

function expectBalances({ head, alsoHead, lines }: TruthDocument): void {
  const opening = paise(head['opening_balance'] ?? alsoHead['opening_balance']?.[0])
  const closing = paise(head['closing_balance'] ?? alsoHead['closing_balance']?.[0])
  const isNewestFirst = paise(lines[0]?.['balance']) === closing && lines.length > 1
  let balance = opening
  for (const line of isNewestFirst ? lines.toReversed() : lines) {
    balance += paise(line['credit']) - paise(line['debit'])
    if (line['balance'] !== undefined) expect(paise(line['balance'])).toBe(balance)
  }
}

function paise(value: Value | undefined): number {
  const one = typeof value === 'object' ? value[0] : value
  return Math.round(Number(one ?? 0) * 100)
}
