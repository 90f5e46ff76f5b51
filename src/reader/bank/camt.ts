import type { JsonObject } from '../../platform/json/json.ts'
import type { ReadDocument, ReadValues } from '../page.ts'
import { nodesAt, objectsAt, textAt } from '../files/tree.ts'
import { dataBalance, dataValue } from './data-values.ts'
import type { NamedBalance } from './named-balances.ts'
import { statementOf } from './statement.ts'

/* ISO 20022 CAMT.053 (statements) and CAMT.052 (reports within the day). Source: ISO 20022 message definitions. */

/** The statements of an XML file. Empty if the file holds no such message. */
export function readCamt(tree: JsonObject): ReadDocument[] {
  const statements = ['Document.BkToCstmrStmt.Stmt', 'Document.BkToCstmrAcctRpt.Rpt'].flatMap(
    (path) => objectsAt(tree, path),
  )
  return statements.map(readStatement)
}

function readStatement(statement: JsonObject): ReadDocument {
  const member = first(statement, [
    'Acct.Svcr.FinInstnId.ClrSysMmbId.MmbId',
    'Acct.Svcr.FinInstnId.Othr.Id',
  ])
  const head = {
    ...dataValue('account_no', first(statement, ['Acct.Id.Othr.Id', 'Acct.Id.IBAN'])),
    ...dataValue('account_name', first(statement, ['Acct.Nm', 'Acct.Ownr.Nm'])),
    ...dataValue('bank_name', textAt(statement, 'Acct.Svcr.FinInstnId.Nm')),
    ...dataValue('ifsc', /^[A-Z]{4}0[A-Z\d]{6}$/.test(member ?? '') ? member : undefined),
    ...dataValue('currency', textAt(statement, 'Acct.Ccy')),
    ...dataValue('statement_from', day(textAt(statement, 'FrToDt.FrDtTm'))),
    ...dataValue('statement_to', day(textAt(statement, 'FrToDt.ToDtTm'))),
  }
  const rows = objectsAt(statement, 'Ntry').filter(isBooked).map(rowOf)
  return statementOf({ head, named: balancesOf(statement), rows, columns: {}, pages: [] })
}

function first(tree: JsonObject, paths: readonly string[]): string | undefined {
  return paths.map((path) => textAt(tree, path)).find((text) => text !== undefined)
}

/** The booked opening and closing balances. The closing balance of the day before (PRCD) is an opening balance too. */
const balanceCodes = new Map<string, NamedBalance['key']>([
  ['OPBD', 'opening_balance'],
  ['PRCD', 'opening_balance'],
  ['CLBD', 'closing_balance'],
])

function balancesOf(statement: JsonObject): NamedBalance[] {
  return objectsAt(statement, 'Bal').flatMap((balance) => {
    const key = balanceCodes.get(textAt(balance, 'Tp.CdOrPrtry.Cd') ?? '')
    const sign = textAt(balance, 'CdtDbtInd') === 'DBIT' ? '-' : ''
    const amount = textAt(balance, 'Amt')
    return key === undefined || amount === undefined ? [] : dataBalance(key, `${sign}${amount}`)
  })
}

/** An announced entry is not a movement yet. */
function isBooked(entry: JsonObject): boolean {
  const status = first(entry, ['Sts', 'Sts.Cd'])
  return status === undefined || status === 'BOOK'
}

function rowOf(entry: JsonObject): ReadValues {
  const details = 'NtryDtls.TxDtls'
  const remittance = nodesAt(entry, `${details}.RmtInf.Ustrd`).filter(
    (node) => typeof node === 'string',
  )
  const text =
    remittance.length > 0
      ? remittance.join(' ')
      : first(entry, [`${details}.AddtlTxInf`, 'AddtlNtryInf'])
  const references = ['EndToEndId', 'ChqNb', 'InstrId', 'AcctSvcrRef'].map((name) =>
    textAt(entry, `${details}.Refs.${name}`),
  )
  const reference = [...references, textAt(entry, 'AcctSvcrRef')].find(
    (one) => one !== undefined && !/^not ?provided$/i.test(one),
  )
  return {
    ...dataValue('date', day(first(entry, ['BookgDt.Dt', 'BookgDt.DtTm']))),
    ...dataValue('value_date', day(first(entry, ['ValDt.Dt', 'ValDt.DtTm']))),
    ...dataValue('narration', text),
    ...dataValue('reference', reference),
    ...dataValue(textAt(entry, 'CdtDbtInd') === 'DBIT' ? 'debit' : 'credit', textAt(entry, 'Amt')),
  }
}

/** "2026-04-22T00:00:00+05:30" */
function day(text: string | undefined): string | undefined {
  return text?.slice(0, 10)
}
