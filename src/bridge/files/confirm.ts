import type { Daybook } from '../daybook/daybook.ts'
import { isImported, putAway } from './folder.ts'
import { type Listed, manifestsIn, readManifest } from './manifest.ts'

/** The outcome of a confirmation. `changed` are the ids of documents that have changed since. */
export type Confirmed = { acknowledged: number; changed: string[] }

type Acknowledging = Pick<Daybook, 'acknowledge'>

/**
 * Acknowledges the documents in a file because the accounting program imported it. Safe to repeat after an interruption. Throws AppError
 * `not_found` for a missing manifest, and Daybook's errors.
 */
export async function confirm(daybook: Acknowledging, manifest: string): Promise<Confirmed> {
  const { documents, file } = readManifest(manifest)
  const confirmed: Confirmed = { acknowledged: 0, changed: [] }
  for (const document of documents) {
    if (await acknowledge(daybook, { ...document, file })) confirmed.acknowledged += 1
    else confirmed.changed.push(document.id)
  }
  await putAway(manifest)
  return confirmed
}

/** Vouchers in a file have no numbers of their own, so the file's name is reported instead. */
export async function acknowledge(
  daybook: Acknowledging,
  { kind, id, revision, file }: Listed,
): Promise<boolean> {
  const external = { system: 'folder', company: '', voucher_id: file, voucher_no: '' }
  return await daybook.acknowledge({ kind, id, revision, external })
}

export function addConfirmed(all: Confirmed, { acknowledged, changed }: Confirmed): void {
  all.acknowledged += acknowledged
  all.changed.push(...changed)
}

/** Confirms every file that somebody moved to the folder of imported files. */
export async function confirmImported(daybook: Acknowledging, folder: string): Promise<Confirmed> {
  const all: Confirmed = { acknowledged: 0, changed: [] }
  for (const manifest of manifestsIn(folder).filter((path) => isImported(folder, path))) {
    addConfirmed(all, await confirm(daybook, manifest))
  }
  return all
}
