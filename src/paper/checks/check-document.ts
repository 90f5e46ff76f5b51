import { checkSums } from './check-sums.ts'
import { checkLines } from './check-lines.ts'
import { checkStatement } from './check-statement.ts'
import { checkTax } from './check-tax.ts'
import { checkValues } from './check-values.ts'
import { type CheckedAgainst, type CheckedDocument, type Finding, textAt } from './document.ts'
import { isCharge } from './figures.ts'
import { tradeFacts } from '../facts.ts'
import { fieldName, requiredIn } from '../fields.ts'
import { readPaise } from '../values.ts'

/** Everything in a document that cannot be right. An honest document has no findings. */
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
  const facts = tradeFacts(document)
  return [...checkLines(facts.lines), ...checkSums(facts, ownGstin), ...checkTax(facts, ownGstin)]
}

/* Values that every paper of its kind has. */

/** Finds required values that are missing. */
function checkPresence(document: CheckedDocument): Finding[] {
  return requiredKeys(document).flatMap((keys) => {
    const isThere = keys.some((key) => textAt(document.head, key) !== '')
    const [key = ''] = keys
    return isThere ? [] : [missing(key)]
  })
}

/** Groups of required keys. One key of each group is enough. */
function requiredKeys(document: CheckedDocument): string[][] {
  return requiredIn(document.category).filter(
    ([key]) =>
      (key !== 'invoice_no' || isRegistered(document)) &&
      (key !== 'total' || !hasOtherTotal(document)),
  )
}

/** A registered seller numbers its bills (source: CGST rule 46(b)). A cash memo may have no number. */
function isRegistered({ head }: CheckedDocument): boolean {
  return ['gstin', 'cgst', 'sgst', 'igst'].some((key) => textAt(head, key) !== '')
}

/** A total under an unknown label counts too. */
function hasOtherTotal({ head, lines }: CheckedDocument): boolean {
  const hasUnknown = Object.keys(head).some(
    (key) => !/^[a-z_]+$/.test(key) && !isCharge(key) && readPaise(textAt(head, key)) !== undefined,
  )
  return hasUnknown && lines.length > 0
}

function missing(key: string): Finding {
  return { key, code: 'missing', message: `${fieldName(key)} is missing.` }
}
