import { isNear, type LineOf, secondDiscount, senseOf } from './column-sense.ts'

/* Searches the assignment of keys to columns that headings and figures confirm best, starting from the headings' keys. */

/** The keys of the columns, in order: one reading of the table. */
export type Keys = readonly (string | undefined)[]

/** A column of figures: the figure of each line, and the keys it may have. */
export type Candidate = {
  readonly figures: readonly (number | undefined)[]
  /** What the heading adds to each key. The column cannot have other keys. */
  readonly worth: ReadonlyMap<string | undefined, number>
}

/** The candidates of a table. Undefined for columns without figures. */
export type Candidates = readonly (Candidate | undefined)[]

/** The number of readings that may still be judged. */
export type Budget = { left: number }

/** A smaller difference counts as a tie. */
export const margin = 0.25
/** The most changes. */
const stepsMax = 12
/** The most columns of figures tried. No bill has more, and the number of readings grows with their third power. */
const columnsMax = 24
/** The most readings judged. Bills needed at most 170. */
export const readingsMax = 2000
/** The share of lines whose figures must agree. */
const mostMin = 0.7
/** The share of lines in which quantity times rate must agree: a discount may reduce the others. */
const productsMin = 0.5

const rateKeys = ['rate', 'rate_incl_tax']
const amountKeys = ['amount', 'taxable_value', 'total']

/** Goes step by step from the headings' reading to the best reading. */
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

/** The columns with the most evidence: those named by headings, then the fullest. */
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

/** More than the number of lines tried, so that a heading counts more than any number of cells. */
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

/** How well the lines confirm a column's key, on average. */
export function averageSense(keys: Keys, index: number, candidates: Candidates): number {
  return senseIn(linesBy(keys, candidates), keys[index], candidates[index])
}

/** The figures of a line by key, in one reading. */
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

/** All readings in which one column gets another key. The column that had this key gets another key or none. */
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

/** A column with a key that it may have. */
type Role = { readonly index: number; readonly key: string; readonly figures: Candidate['figures'] }

function rolesOf(wanted: readonly string[], candidates: Candidates): Role[] {
  return candidates.flatMap((candidate, index) =>
    wanted.flatMap((key) =>
      candidate?.worth.has(key) === true ? [{ index, key, figures: candidate.figures }] : [],
    ),
  )
}

/** The reading with these keys for these columns. Other columns with the same keys lose them. */
function withRolesOf(keys: Keys, roles: readonly Role[]): Keys {
  const byIndex = new Map(roles.map(({ index, key }) => [index, key]))
  const taken = new Set<string | undefined>(byIndex.values())
  return keys.map((key, index) => byIndex.get(index) ?? (taken.has(key) ? undefined : key))
}

/** Readings in which quantity, rate and amount are three columns whose figures multiply, also with a discount that some lines have. */
function* products(keys: Keys, candidates: Candidates): Generator<Keys> {
  const amounts = rolesOf(amountKeys, candidates)
  for (const qty of rolesOf(['qty'], candidates))
    for (const rate of rolesOf(rateKeys, candidates)) {
      if (qty.index === rate.index) continue
      const product = qty.figures.map((a, line) => times(a, rate.figures[line]))
      for (const amount of amounts) {
        if (amount.index === qty.index || amount.index === rate.index) continue
        if (!agree(product, amount.figures, productsMin)) continue
        yield withRolesOf(keys, [qty, rate, amount])
        for (const off of rolesOf(['discount_pct'], candidates))
          if (![qty, rate, amount].some(({ index }) => index === off.index))
            yield withRolesOf(keys, [qty, rate, amount, off])
      }
    }
}

function times(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a * b
}

const taxKeys = ['cgst', 'sgst', 'utgst', 'igst', 'cess', 'tax_amount']

/** Readings in which one column of amounts equals another column plus the line's taxes. */
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

/** Readings with a second discount after the first. */
function* tiers(keys: Keys, candidates: Candidates): Generator<Keys> {
  for (const one of rolesOf(['discount_pct'], candidates))
    for (const two of rolesOf([secondDiscount], candidates))
      if (one.index < two.index) yield* amountsOf(withRolesOf(keys, [one, two]), candidates)
}

/** The reading itself, and the reading with each column that may be a rate as the rate. */
function* amountsOf(keys: Keys, candidates: Candidates): Generator<Keys> {
  yield keys
  for (const rate of rolesOf(['rate'], candidates)) yield withRolesOf(keys, [rate])
}

/** Whether most figures that both columns have are equal. Without common figures the columns do not agree. */
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
