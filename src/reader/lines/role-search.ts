import { isNear, type LineOf, secondDiscount, senseOf } from './column-sense.ts'

/* The reading of a table's columns that headings and figures bear out best: looked for from the headings' own. */

/** The keys of the columns, in their order: a reading of the table. */
export type Keys = readonly (string | undefined)[]

/** A column of figures: what each line has there, and what it may be. */
export type Candidate = {
  readonly figures: readonly (number | undefined)[]
  /** By key what the heading says for it; a key that is not there it cannot be. */
  readonly worth: ReadonlyMap<string | undefined, number>
}

/** Those of a table; undefined for what holds no figures. */
export type Candidates = readonly (Candidate | undefined)[]

/** How many readings may still be judged. */
export type Budget = { left: number }

/** Better by less is as good. */
export const margin = 0.25
/** Changes that are made at most. */
const stepsMax = 12
/** Columns of figures that are tried: no bill has more of them, and the readings grow with their third power. */
const columnsMax = 24
/** Readings that are judged at most; those of bills were 170 at most. */
export const readingsMax = 2000
/** Part of the lines whose figures must agree. */
const mostMin = 0.7
/** The same for products: of the others something may be taken off. */
const productsMin = 0.5

const rateKeys = ['rate', 'rate_incl_tax']
const amountKeys = ['amount', 'taxable_value', 'total']

/** From the headings' reading step by step to the best one. */
export function bestKeys(
  first: Keys,
  all: Candidates,
  budget: Budget = { left: readingsMax },
): Keys {
  const candidates = mostEvident(all)
  let best = { keys: first, worth: worthOf(first, candidates) }
  const judge = (readings: Iterable<Keys>) => {
    for (const keys of readings) {
      if (budget.left <= 0) return
      budget.left -= 1
      const worth = worthOf(keys, candidates)
      if (worth > best.worth) best = { keys, worth }
    }
  }
  judge(products(first, candidates))
  for (let step = 0; step < stepsMax; step++) {
    const before = best
    judge(changesOf(before.keys, candidates))
    judge(taxed(before.keys, candidates))
    judge(tiers(before.keys, candidates))
    if (best.worth <= before.worth + margin / 5) return before.keys
  }
  return best.keys
}

/** The columns that most speaks for: those that headings name, then the fullest. */
function mostEvident(candidates: Candidates): Candidates {
  const evident = candidates
    .flatMap((candidate) => candidate ?? [])
    .toSorted((a, b) => evidenceOf(b) - evidenceOf(a))
    .slice(0, columnsMax)
  const chosen = new Set(evident)
  return candidates.map((one) => (one !== undefined && chosen.has(one) ? one : undefined))
}

function evidenceOf({ figures, worth }: Candidate): number {
  return linesMost * Math.max(...worth.values()) + figures.filter((one) => one !== undefined).length
}

/** More than the lines that are tried: a name is worth more than any number of cells. */
const linesMost = 100

export function worthOf(keys: Keys, candidates: Candidates): number {
  const order = keys.indexOf('qty') < keys.indexOf('rate') ? 0.1 : 0
  const lineAt = linesBy(keys, candidates)
  return candidates.reduce((sum, candidate, index) => {
    if (candidate === undefined) return sum
    const sense = senseIn(lineAt, keys[index], candidate)
    return sum + (candidate.worth.get(keys[index]) ?? -1) + sense
  }, order)
}

/** What the lines say for a column's key, on average. */
export function averageSense(keys: Keys, index: number, candidates: Candidates): number {
  return senseIn(linesBy(keys, candidates), keys[index], candidates[index])
}

/** Each line's figures by key, in a reading. */
function linesBy(keys: Keys, candidates: Candidates): (line: number) => LineOf {
  const byKey = new Map(
    keys.flatMap((key, at) => (key === undefined ? [] : [[key, candidates[at]?.figures] as const])),
  )
  return (line) => (key) => byKey.get(key)?.[line]
}

