import { type Column, columnsOf } from './columns.tsx'
import type { Bill } from './compose/bill.ts'
import type { Kit } from './kit.ts'
import { holds } from './bill-markup.tsx'

type Columns = ReturnType<typeof columnsOf>
type Own = Column | readonly Column[] | ((all: Columns) => Column)

/**
 * The columns of a table in their order, by the names of `columnsOf`, each with its heading where it has one of its own:
 * `serial: Sr; description[width=40]; ?near cgst: CGST Rs.`. A column that only this paper has stands in `${…}`.
 */
export function listed(texts: TemplateStringsArray, ...own: readonly Own[]) {
  const wishes = texts
    .reduce((all, text, at) => `${all}#${at - 1}${text}`)
    .split(/;\s+/)
    .map((one) => wishOf(one.trim()))
  const words = Object.fromEntries(
    wishes.flatMap(({ name, heading }) => (heading === undefined ? [] : [[name, heading]])),
  )
  return (kit: Kit, bill: Bill): Column[] => {
    const all = columnsOf(kit, words)
    return wishes.flatMap(({ name, condition, given }) => {
      if (condition !== undefined && !holds(condition, { kit, bill })) return []
      if (!name.startsWith('#')) return [{ ...columnIn(all, name), ...given }]
      const column = own[Number(name.slice(1))]
      if (typeof column === 'function') return [column(all)]
      return column ?? []
    })
  }
}

type Wish = { name: string; heading?: string; condition?: string; given: Partial<Column> }

function wishOf(text: string): Wish {
  const [, condition, name = '', attributes = '', heading] =
    /^(?:\?(\S+) )?([#\w]+)(?:\[(.*?)\])?(?:: (.*))?$/s.exec(text) ?? []
  if (name === '') throw new Error(`No column is called ${text}.`)
  const { group, width } = Object.fromEntries(new URLSearchParams(attributes.replaceAll(' ', '&')))
  return {
    name,
    ...(heading !== undefined && { heading }),
    ...(condition !== undefined && { condition }),
    given: {
      ...(group !== undefined && { group }),
      ...(width !== undefined && { width: Number(width) }),
    },
  }
}

function columnIn(all: Columns, name: string): Column {
  const column = Object.entries(all).find(([one]) => one === name)?.[1]
  if (column === undefined) throw new Error(`No column is called ${name}.`)
  return column
}
