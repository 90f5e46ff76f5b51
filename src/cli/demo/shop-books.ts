import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { findUserByEmail } from '../../accounts/queries.ts'
import type { Company } from '../../stand-ins/tally/books.ts'
import {
  sampleBanks,
  type SampleGoods,
  sampleCompanies,
} from '../../stand-ins/tally/sample-company.ts'
import { sampleSellers } from '../../stand-ins/tally/sample-sellers.ts'
import { mapToName } from '../../books/mapping/map.ts'
import { requireMapped } from '../../books/mapping/mapped.ts'
import { storeMapping } from '../../books/mapping/mapping-queries.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { exportProducts } from '../../services/storefront/inventory/export-products.ts'
import { variantLabelOf } from '../../services/storefront/orders/placing/stock.ts'
import { financialYearStart } from './dates.ts'
import { owner } from './people.ts'

/** How many bank accounts have no confirmed ledger yet. */
const askedBanks = 1

/** Mappings that the shop has confirmed already: a ledger for each role. */
const ledgers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['0', '5', '12', '18', '28', '40'].flatMap((rate) => [
      [`purchase:${rate}`, `Purchase ${rate}%`],
      [`sales:${rate}`, `Sales ${rate}%`],
    ]),
  ),
  cgst_input: 'Input CGST',
  sgst_input: 'Input SGST',
  igst_input: 'Input IGST',
  cess_input: 'Input Cess',
  cgst_output: 'Output CGST',
  sgst_output: 'Output SGST',
  igst_output: 'Output IGST',
  cess_output: 'Output Cess',
  freight: 'Freight Inward',
  discount: 'Discount Received',
  round_off: 'Round Off',
  tcs: 'TCS Receivable',
  customer: 'Web Customers',
  purchase: 'Purchase',
  bank: 'HDFC Bank Current A/c',
  'bank:XXXXXXXX4761': 'HDFC Bank Current A/c',
  ...Object.fromEntries(
    sampleBanks.slice(askedBanks).map(([name, account]) => [`bank:${account}`, name]),
  ),
  cash: 'Cash',
  suspense: 'Suspense',
}

/** One in so many sellers, and one in so many goods, is left to confirm in the console. */
const askedEvery = { seller: 8, item: 40 } as const

/** The unit of the storefront's goods. */
const unit = 'Nos'

/** The shop's accounts. The storefront's goods are stock items there, one for each variant of a product. */
export function shopBooks(conn: Conn, now: number): Company[] {
  return sampleCompanies(financialYearStart(now), [...goodsOf(conn)])
}

/** Confirms mappings as a person would in the console. */
export function confirmBooks(
  conn: Conn,
  { books, companies }: { books: number; companies: readonly Company[] },
  now: number,
): void {
  const by = findUserByEmail(conn).get({ email: owner.email })?.id ?? null
  const say = (field: string, name: string): void =>
    mapToName(conn, { ...requireMapped(field), books }, name, by, now)
  for (const [role, name] of Object.entries(ledgers)) say(`ledger:${role}`, name)
  for (const [index, [name, gstin]] of sampleSellers.entries()) {
    if (index % askedEvery.seller !== 0) say(`party:${gstin}|${name}`, name)
  }
  say('godown', 'Main Location')
  const items = companies.flatMap(({ masters }) => [...masters.STOCKITEM.values()])
  for (const [index, { name, guid: masterId }] of items.entries()) {
    if (index % askedEvery.item === 0) continue
    const { kind, match, ours } = requireMapped(`item:${name}`)
    const confirmed = { confirmedBy: by, confirmedAt: now, reason: 'same name' }
    storeMapping(conn).run({ books, kind, match, ours, name, masterId, ...confirmed })
  }
}

const product = Type.Object({
  sku: Type.String(),
  name: Type.String(),
  hsn: Type.String(),
  gst_pct: Type.Number(),
  stock_quantity: Type.Number(),
  sale_price: Type.Number(),
  variants: Type.Array(
    Type.Object({
      sku: Type.Optional(Type.String()),
      size: Type.String(),
      color: Type.String(),
      stock_quantity: Type.Number(),
    }),
  ),
})

function* goodsOf(conn: Conn): Generator<SampleGoods> {
  for (const record of exportProducts(conn)) {
    if (!Value.Check(product, record)) continue
    const { variants, ...whole } = record
    const kinds = variants.map(({ sku = '', size, color, stock_quantity }) => {
      const label = variantLabelOf(size, color)
      return { sku, stock_quantity, name: label === null ? whole.name : `${whole.name} ${label}` }
    })
    for (const kind of kinds.length === 0 ? [whole] : kinds) yield stockItem(whole, kind)
  }
}

type Kind = { sku: string; name: string; stock_quantity: number }

function stockItem(
  { hsn, gst_pct, sale_price }: Pick<Static<typeof product>, 'hsn' | 'gst_pct' | 'sale_price'>,
  { sku, name, stock_quantity: number }: Kind,
): SampleGoods {
  const cost = (sale_price * costShare).toFixed(2)
  return { name, unit, hsn, gstPercent: gst_pct, number, cost, partNo: sku }
}

/** The cost of goods as a share of their selling price. */
const costShare = 0.8
