import type { ReactNode } from 'react'
import { toldBy, lineTold } from '../bill-markup.tsx'
import type { Column } from '../columns.tsx'
import { type Bill, composeBill, type Wanted } from '../compose/bill.ts'
import { isTrade, type Item } from '../compose/goods.ts'
import { isFont } from '../fonts.ts'
import type { Kit } from '../kit.ts'
import { listedColumns } from '../listed-columns.tsx'
import { LinesTable } from '../lines-table.tsx'
import { draw, drawnText, type Line, linesOf, printed, type Told, type Value } from '../markup.tsx'
import { Page, PaperDocument } from '../marks.tsx'
import { PartyFacts } from '../parts.tsx'
import type { Sheet } from '../printer.ts'
import { BillFacts } from '../sums.tsx'
import type { DocumentKind } from '../truth.ts'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'

/*
 * A layout is one text:
 *
 *   cement-depot: Cousine | Arimo; 8.5pt; 148x210          its name and how it is printed; `credit note` says which paper it is
 *   hardware: 1-3 lines; near 0.85; charges - | Hamali     what is sold; what the bill has, in the order in which chance is asked
 *   goods
 *     OPC 53 Grade | 25232910 | 28 | 296 | Bag             name, HSN, GST, price and unit, where they are not the trade's
 *   style
 *     .page { padding: 7mm }                               CSS
 *   let ink = {any #222|#174a7c}                           chosen before anything is printed; CSS may name it: `{ink}`
 *   columns serial: Sr; qty: Bags                          see listed-columns.tsx
 *   head                                                   see markup.tsx
 *   below                                                  in the second cell of each line
 *   rows                                                   rows of the table behind the lines
 *   foot                                                   the usual one where none is given
 *   body                                                   in the place of head, lines and foot; `@goods` is the table of lines
 *   pages ${…}                                             in the place of the only page
 */

type Values = readonly Value<Printed>[]
type Sections = Record<string, Line>

/** A layout, and its two steps: the bill that chance composes, and the sheet that it is printed on. */
export type Paper = Layout & {
  compose: (kit: Kit) => Bill
  print: (kit: Kit, bill: Bill) => Sheet
}

export function paper(texts: TemplateStringsArray, ...values: Values): Paper {
  const [first, second, ...lines] = linesOf(texts, values)
  if (first === undefined || second === undefined) throw new Error('A paper begins with two lines.')
  const [name = '', settings = ''] = first.text.split(': ')
  const sections = Object.fromEntries(lines.map((line) => [wordOf(line), line]))
  const look = lookOf(settings.split('; '))
  const wanted = wantedBy(second.text, sections['goods'])
  const own = sections['style']
  const usual = look.hasUsualStyle && sections['head'] ? usualCss : ''
  const style = `${usual} ${own === undefined ? '' : textOf(inSection(own))}`
  function print(kit: Kit, bill: Bill): Sheet {
    const drawn: Told['drawn'] = new Map()
    let columns: Column[] = []
    for (const line of lines) {
      const source = { kit, bill, columns, drawn }
      if (wordOf(line) === 'let') draw(line, toldBy(source, drawn), source, values)
      if (wordOf(line) === 'columns')
        columns = listedColumns(inSection(line), source, values, drawn)
    }
    return sheetOf(
      kit,
      <BillPaper
        source={{ kit, bill, columns, drawn }}
        {...{ drawn, columns, sections, values, look }}
      />,
      style.replaceAll(/\{(\w+)\}/g, (_, one: string) => drawnText({ drawn }, one)),
      look.print(kit, drawn),
    )
  }
  const compose = (kit: Kit) => composeBill(kit.random, wanted(kit))
  return { name, kind: 'bill', compose, print, make: (kit) => print(kit, compose(kit)) }
}

function wordOf({ text }: Line): string {
  return text.split(' ')[0] ?? ''
}

/** What stands behind the word of a section, and below it. */
function inSection({ text, children }: Line): Line[] {
  const [, behind] = /^\w+ (.*)$/.exec(text) ?? []
  return behind === undefined ? children : [{ text: behind, children: [] }, ...children]
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text, children }) => `${text} ${textOf(children)}`).join(' ')
}

const kinds: readonly DocumentKind[] = ['invoice', 'credit note', 'debit note', 'purchase order']

function lookOf(settings: readonly string[]) {
  const behind = (pattern: RegExp) => settings.flatMap((one) => pattern.exec(one)?.slice(1) ?? [])
  const fonts = (settings[0] ?? '').split(' | ').filter(isFont)
  const sizes = behind(/^(.*)pt$/).flatMap((one) => one.split(' | '))
  const also = behind(/^also (.*)$/).filter(isFont)
  const [width, height, chance] = behind(/^(\d+)x(\d+|roll)(?: by (.*))?$/)
  const kind = kinds.find((one) => settings.includes(one)) ?? 'invoice'
  return {
    kind,
    hasUsualStyle: !settings.includes('own style'),
    isSellerPrinted: settings.includes('seller as printed'),
    isMoving: settings.includes('moving columns'),
    print(kit: Kit, drawn: Told['drawn']) {
      const oneOf = <T,>(all: readonly T[]) => (all.length > 1 ? kit.random.pick(all) : all[0])
      const font = oneOf(fonts)
      const size = oneOf(sizes)
      const isChosen =
        chance === undefined ||
        (drawn.has(chance) ? drawn.get(chance) === true : kit.random.chance(Number(chance)))
      const isSized = width !== undefined && isChosen
      return {
        also,
        ...(font !== undefined && { font }),
        ...(size !== undefined && { size: Number(size) }),
        ...(isSized && { paper: sheetSize(width, height) }),
      }
    },
  }
}

