import type { ReadDocument, ReadValues } from '../page.ts'
import { dataBalance, dataValue } from './data-values.ts'
import type { NamedBalance } from './named-balances.ts'
import { cutOff, statementOf } from './statement.ts'

/* SWIFT MT940, the customer statement message (source: SWIFT User Handbook, Category 9). */

type Field = { readonly tag: string; readonly lines: readonly string[] }

export function isMt940(text: string): boolean {
  return /^:60[FM]:/m.test(text) && /^:25P?:/m.test(text)
}

/** The statements of a file. Messages about one account form one statement. */
export function readMt940(text: string): ReadDocument[] {
  const accounts = new Map<string, Field[]>()
  let account = ''
  for (const field of fieldsOf(text)) {
    if (field.tag === '25' || field.tag === '25P') account = accountOf(field.lines[0] ?? '')
    accounts.set(account, [...(accounts.get(account) ?? []), field])
  }
  return [...accounts].flatMap(([number, fields]) =>
    fields.some(({ tag }) => balanceTags.has(tag)) ? [readStatement(number, fields)] : [],
  )
}

function fieldsOf(text: string): Field[] {
  const fields: { tag: string; lines: string[] }[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, tag, first = ''] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag !== undefined) fields.push({ tag, lines: [first] })
    // The envelope of a message and the mark of its end are left out.
    else if (!/^(?:-\}?|\{.*|)$/.test(line)) fields.at(-1)?.lines.push(line)
  }
  return fields
}

/** "HDFCINBB/50200012345INR" */
function accountOf(text: string): string {
  return (text.split('/').at(-1) ?? '').trim().replace(/(?<=\d)[A-Z]{3}$/, '')
}

const balanceTags = new Map<string, NamedBalance['key']>([
  ['60F', 'opening_balance'],
  ['60M', 'opening_balance'],
  ['62F', 'closing_balance'],
  ['62M', 'closing_balance'],
])

function readStatement(account: string, fields: readonly Field[]): ReadDocument {
  const balances = fields.flatMap(
    ({ tag, lines: [line = ''] }) => readBalance(balanceTags.get(tag), line) ?? [],
  )
  const first = balances.find(({ key }) => key === 'opening_balance')
  const last = balances.findLast(({ key }) => key === 'closing_balance')
  const head = {
    ...dataValue('account_no', account),
    ...dataValue('currency', first?.currency ?? last?.currency),
    ...dataValue('statement_from', first?.day),
    ...dataValue('statement_to', last?.day),
  }
  const named = [first, last].flatMap((one) => dataBalance(one?.key, one?.amount))
  const statement = statementOf({ head, named, rows: rowsOf(fields), columns: {}, pages: [] })
  // Every complete message ends with its closing balance.
  return last === undefined ? { ...statement, doubts: [cutOff] } : statement
}

type Balance = { key: NamedBalance['key']; day: string; currency: string; amount: string }

/** "C260318INR710763,89" */
function readBalance(key: NamedBalance['key'], line: string): Balance | undefined {
  const [, side, date = '', currency = '', amount = ''] =
    /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(line) ?? []
  if (side === undefined || key === undefined) return undefined
  return { key, day: dayOf(date), currency, amount: `${side === 'D' ? '-' : ''}${decimal(amount)}` }
}

/** The movements. The field 86 behind a movement holds its narration. */
function rowsOf(fields: readonly Field[]): ReadValues[] {
  return fields.flatMap(({ tag, lines: [line = '', ...more] }, at) => {
    const next = fields[at + 1]
    const text = next?.tag === '86' ? narrationOf(next.lines) : more.join(' ')
    const row = tag === '61' ? readMovement(line, text) : undefined
    return row === undefined ? [] : [row]
  })
}

/** Value date, booking date, side (R marks a reversal), currency letter, amount, kind, reference, the bank's own reference. */
const movement = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,]+)[A-Z][A-Z\d]{3}(.*?)(?:\/\/(.*))?$/

function readMovement(line: string, narration: string): ReadValues | undefined {
  const [, date = '', booked, side, amount = '', reference = '', own = ''] =
    movement.exec(line) ?? []
  if (side === undefined) return undefined
  const isDebit = side === 'D' || side === 'RC'
  const value = dayOf(date)
  const known = [reference, own].find((one) => !/^(?:nonref|none|)$/i.test(one.trim()))
  return {
    ...dataValue('date', booked === undefined ? value : bookedDay(value, booked)),
    ...dataValue('value_date', value),
    ...dataValue('narration', narration),
    ...dataValue('reference', known),
    ...dataValue(isDebit ? 'debit' : 'credit', decimal(amount)),
  }
}

/** The length of a full line. The text of a full line goes on in the next line without a space. */
const lineCharacters = 65

function narrationOf(lines: readonly string[]): string {
  const text = lines.reduce(
    (whole, line, at) =>
      `${whole}${(lines[at - 1]?.length ?? lineCharacters) >= lineCharacters ? '' : ' '}${line}`,
    '',
  )
  const parts = Array.from(text.matchAll(/\?(\d{2})([^?]*)/g), ([, code = '', part = '']) => ({
    code,
    part,
  }))
  if (!parts.some(({ code }) => code === '20')) return text
  // 20 to 29 and 60 to 63 hold the purpose, 32 and 33 the name (source: the German banks' form of field 86).
  return [/^(?:2\d|6[0-3])$/, /^3[23]$/]
    .map((codes) =>
      parts
        .filter(({ code }) => codes.test(code))
        .map(({ part }) => part)
        .join(''),
    )
    .join(' ')
}

/** The booking date has no year. A booking in January of a value in December is in the next year, and the other way round. */
function bookedDay(value: string, booked: string): string {
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))]
  const apart = Number(booked.slice(0, 2)) - month
  const turned = apart < -6 ? 1 : apart > 6 ? -1 : 0
  return `${year + turned}-${booked.slice(0, 2)}-${booked.slice(2)}`
}

function dayOf(date: string): string {
  return `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`
}

function decimal(amount: string): string {
  return amount.replace(',', '.').replace(/\.$/, '')
}
