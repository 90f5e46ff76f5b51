/** Bad lines and warnings that are kept to be listed; the others are only counted. */
const keptMax = 10_000

type Problem = { line: number; error: string }
type Warning = { line: number; warning: string }

export type Outcome = 'created' | 'updated' | 'unchanged'

/** What became of the lines of a file. */
export type Tally = {
  count(outcome: Outcome): void
  fail(line: number, error: string): void
  warn(line: number, warning: string): void
  result(): TallyResult
}

/** `errors` and `warned` count all; `problems` and `warnings` list the first of them, by line. */
export type TallyResult = Record<Outcome, number> & {
  total: number
  errors: number
  problems: Problem[]
  warned: number
  warnings: Warning[]
}

export function tally(): Tally {
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0 }
  const problems: Problem[] = []
  const warnings: Warning[] = []
  let errors = 0
  let warned = 0
  return {
    count(outcome) {
      counts[outcome]++
    },
    fail(line, error) {
      errors++
      if (problems.length < keptMax) problems.push({ line, error })
    },
    warn(line, warning) {
      warned++
      if (warnings.length < keptMax) warnings.push({ line, warning })
    },
    result: () => ({
      total: counts.created + counts.updated + counts.unchanged + errors,
      ...counts,
      errors,
      problems: problems.toSorted((a, b) => a.line - b.line),
      warned,
      warnings: warnings.toSorted((a, b) => a.line - b.line),
    }),
  }
}
