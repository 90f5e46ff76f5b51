import { join } from 'node:path'
import type { Answer } from '../score.ts'
import type { Change } from './changes.ts'

export type AblationInput = {
  folder: string
  /** The day of reading of each paper, yyyy-mm-dd, by file. */
  days: Record<string, string>
  /** Nothing is switched off where it is missing. */
  change?: Change
  /** The answers of the whole reader, by file. Only what differs is told. */
  usual?: Record<string, Answer[]>
  /** Only these papers are read. */
  only?: readonly string[]
  /** Files that tell which of their parts are used. */
  marks?: readonly string[]
  /** It ends when this many papers are read otherwise. */
  changedMax: number
}

/** How a paper was read, in how many milliseconds, and by which parts. */
export type Told = { name: string; answers: Answer[]; ms: number; used: string[] }

export const src = join(import.meta.dir, '../../../../src')
