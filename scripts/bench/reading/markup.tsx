import { createElement, Fragment, type ReactNode } from 'react'
import type { Column } from './columns.tsx'
import { daysAfter } from './compose/texts.ts'
import type { Kit } from './kit.ts'
import { SparseRow } from './lines-table.tsx'
import { H } from './marks.tsx'
import { textAt } from './text-at.ts'
import {
  amountField,
  amountOrZero,
  Boxes,
  dateField,
  entry,
  type Entry,
  EntryTable,
  Pairs,
  Strip,
} from './parts.tsx'
import { digits } from './compose/parties.ts'

/*
 * A paper is written as lines of text, one for each element, indented below the element it stands in:
 *
 *   .row                              an element with a class; `td.c`, `h2` and `span.r` name a tag as well
 *     GSTIN: {gstin}                  a <div>; a name in braces prints that field with the mark for its truth
 *     | at {seller.address,city}      text without an element; a path prints what the bill says, without a mark
 *     b {Bill No.|Invoice No.}        one of several spellings; `{say …}` where there may be only one
 *     th* Rate | Amount               an element for each part
 *     ?0.6 PAN {pan}                  by chance; `?near`, `?far`, `?freight` ask the bill; `?!near+freight`; `else`
 *     {reverse_charge: No}            a field that says always the same
 *     {day date -3} {money gross}     a day, three days before the bill's; an amount without a mark; `{2 of half}` has decimals
 *     {digits 6} {10 to 99}           numbers by chance
 *     let till = {1 to 24}            what is printed in several places as {till}, with a mark as {po_no=till};
 *                                     `let copy = ?0.5` is asked as `?copy`, and `{phone or far}` may be read as {far} too
 *     part                            asks chance after all that stands before it was printed
 *     each lines                      what stands below it once for each line of the bill
 *     @address seller                 one of the blocks of bill-markup.tsx
 *     entries.sums[colon=" :"]        a table of labels and values; `boxes[across=3]` prints labels over values
 *       R/off = {round_off or 0}       an amount that is printed though it is zero
 *       Bill Value = {total in ₹}     a row; the sign stands before the amount
 *       @taxes CGST 9%, SGST 9%, IGST 18%
 *     strip[value=r]                  the labels in one row, the values below them; `pairs.row` has two <span> in each element
 *     cells.sum                       a row of the table of lines: `2 = Total` in its third cell, `-1 = {total}` in the last
 *     ledger[at=1 end=sum]            such a row for each label and value, the last with the class `sum`
 *
 * Only what is peculiar to one paper is code, in `${…}`. A function there is called when its place is
 * reached, so that chance is asked in the order of the paper.
 */

export type Given = ReactNode | readonly Entry[] | Column | readonly Column[]

/** What stands in `${…}`; a function gets what the paper is printed from. */
export type Value<Source> = Given | ((source: Source) => Given)

/** Prints text with fields. */
type Write = (text: string) => ReactNode

/** What a paper is printed from. */
export type Told = {
  kit: Kit
  /** A bill or a statement, in which fields and paths are looked up. */
  record: object
  /** Where the record says what stands under a field's name. */
  fields: Record<string, string>
  /** A field that is more than a value of the record; `how` stands behind its name. */
  ownField: (name: string, how?: string) => ReactNode
  blocks: Record<string, (argument: string, write: Write) => ReactNode>
  rows: Record<string, (argument: string, write: Write) => readonly Entry[]>
  /** What is printed once for each of several things. */
  lists: Record<string, () => readonly Told[]>
  holds: (condition: string) => boolean
  /** What a `let` said before. */
  drawn: Map<string, Given>
  /** How many columns the table of lines has. */
  columns?: number
}

/** The lines of a template; a value that is no text is `{#0}` there, and so on. */
export function linesOf(texts: TemplateStringsArray, values: readonly unknown[]): Line[] {
  const filled = texts.reduce((all, text, at) => {
    const value = values[at - 1]
    const given = typeof value === 'string' ? value.replaceAll(/\s*\n\s*/g, ' ') : `{#${at - 1}}`
    return `${all}${given}${text}`
  })
  return treeOf(filled)
}

export function printed<Source>(
  lines: readonly Line[],
  told: Told,
  source: Source,
  values: readonly Value<Source>[],
): ReactNode {
  return written(lines, { ...told, given: givenBy(source, values) })
}

/** As `printed`, for lines that are the rows of a table of labels and values. */
export function printedRows<Source>(
  lines: readonly Line[],
  told: Told,
  source: Source,
  values: readonly Value<Source>[],
): readonly Entry[] {
  return entriesOf(lines, { ...told, given: givenBy(source, values) })
}

function givenBy<Source>(source: Source, values: readonly Value<Source>[]) {
  return (at: number): Given => {
    const value = values[at]
    return typeof value === 'function' ? value(source) : value
  }
}

export type Line = { text: string; children: Line[] }
type Context = Told & { given: (at: number) => Given }

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

/** What chance decides below `part` is decided after what stands before it was printed. */
function Part({ children, context }: { children: readonly Line[]; context: Context }) {
  return written(children, context)
}

