import { addScores, type Answer, type Fault, noScore, type Score, type Verdict } from './score.ts'
import type { Paper } from './paper.ts'
import type { Work } from './read-paper.ts'

/** A paper that was read. */
export type Scored = {
  paper: Paper
  answers: readonly Answer[]
  score: Score
  faults: Fault[]
  /** Of each document in turn. */
  verdicts: readonly (readonly Verdict[])[]
  /** Why the paper could not be read. */
  failure?: string
} & Work

/** The untold and the new papers stay out of the sums of a class, which are compared with those of earlier reports. */
export function isTold({ paper }: Scored): boolean {
  return paper.origin === 'known' || paper.origin === 'held out'
}

/** The sums of a group of papers. */
export type Group<Name extends string = string> = {
  name: Name
  papers: number
  pages: number
  seconds: number
  score: Score
}

export function groupBy<Name extends string>(
  scored: readonly Scored[],
  nameOf: (one: Scored) => Name,
): Group<Name>[] {
  const groups = new Map<Name, Group<Name>>()
  for (const one of scored) {
    const { score, pages, seconds } = one
    const name = nameOf(one)
    const group = groups.get(name) ?? { name, papers: 0, pages: 0, seconds: 0, score: noScore }
    groups.set(name, {
      name,
      papers: group.papers + 1,
      pages: group.pages + pages,
      seconds: group.seconds + seconds,
      score: addScores(group.score, score),
    })
  }
  return [...groups.values()]
}

/** The reported figures: shares from 0 to 1, and processor seconds for each page. */
export function sharesOf({ score, pages, seconds }: Group) {
  return {
    heads: share(score.headsRight, score.heads),
    cells: share(score.cellsRight, score.cells),
    whole: share(score.whole, score.documents),
    silent: score.silent / Math.max(1, score.fields),
    delivered: score.delivered / Math.max(1, score.fields),
    touchless: share(score.touchless, score.documents),
    lied: score.lied / Math.max(1, score.sent),
    heldRight: score.heldRight / Math.max(1, score.documents - score.sent),
    doubts: score.doubts / Math.max(1, score.documents - score.sent),
    keys: score.keys / Math.max(1, score.documents - score.sent),
    secondsAPage: seconds / Math.max(1, pages),
  }
}

function share(part: number, all: number): number {
  return all === 0 ? 1 : part / all
}

export function printGroups(title: string, groups: readonly Group[]): void {
  console.log(
    `\n${title.padEnd(34)} papers  heads  cells  whole  silent  delivered  s/page  touchless  lied  held right  doubts  keys`,
  )
  for (const group of groups) {
    const { heads, cells, whole, silent, delivered, secondsAPage, ...held } = sharesOf(group)
    const shares = [heads, cells, whole].map((part) => part.toFixed(3).padStart(5))
    const wrong = [silent, delivered].map((part) => `${(part * 100).toFixed(2)} %`.padStart(8))
    const papers = String(group.papers).padStart(6)
    console.log(
      [
        group.name.padEnd(34),
        papers,
        ...shares,
        ...wrong,
        secondsAPage.toFixed(2).padStart(6),
        ...[held.touchless, held.lied, held.heldRight].map((part) => part.toFixed(3)),
        ...[held.doubts, held.keys].map((count) => count.toFixed(1).padStart(5)),
      ].join('  '),
    )
  }
}

/** At most this many mistakes of one paper: a table that was not found has many. */
const faultsShownMax = 20

/** The papers with the most mistakes, and their mistakes. */
export function printWorst(scored: readonly Scored[], count: number): void {
  const worst = scored
    .filter(({ faults, failure }) => faults.length > 0 || failure !== undefined)
    .toSorted((a, b) => b.faults.length - a.faults.length)
  for (const { paper, answers, faults, failure } of worst.slice(0, count)) {
    console.log(`\n${paper.file}: ${failure ?? `${faults.length} wrong`}`)
    for (const { field, printed, read, isDoubted } of faults.slice(0, faultsShownMax)) {
      const doubt = isDoubted ? ' (doubted)' : ''
      console.log(`  ${field}: printed ${shown(printed)}, read ${shown(read)}${doubt}`)
    }
    printDoubts(answers)
  }
}

function printDoubts(answers: readonly Answer[]): void {
  for (const { message, line } of answers.flatMap(({ doubts }) => doubts)) {
    console.log(`  doubt${line === undefined ? '' : ` in line ${line + 1}`}: ${message}`)
  }
}

/** The papers that a person would check for nothing, and why. */
export function printHeldRight(scored: readonly Scored[]): void {
  for (const { paper, answers, score } of scored.filter((one) => one.score.heldRight > 0)) {
    console.log(`\n${paper.file}: ${score.heldRight} held with nothing wrong`)
    printDoubts(answers)
  }
}

function shown(value: Fault['printed']): string {
  if (value === undefined) return 'nothing'
  return JSON.stringify(typeof value === 'object' ? value[0] : value)
}
