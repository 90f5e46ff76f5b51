import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Column } from '../columns.tsx'
import type { Bill } from '../compose/bill.ts'
import type { FontName } from '../fonts.ts'
import type { Kit } from '../kit.ts'
import type { Sheet } from '../printer.ts'

/** A bill, and how it is written; its columns and what else was chosen, once they are. */
export type Printed = {
  kit: Kit
  bill: Bill
  columns?: readonly Column[]
  drawn?: ReadonlyMap<string, unknown>
}

/** A kind of paper as one program prints it. */
export type Layout = {
  name: string
  kind: 'bill' | 'statement'
  make(kit: Kit): Sheet
}

const a4 = { width: 210, height: 297 }

/** The fonts of programs that print for shops, each at the size it is used. */
const bodyFonts: readonly FontName[] = [
  'Arimo',
  'Arimo',
  'Carlito',
  'Roboto',
  'Open Sans',
  'Tinos',
  'Lato',
]

type Given = { paper?: Sheet['paper']; font?: FontName; size?: number; also?: readonly FontName[] }

/** A sheet in one font and size, in points, from the kit's chance where they are not given. */
export function sheetOf(kit: Kit, body: ReactNode, css: string, given: Given = {}): Sheet {
  const font = given.font ?? kit.random.pick(bodyFonts)
  const size = given.size ?? kit.random.pick([8, 8.5, 9, 9.5])
  const also = given.also ?? []
  const families = [font, ...also].map((name) => `'${name}'`).join(', ')
  return {
    body: renderToStaticMarkup(body),
    css: `body { font: ${size}pt/1.3 ${families}, sans-serif; color: #111 }
      .hand { font: 20pt 'Caveat'; color: #1a3e8c; min-height: 9mm } .logo { color: #fff; font-weight: bold; font-size: 16pt; width: 14mm; height: 14mm; text-align: center; line-height: 14mm }
      ${css}`,
    fonts: [font, ...also, 'Caveat'],
    paper: given.paper ?? a4,
  }
}

/** Lines by page: so many on the first, so many on each of the others. */
export function paginate<T>(lines: readonly T[], first: number, others: number): T[][] {
  const pages: T[][] = [lines.slice(0, first)]
  for (let at = first; at < lines.length; at += others) pages.push(lines.slice(at, at + others))
  return pages
}
