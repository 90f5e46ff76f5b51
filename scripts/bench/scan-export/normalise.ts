import { normaliseDocument } from '../../../src/paper/rules/normalise.ts'
import { compileRules } from '../../../src/paper/rules/rules.ts'
import { documentNumber, organisationRules, type SampleDocument } from './documents.ts'

// Measures how many documents one core normalises in a second, with 5,000 generated documents. Prints one line of JSON.

const documents = 5_000
/** In milliseconds: long enough for the compiler to optimise. */
const warmUpMs = 1_000
const measuredMs = 3_000

function main(): void {
  const rules = compileRules(organisationRules)
  const samples = Array.from({ length: documents }, (_, index) => documentNumber(index))
  run(samples, rules, warmUpMs)
  const perSecond = run(samples, rules, measuredMs)
  console.log(JSON.stringify({ perSecond: Math.round(perSecond) }))
}

function run(
  samples: readonly SampleDocument[],
  rules: ReturnType<typeof compileRules>,
  forMs: number,
): number {
  const start = performance.now()
  let done = 0
  while (performance.now() - start < forMs) {
    for (const { raw, category } of samples) normaliseDocument(raw, category, rules)
    done += samples.length
  }
  return (done * 1_000) / (performance.now() - start)
}

main()
