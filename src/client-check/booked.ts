import type { Booked } from './judge.ts'

/** Counts the ids of a list, one a line; what stands behind an id on its line is passed over. */
export function readBooked(text: string): NonNullable<Booked> {
  const times = new Map<string, number>()
  for (const line of text.split(/\r?\n/)) {
    const [id = ''] = line.trim().split(/[\s,;]/, 1)
    if (id !== '') times.set(id, (times.get(id) ?? 0) + 1)
  }
  return times
}
