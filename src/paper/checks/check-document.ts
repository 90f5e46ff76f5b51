import { checkSums } from './check-sums.ts'
import { checkLines } from './check-lines.ts'
import { checkStatement } from './check-statement.ts'
import { checkTax } from './check-tax.ts'
import { checkValues } from './check-values.ts'
import { type CheckedAgainst, type CheckedDocument, type Finding, textAt } from './document.ts'
import { isCharge } from './figures.ts'
import { tradeFacts } from '../facts.ts'
import { fieldName } from './field-names.ts'
import { readPaise } from './values.ts'

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
  const facts = tradeFacts(document)
  return [...checkLines(facts.lines), ...checkSums(facts, ownGstin), ...checkTax(facts, ownGstin)]
}

/* What every paper of its kind carries. */

/** What is not there and must be. */
function checkPresence(document: CheckedDocument): Finding[] {
  return requiredKeys(document).flatMap((keys) => {
    const isThere = keys.some((key) => textAt(document.head, key) !== '')
    const [key = ''] = keys
    return isThere ? [] : [missing(key)]
  })
}

/** Of each group one is enough. */
function requiredKeys(document: CheckedDocument): string[][] {
  switch (document.category) {
    case 'vendor_invoice':
      return [...numberOf(document), ['invoice_date'], seller, ...totalOf(document)]
    case 'purchase_order':
      return [['po_no', 'invoice_no'], ['po_date', 'invoice_date'], seller]
    case 'bank_entry':
      return [['account_no', 'account_name', 'name']]
  }
}

const seller = ['vendor_name', 'name', 'gstin']

/** A registered seller numbers its bills (source: CGST rule 46(b)); a cash memo may have none. */
function numberOf({ head }: CheckedDocument): string[][] {
  const isRegistered = ['gstin', 'cgst', 'sgst', 'igst'].some((key) => textAt(head, key) !== '')
  return isRegistered ? [['invoice_no']] : []
}

/** A total under a label that no rule knows is there all the same. */
function totalOf({ head, lines }: CheckedDocument): string[][] {
  const hasUnknown = Object.keys(head).some(
    (key) => !/^[a-z_]+$/.test(key) && !isCharge(key) && readPaise(textAt(head, key)) !== undefined,
  )
  return hasUnknown && lines.length > 0 ? [] : [['total']]
}

function missing(key: string): Finding {
  return { key, code: 'missing', message: `${fieldName(key)} is missing.` }
}
