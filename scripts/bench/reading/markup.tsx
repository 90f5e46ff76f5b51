import { createElement, Fragment, type ReactNode } from 'react'
import type { Bill } from './compose/bill.ts'
import type { Kit } from './kit.ts'
import type { Printed } from './layouts/layout.ts'
import { H } from './marks.tsx'
import {
  Address,
  amountField,
  Boxes,
  dateField,
  entry,
  type Entry,
  EntryTable,
  placeOfSupply,
} from './parts.tsx'
import { bankEntries, Signature, Terms } from './small-print.tsx'
import {
  chargeEntries,
  InWords,
  InWordsOf,
  roundingEntries,
  sumEntries,
  taxEntries,
  TaxSummary,
  totalEntry,
} from './sums.tsx'

/*
 * A paper is written as lines of text, one for each element, indented below the element it stands in:
 *
 *   .row                              an element with a class; `td.c`, `h2` and `span.r` name a tag as well
 *     GSTIN: {gstin}                  a <div>; a name in braces prints that field with the mark for its truth
 *     | at {seller.address,city}      text without an element; a path prints what the bill says, without a mark
 *     b {Bill No.|Invoice No.}        one of several spellings
 *     th* Rate | Amount               an element for each part
 *     ?0.6 PAN {pan}                  by chance; `?near`, `?far` and `?freight` ask the bill; `else` is the other case
 *     @address seller                 one of `blocks`
 *     entries.sums[colon=" :"]        a table of labels and values; `boxes[across=3]` prints labels over values
 *       Bill Value = {total in ₹}     a row; the sign stands before the amount
 *       @taxes CGST 9%, SGST 9%, IGST 18%
 *
 * Only what is peculiar to one paper is code, in `${…}`. A function there is called with the bill when its place is
 * reached, so that chance is asked in the order of the paper.
 */

type Given = ReactNode | readonly Entry[]
type Value = Given | ((printed: Printed) => Given)

/** A part of a paper as a component. */
export type Zone = (printed: Printed) => ReactNode

export function zone(texts: TemplateStringsArray, ...values: readonly Value[]): Zone {
  const lines = treeOf(texts.reduce((all, text, at) => `${all}{#${at - 1}}${text}`))
  return ({ kit, bill }) => written(lines, { kit, bill, values })
}

/** As `zone`, for a component that first computes something. */
export function markup(printed: Printed) {
  return (texts: TemplateStringsArray, ...values: readonly Value[]) =>
    zone(texts, ...values)(printed)
}

type Line = { text: string; children: Line[] }
type Context = Printed & { values: readonly Value[] }

function treeOf(text: string): Line[] {
  const root: Line[] = []
  const open: { indent: number; into: Line[] }[] = []
  for (const row of text.split('\n').filter((one) => one.trim() !== '')) {
    const indent = row.search(/\S/)
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    const line: Line = { text: row.trim(), children: [] }
    const into = open.at(-1)?.into ?? root
    into.push(line)
    open.push({ indent, into: line.children })
  }
  return root
}

function written(lines: readonly Line[], context: Context): ReactNode {
  const nodes: ReactNode[] = []
  forChosen(lines, context, (line) => nodes.push(element(line, context)))
  return fragment(nodes)
}

/** Calls `use` with the lines whose conditions hold, without their conditions. */
function forChosen(lines: readonly Line[], context: Context, use: (line: Line) => void): void {
  let isElse = false
  for (const line of lines) {
    const [, condition, text] = /^(\?\{[^}]*\}|\?\S+|else)(?:\s+(.*))?$/.exec(line.text) ?? []
    if (condition === undefined) {
      use(line)
      continue
    }
    const isChosen: boolean = condition === 'else' ? isElse : isTrue(condition.slice(1), context)
    isElse = !isChosen
    if (!isChosen) continue
    if (text === undefined) forChosen(line.children, context, use)
    else use({ text, children: line.children })
  }
}

function isTrue(condition: string, context: Context): boolean {
  if (condition.startsWith('{')) return valueOf(condition.slice(2, -1), context) === true
  return holds(condition, context)
}

/** Whether the seller is in the same state (`near`) or not (`far`), a chance comes true, an amount is not zero. */
export function holds(condition: string, { kit, bill }: Printed): boolean {
  if (condition === 'near' || condition === 'far') return bill.isNear === (condition === 'near')
  if (/^[\d.]+$/.test(condition)) return kit.random.chance(Number(condition))
  return textAt(bill, fields[condition] ?? condition) !== 0
}

const elementPattern =
  /^((?:table|thead|tbody|tr|td|th|h1|h2|h3|p|b|i|u|hr|ol|li|span|small|div|entries|boxes)?(?:\.[\w-]+)*)(\*)?(?:\[([^\]]*)\])?(?:\s+(.*))?$/

