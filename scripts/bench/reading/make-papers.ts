import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../demo/random.ts'
import { composeStatement } from './compose/statement.ts'
import { type Degradation, degradations, degrade, password } from './degrade/degradations.ts'
import { stamped } from './degrade/stamp.ts'
import { invoiceFiles } from './files/invoice-files.ts'
import { bankFiles } from './files/statement-files.ts'
import { kitOf, type Seeds } from './kit.ts'
import { layoutsFor, originOf } from './layouts.ts'
import type { Layout } from './layouts/layout.ts'
import { type Paper, type PaperClass, truthFile } from './paper.ts'
import { type Printer, startPrinter } from './printer.ts'
import { type TruthDocument, truthOf } from './truth.ts'

export type Wish = {
  seeds: Seeds
  /** The number of the first paper of each layout. */
  from: number
  /** How many printed PDFs of each layout. */
  digital: number
  /** How many papers of a layout for each way of scanning or photographing. */
  pictures: number
  /** Scans and photographs every Nth layout only, different layouts in each way. 1 takes all. */
  every: number
  hows: readonly Degradation[]
  /** How many files of each kind that is no paper: e-invoices, statements for programs. */
  files: number
  /** Only layouts whose name contains one of these texts. Empty: all layouts. */
  layouts: readonly string[]
}

/** Prints papers into `folder`, with their true content beside them. */
export async function makePapers(folder: string, wish: Wish): Promise<Paper[]> {
  mkdirSync(folder, { recursive: true })
  const printer = await startPrinter()
  const papers: Paper[] = []
  try {
    for (const { layout, number, how } of wished(wish)) {
      const paper = await makePaper(printer, folder, { layout, number, how, seeds: wish.seeds })
      if (paper !== undefined) papers.push(paper)
    }
    papers.push(...(await makeFiles(printer, folder, wish)))
  } finally {
    await printer.close()
  }
  writeFileSync(join(folder, truthFile), JSON.stringify(papers, null, 1))
  return papers
}

type One = { layout: Layout; number: number; how: Degradation; seeds: Seeds }

function wished({ seeds, from, layouts, ...wish }: Wish): One[] {
  const chosen = layoutsFor(seeds).filter(({ name }) => isWished(name, layouts))
  return wish.hows.flatMap((how) => {
    const made = how === 'digital' ? chosen : sampled(chosen, how, wish.every)
    const count = how === 'digital' ? wish.digital : wish.pictures
    return made.flatMap((layout) =>
      Array.from({ length: count }, (_, at) => ({ layout, number: from + at, how, seeds })),
    )
  })
}

/** Every Nth of the layouts that become such files, known, held-out and untold ones in proportion. */
export function sampled(layouts: readonly Layout[], how: Degradation, every: number): Layout[] {
  const first = degradations.indexOf(how)
  return layouts
    .filter((layout) => isFor(layout, how))
    .filter((_, at) => (at + first) % every === 0)
}

/** Bills are scanned and photographed. Statements come from the bank with a password. */
function isFor({ kind }: Layout, how: Degradation): boolean {
  return (kind === 'statement') === (how === 'locked')
}

/** Undefined if a paper cannot become such a file. */
async function makePaper(
  printer: Printer,
  folder: string,
  { layout, number, how, seeds }: One,
): Promise<Paper | undefined> {
  const name = `${layout.name}-${number}${how === 'digital' ? '' : `-${how}`}`
  const random = seededRandom(Bun.hash.crc32(`${name} ${seeds}`))
  const sheet = layout.make(kitOf(layout.name, seeds, number))
  const pdf = await printer.print(how === 'stamped' ? stamped(sheet, random) : sheet)
  const made = await degrade(pdf, how, random)
  if (made === undefined) return undefined
  const file = `${name}.${made.extension}`
  writeFileSync(join(folder, file), made.bytes)
  return {
    file,
    layout: layout.name,
    how,
    class: classOf(layout, how),
    origin: originOf(layout),
    ...(how === 'locked' && { password }),
    documents: await truthOf(sheet.body),
  }
}

function classOf({ kind }: Layout, how: Degradation): PaperClass {
  if (kind === 'statement') return 'statement PDF'
  if (how === 'digital') return 'digital PDF'
  return how === 'scan-300' || how === 'scan-200' ? 'clean scan' : 'degraded, photo'
}

function isWished(name: string, layouts: readonly string[]): boolean {
  return layouts.length === 0 || layouts.some((part) => name.includes(part))
}

/** Makes files that are no papers. */
async function makeFiles(printer: Printer, folder: string, wish: Wish): Promise<Paper[]> {
  const papers: Paper[] = []
  const add = (layout: string, number: number, file: MadeFile) => {
    const name = `${layout}-${number}.${file.extension}`
    writeFileSync(join(folder, name), file.bytes)
    const { class: paperClass, documents } = file
    papers.push({ file: name, layout, how: layout, class: paperClass, origin: 'known', documents })
  }
  for (let number = wish.from; number < wish.from + wish.files; number += 1) {
    for (const { name, make } of invoiceFiles.filter((file) => isWished(file.name, wish.layouts))) {
      const made = await make(kitOf(name, wish.seeds, number), printer)
      add(name, number, { ...made, class: 'structured' })
    }
    for (const { name, make } of bankFiles.filter((file) => isWished(file.name, wish.layouts))) {
      const kit = kitOf(name, wish.seeds, number)
      const { truth, ...made } = await make(kit, composeStatement(kit.random, 'HDFC', [5, 60]))
      add(name, number, { ...made, documents: [truth], class: 'bank file' })
    }
  }
  return papers
}

type MadeFile = {
  bytes: Uint8Array
  extension: string
  class: PaperClass
  documents: TruthDocument[]
}
