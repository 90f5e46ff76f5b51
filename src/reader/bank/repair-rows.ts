import type { ReadValue } from '../page.ts'
import { wrongLetters } from '../labels/match.ts'
import { provenConfidence } from '../lines/repair.ts'
import { movementOf, type RowValues } from './row-values.ts'

/*
 * Repairs figures that OCR misread. The balances before and after a row tell what it says, and at most one digit may differ from what was
 * read. The sign is not compared. A proven figure is certain, however hard it was to read.
 */

/** `rows` run from the oldest to the newest. `opening` is the balance before the first row in paise, if it is known. */
export function repairRows(rows: readonly RowValues[], opening: number | undefined): RowValues[] {
  let before = opening
  return rows.map((row, at) => {
    const own = before === undefined ? row : repaired(row, before, rows[at + 1])
    const { moved, balance } = movementOf(own)
    before = balance ?? (before === undefined ? undefined : before + moved)
    return own
  })
}

function repaired(row: RowValues, before: number, next: RowValues | undefined): RowValues {
  const key = row['debit'] === undefined ? 'credit' : 'debit'
  const { balance, [key]: amount } = row
  if (balance?.source !== 'ocr' || amount === undefined) return row
  const { moved, balance: read } = movementOf(row)
  if (read !== undefined && moved !== 0 && read === before + moved) {
    return { ...row, balance: certain(balance), [key]: certain(amount) }
  }
  const expected = before + moved
  if (moved !== 0 && goesOn(expected, next) && isAlike(balance.text, expected)) {
    return { ...row, balance: put(balance, expected) }
  }
  if (read === undefined || !goesOn(read, next)) return row
  const missing = key === 'debit' ? before - read : read - before
  return missing > 0 && isAlike(amount.text, missing)
    ? { ...row, [key]: put(amount, missing) }
    : row
}

/** Whether the next row continues from this balance. */
function goesOn(balance: number, next: RowValues | undefined): boolean {
  if (next === undefined) return false
  const { moved, balance: after } = movementOf(next)
  return moved !== 0 && after === balance + moved
}

const digitOf: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' }

/** Whether at most one digit differs. Letters that OCR reads for digits count as these digits. */
function isAlike(text: string, paise: number): boolean {
  const digits = text
    .replace(/\(?(?:cr|dr)\.?\)?$/i, '')
    .replaceAll(/[oilzsb]/gi, (letter) => digitOf[letter.toLowerCase()] ?? '')
    .replaceAll(/\D/g, '')
  return wrongLetters(digits, String(Math.abs(paise)), 1) <= 1
}

function put(value: ReadValue, paise: number): ReadValue {
  const side = /\(?(?:cr|dr)\.?\)?$/i.exec(value.text)?.[0] ?? ''
  const sign = paise < 0 && side === '' ? '-' : ''
  const text = `${sign}${(Math.abs(paise) / 100).toFixed(2)} ${side}`.trim()
  return certain({ ...value, text })
}

function certain(value: ReadValue): ReadValue {
  return { ...value, confidence: Math.max(value.confidence, provenConfidence) }
}
