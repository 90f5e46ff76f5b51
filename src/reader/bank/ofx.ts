import type { ReadDocument, ReadValues } from '../page.ts'
import { dataBalance, dataValue, plainText, signedAmount } from './data-values.ts'
import { cutOff, statementOf } from './statement.ts'

/* OFX, the format of Quicken and Money. Version 1 is SGML, whose values have no end tags. Version 2 is XML. This reader reads both. */

/** An element with its text. `path` names the aggregates around the element, the outermost first. */
type Element = { readonly path: readonly string[]; readonly name: string; readonly text: string }

export function isOfx(text: string): boolean {
  return /<OFX>/i.test(text)
}

/** The statements of a file, one for each account. */
export function readOfx(text: string): ReadDocument[] {
  const statements: Element[][] = []
  for (const element of elementsOf(text)) {
    if (element.name === 'STMTRS' || element.name === 'CCSTMTRS') statements.push([])
    else statements.at(-1)?.push(element)
  }
  const doubts = /<\/OFX>\s*$/i.test(text) ? [] : [cutOff]
  return statements.flatMap((elements) =>
    elements.length === 0 ? [] : { ...readStatement(elements), doubts },
  )
}

function* elementsOf(text: string): Generator<Element> {
  const path: string[] = []
  for (const [, end, tag = '', content = ''] of text.matchAll(/<(\/?)([A-Z\d.]+)>([^<]*)/gi)) {
    const name = tag.toUpperCase()
    if (end === '/') {
      const at = path.lastIndexOf(name)
      if (at !== -1) path.length = at
      continue
    }
    const value = plainText(content)
    yield { path: [...path], name, text: value }
    if (value === '' && path.length < nestedMax) path.push(name)
  }
}

/** Aggregates nest at most this deep. Statements nest about six deep. */
const nestedMax = 32

function readStatement(elements: readonly Element[]): ReadDocument {
  const textAt = (name: string, inside?: string) =>
    elements.find(
      (one) =>
        one.name === name && one.text !== '' && (inside === undefined || one.path.includes(inside)),
    )?.text
  const bank = textAt('BANKID')
  const closing = textAt('BALAMT', 'LEDGERBAL')
  const head: ReadValues = {
    ...dataValue('account_no', textAt('ACCTID')),
    ...dataValue(
      'ifsc',
      bank !== undefined && /^[A-Z]{4}0[A-Z\d]{6}$/i.test(bank) ? bank : undefined,
    ),
    ...dataValue('currency', textAt('CURDEF')),
    ...dataValue('statement_from', dayOf(textAt('DTSTART'))),
    ...dataValue('statement_to', dayOf(textAt('DTEND'))),
  }
  return statementOf({
    head,
    named: dataBalance('closing_balance', closing?.replace(',', '.')),
    rows: withTypes(transactionsOf(elements)).map(rowOf),
    columns: {},
    pages: [],
  })
}

function transactionsOf(elements: readonly Element[]): Map<string, string>[] {
  const transactions: Map<string, string>[] = []
  for (const { name, path, text } of elements) {
    if (name === 'STMTTRN') transactions.push(new Map())
    else if (path.includes('STMTTRN') && text !== '') transactions.at(-1)?.set(name, text)
  }
  return transactions
}

/** Kinds of transactions that take money out (source: OFX 2.2, 11.4.4.3). */
const typesOut = new Set(['DEBIT', 'CHECK', 'PAYMENT', 'FEE', 'SRVCHG', 'DIRECTDEBIT', 'REPEATPMT'])

/**
 * Amounts should have a sign, but programs forget it. If no amount has a minus, the transaction types tell which unsigned amounts went out.
 */
function withTypes(transactions: readonly Map<string, string>[]): ReadonlyMap<string, string>[] {
  if (transactions.some((fields) => amountOf(fields).startsWith('-'))) return [...transactions]
  return transactions.map((fields) => {
    const isOut = typesOut.has(fields.get('TRNTYPE')?.toUpperCase() ?? '')
    const amount = amountOf(fields)
    return isOut && !amount.startsWith('+')
      ? new Map([...fields, ['TRNAMT', `-${amount}`]])
      : fields
  })
}

function amountOf(fields: ReadonlyMap<string, string>): string {
  return fields.get('TRNAMT')?.trim() ?? ''
}

function rowOf(fields: ReadonlyMap<string, string>): ReadValues {
  return {
    ...dataValue('date', dayOf(fields.get('DTPOSTED'))),
    ...dataValue('value_date', dayOf(fields.get('DTAVAIL'))),
    ...dataValue('narration', narrationOf(fields.get('NAME') ?? '', fields.get('MEMO') ?? '')),
    ...dataValue('reference', fields.get('CHECKNUM') ?? fields.get('REFNUM')),
    ...signedAmount(fields.get('TRNAMT') ?? ''),
  }
}

/** A name has at most 32 characters. The memo often begins with the whole name. */
function narrationOf(name: string, memo: string): string {
  if (memo.startsWith(name)) return memo
  return name.startsWith(memo) ? name : `${name} ${memo}`
}

/** "20260806120000[+5.5:IST]" */
function dayOf(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? []
  return day === undefined ? undefined : `${year}-${month}-${day}`
}
