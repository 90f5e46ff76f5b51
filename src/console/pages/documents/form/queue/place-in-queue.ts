/** The place of a document in the queue. `next` is null after the last one. */
export type InQueue = {
  position: number
  total: number
  next: string | null
  previous: string | null
}

/** The waiting documents in working order. If the user works through a list, its held documents come first, in the list's order. */
export function inOrder(
  { ids, held }: { ids: readonly string[]; held: readonly string[] },
  listed: readonly string[],
): string[] {
  const first = listed.filter((id) => held.includes(id))
  return [...first, ...ids.filter((id) => !first.includes(id))]
}

/** The place among saved documents, in their order, and waiting ones. */
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
