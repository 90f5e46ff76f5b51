import { foldLabel } from '../../paper/rules/labels.ts'
import { type KeyOf, keysOfHeadings } from '../lines/heading-keys.ts'

/* What headings of statements mean. Statements have fewer kinds of columns than bills, and some words mean something else. */

/** `isBlurred`: whether the headings were read from pixels. */
export function columnKeys(isBlurred: boolean): KeyOf {
  const keyOf = keysOfHeadings('bank_entry', isBlurred)
  return (label) => {
    const key = keyOf(label) ?? (isReference(label) ? 'reference' : undefined)
    if (key === undefined) return undefined
    // "Value" may be half of "Value Date", and "No" half of "Account No".
    if (key === 'amount')
      return /am(?:oun)?t|\bdr\b|withdraw|deposit/i.test(label) ? key : undefined
    return key === 'sl_no' && label.length < 4 && /^no/i.test(label) ? undefined : key
  }
}

/** Whether a label is the heading of the narrations. */
export function narrationHeading(label: string): boolean {
  const key = columnKeys(false)(label)
  return key === 'narration' || key === 'description'
}

/** Whether a heading names the number of a payment: "Cheque Details", "Ref/Chq", "Instr. ID". */
function isReference(label: string): boolean {
  const words = foldLabel(label).split(' ')
  return words.some((word) => numbered.test(word)) && words.every((word) => beside.test(word))
}

const numbered = /^(?:cheques?|che?qs?|ref(?:erence)?|inst(?:r|rmt|rument)?|utr|rrn|txnid|tranid)$/
const beside = new RegExp(
  `${numbered.source}|^(?:tran|trans|txn|transaction|bank|payment|no|nos|number|num|id|detail|details|dtls|code|&|and|or)$`,
)
