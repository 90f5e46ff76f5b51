import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliveredFacts, type DeliveredFacts } from '../../src/paper/delivered-facts.ts'
import { factsOf } from '../../src/paper/facts.ts'
import { documentOf } from '../../src/paper/paper.ts'
import type { Category } from '../../src/paper/categories.ts'
import { normaliseDocument, type RawDocument } from '../../src/paper/rules/normalise.ts'
import { compileRules, type RenameRule } from '../../src/paper/rules/rules.ts'

/* A careful client of the sample shop: it books only what is typed and adds up, and never looks at `data`. */

const sampleShop = join(import.meta.dir, '../../src/cli/demo/sample-shop')

type Sample = { id: string; category: Category; status: string; raw?: RawDocument }

const rules = compileRules(
  linesOf<RenameRule>('rules.jsonl').map((rule) => ({ ...rule, category: rule.category ?? null })),
)

const delivered = linesOf<Sample>('scans.jsonl').flatMap(({ id, category, status, raw }) => {
  if (status !== 'successful' || raw === undefined) return []
  return [{ id, category, facts: factsOfRaw(raw, category) }]
})

describe('the sample shop', () => {
  test('has documents of which a careful client books the first 50', () => {
    expect(unbooked(delivered.slice(0, 50))).toEqual([])
  })

  test('has no document that a careful client leaves to a person', () => {
    expect(unbooked(delivered)).toEqual([])
  })
})

function unbooked(documents: typeof delivered) {
  return documents.flatMap(({ id, category, facts }) => {
    const why = reasonAgainst(facts)
    return why === undefined ? [] : [`${category} ${id}: ${why}`]
  })
}

/** Why a document is not booked; undefined for one that is. */
function reasonAgainst(facts: DeliveredFacts): string | undefined {
  if (facts.unread.length > 0) return `unread: ${facts.unread.join(', ')}`
  return facts.kind === 'statement' ? againstStatement(facts) : againstTrade(facts)
}

function againstTrade(facts: DeliveredFacts): string | undefined {
  const { date, seller, total, taxable_value: taxable, lines = [] } = facts
  // A cash memo has no number.
  if (date === undefined || seller?.name === undefined) return 'no date or no seller'
  if (total === undefined) return 'no total'
  const ofLines = sum(lines.map(({ amount, taxable_value: value }) => amount ?? value))
  const base = ofLines - paise(facts.discount)
  if (taxable !== undefined && paise(taxable) !== base) return `lines come to ${base}`
  const { cgst, sgst, igst, cess, tax_amount: all } = facts
  const taxes = sum([cgst, sgst, igst, cess]) || paise(all)
  const charges = sum((facts.charges ?? []).map(({ amount }) => amount))
  const comesTo = base + taxes + charges + paise(facts.round_off)
  return comesTo === paise(total) ? undefined : `${comesTo} is not the total ${total}`
}

function againstStatement({
  account,
  opening_balance: opening,
  closing_balance: closing,
  rows = [],
}: DeliveredFacts) {
  if (account?.number === undefined) return 'no account'
  let balance = opening === undefined ? undefined : paise(opening)
  for (const [at, row] of rows.entries()) {
    if (row.date === undefined) return `no date in row ${at}`
    if (row.amount !== undefined) return `no side in row ${at}`
    const expected =
      balance === undefined ? undefined : balance + paise(row.credit) - paise(row.debit)
    balance = row.balance === undefined ? expected : paise(row.balance)
    if (expected !== undefined && balance !== expected) return `row ${at} does not add up`
  }
  return closing === undefined || paise(closing) === balance
    ? undefined
    : 'the closing balance is another'
}

function sum(amounts: readonly (number | undefined)[]): number {
  return amounts.reduce<number>((total, amount) => total + paise(amount), 0)
}

function paise(rupees = 0): number {
  return Math.round(rupees * 100)
}

/** What the list carries, as a client parses it. */
function factsOfRaw(raw: RawDocument, category: Category): DeliveredFacts {
  const data = normaliseDocument(raw, category, rules)
  const facts = factsOf(documentOf(data, category))
  const parsed: DeliveredFacts = JSON.parse(JSON.stringify(deliveredFacts(facts)))
  return parsed
}

function linesOf<Line>(file: string): Line[] {
  return readFileSync(join(sampleShop, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line))
}
