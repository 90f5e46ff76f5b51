import type { Daybook } from '../daybook/daybook.ts'
import { isImported, putAway } from './folder.ts'
import { type Listed, manifestsIn, readManifest } from './manifest.ts'

/** What a confirmation came to; `changed` are ids of documents that are other since. */
export type Confirmed = { acknowledged: number; changed: string[] }

type Acknowledging = Pick<Daybook, 'acknowledge'>

/**
 * Acknowledges what a file holds, because its program took it. Cut off, it is safe to repeat. Throws AppError `not_found` for
 * a manifest that is not there, and what Daybook answers.
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

/** A file has no vouchers with numbers of their own: its name is all that can be told of them. */
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

/** Confirms every file that somebody moved to where imported ones go. */
export async function confirmImported(daybook: Acknowledging, folder: string): Promise<Confirmed> {
  const all: Confirmed = { acknowledged: 0, changed: [] }
  for (const manifest of manifestsIn(folder).filter((path) => isImported(folder, path))) {
    addConfirmed(all, await confirm(daybook, manifest))
  }
  return all
}