/** The contexts of an `each`. */
function eachOf(text: string, context: Context): Context[] {
  const list = context.lists[text.slice('each '.length)]
  if (list === undefined) throw new Error(`A paper has no ${text}.`)
  return list().map((one) => ({ ...context, ...one }))
}

/** Whether a condition holds, as it stands behind a question mark. */
export function holdsFor<Source>(
  condition: string,
  told: Told,
  source: Source,
  values: readonly Value<Source>[],
): boolean {
  return isTrue(condition, { ...told, given: givenBy(source, values) })
}

/** Keeps what `let NAME = TEXT` or `let NAME = ?CONDITION` says, or the rows below `let NAME`. */
export function draw<Source>(
  line: Line,
  told: Told,
  source: Source,
  values: readonly Value<Source>[],
) {
  keep(line, { ...told, given: givenBy(source, values) })
}

function keep({ text, children }: Line, context: Context): void {
  const [, name = '', value] = /^let (\w+)(?: = (.*))?$/.exec(text) ?? []
  if (value === undefined) context.drawn.set(name, entriesOf(children, context))
  else if (value.startsWith('?')) context.drawn.set(name, isTrue(value.slice(1), context))
  else context.drawn.set(name, inline(value, context))
}

/** Calls `use` with the lines whose conditions hold, without their conditions. */
function forChosen(lines: readonly Line[], context: Context, use: (line: Line) => void): void {
  let isElse = false
  for (const line of lines) {
    if (line.text.startsWith('let ')) {
      keep(line, context)
      continue
    }
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
  if (condition.startsWith('!')) return !isTrue(condition.slice(1), context)
  if (condition.includes('+')) return condition.split('+').every((one) => isTrue(one, context))
  if (condition.startsWith('{')) return context.given(Number(condition.slice(2, -1))) === true
  if (/^[\d.]+$/.test(condition)) return context.kit.random.chance(Number(condition))
  const drawn = context.drawn.get(condition)
  return typeof drawn === 'boolean' ? drawn : context.holds(condition)
}

const elementPattern =
  /^((?:table|thead|tbody|tr|td|th|h1|h2|h3|p|b|i|u|hr|ol|li|span|small|div|entries|boxes|strip|pairs|cells|ledger)?(?:\.[\w-]+)*)(\*)?(?:\[([^\]]*)\])?(?:\s+(.*))?$/

