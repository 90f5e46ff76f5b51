import type { Scored } from './report.ts'
import type { Answer, Verdict } from './score.ts'

/* How far doubts can be trusted, and values without a doubt. */

/** Of the doubts of one kind, those that point to a wrong value, and the papers with nothing wrong that they hold alone. */
type KindOfDoubt = { doubts: number; right: number; heldForNothing: number }

/** Prints each kind of doubt, those that hold most papers for nothing first. */
export function printKindsOfDoubts(scored: readonly Scored[]): void {
  const kinds = new Map<string, KindOfDoubt>()
  for (const { answers, verdicts, score } of scored) {
    for (const [at, answer] of answers.entries()) {
      const own = Map.groupBy(answer.doubts, ({ message }) => kindOf(message))
      for (const [kind, doubts] of own) {
        const { doubts: all, right, heldForNothing } = kinds.get(kind) ?? noDoubts
        const isWhole = score.whole === score.documents
        kinds.set(kind, {
          doubts: all + doubts.length,
          right: right + doubts.filter((one) => isRight(one, verdicts[at] ?? [], isWhole)).length,
          heldForNothing: heldForNothing + Number(isWhole && own.size === 1),
        })
      }
    }
  }
  console.log('\ndoubts  right  papers held for nothing by this kind alone')
  const sorted = [...kinds].toSorted(
    ([, a], [, b]) => b.heldForNothing - a.heldForNothing || b.doubts - a.doubts,
  )
  for (const [kind, { doubts, right, heldForNothing }] of sorted) {
    const counts = [doubts, right, heldForNothing].map((count) => String(count).padStart(6))
    console.log([...counts, ` ${kind}`].join(' '))
  }
}

const noDoubts: KindOfDoubt = { doubts: 0, right: 0, heldForNothing: 0 }

/** The message without what differs from paper to paper. */
function kindOf(message: string): string {
  return message
    .replaceAll(/“[^”]*”/g, '“…”')
    .replaceAll(/-?₹?\d[\d,.]*\d|\d/g, 'N')
    .replace(/^[^:“]{1,40}: /, '…: ')
}

/** A doubt about the document is right if anything in it is wrong. */
function isRight(
  { key, line }: Answer['doubts'][number],
  verdicts: readonly Verdict[],
  isWhole: boolean,
): boolean {
  if (key === '') return !isWhole
  const own = verdicts.find((one) => one.key === key && one.line === line)
  return own === undefined ? !isWhole : !own.isRight
}

/** Prints for each field the values without a doubt, those of them that are wrong, and the upper bound of their share. */
export function printPlainValues(title: string, scored: readonly Scored[]): void {
  const plain = scored
    .flatMap(({ verdicts }) => verdicts.flat())
    .filter(({ isDoubted }) => !isDoubted)
  const fields = Map.groupBy(plain, ({ key, line }) => (line === undefined ? 'head.' : '') + key)
  console.log(`\n${title.padEnd(34)}  plain  wrong  upper 95 % bound`)
  const rows = [['all', plain] as const, ...[...fields].toSorted(([a], [b]) => (a < b ? -1 : 1))]
  for (const [field, values] of rows) {
    const wrong = values.filter((one) => !one.isRight).length
    const bound = `${(100 * upperBound(wrong, values.length)).toFixed(2)} %`
    const counts = [values.length, wrong].map((count) => String(count).padStart(5))
    console.log([field.padEnd(34), ...counts, bound.padStart(8)].join('  '))
  }
}

/** The share of wrong values at which so few would be seen once in twenty times (Clopper and Pearson). */
function upperBound(wrong: number, all: number): number {
  let [low, high] = [wrong / all, 1]
  while (high - low > boundStep) {
    const share = (low + high) / 2
    if (likelihoodOfAtMost(wrong, all, share) > 0.05) low = share
    else high = share
  }
  return high
}

const boundStep = 1e-5

function likelihoodOfAtMost(wrong: number, all: number, share: number): number {
  let log = all * Math.log1p(-share)
  let sum = Math.exp(log)
  for (let count = 1; count <= wrong; count++) {
    log += Math.log((all - count + 1) / count) + Math.log(share / (1 - share))
    sum += Math.exp(log)
  }
  return sum
}
