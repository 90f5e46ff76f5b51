import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TruthDocument } from './truth.ts'

/** The classes that readers are measured by. Each class has its own targets. */
export type PaperClass =
  'structured' | 'digital PDF' | 'clean scan' | 'degraded, photo' | 'statement PDF' | 'bank file'

/** A paper of the bench: a file and its true content. */
export type Paper = {
  /** Its name in the folder of papers. */
  file: string
  layout: string
  /** How the paper became a file. */
  how: string
  class: PaperClass
  heldOut: boolean
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
