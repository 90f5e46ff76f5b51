import { gstStates, stateCodeOf } from '../../../src/platform/gst/rates-and-states.ts'
import { numberOf, rowsOf, textOf } from '../../../src/platform/json/json.ts'
import { type Doc, isSet } from './docs.ts'
import { Refusal } from './refusals.ts'
import type { Store } from './store.ts'
import { rateFor } from './totals.ts'

/*
 * What the app India Compliance fills in and refuses (source: resilient-tech/india-compliance,
 * gst_india/overrides/transaction.py).
 */

/** By how much the tax of a line may be off what its rate comes to, in rupees, where it is sent as an amount. */
const offMax = 1

/** Where GSTINs and the place of supply come from: addresses. */
export function withGstFields(store: Store, doctype: string, doc: Doc): Doc {
  const isPurchase = doctype === 'Purchase Invoice'
  const own = isPurchase ? 'billing_address' : 'company_address'
  const company = store.find('Address', textOf(doc, own))
  const theirs = isPurchase ? 'supplier_address' : 'customer_address'
  const party = store.find('Address', textOf(doc, theirs))
  const companyGstin =
    textOf(company, 'gstin') || textOf(store.find('Company', textOf(doc, 'company')), 'gstin')
  const place = textOf(doc, 'place_of_supply') || placeOf(companyGstin)
  return {
    ...doc,
    company_gstin: companyGstin,
    [isPurchase ? 'supplier_gstin' : 'billing_address_gstin']: textOf(party, 'gstin'),
    gst_category: textOf(party, 'gst_category') || 'Unregistered',
    place_of_supply: place,
  }
}

export function checkGst(store: Store, doctype: string, doc: Doc): void {
  const places = [...gstStates].map(([code, name]) => `${code}-${name}`)
  if (!places.includes(textOf(doc, 'place_of_supply'))) {
    refuse(`"<strong>${textOf(doc, 'place_of_supply')}</strong>" is not a valid Place of Supply.`)
  }
  checkTemplates(doc)
  const accounts = gstAccounts(store, textOf(doc, 'company'))
  const rows = rowsOf(doc, 'taxes').filter(
    (row) => numberOf(row, 'tax_amount') !== 0 && accounts.has(textOf(row, 'account_head')),
  )
  if (rows.length === 0) return checkUntaxed(store, doc)
  checkAccounts(doctype, doc, rows, accounts)
  for (const row of rows) checkActual(store, doc, row)
}

type GstAccount = { side: string; head: 'cgst' | 'sgst' | 'igst' | 'cess' }

function gstAccounts(store: Store, company: string): Map<string, GstAccount> {
  const rows = rowsOf(store.find('GST Settings', 'GST Settings'), 'gst_accounts')
  const heads = ['cgst', 'sgst', 'igst', 'cess'] as const
  return new Map(
    rows
      .filter((row) => textOf(row, 'company') === company)
      .flatMap((row) =>
        heads.map((head): [string, GstAccount] => [
          textOf(row, `${head}_account`),
          { side: textOf(row, 'account_type'), head },
        ]),
      )
      .filter(([account]) => account !== ''),
  )
}

/** A line without an item has none for its code, and two of them have the same. */
function checkTemplates(doc: Doc): void {
  const templates = new Map<string, string>()
  for (const row of rowsOf(doc, 'items')) {
    const [code, template] = [textOf(row, 'item_code'), textOf(row, 'item_tax_template')]
    if ((templates.get(code) ?? template) !== template) {
      refuse(
        `Cannot use different Item Tax Templates in different rows for following items:<br> <strong>${code}</strong>`,
      )
    }
    templates.set(code, template)
  }
}

function checkUntaxed(store: Store, doc: Doc): void {
  if (isSet(doc, 'is_reverse_charge')) return
  const taxed = rowsOf(doc, 'items').find((row) => {
    const template = store.find('Item Tax Template', textOf(row, 'item_tax_template'))
    return textOf(template, 'gst_treatment') === 'Taxable'
  })
  if (taxed !== undefined) {
    refuse(`No GST is being charged on Taxable Items (Row #${numberOf(taxed, 'idx')})`)
  }
}

function checkAccounts(
  doctype: string,
  doc: Doc,
  rows: readonly Doc[],
  accounts: ReadonlyMap<string, GstAccount>,
): void {
  const isPurchase = doctype === 'Purchase Invoice'
  const party = textOf(doc, isPurchase ? 'supplier_gstin' : 'billing_address_gstin')
  const own = textOf(doc, 'company_gstin')
  const isBetween = isInterState(doc, isPurchase ? party || own : own)
  const used = new Set<string>()
  if (isPurchase && party === '' && !isSet(doc, 'is_reverse_charge')) {
    refuse('Cannot charge GST in Row #1 since purchase is from a Supplier without GSTIN')
  }
  for (const row of rows) {
    const { side = '', head = 'cess' } = accounts.get(textOf(row, 'account_head')) ?? {}
    const number = `Row #${numberOf(row, 'idx')}`
    const isReverse = side === 'Purchase Reverse Charge'
    if (isPurchase ? side !== 'Input' && !isReverse : side !== 'Output') {
      refuse(
        `${number}: ${textOf(row, 'account_head')} is not a valid GST account for this transaction`,
      )
    }
    if (isReverse && !isSet(doc, 'is_reverse_charge')) {
      refuse(
        `Cannot use Reverse Charge Account in ${number} since transaction is without Reverse Charge`,
      )
    }
    if (isBetween && (head === 'cgst' || head === 'sgst')) {
      refuse(`${number}: Cannot charge CGST/SGST for inter-state supplies`)
    }
    if (!isBetween && head === 'igst') {
      refuse(`${number}: Cannot charge IGST for intra-state supplies`)
    }
    used.add(head)
  }
  if (!isBetween && used.has('cgst') !== used.has('sgst')) {
    refuse('Cannot use only one of CGST or SGST account for intra-state supplies')
  }
}

function isInterState(doc: Doc, source: string): boolean {
  return textOf(doc, 'place_of_supply').slice(0, 2) !== source.slice(0, 2)
}

/** The framework shares an amount out by what the lines come to, whatever their rates. */
function checkActual(store: Store, doc: Doc, row: Doc): void {
  if (textOf(row, 'charge_type') !== 'Actual') return
  const net = numberOf(doc, 'net_total')
  const number = `Tax Row #${numberOf(row, 'idx')}: Charge Type is set to Actual.`
  for (const item of rowsOf(doc, 'items')) {
    const value = numberOf(item, 'net_amount')
    const [rate, share] = [
      rateFor(store, item, row),
      net === 0 ? 0 : (value * numberOf(row, 'tax_amount')) / net,
    ]
    if (share !== 0 && rate === 0) {
      refuse(
        `${number} However, this would not compute item taxes, and your further reporting will be affected.`,
      )
    }
    if (Math.abs((value * rate) / 100 - share) > offMax) {
      refuse(
        `${number} However, Tax Amount ${share} as computed for Item <strong>${textOf(item, 'item_name')}</strong> is incorrect. Try setting the Charge Type to On Net Total`,
      )
    }
  }
}

function placeOf(gstin: string): string {
  const code = gstin.slice(0, 2)
  const name = gstStates.get(code)
  return name === undefined || stateCodeOf(name) === undefined ? '' : `${code}-${name}`
}

function refuse(message: string): never {
  throw new Refusal('ValidationError', message)
}
