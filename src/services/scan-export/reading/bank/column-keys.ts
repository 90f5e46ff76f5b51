import { type KeyOf, keysOfHeadings } from '../lines/heading-keys.ts'

/* What the headings of statements stand for: fewer things than those of bills, whose words mean others here. */

const keys: ReadonlySet<string> = new Set(
  `sl_no date value_date narration description reference debit credit amount dr_cr balance branch branch_code`.split(
    ' ',
  ),
)

/** `isBlurred` for what was read from pixels. */
export function columnKeys(isBlurred: boolean): KeyOf {
  const keyOf = keysOfHeadings('bank_entry', isBlurred)
  return (label) => {
    const key = keyOf(label)
    if (key === undefined || !keys.has(key)) return undefined
    // "Value" is half of "Value Date", and "No" of "Account No".
    if (key === 'amount')
      return /am(?:oun)?t|\bdr\b|withdraw|deposit/i.test(label) ? key : undefined
    return key === 'sl_no' && label.length < 4 && /^no/i.test(label) ? undefined : key
  }
}
