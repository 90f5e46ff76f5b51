import { isCarriedOver } from './foot-words.ts'

/* The rows of a statement of account: its texts are of any kind, so that words alone make no row a sum. */

/** What is filled in beside a balance where something was moved. */
const movedKeys = ['debit', 'credit', 'amount']

/** Kinds as BodyRow has them; `filled` are the keys of the columns that something stands in. */
export function statementRowKind(
  text: string,
  filled: ReadonlySet<string>,
): 'figures' | 'text' | 'sum' | 'carried' {
  const hasMoved = movedKeys.some((key) => filled.has(key))
  if (filled.has('date') && filled.has('balance') && hasMoved) return 'figures'
  if (isBalance(text) || isCarriedOver(text)) return 'carried'
  if (sum.test(text)) return 'sum'
  return hasMoved || filled.has('balance') ? 'figures' : 'text'
}

/** The balance before the first row or after the last, whatever stands before its name. */
function isBalance(text: string): boolean {
  return /^[\W\d]*(?:\d{1,2}[-/ ]\p{L}{3,9}[-/ ]\d{2,4}\s+)?(?:opening|closing) bal/iu.test(text)
}

const sum =
  /^\W*(?:(?:grand|sub|page|net)? ?totals?\b|(?:statement |account |transaction )?summary\b|end of (?:the )?statement|no of (?:debit|credit)|(?:dr|cr|debit|credit) count|this is (?:a |an )?(?:computer|system|electronic)|legends?\b|abbreviations?\b|disclaimer\b|important\b|note\s*:)/i
