import { isJsonObject } from '../../../platform/json/json.ts'
import type { Sentence } from '../../../platform/record/sentence.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import { hashOf, isStoredFile } from '../images/image-refs.ts'
import { prepareImages } from '../images/prepare-images.ts'
import type { ImagesInput } from '../images/store-images.ts'
import type { StorefrontDeps } from '../deps.ts'
import { readProductRow, type ProductInput } from '../products/read-product.ts'
import { attempt, type Outcome, sentSku } from './row-result.ts'

/** Rows whose images are judged and brought to the disk at the same time. */
const imageRowsAtOnce = 4

/** A row that is ready to be written, or known to be wrong. */
export type PreparedRow = {
  index: number
  sku: string
  record: unknown
  read: Outcome<ProductInput>
  images: ImagesInput
  imageWarnings: Sentence[]
}

/** Reads records, the first of which is at the place `start`, in turns, and makes their images ready. */
export async function prepareRows(
  deps: StorefrontDeps,
  records: readonly unknown[],
  start: number,
  dryRun: boolean,
): Promise<PreparedRow[]> {
  const rows: PreparedRow[] = []
  await eachInTurns(records, (record) => rows.push(readOne(record, start + rows.length)))
  return await withImages(deps, rows, dryRun)
}

/** Brings images to the disk again that went meanwhile. Rows whose images are there are left alone: judging takes time. */
export async function prepareAgain(
  deps: StorefrontDeps,
  rows: readonly PreparedRow[],
): Promise<PreparedRow[]> {
  const lacking = rows.filter(({ images }) => lacksFile(deps, images))
  const again = new Map(
    (await withImages(deps, lacking, false)).map((row) => [row.index, row] as const),
  )
  return rows.map((row) => again.get(row.index) ?? row)
}

function lacksFile({ store }: StorefrontDeps, input: ImagesInput): boolean {
  if (input.kind === 'keep') return false
  const images = input.kind === 'list' ? input.images : [input.image]
  return images
    .flatMap((prepared) => (prepared === null ? [] : prepared.image))
    .some((image) => isStoredFile(image) && !store.has('images', hashOf(image)))
}

function readOne(record: unknown, index: number): PreparedRow {
  const read = attempt(() => readProductRow(record))
  const images: ImagesInput = { kind: 'keep' }
  return { index, sku: sentSku(record), record, read, images, imageWarnings: [] }
}

/** The rows with their images judged and, unless it is a dry run, on the disk. Rows that are wrong bring none. */
async function withImages(
  deps: StorefrontDeps,
  rows: readonly PreparedRow[],
  dryRun: boolean,
): Promise<PreparedRow[]> {
  const prepared = [...rows]
  const waiting = prepared.entries()
  const work = async () => {
    for (const [place, row] of waiting) {
      if (!isJsonObject(row.record) || 'error' in row.read || !speaksOfImages(row.record)) continue
      const { input, warnings } = await prepareImages(deps, row.record, { dryRun })
      prepared[place] = { ...row, images: input, imageWarnings: warnings }
    }
  }
  await Promise.all(Array.from({ length: imageRowsAtOnce }, work))
  return prepared
}

function speaksOfImages(record: object): boolean {
  return 'images' in record || 'image_base64' in record || 'image_url' in record
}
