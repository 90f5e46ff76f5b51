import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TruthDocument } from './truth.ts'

/** The classes that readers are measured by. Each class has its own targets. */
export type PaperClass =
  'structured' | 'digital PDF' | 'clean scan' | 'degraded, photo' | 'statement PDF' | 'bank file'

/**
 * Where a layout comes from. Readers are tuned with the known ones. The held-out and the untold ones were written without a look at the
 * reader, but the mistakes on them were looked at later, while the reader was mended: their figures say nothing of other shops' papers. The
 * new ones were written on 29 November 2026, by two people who had not seen the reader. Their figures count until somebody mends the reader
 * with them.
 */
export type Origin = 'known' | 'held out' | 'untold' | 'new'

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
