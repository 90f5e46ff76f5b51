// `bun scripts/bench/reading/measure.ts FOLDER [--show N] [--only TEXT]…`: reads the papers of a folder that papers.ts has
// filled, and says how well: by class, by how they became files, by layout.
import { join } from 'node:path'
import { type Care, cares } from '../../../src/reader/sureness.ts'
import { parseArgs } from 'node:util'
import { answersOf, contextOf, dayOfReading } from './answers.ts'
import { keepWords, keptWords } from './kept-words.ts'
import { type Paper, papersIn } from './paper.ts'
import { printChanges, readReadings, writeReadings } from './readings.ts'
import { readPaper, type Work } from './read-paper.ts'
import { groupBy, isTold, printGroups, printHeldRight, printWorst, type Scored } from './report.ts'
import { scorePaper } from './score.ts'
import { printKindsOfDoubts, printPlainValues } from './trust.ts'

/** The number of reading processes. With more, processor times would mean little on a small machine. */
const atOnce = 2

const unread: Work = { pages: 1, linesReadAgain: 0, seconds: 0 }

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      /** How many of the worst papers are shown. */
      show: { type: 'string', default: '0' },
      /** Shows the papers that a person would check for nothing, and how often each kind of doubt is right. */
      held: { type: 'boolean', default: false },
      /** Only files whose names contain one of these. */
      only: { type: 'string', multiple: true, default: [] },
      /** Recognises each page once and keeps its words: reads many papers a second, and says nothing of processor times. */
      words: { type: 'boolean', default: false },
      /** Writes what was read to this file. */
      save: { type: 'string' },
      /** How much care the shop wants: careful, usual or quick. */
      care: { type: 'string', default: 'usual' },
      /** Shows what is read otherwise than in this file. */
      against: { type: 'string' },
    },
  })
  const [folder] = positionals
  if (folder === undefined) throw new Error('Name the folder of papers.')
  const wished = papersIn(folder).filter(
    ({ file }) => values.only.length === 0 || values.only.some((part) => file.includes(part)),
  )
  const scored = values.words
    ? await measureWords(folder, wished, careOf(values.care))
    : await measurePapers(folder, wished)
  printWorst(scored, Number(values.show))
  if (values.held) {
    printHeldRight(scored)
    printKindsOfDoubts(scored)
  }
  if (values.against !== undefined) printChanges(scored, readReadings(values.against))
  if (values.save !== undefined) writeReadings(values.save, scored)
  printReport(scored)
}

export async function measurePapers(folder: string, papers: readonly Paper[]): Promise<Scored[]> {
  const scored: Scored[] = []
  const left = papers.entries()
  const measureLeft = async () => {
    for (const [at, paper] of left) {
      const one = await measurePaper(folder, paper)
      scored[at] = one
      const wrong = one.failure ?? `${one.faults.length} wrong`
      console.error(
        `${at + 1}/${papers.length} ${paper.file}: ${wrong}, ${one.seconds.toFixed(1)} s`,
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, measureLeft))
  return scored
}

async function measurePaper(folder: string, paper: Paper): Promise<Scored> {
  try {
    const { answers, ...counted } = await readPaper({
      path: join(folder, paper.file),
      password: paper.password,
      today: dayOfReading(paper.documents),
    })
    return { paper, answers, ...scorePaper(paper.documents, answers), ...counted }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return { paper, answers: [], ...scorePaper(paper.documents, []), ...unread, failure }
  }
}

function careOf(word: string): Care {
  const care = cares.find((one) => one === word)
  if (care === undefined) throw new Error(`Say how much care: ${cares.join(', ')}.`)
  return care
}

async function measureWords(
  folder: string,
  papers: readonly Paper[],
  care: Care,
): Promise<Scored[]> {
  await keepWords(folder)
  const words = new Map(keptWords(folder).map(({ name, file }) => [name, file]))
  return papers.flatMap((paper) => {
    const file = words.get(paper.file)
    if (file === undefined) return []
    const before = process.cpuUsage()
    const answers = answersOf(file, contextOf([], dayOfReading(paper.documents), care))
    const { user, system } = process.cpuUsage(before)
    const work = {
      ...unread,
      pages: Math.max(1, file.pages.length),
      seconds: (user + system) / 1e6,
    }
    return [{ paper, answers, ...scorePaper(paper.documents, answers), ...work }]
  })
}

export function printReport(scored: readonly Scored[]): void {
  for (const [origin, papers] of Map.groupBy(scored, ({ paper }) => paper.origin))
    printPlainValues(`plain values, ${origin}`, papers)
  printGroups(
    'by class',
    groupBy(scored.filter(isTold), ({ paper }) => paper.class),
  )
  printGroups(
    'by origin',
    groupBy(scored, ({ paper }) => `${paper.class}, ${paper.origin}`),
  )
  printGroups(
    'by how it became a file',
    groupBy(scored, ({ paper }) => paper.how),
  )
  printGroups(
    'by whether lines were read again',
    groupBy(scored.filter(isPicture), ({ paper, linesReadAgain }) =>
      linesReadAgain > 0 ? `${paper.class}, lines read again` : `${paper.class}, read once`,
    ),
  )
  printGroups(
    'by layout',
    groupBy(scored, ({ paper }) => paper.layout),
  )
}

/** Only pictures have letters that are unsure. */
function isPicture({ paper }: Scored): boolean {
  return paper.class === 'clean scan' || paper.class === 'degraded, photo'
}
