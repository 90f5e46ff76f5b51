import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { writeDurably } from '../../platform/disk/durable.ts'
import { parseOrNothing } from '../../platform/json/json.ts'

const namesSchema = Type.Record(
  Type.String(),
  Type.Object({
    entry: Type.String(),
    spelled: Type.Array(Type.String()),
    gstin: Type.Optional(Type.String()),
  }),
)

/** The last transfer of names: the masters' mark, the highest AlterID of each kind, and every name by its master's id. */
const broughtSchema = Type.Object({
  /** The Daybook user whose lists received the names: the user of the bridge's key. */
  to: Type.String(),
  mark: Type.Number(),
  /** Milliseconds since the epoch. */
  at: Type.Number(),
  after: Type.Object({ ledger: Type.Number(), item: Type.Number() }),
  vendors: namesSchema,
  products: namesSchema,
  /** Totals since the beginning: entries created, aliases added, spellings left out. */
  made: Type.Number(),
  added: Type.Number(),
  left: Type.Number(),
})

export type BroughtNames = Static<typeof broughtSchema>

export const nothing: BroughtNames = {
  to: '',
  mark: -1,
  at: 0,
  after: { ledger: 0, item: 0 },
  vendors: {},
  products: {},
  made: 0,
  added: 0,
  left: 0,
}

/** Reads the names brought from these accounts. If the file is lost, everything is read anew and found again in Daybook's lists. */
export function readBroughtNames(folder: string): BroughtNames {
  const file = fileOf(folder)
  const brought = existsSync(file) ? parseOrNothing(readFileSync(file, 'utf8')) : undefined
  return Value.Check(broughtSchema, brought) ? brought : nothing
}

/** Written durably: only this file tells a name that a person deleted in Daybook from a name that never came. */
export async function keepBroughtNames(folder: string, brought: BroughtNames): Promise<void> {
  await writeDurably(fileOf(folder), new TextEncoder().encode(JSON.stringify(brought)))
}

/** A sentence for people; '' before anything was brought. */
export function namesSentence({ vendors, products, added, left }: BroughtNames): string {
  const [sellers, goods] = [Object.keys(vendors).length, Object.keys(products).length]
  if (sellers + goods === 0) return ''
  const stayed = left === 0 ? '' : `, ${left} left where they are`
  return `From the books came the names of ${sellers} ${sellers === 1 ? 'seller' : 'sellers'} and ${goods} ${goods === 1 ? 'item' : 'items'}, ${added} other ${added === 1 ? 'spelling' : 'spellings'}${stayed}.`
}

function fileOf(folder: string): string {
  return join(folder, 'names.json')
}
