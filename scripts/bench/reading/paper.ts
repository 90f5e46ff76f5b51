import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TruthDocument } from './truth.ts'

/** The classes that readers are measured by. Each class has its own targets. */
export type PaperClass =
  'structured' | 'digital PDF' | 'clean scan' | 'degraded, photo' | 'statement PDF' | 'bank file'

/**
 * Where a layout comes from: readers are tuned with the known ones and with no others. The untold ones were written after the
 * reader was frozen, by somebody who had not seen it. Since then the mistakes on all of them were looked at while the reader was mended, so
 * their figures say nothing of layouts that nobody told it: only new ones do.
 */
export type Origin = 'known' | 'held out' | 'untold'

/** A paper of the bench: a file and its true content. */
export type Paper = {
  /** Its name in the folder of papers. */
  file: string
  layout: string
  /** How the paper became a file. */
  how: string
  class: PaperClass
  origin: Origin
  /** The password of the file. */
  password?: string
  documents: TruthDocument[]
}

/** The file with the truth of all papers in a folder. */
export const truthFile = 'truth.json'

export function papersIn(folder: string): Paper[] {
  const papers: Paper[] = JSON.parse(readFileSync(join(folder, truthFile), 'utf8'))
  return papers
}
