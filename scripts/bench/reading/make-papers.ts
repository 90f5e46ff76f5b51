import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kitOf, type Seeds } from './kit.ts'
import { layoutsFor } from './layouts.ts'
import type { Layout } from './layouts/layout.ts'
import { startPrinter } from './printer.ts'
import { truthOf, type TruthDocument } from './truth.ts'

/** A paper of the bench: a file, and what it says. */
export type Paper = {
  /** Of the file, in the folder of papers. */
  file: string
  layout: string
  kind: Layout['kind']
  heldOut: boolean
  documents: TruthDocument[]
}

export type Wish = {
  seeds: Seeds
  /** Papers of each layout. */
  count: number
  /** The number of the first. */
  from: number
  /** Only layouts whose name contains one of these. */
  layouts: readonly string[]
}

/** Where the truth of a folder's papers stands. */
const truthFile = 'truth.json'

/** Prints papers into `folder`, with what they say beside them. */
export async function makePapers(folder: string, wish: Wish): Promise<Paper[]> {
  mkdirSync(folder, { recursive: true })
  const printer = await startPrinter()
  const papers: Paper[] = []
  try {
    for (const layout of layoutsFor(wish.seeds).filter(({ name }) => isWished(name, wish))) {
      for (let number = wish.from; number < wish.from + wish.count; number += 1) {
        const sheet = layout.make(kitOf(layout.name, wish.seeds, number))
        const file = `${layout.name}-${number}.pdf`
        writeFileSync(join(folder, file), await printer.print(sheet))
        const documents = await truthOf(sheet.body)
        const heldOut = layout.heldOut === true
        papers.push({ file, layout: layout.name, kind: layout.kind, heldOut, documents })
      }
    }
  } finally {
    await printer.close()
  }
  writeFileSync(join(folder, truthFile), JSON.stringify(papers, null, 1))
  return papers
}

function isWished(name: string, { layouts }: Wish): boolean {
  return layouts.length === 0 || layouts.some((part) => name.includes(part))
}