function senseIn(
  lineAt: (line: number) => LineOf,
  key: string | undefined,
  own: Candidate | undefined,
): number {
  if (key === undefined || own === undefined) return 0
  let [sum, count] = [0, 0]
  for (const [line, figure] of own.figures.entries()) {
    if (figure === undefined) continue
    sum += senseOf(key, lineAt(line))
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

/** Each reading in which one column is something else; who had that key is something else too, or nothing. */
function* changesOf(keys: Keys, candidates: Candidates): Generator<Keys> {
  for (const [index, candidate] of candidates.entries()) {
    for (const key of candidate?.worth.keys() ?? []) {
      if (key === keys[index]) continue
      const changed = keys.with(index, key)
      const holder = key === undefined ? -1 : keys.indexOf(key)
      if (holder === -1) yield changed
      else yield* withoutHolder(changed, holder, candidates)
    }
  }
}

function* withoutHolder(keys: Keys, holder: number, candidates: Candidates): Generator<Keys> {
  for (const key of candidates[holder]?.worth.keys() ?? []) {
    if (key === undefined || !keys.includes(key)) yield keys.with(holder, key)
  }
}

/** A column as what it may be. */
type Role = { readonly index: number; readonly key: string; readonly figures: Candidate['figures'] }

function rolesOf(wanted: readonly string[], candidates: Candidates): Role[] {
  return candidates.flatMap((candidate, index) =>
    wanted.flatMap((key) =>
      candidate?.worth.has(key) === true ? [{ index, key, figures: candidate.figures }] : [],
    ),
  )
}

/** The reading with these columns as that; who had their keys has none. */
function withRolesOf(keys: Keys, roles: readonly Role[]): Keys {
  const byIndex = new Map(roles.map(({ index, key }) => [index, key]))
  const taken = new Set<string | undefined>(byIndex.values())
  return keys.map((key, index) => byIndex.get(index) ?? (taken.has(key) ? undefined : key))
}

/** Readings in which quantity, rate and amount are three columns whose figures multiply. */
function* products(keys: Keys, candidates: Candidates): Generator<Keys> {
  const amounts = rolesOf(amountKeys, candidates)
  for (const qty of rolesOf(['qty'], candidates))
    for (const rate of rolesOf(rateKeys, candidates)) {
      if (qty.index === rate.index) continue
      const product = qty.figures.map((a, line) => times(a, rate.figures[line]))
      for (const amount of amounts) {
        if (amount.index === qty.index || amount.index === rate.index) continue
        if (agree(product, amount.figures, productsMin))
          yield withRolesOf(keys, [qty, rate, amount])
      }
    }
}

function times(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a * b
}

const taxKeys = ['cgst', 'sgst', 'utgst', 'igst', 'cess', 'tax_amount']

/** Readings in which one column of amounts is another with the taxes of the line. */
function* taxed(keys: Keys, candidates: Candidates): Generator<Keys> {
  const taxes = keys.flatMap((key, index) =>
    taxKeys.includes(key ?? '') ? [candidates[index]?.figures ?? []] : [],
  )
  if (taxes.length === 0) return
  for (const base of rolesOf(['taxable_value', 'amount'], candidates)) {
    const sums = base.figures.map((own, line) =>
      own === undefined ? undefined : taxes.reduce((sum, tax) => sum + (tax[line] ?? 0), own),
    )
    for (const total of rolesOf(['total', 'amount'], candidates)) {
      if (base.index === total.index || base.key === total.key) continue
      if (agree(sums, total.figures, mostMin)) yield withRolesOf(keys, [base, total])
    }
  }
}

/** Readings in which a second discount is taken off behind the first. */
function* tiers(keys: Keys, candidates: Candidates): Generator<Keys> {
  for (const one of rolesOf(['discount_pct'], candidates))
    for (const two of rolesOf([secondDiscount], candidates))
      if (one.index < two.index) yield* amountsOf(withRolesOf(keys, [one, two]), candidates)
}

/** The reading itself, and with each column that may be a rate as the rate of an amount. */
function* amountsOf(keys: Keys, candidates: Candidates): Generator<Keys> {
  yield keys
  for (const rate of rolesOf(['rate'], candidates)) yield withRolesOf(keys, [rate])
}

/** Whether most of the figures that both have are the same; nothing agrees with nothing. */
function agree(
  expected: Candidate['figures'],
  printed: Candidate['figures'],
  partMin: number,
): boolean {
  const judged = printed.flatMap((one, line) => {
    const other = expected[line]
    return one === undefined || one === 0 || other === undefined ? [] : [isNear(other, one)]
  })
  return judged.length > 0 && judged.filter(Boolean).length >= partMin * judged.length
}
