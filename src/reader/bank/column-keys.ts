import { fieldOf } from '../../paper/fields.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { type KeyOf, keysOfHeadings } from '../lines/heading-keys.ts'

/* What the headings of statements stand for: fewer things than those of bills, whose words mean others here. */

/** Columns that bills have too. */
const sharedKeys = ['sl_no', 'description', 'amount', 'branch']

function isOfStatement(key: string): boolean {
  return fieldOf(key)?.whose === 'row' || sharedKeys.includes(key)
}

/** `isBlurred` for what was read from pixels. */
export function columnKeys(isBlurred: boolean): KeyOf {
  const keyOf = keysOfHeadings('bank_entry', isBlurred)
  return (label) => {
    const key = keyOf(label) ?? (isReference(label) ? 'reference' : undefined)
    if (key === undefined || !isOfStatement(key)) return undefined
    // "Value" is half of "Value Date", and "No" of "Account No".
    if (key === 'amount')
      return /am(?:oun)?t|\bdr\b|withdraw|deposit/i.test(label) ? key : undefined
    return key === 'sl_no' && label.length < 4 && /^no/i.test(label) ? undefined : key
  }
}

/** Whether a label stands over narrations. */
export function narrationHeading(label: string): boolean {
  const key = columnKeys(false)(label)
  return key === 'narration' || key === 'description'
}

/** "Cheque Details", "Ref/Chq", "Instr. ID": whatever the words for the number of a payment stand together with. */
function isReference(label: string): boolean {
  const words = foldLabel(label).split(' ')
  return words.some((word) => numbered.test(word)) && words.every((word) => beside.test(word))
}

const numbered = /^(?:cheques?|che?qs?|ref(?:erence)?|inst(?:r|rmt|rument)?|utr|rrn|txnid|tranid)$/
const beside = new RegExp(
  `${numbered.source}|^(?:tran|trans|txn|transaction|bank|payment|no|nos|number|num|id|detail|details|dtls|code|&|and|or)$`,
)