function element(line: Line, context: Context): ReactNode {
  const { text, children } = line
  if (text.startsWith('@')) return partOf(context.blocks, text, context)
  if (text.startsWith('each ')) {
    return fragment(eachOf(text, context).map((one) => written(children, one)))
  }
  if (text === 'part') return <Part {...{ children, context }} />
  if (text.startsWith('| ')) return inline(text.slice('| '.length), context)
  if (/^\{#\d+\}$/.test(text)) return inline(text, context)
  const [, selector = '', each, attributes = '', content = ''] = elementPattern.exec(text) ?? []
  if (selector === '' && attributes === '') return block('div', {}, text, line, context)
  const [tag = '', ...classes] = selector.split('.')
  const given = attributesOf(
    attributes.replaceAll(/\{(\w+)\}/g, (_, name) => drawnText(context, name)),
    classes,
  )
  if (tag === 'boxes') {
    const { across } = given
    return <Boxes across={Number(across)} entries={entriesOf(children, context)} />
  }
  const table = { strip: Strip, pairs: Pairs, entries: EntryTable }[tag]
  if (table !== undefined) {
    return createElement(table, { ...given, entries: entriesOf(children, context) })
  }
  if (tag === 'cells' || tag === 'ledger') {
    return tableRows(tag, given, entriesOf(children, context), context)
  }
  if (each === undefined) return block(tag, given, content, line, context)
  return content
    .split(' | ')
    .map((one, key) => createElement(tag || 'div', { key, ...given }, inline(one.trim(), context)))
}

function tableRows(
  tag: string,
  { className = '', at, end = '' }: Record<string, unknown>,
  entries: readonly Entry[],
  { columns = 0 }: Context,
): ReactNode {
  const row = (name: unknown, cells: Record<number, ReactNode>) => (
    <SparseRow className={String(name)} columns={columns} cells={cells} />
  )
  if (tag === 'ledger') {
    return fragment(
      entries.map(({ label, value }, index) =>
        row(index === entries.length - 1 ? end : className, {
          [Number(at)]: label,
          [columns - 1]: value,
        }),
      ),
    )
  }
  const places = entries.map(({ label, value }) => {
    const place = Number(label)
    return [place < 0 ? columns + place : place, value]
  })
  return row(className, Object.fromEntries(places))
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
  if (text.startsWith('@')) return partOf(context.rows, text, context)
  if (text.startsWith('each ')) {
    return eachOf(text, context).flatMap((one) => entriesOf(children, one))
  }
  if (/^\{#\d+\}$/.test(text)) return entriesIn(context.given(Number(text.slice(2, -1))))
  const kept = context.drawn.get(text.slice(1, -1))
  if (kept !== undefined) return entriesIn(kept)
  const [, label = '', value = ''] = /^(.*?) ?=(?: (.*))?$/.exec(text) ?? []
  const name = inline(label, context)
  if (typeof name !== 'string') throw new Error(`A label has to be text: ${label}`)
  return [entry(name, children.length > 0 ? written(children, context) : inline(value, context))]
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
  const { kit, record, fields } = context
  if (text.trim() === '') return text
  if (text.startsWith('#')) return nodeIn(context.given(Number(text.slice(1))))
  if (text.startsWith('any ')) return spelling(text, kit)
  if (text.startsWith('say ')) return kit.say(text.slice('say '.length))
  const [, chosenOf, chosen = ''] = /^(\w+): (any .*)$/.exec(text) ?? []
  if (chosenOf !== undefined) return <H k={chosenOf}>{spelling(chosen, kit)}</H>
  if (context.drawn.has(text)) return nodeIn(context.drawn.get(text))
  if (text.includes('|')) return kit.say(text)
  const [, count, least, most] = /^(?:digits (\d+)|([\d.]+) to ([\d.]+))$/.exec(text) ?? []
  if (count !== undefined) return digits(kit.random, Number(count))
  if (least !== undefined) return kit.random.int(Number(least), Number(most))
  const [, literalOf, literal] = /^(\w+): (.*)$/.exec(text) ?? []
  if (literalOf !== undefined) return <H k={literalOf}>{literal ?? ''}</H>
  const [, way, path = '', days = '0'] = /^(day|money|\d of) (\S+)(?: ([+-]\d+))?$/.exec(text) ?? []
  if (way === 'day') return kit.day(daysAfter(String(textAt(record, path)), Number(days)))
  if (way === 'money') return kit.money(Number(textAt(record, path)))
  if (way !== undefined) return Number(textAt(record, path)).toFixed(Number(way[0]))
  const [, key = text, form] = /^(.+?) in (.*)$/.exec(text) ?? []
  const how = context.drawn.has(form ?? '') ? drawnText(context, form ?? '') : form
  const own = context.ownField(key, how)
  if (own !== undefined) return own
  const [, either = '', or] = /^(\w+) or (\w+)$/.exec(key) ?? []
  if (or !== undefined) return orElse(context, either, or)
  const [name = '', other] = key.split('=')
  if (context.drawn.has(other ?? '')) return <H k={name}>{drawnText(context, other ?? '')}</H>
  const from = other ?? fields[name]
  if (from === undefined) {
    const told = String(textAt(record, key))
    return how === 'capitals' ? told.toUpperCase() : told
  }
  return field(kit, name, textAt(record, from), how)
}

/** The text, or one of several behind `any`. */
function spelling(text: string, kit: Kit): string {
  return text.startsWith('any ') ? kit.random.pick(text.slice('any '.length).split('|')) : text
}

/** An amount that may be zero, or a text beside which what a `let` said is right as well. */
function orElse(context: Context, key: string, or: string): ReactNode {
  const { kit, record, fields } = context
  const value = textAt(record, fields[key] ?? key)
  if (typeof value === 'number') return amountOrZero(kit, key, value)
  return (
    <H k={key} v={[value, drawnText(context, or)]}>
      {value}
    </H>
  )
}

/** What a `let` said, where only text can stand. */
export function drawnText({ drawn }: Pick<Told, 'drawn'>, name: string): string {
  const said = drawn.get(name)
  if (typeof said === 'string' || typeof said === 'number') return String(said)
  throw new Error(`${name} has to be text.`)
}

function nodeIn(value: Given): ReactNode {
  return isColumn(value) || isEntries(value) || areColumns(value) ? null : value
}

function isEntries(value: Given): value is readonly Entry[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && 'label' in one)
}

/** The columns of a table that stand in `${…}`. */
export function columnsIn(value: Given): readonly Column[] {
  if (isColumn(value)) return [value]
  return areColumns(value) ? value : []
}

function isColumn(value: unknown): value is Column {
  return typeof value === 'object' && value !== null && 'cell' in value
}

function areColumns(value: Given): value is readonly Column[] {
  return Array.isArray(value) && value.every(isColumn)
}

/** A value with the mark that truth.ts reads: an amount, a day or a text. */
function field(kit: Kit, key: string, value: string | number, how = ''): ReactNode {
  if (typeof value === 'number') {
    return amountField(kit, key, value, how === 'currency' ? kit.currency : how)
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dateField(kit, key, value)
  return <H k={key}>{how === 'capitals' ? value.toUpperCase() : value}</H>
}

function partOf<Made>(
  parts: Record<string, (argument: string, write: Write) => Made>,
  text: string,
  context: Context,
): Made {
  const [, name = '', argument = ''] = /^@(\w+)(?:\s+(.*))?$/.exec(text) ?? []
  const part = parts[name]
  if (part === undefined) throw new Error(`No part of a paper is called ${text}.`)
  return part(argument, (one) => inline(one, context))
}
