import { createElement, Fragment, type ReactNode } from 'react'
import type { Kit } from './kit.ts'
import { H } from './marks.tsx'
import { amountField, Boxes, dateField, entry, type Entry, EntryTable } from './parts.tsx'

/*
 * A paper is written as lines of text, one for each element, indented below the element it stands in:
 *
 *   .row                              an element with a class; `td.c`, `h2` and `span.r` name a tag as well
 *     GSTIN: {gstin}                  a <div>; a name in braces prints that field with the mark for its truth
 *     | at {seller.address,city}      text without an element; a path prints what the bill says, without a mark
 *     b {Bill No.|Invoice No.}        one of several spellings
 *     th* Rate | Amount               an element for each part
 *     ?0.6 PAN {pan}                  by chance; `?near`, `?far` and `?freight` ask the bill; `else` is the other case
 *     {reverse_charge: No}            a field that says always the same
 *     @address seller                 one of the blocks of bill-markup.tsx
 *     entries.sums[colon=" :"]        a table of labels and values; `boxes[across=3]` prints labels over values
 *       Bill Value = {total in ₹}     a row; the sign stands before the amount
 *       @taxes CGST 9%, SGST 9%, IGST 18%
 *
 * Only what is peculiar to one paper is code, in `${…}`. A function there is called when its place is
 * reached, so that chance is asked in the order of the paper.
 */

type Given = ReactNode | readonly Entry[]

/** What stands in `${…}`; a function gets what the paper is printed from. */
export type Value<Source> = Given | ((source: Source) => Given)

/** What a paper is printed from. */
export type Told = {
  kit: Kit
  /** A bill or a statement, in which fields and paths are looked up. */
  record: object
  /** Where the record says what stands under a field's name. */
  fields: Record<string, string>
  /** A field that is more than a value of the record. */
  ownField: (name: string) => ReactNode
  blocks: Record<string, (argument: string) => ReactNode>
  rows: Record<string, (argument: string) => readonly Entry[]>
  holds: (condition: string) => boolean
}

/** The text of a template with `{#0}` for its first value, and so on. */
export function linesOf(texts: TemplateStringsArray): Line[] {
  return treeOf(texts.reduce((all, text, at) => `${all}{#${at - 1}}${text}`))
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

type Line = { text: string; children: Line[] }
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
  if (condition.startsWith('{')) return context.given(Number(condition.slice(2, -1))) === true
  if (/^[\d.]+$/.test(condition)) return context.kit.random.chance(Number(condition))
  return context.holds(condition)
}

const elementPattern =
  /^((?:table|thead|tbody|tr|td|th|h1|h2|h3|p|b|i|u|hr|ol|li|span|small|div|entries|boxes)?(?:\.[\w-]+)*)(\*)?(?:\[([^\]]*)\])?(?:\s+(.*))?$/

function element(line: Line, context: Context): ReactNode {
  const { text, children } = line
  if (text.startsWith('@')) return partOf(context.blocks, text)
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
  if (text.startsWith('@')) return partOf(context.rows, text)
  if (/^\{#\d+\}$/.test(text)) return entriesIn(context.given(Number(text.slice(2, -1))))
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
  if (text.startsWith('any ')) return kit.random.pick(text.slice('any '.length).split('|'))
  if (text.includes('|')) return kit.say(text)
  const [, literalOf, literal] = /^(\w+): (.*)$/.exec(text) ?? []
  if (literalOf !== undefined) return <H k={literalOf}>{literal ?? ''}</H>
  const [, way, path = ''] = /^(day|money) (.*)$/.exec(text) ?? []
  if (way === 'day') return kit.day(String(textAt(record, path)))
  if (way === 'money') return kit.money(Number(textAt(record, path)))
  const own = context.ownField(text)
  if (own !== undefined) return own
  const [, key = text, how] = /^(.+?) in (.*)$/.exec(text) ?? []
  const [name = '', other] = key.split('=')
  const from = other ?? fields[name]
  if (from === undefined) return String(textAt(record, key))
  return field(kit, name, textAt(record, from), how)
}

function nodeIn(value: Given): ReactNode {
  return isEntries(value) ? null : value
}

function isEntries(value: Given): value is readonly Entry[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && 'label' in one)
}

/** A value with the mark that truth.ts reads: an amount, a day or a text. */
function field(kit: Kit, key: string, value: string | number, how = ''): ReactNode {
  if (typeof value === 'number') return amountField(kit, key, value, how)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dateField(kit, key, value)
  return <H k={key}>{how === 'capitals' ? value.toUpperCase() : value}</H>
}

/** What the record says at a path; of `seller.address,city` the texts with commas between them. */
export function textAt(record: object, path: string): string | number {
  const [first = '', ...others] = path.split(',')
  if (others.length === 0) return oneText(valueAt(record, first), path)
  const parent = first.split('.').slice(0, -1).join('.')
  const paths = [first, ...others.map((other) => `${parent}.${other}`)]
  return paths.flatMap((one) => valueAt(record, one)).join(', ')
}

function oneText(value: unknown, path: string): string | number {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`There is no ${path} to print.`)
}

function valueAt(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      record,
    )
}

function partOf<Made>(parts: Record<string, (argument: string) => Made>, text: string): Made {
  const [, name = '', argument = ''] = /^@(\w+)(?:\s+(.*))?$/.exec(text) ?? []
  const part = parts[name]
  if (part === undefined) throw new Error(`No part of a paper is called ${text}.`)
  return part(argument)
}
