/** Where a document stands in the queue; `next` is null behind the last. */
export type InQueue = {
  position: number
  total: number
  next: string | null
  previous: string | null
}

/** What waits, in the order in which somebody goes through it: first what is to be checked of a list that is gone through, as listed. */
export function inOrder(
  { ids, held }: { ids: readonly string[]; held: readonly string[] },
  listed: readonly string[],
): string[] {
  const first = listed.filter((id) => held.includes(id))
  return [...first, ...ids.filter((id) => !first.includes(id))]
}

/** Those that were saved come first, as they were counted before, then those that still wait. */
export function placeInQueue(
  id: string,
  done: readonly string[],
  waiting: readonly string[],
): InQueue | null {
  const open = waiting.filter((other) => !done.includes(other))
  const all = [...done, ...open]
  const at = all.indexOf(id)
  if (at === -1) return null
  const behind = all.slice(at + 1).find((other) => open.includes(other))
  const first = open.find((other) => other !== id)
  return {
    position: at + 1,
    total: all.length,
    next: behind ?? first ?? null,
    previous: all[at - 1] ?? null,
  }
}