function element(line: Line, context: Context): ReactNode {
  const { text, children } = line
  if (text.startsWith('@')) return partOf(blocks, text, context)
  if (text.startsWith('| ')) return inline(text.slice('| '.length), context)
  if (/^\{#\d+\}$/.test(text)) return inline(text, context)
  const [, selector = '', each, attributes = '', content = ''] = elementPattern.exec(text) ?? []
  if (selector === '' && attributes === '') return block('div', {}, text, line, context)
  const [tag = '', ...classes] = selector.split('.')
  const given = attributesOf(attributes, classes)
  if (tag === 'entries') {
    return createElement(EntryTable, { ...given, entries: entriesOf(children, context) })
  }
  if (tag === 'boxes') {
    const { across } = given
    return <Boxes across={Number(across)} entries={entriesOf(children, context)} />
  }
  if (each === undefined) return block(tag, given, content, line, context)
  return content
    .split(' | ')
    .map((one, key) => createElement(tag || 'div', { key, ...given }, inline(one.trim(), context)))
}

function block(tag: string, given: object, text: string, { children }: Line, context: Context) {
  if (tag === 'hr') return createElement(tag, given)
  const content = inline(text, context)
  return createElement(tag || 'div', given, content, written(children, context))
}

/** Attributes as they stand in brackets: `colSpan=2 style.width=20% colon=" :"`. */
function attributesOf(text: string, classes: readonly string[]): Record<string, unknown> {
  const attributes: Record<string, unknown> = {}
  const style: Record<string, string> = {}
  for (const [, name = '', value = '', quoted] of text.matchAll(
    /([\w.-]+)(?:=("([^"]*)"|\S+))?/g,
  )) {
    if (name.startsWith('style.')) style[name.slice('style.'.length)] = quoted ?? value
    else attributes[name] = quoted ?? value
  }
  if (Object.keys(style).length > 0) attributes['style'] = style
  if (classes.length > 0) attributes['className'] = classes.join(' ')
  return attributes
}

function entriesOf(lines: readonly Line[], context: Context): Entry[] {
  const entries: Entry[] = []
  forChosen(lines, context, (line) => entries.push(...rowEntries(line, context)))
  return entries
}

function rowEntries({ text, children }: Line, context: Context): readonly Entry[] {
  if (text.startsWith('@')) return partOf(rows, text, context)
  if (/^\{#\d+\}$/.test(text)) return entriesIn(valueOf(text.slice(2, -1), context))
  const [, label = '', value = ''] = /^(.*?) ?=(?: (.*))?$/.exec(text) ?? []
  const printed = inline(label, context)
  if (typeof printed !== 'string') throw new Error(`A label has to be text: ${label}`)
  return [entry(printed, children.length > 0 ? written(children, context) : inline(value, context))]
}

function entriesIn(value: Given): readonly Entry[] {
  if (!isEntries(value)) throw new Error('A row in braces has to be a list of entries.')
  return value
}

/** Text with fields, now and then a word in bold. */
function inline(text: string, context: Context): ReactNode {
  const open: { tag: string; classes: string[]; nodes: ReactNode[] }[] = []
  const all: ReactNode[] = []
  const put = (node: ReactNode) => (open.at(-1)?.nodes ?? all).push(node)
  for (const [token, braced, end, tag, classes = ''] of text.matchAll(
    /\{([^{}]*)\}|<(\/?)(br|b|i|u|span|small)((?:\.[\w-]+)*)>|[^{<]+|</g,
  )) {
    if (braced !== undefined) put(inBraces(braced, context))
    else if (tag === undefined) put(token)
    else if (tag === 'br') put(<br />)
    else if (end === '') {
      open.push({ tag, classes: classes.split('.').slice(1), nodes: [] })
    } else {
      const closed = open.pop()
      if (closed === undefined) throw new Error(`Nothing is open that ${token} could close.`)
      put(createElement(closed.tag, attributesOf('', closed.classes), ...closed.nodes))
    }
  }
  return all.every((node) => typeof node === 'string' || typeof node === 'number')
    ? all.join('')
    : fragment(all)
}

function fragment(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes)
}

function inBraces(text: string, context: Context): ReactNode {
  const { kit, bill } = context
  if (text.trim() === '') return text
  if (text.startsWith('#')) return nodeIn(valueOf(text.slice(1), context))
  if (text.startsWith('any ')) return kit.random.pick(text.slice('any '.length).split('|'))
  if (text.includes('|')) return kit.say(text)
  if (text === 'place_of_supply') return placeOfSupply(kit, bill)
  const [, way, path = ''] = /^(day|money|words) (.*)$/.exec(text) ?? []
  if (way === 'day') return kit.day(String(textAt(bill, path)))
  if (way === 'money') return kit.money(Number(textAt(bill, path)))
  const [, key = text, how] = /^(.+?) in (.*)$/.exec(text) ?? []
  const [name = '', other] = key.split('=')
  const from = other ?? fields[name]
  return from === undefined ? String(textAt(bill, key)) : field(kit, name, textAt(bill, from), how)
}

function nodeIn(value: Given): ReactNode {
  return isEntries(value) ? null : value
}

function isEntries(value: Given): value is readonly Entry[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && 'label' in one)
}

function valueOf(at: string, context: Context): Given {
  const value = context.values[Number(at)]
  return typeof value === 'function' ? value(context) : value
}

/** A value with the mark that truth.ts reads: an amount, a day or a text. */
function field(kit: Kit, key: string, value: string | number, how = ''): ReactNode {
  if (typeof value === 'number') return amountField(kit, key, value, how)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dateField(kit, key, value)
  return <H k={key}>{how === 'capitals' ? value.toUpperCase() : value}</H>
}

/** What the bill says at a path; of `seller.address,city` the texts with commas between them. */
function textAt(bill: Bill, path: string): string | number {
  const [first = '', ...others] = path.split(',')
  if (others.length === 0) return oneText(valueAt(bill, first), path)
  const parent = first.split('.').slice(0, -1).join('.')
  const paths = [first, ...others.map((other) => `${parent}.${other}`)]
  return paths.flatMap((one) => valueAt(bill, one)).join(', ')
}

function oneText(value: unknown, path: string): string | number {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`A bill has no ${path}.`)
}

function valueAt(bill: Bill, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      bill,
    )
}

/** Where a bill says what stands under a field's name. */
const fields: Record<string, string> = {
  vendor_name: 'seller.name',
  gstin: 'seller.gstin',
  phone: 'seller.phone',
  email: 'seller.email',
  pan: 'seller.pan',
  fssai_no: 'seller.fssai',
  drug_licence_no: 'seller.drugLicence',
  bank_name: 'seller.bank.name',
  account_no: 'seller.bank.account',
  ifsc: 'seller.bank.ifsc',
  buyer_name: 'buyer.name',
  buyer_gstin: 'buyer.gstin',
  consignee_name: 'buyer.name',
  invoice_no: 'number',
  invoice_date: 'date',
  due_date: 'dueDate',
  po_no: 'order.number',
  po_date: 'order.date',
  original_invoice_no: 'original.number',
  original_invoice_date: 'original.date',
  vehicle_no: 'transport.vehicle',
  transporter: 'transport.name',
  lr_no: 'transport.lr',
  eway_bill_no: 'transport.eway',
  delivery_note_no: 'transport.challan',
  total: 'total',
  taxable_value: 'taxable',
  subtotal: 'taxable',
  cgst: 'cgst',
  sgst: 'sgst',
  igst: 'igst',
  cess: 'cess',
  round_off: 'roundOff',
  freight: 'freight',
  discount: 'discount',
}

type Named<Made> = Record<string, (printed: Printed, argument: string) => Made>

function partOf<Made>(parts: Named<Made>, text: string, context: Context): Made {
  const [, name = '', argument = ''] = /^@(\w+)(?:\s+(.*))?$/.exec(text) ?? []
  const part = parts[name]
  if (part === undefined) throw new Error(`No part of a paper is called ${text}.`)
  return part(context, argument)
}

const blocks: Named<ReactNode> = {
  address: ({ bill }, who) => <Address party={partyOf(bill, who)} />,
  lines: ({ bill }, who) => partyOf(bill, who).address.map((line) => <div key={line}>{line}</div>),
  words: ({ kit, bill }, label) => <InWords kit={kit} bill={bill} label={label} />,
  wordsOf: ({ kit, bill }, currency) => <InWordsOf kit={kit} bill={bill} currency={currency} />,
  terms: ({ kit }) => <Terms kit={kit} />,
  signature: ({ kit, bill }) => <Signature kit={kit} party={bill.seller} />,
  taxes: ({ kit, bill }, by) => (
    <TaxSummary kit={kit} bill={bill} by={by === 'hsn' ? 'hsn' : 'rate'} />
  ),
}

const rows: Named<readonly Entry[]> = {
  bank: ({ kit, bill }) => bankEntries(kit, bill),
  charges: ({ kit, bill }) => chargeEntries(kit, bill),
  rounding: ({ kit, bill }, label) => roundingEntries(kit, bill, label),
  sums: ({ kit, bill }, words) => sumEntries(kit, bill, wordsOf(words)),
  total: ({ kit, bill }, spellings) => [
    spellings === '' ? totalEntry(kit, bill) : totalEntry(kit, bill, spellings),
  ],
  taxes: ({ kit, bill }, argument) => {
    const [, names = '', currency] = /^(.*?)(?: in (.*))?$/.exec(argument) ?? []
    const [cgst = '', sgst = '', igst = ''] = names.split(', ')
    return taxEntries(kit, bill, [cgst, sgst, igst], currency)
  },
}

function partyOf({ seller, buyer }: Bill, who: string) {
  return who === 'buyer' ? buyer : seller
}

/** Spellings by name: `taxable: Net value; taxes: CGST,SGST,IGST`. */
function wordsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('; ')
      .filter((one) => one !== '')
      .map((one) => {
        const [name = '', ...spellings] = one.split(': ')
        return [name, spellings.join(': ')]
      }),
  )
}
