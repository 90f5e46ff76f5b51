import type { Place } from '../offsite/place.ts'
import { keptDays } from './litestream.ts'

/** A file or book that no restorable moment needs is deleted this long after that was first seen, in milliseconds. */
const goneKeptMs = (keptDays + 1) * 24 * 60 * 60 * 1000

/** The largest note of files, in bytes: some hundred for each of a million. */
const noteBytesMax = 128 * 1024 * 1024

/** `note`: a file of the place that records since when each file is unneeded, by the observer's clock. */
type Gone = { note: string; names: readonly string[]; now: number }

/** Deletes files that were unneeded for long enough, and records the rest. */
export async function removeGone(
  place: Place,
  { note, names, now }: Gone,
  remove: (name: string) => Promise<void>,
): Promise<void> {
  const before = sinceIn(await place.read(note, noteBytesMax))
  const left: Record<string, number> = {}
  for (const name of names) {
    const since = Math.min(before[name] ?? now, now)
    if (now - since < goneKeptMs) left[name] = since
    else await remove(name)
  }
  await place.write(note, new TextEncoder().encode(JSON.stringify(left)))
}

function sinceIn(bytes: Uint8Array | undefined): Record<string, number> {
  if (bytes === undefined) return {}
  const found: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!(found instanceof Object)) return {}
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  )
}
