import type { AppError } from '../../../platform/errors.ts'
import { ruleTextMax } from '../../../services/scan-export/service.ts'

/** What a cell must say, when it is empty. */
const wanted: Readonly<Record<string, string>> = {
  from: 'what the document prints',
  to: 'the field that the label stands for',
  key: 'the field in which the value stands',
  type: 'label or value',
}

const choices: Readonly<Record<string, string>> = {
  type: 'write label or value',
  category:
    'write vendor_invoice, purchase_order or bank_entry, or leave it empty for all documents',
}

/** Why a row is no rule, in the words of whoever made the file: by its columns. */
export function refusedRow(
  { details, message }: AppError,
  cell: (column: string) => string,
): string {
  const { field } = details
  if (typeof field !== 'string') return message
  const text = cell(field).trim()
  if (text === '') return `The column “${field}” is empty: it must say ${wanted[field]}.`
  const allowed = choices[field]
  if (allowed !== undefined) return `“${shortened(text)}” is no ${field}: ${allowed}.`
  return `The column “${field}” has ${text.length} characters; at most ${ruleTextMax} are allowed.`
}

/** Characters of a cell that are shown back. */
const shownMax = 40

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= shownMax ? text : `${characters.slice(0, shownMax).join('')}…`
}
