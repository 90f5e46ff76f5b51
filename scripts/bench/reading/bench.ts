import { join, resolve } from 'node:path'
import type { Figure } from '../figures.ts'
import type { Workshop } from '../workshop.ts'
import { degradations } from './degrade/degradations.ts'
import type { Seeds } from './kit.ts'
import { measureLearning } from './learning/measure-learning.ts'
import { makePapers } from './make-papers.ts'
import { measurePapers, printReport } from './measure.ts'
import type { Origin, PaperClass } from './paper.ts'
import { type Group, groupBy, isTold, printWorst, type Scored, sharesOf } from './report.ts'

/** The options of this part of the benchmark. */
export type ReadingOptions = {
  seeds: Seeds
  /** How many of the worst papers are shown. */
  show: number
  /** Scans and photographs every layout in every way. */
  isWhole: boolean
  /** Keeps the papers in this folder. Without it they are deleted. */
  keep?: string | undefined
}

/** Papers of each layout, and files of each kind. */
const papersOfEach = { digital: 4, pictures: 1, files: 3 }

/** Each layout is scanned or photographed in two of the eight ways: all of them take an hour. */
const sampledEvery = 4

/** The targets of a class: shares from 0 to 1, and processor seconds for each page. */
type Targets = {
  heads: number
  cells: number
  whole?: number
  touchless?: number
  silent: number
  seconds?: number
  /** Processor seconds for pages of which lines with unsure letters were read a second time. */
  secondsAgain?: number
}

const targets: Record<PaperClass, Targets> = {
  structured: { heads: 1, cells: 1, silent: 0, seconds: 0.6 },
  'digital PDF': {
    heads: 0.98,
    cells: 0.95,
    whole: 0.85,
    touchless: 0.8,
    silent: 0.005,
    seconds: 0.5,
  },
  'clean scan': {
    heads: 0.95,
    cells: 0.88,
    whole: 0.6,
    touchless: 0.5,
    silent: 0.01,
    seconds: 2.5,
    secondsAgain: 9,
  },
  'degraded, photo': {
    heads: 0.85,
    cells: 0.7,
    whole: 0.35,
    silent: 0.02,
    seconds: 3,
    secondsAgain: 10,
  },
  'statement PDF': { heads: 0.98, cells: 0.97, whole: 0.9, silent: 0, seconds: 0.5 },
  'bank file': { heads: 1, cells: 1, whole: 1, silent: 0 },
}

/** Measures how well documents are read, by class, on papers whose content is known. */
export async function measureReading(shop: Workshop, options: ReadingOptions): Promise<Figure[]> {
  const folder = options.keep === undefined ? shop.path('papers') : resolve(options.keep)
  const { seeds } = options
  const papers = await makePapers(folder, {
    ...papersOfEach,
    seeds,
    from: 1,
    every: options.isWhole ? 1 : sampledEvery,
    hows: degradations,
    layouts: [],
  })
  const scored = await measurePapers(folder, papers)
  printWorst(scored, options.show)
  printReport(scored)
  const learning = await measureLearning(join(folder, 'learning'), seeds)
  const told = scored.filter(isTold)
  return [
    ...learning,
    ...groupBy(told, classOf).flatMap((group) => figuresOf(group, '')),
    ...secondsOf(told),
    ...figuresFrom(scored, 'held out'),
    ...figuresFrom(scored, 'untold'),
    ...figuresFrom(scored, 'new'),
  ]
}

/** Layouts that no reader was tuned with tell more about other shops' papers than all layouts together. */
function figuresFrom(scored: readonly Scored[], origin: Origin): Figure[] {
  const papers = scored.filter(({ paper }) => paper.origin === origin)
  return groupBy(papers, classOf).flatMap((group) => figuresOf(group, `, ${origin}`))
}

function classOf({ paper }: Scored): PaperClass {
  return paper.class
}

/** Processor time for each page: of papers that were read once, and of papers with lines that were read a second time. */
function secondsOf(scored: readonly Scored[]): Figure[] {
  const once = scored.filter(({ linesReadAgain }) => linesReadAgain === 0)
  const again = scored.filter(({ linesReadAgain }) => linesReadAgain > 0)
  return [
    ...groupBy(once, classOf).map((group) =>
      secondsFigure(group, 'processor a page', targets[group.name].seconds),
    ),
    ...groupBy(again, classOf).map((group) =>
      secondsFigure(
        group,
        'processor a page with lines read again',
        targets[group.name].secondsAgain,
      ),
    ),
  ]
}

function secondsFigure(group: Group, what: string, atMost: number | undefined): Figure {
  return {
    name: `reading, ${group.name}: ${what}`,
    value: sharesOf(group).secondsAPage,
    unit: 's',
    detail: `${group.papers} papers, ${group.pages} pages`,
    ...(atMost !== undefined && { target: { atMost } }),
  }
}

function figuresOf(group: Group<PaperClass>, which: string): Figure[] {
  const { heads, cells, whole, silent, delivered, ...held } = sharesOf(group)
  const { score } = group
  const name = `${group.name}${which}`
  const target = targets[group.name]
  const papers = `${group.papers} papers, ${group.pages} pages`
  const few = `${score.silent} of ${score.fields} fields; ${(delivered * 100).toFixed(2)} % would be delivered`
  const of = (what: string) => `reading, ${name}: ${what}`
  const share = (what: string, value: number, atLeast: number | undefined): Figure => ({
    name: of(what),
    value,
    unit: '',
    detail: papers,
    ...(atLeast !== undefined && { target: { atLeast } }),
  })
  return [
    share('fields of the head', heads, target.heads),
    share('cells of lines', cells, target.cells),
    share('whole documents', whole, target.whole),
    {
      name: of('wrong without a doubt'),
      value: silent * 100,
      unit: '% of fields',
      target: { atMost: target.silent * 100 },
      detail: few,
    },
    share('delivered whole, without a key pressed', held.touchless, target.touchless),
    {
      name: of('delivered with a wrong value'),
      value: held.lied * 100,
      unit: '% of the delivered',
      target: { atMost: 2 },
      detail: `${score.lied} of ${score.sent}`,
    },
    {
      name: of('held with nothing wrong'),
      value: held.heldRight * 100,
      unit: '% of the held',
      target: { atMost: 5 },
      detail: `${score.heldRight} of ${score.documents - score.sent}; ${held.doubts.toFixed(1)} doubts and ${held.keys.toFixed(0)} keys to finish one`,
    },
  ]
}
