import { checkLines } from './check-lines.ts'
import { checkPresence } from './check-presence.ts'
import { checkStatement } from './check-statement.ts'
import { checkSums } from './check-sums.ts'
import { checkTax } from './check-tax.ts'
import { checkValues } from './check-values.ts'
import type { CheckedAgainst, CheckedDocument, Finding } from './document.ts'
import { readFigures } from './figures.ts'

/** All that cannot be right in a document. Nothing is found in one that is honest. */
export function checkDocument(document: CheckedDocument, against: CheckedAgainst): Finding[] {
  return [
    ...checkPresence(document),
    ...checkValues(document, against),
    ...(document.category === 'bank_entry'
      ? checkStatement(document)
      : checkBill(document, against)),
  ]
}

function checkBill(document: CheckedDocument, { ownGstin }: CheckedAgainst): Finding[] {
  const figures = readFigures(document)
  return [
    ...checkLines(figures.lines),
    ...checkSums(document, figures, ownGstin),
    ...checkTax(document, figures, ownGstin),
  ]
}
