import { lineTold, toldBy } from './bill-markup.tsx'
import { type Column, columnsOf } from './columns.tsx'
import type { Printed } from './layouts/layout.ts'
import { Also } from './marks.tsx'
import {
  columnsIn,
  draw,
  holdsFor,
  type Line,
  linesOf,
  printed,
  type Told,
  type Value,
} from './markup.tsx'

/*
 * The columns of a table in their order, by the names of `columnsOf`, each with its heading where it has one of its own:
 *
 *   serial: Sr; description[width=40]; ?near cgst: CGST Rs.
 *   rate[sign=₹]; discount[zero=0.00]     with a sign before each amount; its zeros are printed, and are not asked for
 *   own Item[l]: <b>{item_code}</b>       a column of this paper alone, its cells as markup behind it or below it
 *   ${…}                                  columns that are more than text
 *
 * What stands below the name of a usual column is printed in its cells instead; a column's cells, if it is one in `${…}`.
 * `let wide = ?0.6` between the columns is asked there.
 */

type Wish = {
  name: string
  condition?: string
  heading?: string
  attributes: Record<string, string>
  children: Line[]
  /** Something that is chosen between the columns. */
  let?: Line
}

type Values = readonly Value<Printed>[]

export function listedColumns(
  lines: readonly Line[],
  source: Printed,
  values: Values,
  drawn: Told['drawn'] = new Map(),
): Column[] {
  const told = toldBy(source, drawn)
  const wishes = wishesOf(lines)
  const words = Object.fromEntries(
    wishes.flatMap(({ name, heading }) =>
      heading === undefined ? [] : [[name === 'qtyWithUnit' ? 'qty' : name, heading]],
    ),
  )
  const isNamed = wishes.some(({ name }) => name !== 'own' && !name.startsWith('{'))
  const all = isNamed ? columnsOf(source.kit, words) : {}
  return wishes.flatMap((wish) => {
    if (wish.let !== undefined) {
      draw(wish.let, told, source, values)
      return []
    }
    if (wish.condition !== undefined && !holdsFor(wish.condition, told, source, values)) return []
    if (wish.name.startsWith('{')) return columnsAt(wish.name, source, values)
    const column = wish.name === 'own' ? ownColumn(wish, told, source, values) : columnIn(all, wish)
    if (wish.children.length === 0) return [column]
    const [given] = columnsAt(wish.children[0]?.text ?? '', source, values)
    if (given !== undefined) return [{ ...column, cell: given.cell }]
    return [{ ...column, cell: cellOf(wish.children, source, values, drawn) }]
  })
}

/** The columns that stand in `${…}`. */
function columnsAt(text: string, source: Printed, values: Values): readonly Column[] {
  const [, at] = /^\{#(\d+)\}$/.exec(text) ?? []
  const value = at === undefined ? undefined : values[Number(at)]
  return columnsIn(typeof value === 'function' ? value(source) : value)
}

function wishesOf(lines: readonly Line[]): Wish[] {
  const wishes: Wish[] = []
  for (const line of lines) {
    const { text, children } = line
    if (text.startsWith('let '))
      wishes.push({ name: 'own', attributes: {}, children: [], let: line })
    else if (text.startsWith('own ')) wishes.push(ownWish(text, children))
    else {
      const named = text.split(/;\s*/).filter((one) => one !== '')
      wishes.push(...named.map((one) => wishOf(one.trim())))
      wishes.at(-1)?.children.push(...children)
    }
  }
  return wishes
}

function wishOf(text: string): Wish {
  const [, condition, name = '', attributes = '', heading] =
    /^(?:\?(\S+) )?(\w+|\{#\d+\})(?:\[(.*?)\])?(?:: (.*))?$/s.exec(text) ?? []
  if (name === '') throw new Error(`No column is called ${text}.`)
  return {
    name,
    attributes: attributesOf(attributes),
    children: [],
    ...(heading !== undefined && { heading }),
    ...(condition !== undefined && { condition }),
  }
}

function ownWish(text: string, children: Line[]): Wish {
  const [, heading = '', attributes = '', cell] =
    /^own (.*?)\[([lrc].*?)\](?:: (.*))?$/.exec(text) ?? []
  if (attributes === '') throw new Error(`A column has to say where it is aligned: ${text}`)
  const [align = '', ...others] = attributes.split(' ')
  return {
    name: 'own',
    heading,
    attributes: { align, ...attributesOf(others.join(' ')) },
    children: cell === undefined ? children : [{ text: `| ${cell}`, children: [] }],
  }
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((one) => [one.split('=')[0], one.split('=')[1]]))
}

function ownColumn(
  { heading = '', attributes }: Wish,
  told: Told,
  source: Printed,
  values: Values,
) {
  const { align, width } = attributes
  const column: Column = {
    heading: printed([{ text: `| ${heading}`, children: [] }], told, source, values),
    align: align === 'l' || align === 'r' ? align : 'c',
    cell: () => null,
    ...(width !== undefined && { width: Number(width) }),
  }
  return column
}

/** Each line may print its own values, and those of its bill by their paths. */
function cellOf(
  lines: readonly Line[],
  source: Printed,
  values: Values,
  drawn: Told['drawn'],
): Column['cell'] {
  return (line, index) => printed(lines, lineTold(source, line, index, drawn), source, values)
}

function columnIn(all: Record<string, Column>, { name, attributes }: Wish): Column {
  const column = all[name]
  if (column === undefined) throw new Error(`No column is called ${name}.`)
  const { group, width, sign, zero } = attributes
  return {
    ...column,
    ...(group !== undefined && { group: group.replaceAll('_', ' ') }),
    ...(width !== undefined && { width: Number(width) }),
    ...(sign !== undefined && signed(column, sign)),
    ...(zero !== undefined && orZero(column, zero)),
  }
}

function signed({ cell }: Column, sign: string): Pick<Column, 'cell'> {
  return {
    cell: (line, index) => (
      <>
        {`${sign} `}
        {cell(line, index)}
      </>
    ),
  }
}

function orZero({ cell, zero }: Column, written: string): Pick<Column, 'cell'> {
  if (zero === undefined) throw new Error('Nothing is known of the zeros of this column.')
  return {
    cell: (line, index) =>
      zero.isIn(line) ? (
        <>
          {written}
          <Also of="line" fields={{ [zero.key]: 0 }} />
        </>
      ) : (
        cell(line, index)
      ),
  }
}

/** The columns of a layout that chooses among several lists. */
export function listed(texts: TemplateStringsArray, ...values: Values) {
  const lines = linesOf(texts, values)
  return (source: Printed): Column[] => listedColumns(lines, source, values)
}
