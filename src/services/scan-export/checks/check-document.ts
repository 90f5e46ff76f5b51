import { checkLines } from './check-lines.ts'
import { checkValues } from './check-values.ts'
import type { CheckedAgainst, CheckedDocument, Finding } from './document.ts'
import { readFigures } from './figures.ts'

/** All that cannot be right in a document, the head's first. Nothing is found in one that is honest. */
export function checkDocument(document: CheckedDocument, against: CheckedAgainst): Finding[] {
  const values = checkValues(document, against)
  if (document.category === 'bank_entry') return values
  const figures = readFigures(document)
  return [...values, ...checkLines(document, figures.lines)]
}
