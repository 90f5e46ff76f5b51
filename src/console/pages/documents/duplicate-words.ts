import type { ListedDocument } from './data.ts'
import { t } from '../../language/language.ts'

type Told = Pick<ListedDocument, 'filename' | 'state' | 'originalId'>

type Fate = {
  by: 'number' | 'file'
  looksSame: boolean
  kept: Told & Pick<ListedDocument, 'syncedAt'>
  other: Told
}

/** The treatment of both documents until somebody decides. */
export function fateText({ kept, other, by, looksSame }: Fate): string {
  const what = by === 'file' ? t('the same file') : t('the same number')
  const left = t('{{filename}} has {{what}} as {{older}}', {
    filename: other.filename,
    what,
    older: kept.filename,
  })
  const [isKeptToCheck, isOtherToCheck] = [kept.state === 'check', other.state === 'check']
  const checked = isKeptToCheck || isOtherToCheck ? t(' once the values are checked') : ''
  if (kept.syncedAt !== null) {
    return t(
      '{{left}}, which was delivered. That does not hold this one back: it is delivered too{{checked}}.',
      { left, checked },
    )
  }
  if (other.originalId === null) {
    return t('{{left}}. Neither holds the other back: both are delivered{{checked}}.', {
      left,
      checked,
    })
  }
  return t('{{left}}, which is older. {{looksSame}}', {
    left,
    looksSame: heldText(looksSame, isKeptToCheck),
  })
}

/** The treatment of a document held back because an older document has its number. The older document may be doubtful. */
export function heldText(looksSame: boolean, isOlderToCheck: boolean): string {
  if (isOlderToCheck) {
    const waits = t('It waits for that one, whose values are to be checked')
    return looksSame
      ? t(
          '{{waits}}: when that is done and the older one acknowledged, it counts as a copy and is not delivered.',
          { waits },
        )
      : t(
          '{{waits}}, though seller, GSTIN or date are others: it comes once the older one is acknowledged.',
          { waits },
        )
  }
  return looksSame
    ? t(
        'It is held back: when the older one is acknowledged, it counts as a copy and is not delivered.',
      )
    : t(
        'It is held back, though seller, GSTIN or date are others: it waits until the older one is acknowledged, and comes with the next call then.',
      )
}
