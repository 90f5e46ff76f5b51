import type { ShownPair } from '../services/scan-export/overview/show-pairs.ts'
import type { ExplainedValue } from '../paper/received.ts'

/** A stored file. */
type StoredFile = { contentType: string; bytes: number }

/** A document whose paper is shown. */
export type EvidencePaper = { id: string; filename: string; file: StoredFile | null }

/** Where on the paper a value is: left, top, right and bottom as fractions of the page. */
type Spot = { page: number; box: NonNullable<ExplainedValue['box']> }

/** A value beside the one in question. `key` is its canonical key. */
type ShownValue = { key: string; text: string }

/**
 * What a person looks at to answer. `paper`: a document, with the place of the value, and the other values of its line. `pair`: two
 * documents side by side. `filed`: what the GSTR-2B and a bill
 * say. `text`: a letter. `waiting`: the titles of what waits for the answer, and how many there are. `names`: our names,
 * each with its name in the accounts.
 */
export type Evidence =
  | {
      type: 'paper'
      paper: EvidencePaper
      spot: Spot | null
      place: 'head' | 'line'
      values: readonly ShownValue[]
    }
  | { type: 'pair'; pair: ShownPair }
  | {
      type: 'filed'
      rows: readonly { key: string; filed: string; bill: string }[]
      paper: EvidencePaper | null
    }
  | { type: 'text'; text: string }
  | { type: 'names'; names: readonly { ours: string; theirs: string; note: string }[] }
  | {
      type: 'waiting'
      of: 'scan' | 'order'
      titles: readonly { id: string; title: string }[]
      count: number
      /** The first document that waits. */
      paper: EvidencePaper | null
    }

/** Null where a reader did not say where the value is. */
export function spotOf(evidence: ExplainedValue | undefined): Spot | null {
  const { page, box } = evidence ?? {}
  return page === undefined || box === undefined ? null : { page, box }
}

export function paperOf(
  { id, filename }: { id: string; filename: string },
  file: StoredFile | null | undefined,
): EvidencePaper {
  if (file === null || file === undefined) return { id, filename, file: null }
  const { contentType, bytes } = file
  return { id, filename, file: { contentType, bytes } }
}

/** The place around several values on the page of the first. */
export function spotOfAll(all: readonly (ExplainedValue | undefined)[]): Spot | null {
  const spots = all.map(spotOf).filter((spot) => spot !== null)
  const [first] = spots
  if (first === undefined) return null
  const boxes = spots.filter(({ page }) => page === first.page).map(({ box }) => box)
  return {
    page: first.page,
    box: [
      Math.min(...boxes.map(([left]) => left)),
      Math.min(...boxes.map(([, top]) => top)),
      Math.max(...boxes.map(([, , right]) => right)),
      Math.max(...boxes.map(([, , , bottom]) => bottom)),
    ],
  }
}
