import { t } from '../../../../language/language.ts'

/** The state of a document after saving. */
export type Saved = {
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
