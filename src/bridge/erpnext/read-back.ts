import type { Entered, Standing } from '../books.ts'
import { type Filter, isChecked, type Site } from './client.ts'
import { doctypeOf, type Doctype, doctypes, fieldsOf, keyField, keyOfId } from './doctypes.ts'
import { isHead } from './tax-rows.ts'
import { keyIn, markerOf, markerStart } from '../keys.ts'
import { bankSide, isOfBank, type Paise, sumOf, type Voucher } from '../vouchers/voucher.ts'
import { type JsonObject, numberOf, rowsOf, textOf } from '../../platform/json/json.ts'
import { toRupees } from '../../platform/money.ts'
import { foldText } from '../../platform/text.ts'

/** Where ERPNext computes a tax from rates, it may differ from the paper by so much. The difference is rounded off there. */
const taxOffMaxPaise = 100

/**
 * How the voucher in ERPNext differs from what was sent, in sentences. Empty when both agree. Total, accounts and items must agree to the
 * paisa, except taxes from rates. A draft and a submitted document count as equal.
 */
export function differences(voucher: Voucher, entered: Entered): string[] {
  const said = headDifferences(voucher, entered)
  if (isOfBank(voucher.kind)) {
    const [sent, there] = [bankSide(voucher)?.paise ?? 0, entered.entries[0]?.paise ?? 0]
    return sent === there ? said : [...said, amountSentence('The amount', sent, there)]
  }
  const amounts = voucher.items.length > 0 ? itemDifferences : accountDifferences
  return [...said, ...totalDifference(voucher, entered), ...amounts(voucher, entered)]
}

function headDifferences(voucher: Voucher, entered: Entered): string[] {
  const { date, reference, party, kind } = voucher
  const said: string[] = []
  if (entered.isCancelled) said.push('It is cancelled there.')
  if (entered.voucherType !== doctypeOf(kind)) said.push(`It is a ${entered.voucherType} there.`)
  if (entered.date !== date) said.push(`It is dated ${entered.date} there instead of ${date}.`)
  if (isOfBank(kind)) return said
  if (foldText(entered.reference) !== foldText(reference)) {
    said.push(`Its number is “${entered.reference}” there instead of “${reference}”.`)
  }
  if (foldText(entered.party) !== foldText(party)) {
    said.push(`Its party is ${entered.party} there instead of ${party}.`)
  }
  return said
}

function totalDifference({ entries }: Voucher, { entries: [party] }: Entered): string[] {
  const sent = sumOf(entries.filter(({ isParty }) => isParty === true))
  return sent === party?.paise ? [] : [amountSentence('The total', sent, party?.paise ?? 0)]
}

/** Compares items only. ERPNext itself decides which account a stock item goes to. */
function itemDifferences(voucher: Voucher, entered: Entered): string[] {
  const sent = sumsBy(voucher.items, ({ item }) => item)
  const there = sumsBy(entered.items, ({ item }) => item)
  return [...sent.keys()].flatMap((item) => {
    const [was, is] = [sent.get(item) ?? 0, there.get(item) ?? 0]
    return was === is ? [] : [amountSentence(`The item ${item}`, was, is)]
  })
}

function accountDifferences({ entries }: Voucher, entered: Entered): string[] {
  const taxHeads = new Set(
    entries.filter(({ role }) => isHead(role)).map(({ ledger }) => foldText(ledger)),
  )
  const sent = sumsBy(
    entries.filter(({ isParty }) => isParty !== true),
    ({ ledger }) => foldText(ledger),
  )
  const there = sumsBy(entered.entries.slice(1), ({ ledger }) => foldText(ledger))
  const off = [...sent.keys()].filter((ledger) => {
    const tolerance = taxHeads.has(ledger) ? taxOffMaxPaise : 0
    return Math.abs((sent.get(ledger) ?? 0) - (there.get(ledger) ?? 0)) > tolerance
  })
  const missing = off.filter((ledger) => !there.has(ledger))
  const taken = missing.reduce((sum, ledger) => sum + (sent.get(ledger) ?? 0), 0)
  // Other entries of the document are in the total, which agrees: rounding, and tax that is both owed and claimed.
  return off
    .filter((ledger) => !missing.includes(ledger) || taken !== there.get(discountBeforeTax))
    .map((ledger) => amountSentence(ledger, sent.get(ledger) ?? 0, there.get(ledger) ?? 0))
}

