import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TruthDocument } from './truth.ts'

/** How readers are measured: each class has targets of its own. */
export type PaperClass =
  'structured' | 'digital PDF' | 'clean scan' | 'degraded, photo' | 'statement PDF' | 'bank file'

/** A paper of the bench: a file, and what it says. */
export type Paper = {
  /** Its name in the folder of papers. */
  file: string
  layout: string
  /** How it came to be a file. */
  how: string
  class: PaperClass
  heldOut: boolean
  /** What opens the file. */
  password?: string
  documents: TruthDocument[]
}

/** Where the truth of a folder's papers stands. */
export const truthFile = 'truth.json'

export function papersIn(folder: string): Paper[] {
  const papers: Paper[] = JSON.parse(readFileSync(join(folder, truthFile), 'utf8'))
  return papers
}
