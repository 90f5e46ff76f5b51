import { t } from '../../../../language/language.ts'

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

/** The state of a document after saving. */
type Saved = {
  state: string
  findings: readonly { message: string }[]
  original?: { filename: string; state: string } | null | undefined
}

/** The message about a saved document, and whether it is held. */
export type Outcome = { text: string; isHeld: boolean }

export function outcomeOf(filename: string, saved: Saved): Outcome {
  return { text: savedText(filename, saved), isHeld: saved.state !== 'waiting' }
}

/** The message about a saved document. It says that the document is on its way only if that is true. */
export function savedText(filename: string, { state, findings, original }: Saved): string {
  const saved = t('{{filename}} is saved.', { filename })
  switch (state) {
    case 'waiting':
      return `${saved} ${t('It waits to be delivered.')}`
    case 'check':
      return `${saved} ${t('It is held back: check its values.')} ${findings[0]?.message ?? ''}`.trim()
    case 'duplicate':
      if (original?.state === 'check') {
        return `${saved} ${t(
          'It waits for {{filename}}, an older one with its number, whose values are to be checked.',
          { filename: original.filename },
        )}`
      }
      return original == null
        ? `${saved} ${t('It is held back: an older document has this number.')}`
        : `${saved} ${t('It is held back: an older document has this number, {{filename}}.', { filename: original.filename })}`
    default:
      return saved
  }
}
