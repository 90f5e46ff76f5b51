import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { findOrganisation } from '../../accounts/queries.ts'
import { partyOf, type MappedKind, listMappings, type StoredMapping } from './mapping-queries.ts'
import type { StoredMaster } from './master-queries.ts'
import { masterDetails, type MasterDetails } from './rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { isJsonObject } from '../../platform/json/json.ts'
import { readSetting, declareSetting } from '../../platform/settings.ts'

/** TallyPrime's own voucher types. They apply until somebody chooses others. */
export const usualVoucherTypes = {
  purchase: 'Purchase',
  purchase_items: 'Purchase',
  debit_note: 'Debit Note',
  credit_note: 'Credit Note',
  sales_order: 'Sales Order',
  sales: 'Sales',
  payment: 'Payment',
  receipt: 'Receipt',
  contra: 'Contra',
} as const

type Row = { mapping: StoredMapping; master: StoredMaster | null }

/** Everything that a person confirmed and that a bridge needs to enter documents. `revision` changes with every change of the rest. */
export function mappingsAnswer(conn: Conn, books: number | undefined) {
  const all = books === undefined ? [] : listMappings(conn).all({ books })
  const rows = Map.groupBy(all, ({ mapping }) => mapping.kind)
  const of = (kind: MappedKind): readonly Row[] => rows.get(kind) ?? []
  const answer = {
    own_gstin: findOrganisation(conn).get()?.gstin ?? '',
    settings: readSetting(conn, bookSettings),
    voucher_types: { ...usualVoucherTypes, ...namesByOurs(of('voucher_type')) },
    ledgers: namesByOurs(of('ledger')),
    parties: of('party').map((row) => ({ ...partyOf(row.mapping.ours), ledger: nameOf(row) })),
    items: of('item').map((row) => ({
      name: row.mapping.ours,
      sku: '',
      item: nameOf(row),
      unit: detailsOf(row).unit ?? '',
    })),
    units: of('unit').map((row) => ({ ours: row.mapping.ours, theirs: nameOf(row) })),
    godown: of('godown').map(nameOf)[0] ?? '',
  }
  return { revision: Bun.SHA256.hash(JSON.stringify(answer), 'hex').slice(0, 16), ...answer }
}

function namesByOurs(rows: readonly Row[]): Record<string, string> {
  return Object.fromEntries(rows.map((row) => [row.mapping.ours, nameOf(row)]))
}

/** The current name in the accounts. */
function nameOf({ mapping, master }: Row): string {
  return master?.name ?? mapping.name
}

function detailsOf({ master }: Row): MasterDetails {
  return readDetails(master?.details ?? '{}')
}

/** The values of a master that have no column of their own. */
export function readDetails(stored: string): MasterDetails {
  const details: unknown = JSON.parse(stored)
  return isJsonObject(details) && Value.Check(masterDetails, details) ? details : {}
}

const schema = Type.Object({
  /** How to enter a bill: as an accounting invoice, which needs no items, or with its items. */
  invoice_as: Type.Union([Type.Literal('accounting'), Type.Literal('items')]),
  /** The date of a voucher: the paper's, or the day of entry. */
  date_from: Type.Union([Type.Literal('paper'), Type.Literal('today')]),
  order_as: Type.Union([Type.Literal('sales_order'), Type.Literal('sales')]),
  /** What to do with a bill that somebody has entered by hand already. */
  already_present: Type.Union([Type.Literal('ask'), Type.Literal('acknowledge')]),
  /** Whether vouchers are drafts, which the accounts do not count. */
  as_optional: Type.Boolean(),
  /** Under the composition scheme a shop claims no tax on bills, and charges none. */
  gst_scheme: Type.Optional(Type.Union([Type.Literal('regular'), Type.Literal('composition')])),
})

type BookSettings = Static<typeof schema>

/** The defaults. They ask a person most and change least. */
export const bookSettings = declareSetting({
  name: 'imports.books',
  schema,
  default: {
    invoice_as: 'accounting',
    date_from: 'paper',
    order_as: 'sales_order',
    already_present: 'ask',
    as_optional: false,
    gst_scheme: 'regular',
  } satisfies BookSettings,
})