function sumsBy<Row extends { paise: Paise }>(rows: readonly Row[], nameOf: (row: Row) => string) {
  const sums = new Map<string, Paise>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.paise)
  return sums
}

function amountSentence(what: string, sent: Paise, there: Paise): string {
  return `${what} is ${rupees(there)} there instead of ${rupees(sent)}.`
}

function rupees(paise: Paise): string {
  return `₹${toRupees(Math.abs(paise)).toFixed(2)}`
}

/** The company whose documents are read, and the field with their key. */
export type Place = { site: Site; company: string; idField: string }

const cancelled = 2

/**
 * The documents of a key. A document that somebody amended after a cancellation replaces the cancelled one. Throws AppError as `Site`
 * does.
 */
export async function readById(place: Place, id: string): Promise<Entered[]> {
  const found = await Promise.all(
    doctypes.map(async (doctype) => {
      const rows = await heads(place, doctype, [[keyField(doctype, place.idField), '=', id]])
      return await whole(place, doctype, await replaced(place, doctype, rows))
    }),
  )
  return found.flat()
}

/** Reads vouchers by the marker behind the narration, which survives on sites that give their own names. */
export async function readByMarker(place: Place, key: string): Promise<Entered[]> {
  const kinds = doctypes.filter((doctype) => fieldsOf[doctype].narration === 'remarks')
  const found = await Promise.all(
    kinds.map(async (doctype) => {
      const rows = await heads(place, doctype, [['remarks', 'like', `%${markerOf(key)}%`]])
      return await whole(place, doctype, await replaced(place, doctype, rows))
    }),
  )
  return found.flat().filter(({ narration }) => keyIn(narration) === key)
}

/** Reads a document by the guid that `guidOf` gave it. */
export async function readByGuid({ site }: Place, guid: string): Promise<Entered[]> {
  const doctype = doctypes.find((each) => guid.startsWith(`${each}/`))
  if (doctype === undefined) return []
  const doc = await site.get(doctype, guid.slice(doctype.length + 1))
  return doc === undefined ? [] : [enteredOf(doctype, doc)]
}

/** The documents that Daybook entered, dated `from` or later. */
export async function readOurs(
  { site, company, idField }: Place,
  from: string,
): Promise<Standing[]> {
  const standing: Standing[] = []
  for (const doctype of doctypes) {
    const field = keyField(doctype, idField)
    const filters: Filter[] = [
      ['company', '=', company],
      [field, 'like', 'DB-%'],
      [fieldsOf[doctype].date, '>=', from],
    ]
    const fields = ['name', 'docstatus', field]
    for await (const row of site.pages(doctype, { fields, filters })) {
      const key = keyOfId(textOf(row, field))
      if (key === undefined) continue
      standing.push({
        guid: guidOf(doctype, textOf(row, 'name')),
        narration: markerOf(key),
        isCancelled: numberOf(row, 'docstatus') === cancelled,
      })
    }
  }
  // The document that replaced a cancelled one has the same key. Sorted last, it counts.
  return standing.toSorted((a, b) => Number(b.isCancelled) - Number(a.isCancelled))
}

/** The whole documents that pass the filters, and whose reference passes `isMeant`. */
export async function readWhere(
  place: Place,
  doctype: Doctype,
  filters: readonly Filter[],
  isMeant: (reference: string) => boolean = () => true,
): Promise<Entered[]> {
  const rows = await heads(place, doctype, filters)
  const { reference } = fieldsOf[doctype]
  const meant = rows.filter((row) => isMeant(textOf(row, reference)))
  return await whole(place, doctype, meant)
}

async function heads({ site, company }: Place, doctype: Doctype, filters: readonly Filter[]) {
  const rows = site.pages(doctype, {
    fields: ['name', 'docstatus', fieldsOf[doctype].reference],
    filters: [['company', '=', company], ...filters],
  })
  return await Array.fromAsync(rows)
}

