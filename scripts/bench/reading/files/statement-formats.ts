import type { Movement, Statement } from '../compose/statement.ts'
import type { Value } from '../truth.ts'

/* The formats in which banks give statements to programs: OFX 1, SWIFT MT940, ISO 20022 CAMT.053. */

/** The text of a file, the values of its head, and the keys of each line. */
type Format = { text: string; head: Record<string, Value>; keys: readonly string[] }

export function ofx(statement: Statement): Format {
  const { account, from, to, closing, movements } = statement
  const entries = movements.map(
    ({ side, date, amount, narration, reference }, at) => `<STMTTRN>
<TRNTYPE>${side.toUpperCase()}
<DTPOSTED>${compact(date)}120000
<TRNAMT>${side === 'debit' ? '-' : ''}${plain(amount)}
<FITID>${compact(date)}${at}${
      reference === ''
        ? ''
        : `
<CHECKNUM>${reference}`
    }
<NAME>${escaped(narration.slice(0, 32))}
<MEMO>${escaped(narration)}
</STMTTRN>`,
  )
  const text = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>${compact(to)}<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>INR<BANKACCTFROM><BANKID>${statement.ifsc}<ACCTID>${account}<ACCTTYPE>CURRENT</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${compact(from)}<DTEND>${compact(to)}
${entries.join('\n')}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>${plain(closing)}<DTASOF>${compact(to)}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`
  const head = {
    account_no: account,
    statement_from: from,
    statement_to: to,
    closing_balance: closing / 100,
  }
  return { text, head, keys: ['date', 'narration', 'reference'] }
}

/** Characters of one line of the free text. */
const freeTextLine = 65

export function mt940(statement: Statement): Format {
  const { account, from, to, opening, closing, movements } = statement
  const entries = movements.map(({ date, side, amount, reference, narration }) => {
    const letter = side === 'debit' ? 'D' : 'C'
    const lines = narration.match(new RegExp(`.{1,${freeTextLine}}`, 'g')) ?? []
    return `:61:${six(date)}${compact(date).slice(4)}${letter}${comma(amount)}NMSC${reference === '' ? 'NONREF' : reference}
:86:${lines.join('\n')}`
  })
  const text = `:20:STATEMENT
:25:${account}
:28C:00001/001
:60F:C${six(from)}INR${comma(opening)}
${entries.join('\n')}
:62F:C${six(to)}INR${comma(closing)}
-`
  const head = {
    account_no: account,
    opening_balance: opening / 100,
    closing_balance: closing / 100,
  }
  return { text: text.replaceAll('\n', '\r\n'), head, keys: ['date', 'narration', 'reference'] }
}

export function camt(statement: Statement): Format {
  const { account, holder, from, to, opening, closing, movements } = statement
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>STMT-1</MsgId><CreDtTm>${to}T23:59:00</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><CreDtTm>${to}T23:59:00</CreDtTm><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>INR</Ccy><Nm>${escaped(holder)}</Nm></Acct>
${camtBalance('OPBD', opening, from)}
${camtBalance('CLBD', closing, to)}
${movements.map(camtEntry).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
  const head = {
    account_no: account,
    account_name: holder,
    statement_from: from,
    statement_to: to,
    opening_balance: opening / 100,
    closing_balance: closing / 100,
  }
  return { text, head, keys: ['date', 'value_date', 'narration', 'reference'] }
}

function camtBalance(code: string, paise: number, day: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${plain(paise)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
}

function camtEntry({ side, amount, date, valueDate, reference, narration }: Movement): string {
  const sign = side === 'debit' ? 'DBIT' : 'CRDT'
  const id = reference === '' ? 'NOTPROVIDED' : reference
  return `<Ntry><Amt Ccy="INR">${plain(amount)}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${valueDate}</Dt></ValDt>
<NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><RmtInf><Ustrd>${escaped(narration)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

function plain(paise: number): string {
  return (paise / 100).toFixed(2)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function six(day: string): string {
  return compact(day).slice(2)
}

function comma(paise: number): string {
  return plain(paise).replace('.', ',')
}
