/** What was measured. `target` says what it must reach; without one the figure only explains another. */
export type Figure = {
  name: string
  value: number
  unit: string
  target?: Target
  /** What the figure was made from. */
  detail?: string
  /** Why it may miss its target: what a profile showed. */
  ifMissed?: string
}

type Target = { atLeast: number } | { atMost: number }

/** One part of the benchmark: its figures, or why it could not measure. */
export type Measured = { part: string; figures: Figure[]; failure?: string }

/** Values of an earlier run by the names of their figures. */
export type Earlier = ReadonlyMap<string, number>

/** Reads the output of an earlier run: its lines of JSON. Other lines are left out. */
export function readEarlier(output: string): Earlier {
  const figures = output
    .split('\n')
    .filter((line) => line.startsWith('{"name":'))
    .map((line): Pick<Figure, 'name' | 'value'> => JSON.parse(line))
  return new Map(figures.map(({ name, value }) => [name, value]))
}

/** Prints a table for people, and below it a line of JSON for each figure. `earlier`: the last release, beside which losses are seen. */
export function printFigures(measured: readonly Measured[], earlier: Earlier = new Map()): void {
  const figures = measured.flatMap((part) => part.figures)
  const head = ['figure', 'measured', 'target', earlier.size === 0 ? '' : 'before', '']
  const rows = [head, ...figures.map((figure) => rowOf(figure, earlier.get(figure.name)))]
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, at) =>
      at === 1 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
  for (const figure of figures) {
    if (isMet(figure) === false && figure.ifMissed !== undefined) {
      console.log(`why ${figure.name} is missed: ${figure.ifMissed}`)
    }
  }
  for (const { part, failure } of measured) {
    if (failure !== undefined) console.log(`not measured: ${part}: ${failure}`)
  }
  console.log('')
  for (const { ifMissed, ...figure } of figures) {
    const met = isMet(figure)
    const reason = met === false ? ifMissed : undefined
    console.log(JSON.stringify({ ...figure, value: rounded(figure.value), met, reason }))
  }
}

function isMet({ value, target }: Figure): boolean | undefined {
  if (target === undefined) return undefined
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Of values in ascending order, the smallest that so many per cent do not exceed. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

/** Up to three digits that count: 0.00123, 1.23, 123, 12345. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

function rowOf(figure: Figure, before: number | undefined): string[] {
  const { name, value, unit, target, detail } = figure
  const met = isMet(figure)
  const verdict = met === undefined ? '' : met ? 'met' : 'NOT MET'
  const note = [verdict, detail ?? ''].filter((text) => text !== '').join('; ')
  return [name, `${rounded(value)} ${unit}`.trim(), shown(target), comparedTo(before, figure), note]
}

/** A value that is worse by more than this share of the earlier one is marked: two runs on one machine differ by less. */
const lossMin = 0.1

function comparedTo(before: number | undefined, { value, target }: Figure): string {
  if (before === undefined) return ''
  const isMoreBetter = target !== undefined && 'atLeast' in target
  const change = value / before - 1
  const isLoss = target !== undefined && (isMoreBetter ? -change : change) > lossMin
  return `${rounded(before)}${isLoss ? ' LOST' : ''}`
}

function shown(target: Target | undefined): string {
  if (target === undefined) return ''
  return 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`
}