/** To change a submitted document, a person cancels it and amends it into a new one, maybe several times. */
async function replaced(
  place: Place,
  doctype: Doctype,
  rows: readonly JsonObject[],
): Promise<JsonObject[]> {
  const standing = await Promise.all(
    rows.map(async (row) => {
      if (numberOf(row, 'docstatus') !== cancelled) return [row]
      const newer = await heads(place, doctype, [['amended_from', '=', textOf(row, 'name')]])
      return newer.length === 0 ? [row] : await replaced(place, doctype, newer)
    }),
  )
  return standing.flat()
}

async function whole({ site }: Place, doctype: Doctype, rows: readonly JsonObject[]) {
  const docs = await Promise.all(
    rows.map(async (row) => await site.get(doctype, textOf(row, 'name'))),
  )
  return docs.flatMap((doc) => (doc === undefined ? [] : [enteredOf(doctype, doc)]))
}

function guidOf(doctype: Doctype, name: string): string {
  return `${doctype}/${name}`
}

function enteredOf(doctype: Doctype, doc: JsonObject): Entered {
  const fields = fieldsOf[doctype]
  const name = textOf(doc, 'name')
  const status = numberOf(doc, 'docstatus')
  return {
    guid: guidOf(doctype, name),
    masterId: 0,
    alterId: 0,
    voucherNo: name,
    voucherType: doctype,
    date: textOf(doc, fields.date),
    isCancelled: status === cancelled,
    isOptional: status === 0,
    party: textOf(doc, fields.party),
    reference: textOf(doc, fields.reference),
    narration: narrationOf(doctype, doc),
    ...(doctype === 'Bank Transaction' ? movedIn(doc) : booked(doctype, doc)),
  }
}

/** Adds the marker where only the key field has the key. */
function narrationOf(doctype: Doctype, doc: JsonObject): string {
  const narration = textOf(doc, fieldsOf[doctype].narration)
  const ids = [textOf(doc, 'transaction_id'), textOf(doc, 'daybook_id'), textOf(doc, 'name')]
  const key = ids.map(keyOfId).find((one) => one !== undefined)
  if (key === undefined || narration.includes(markerStart)) return narration
  return `${narration} ${markerOf(key)}`.trim()
}

/** ERPNext keeps only the bank's side of a transaction. */
function movedIn(doc: JsonObject): Pick<Entered, 'entries' | 'items'> {
  const paise = paiseAt(doc, 'deposit') - paiseAt(doc, 'withdrawal')
  return { entries: [{ ledger: textOf(doc, 'bank_account'), paise }], items: [] }
}

/** A discount before tax has no account in ERPNext. */
const discountBeforeTax = ''

/** Debits above zero, as in a voucher. */
function booked(doctype: Doctype, doc: JsonObject): Pick<Entered, 'entries' | 'items'> {
  const isPurchase = doctype === 'Purchase Invoice'
  const sign = isPurchase ? 1 : -1
  const lines = rowsOf(doc, 'items')
  const goods = lines.map((row) => ({
    ledger: textOf(row, isPurchase ? 'expense_account' : 'income_account'),
    paise: paiseAt(row, 'amount') * sign,
  }))
  const taxes = rowsOf(doc, 'taxes').map((row) => ({
    ledger: textOf(row, 'account_head'),
    paise:
      paiseAt(row, 'tax_amount') * sign * (textOf(row, 'add_deduct_tax') === 'Deduct' ? -1 : 1),
  }))
  const discount = { ledger: discountBeforeTax, paise: -paiseAt(doc, 'discount_amount') * sign }
  const rounding = isChecked(doc, 'disable_rounded_total') ? 0 : paiseAt(doc, 'rounding_adjustment')
  const total = (paiseAt(doc, 'grand_total') + rounding) * sign
  return {
    entries: [
      { ledger: textOf(doc, fieldsOf[doctype].party), paise: -total },
      ...goods,
      ...taxes,
      discount,
    ],
    items: lines.map((row) => ({
      item: textOf(row, 'item_code'),
      paise: paiseAt(row, 'amount') * sign,
    })),
  }
}

function paiseAt(doc: JsonObject, field: string): Paise {
  return Math.round(numberOf(doc, field) * 100)
}