function sheetSize(width: string, height: string | undefined): Sheet['paper'] {
  return height === 'roll'
    ? { width: Number(width), height }
    : { width: Number(width), height: Number(height) }
}

/** A wish is asked for when its turn comes, as chance may decide it. */
function wantedBy(text: string, goods?: Line): (kit: Kit) => Wanted {
  const [trades = '', rest = ''] = text.split(': ')
  return (kit) => {
    const [only, ...others] = trades.split(' | ').filter(isTrade)
    if (only === undefined) throw new Error(`Nobody trades in ${trades}.`)
    const wanted: Wanted = {
      trade: others.length === 0 ? only : kit.random.pick([only, ...others]),
      lines: [1, 1],
      ...(goods && { items: goods.children.map((row) => itemIn(row.text, kit)) }),
    }
    for (const wish of rest.split('; ')) Object.assign(wanted, wishIn(wish, kit))
    return wanted
  }
}

/** A price may be by chance: `4000-19000`. */
function itemIn(row: string, { random }: Kit): Item {
  const [name = '', hsn = '', gst, price = '', unit = 'Nos'] = row.split(' | ')
  const [least, most] = price.split('-').map(Number)
  const rupees = most === undefined ? Number(price) : random.int(least ?? 0, most)
  return { name, hsn, unit, gst: Number(gst), rupees }
}

function wishIn(wish: string, { random }: Kit): Partial<Wanted> {
  const [, least, most] = /^(\d+)-(\d+) lines$/.exec(wish) ?? []
  if (least !== undefined) return { lines: [Number(least), Number(most)] }
  const [word = '', ...others] = wish.split(' ')
  const said = others.join(' ').split(' | ')
  const chosen = said.length > 1 ? random.pick(said) : (said[0] ?? '')
  const isSo = () => chosen === '' || random.chance(Number(chosen))
  switch (word) {
    case 'near':
      return { isNear: isSo() }
    case 'rounded':
      return { isRounded: isSo() }
    case 'unrounded':
      return { isRounded: false }
    case 'untaxed':
      return { isTaxed: false }
    case 'freight':
      return { hasFreight: isSo() }
    case 'discounts':
      return { discounts: Number(chosen) }
    case 'charges':
      return { charges: chosen === '-' ? [] : chosen.split(', ') }
    default:
      throw new Error(`No bill can have ${wish}.`)
  }
}

type BillPaper = {
  source: Printed
  drawn: Told['drawn']
  columns: readonly Column[]
  sections: Sections
  values: Values
  look: ReturnType<typeof lookOf>
}

function BillPaper({ source, drawn, columns, sections, values, look }: BillPaper) {
  const { kit, bill } = source
  const { head, body, pages, rows, below, foot } = sections
  const category = look.kind === 'purchase order' ? 'purchase_order' : 'vendor_invoice'
  const told = { ...toldBy(source, drawn), columns: columns.length }
  const part = (line: Line | undefined) => line && <Section {...{ line, values, source, told }} />
  const underLine: Parameters<typeof LinesTable>[0]['below'] =
    below &&
    ((line, index) => (
      <Section line={below} told={lineTold(source, line, index, drawn)} {...{ values, source }} />
    ))
  if (head !== undefined) {
    return (
      <UsualPaper
        {...{ kit, bill, category, columns }}
        kind={look.kind}
        isFixed={!look.isMoving}
        head={part(head)}
        foot={part(foot)}
        below={underLine}
      >
        {part(rows)}
      </UsualPaper>
    )
  }
  const goods = () => (
    <LinesTable columns={columns} lines={bill.lines} below={underLine}>
      {part(rows)}
    </LinesTable>
  )
  const free = { ...told, blocks: { ...told.blocks, goods } }
  const facts = (
    <>
      {look.isSellerPrinted ? null : <PartyFacts party={bill.seller} />}
      <BillFacts bill={bill} />
    </>
  )
  return (
    <PaperDocument category={category} kind={look.kind}>
      {part(pages)}
      {body && (
        <Page>
          <Section line={body} told={free} {...{ values, source }} />
          {facts}
        </Page>
      )}
      {pages && facts}
    </PaperDocument>
  )
}

type Section = { line: Line; told: Told; source: Printed; values: Values }

function Section({ line, told, source, values }: Section): ReactNode {
  return printed(inSection(line), told, source, values)
}
