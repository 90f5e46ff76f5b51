import { readFileSync, writeFileSync } from 'node:fs'
import type { Fault } from './score.ts'
import type { Scored } from './report.ts'

/** How each paper was read, by file: its mistakes as texts, and whether it would be delivered. */
type Readings = Record<string, { faults: string[]; isDelivered: boolean }>

export function writeReadings(path: string, scored: readonly Scored[]): void {
  writeFileSync(path, JSON.stringify(readingsOf(scored), null, 1))
}

export function readReadings(path: string): Readings {
  const readings: Readings = JSON.parse(readFileSync(path, 'utf8'))
  return readings
}

/** Prints what is wrong now and was not (`+`), and what was wrong and is not now (`-`). */
export function printChanges(scored: readonly Scored[], before: Readings): void {
  for (const [file, now] of Object.entries(readingsOf(scored))) {
    const then = before[file]
    if (then === undefined) continue
    const changes = [
      ...without(now.faults, then.faults).map((fault) => `  + ${fault}`),
      ...without(then.faults, now.faults).map((fault) => `  - ${fault}`),
      ...(now.isDelivered === then.isDelivered
        ? []
        : [now.isDelivered ? '  now delivered' : '  now held']),
    ]
    if (changes.length > 0) console.log([`\n${file}`, ...changes].join('\n'))
  }
}

function readingsOf(scored: readonly Scored[]): Readings {
  return Object.fromEntries(
    scored.map(({ paper, faults, answers }) => [
      paper.file,
      { faults: faults.map(textOf), isDelivered: answers.every((one) => one.isDelivered) },
    ]),
  )
}

function textOf({ field, printed, read, isDoubted }: Fault): string {
  return `${field}: ${JSON.stringify(printed)} read as ${JSON.stringify(read)}${isDoubted ? ', doubted' : ''}`
}

function without(some: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others)
  return some.filter((one) => !left.has(one))
}
