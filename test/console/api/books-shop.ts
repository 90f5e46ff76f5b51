import { booksOfKey } from '../../../src/books/mapping/companies.ts'
import type { Master, MasterKind } from '../../../src/books/mapping/rules.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { api } from '../../support/member.ts'
import { openShop, owner as ownerEmail, type Shop } from '../../support/shop.ts'
import { listed, signedIn, type Browser } from './browser.ts'

type Missing = { code: string; field: string; message?: string }

/** A shop whose books a bridge has read, and an owner who looks at them. */
export type BooksShop = {
  shop: Shop
  /** Of the bridge. */
  key: string
  keyId: string
  /** Under which its books are kept. */
  number(): number | null
  owner: Browser
  send(kind: MasterKind, masters: readonly Master[]): ReturnType<Shop['call']>
  /** Documents of Ravi that could not go in for some reason. */
  parked(missing: Missing, count?: number): Promise<string[]>
  causeOf(field: string, browser?: Browser): Promise<JsonObject | undefined>
  close(): Promise<void>
}

export const gstin = '27AAPFU0939F1ZV'

const ledgers: Master[] = [
  { id: 'shree', name: 'Shree Traders', alter_id: 1, parent: 'Sundry Creditors', gstin },
  { id: 'tata', name: 'Tata Consumer Products Limited', alter_id: 2, parent: 'Sundry Creditors' },
  { id: 'in-cgst', name: 'Input CGST', alter_id: 3, parent: 'Duties & Taxes' },
  { id: 'out-cgst', name: 'Output CGST', alter_id: 4, parent: 'Duties & Taxes' },
  { id: 'p5', name: 'Purchase 5%', alter_id: 5, parent: 'Purchase Accounts' },
  { id: 'p18', name: 'Purchase 18%', alter_id: 6, parent: 'Purchase Accounts' },
]

const items: Master[] = [
  { id: 'oil', name: 'Sunflower Oil 1 Ltr', alter_id: 1, unit: 'Nos', hsn: '1512' },
  { id: 'rice', name: 'Basmati Rice', alter_id: 2, unit: 'Kg', aliases: ['BR-5'] },
]

export async function openBooksShop(): Promise<BooksShop> {
  const shop = await openShop()
  const owner = await signedIn(shop, shop.users.owner)
  const { key, id: keyId } = await shop.addKey({
    email: ownerEmail,
    scopes: ['scans:import'],
    allUsers: true,
  })
  const send: BooksShop['send'] = (kind, masters) =>
    shop.call('PUT', `${api}/bridge/masters`, { key, body: { kind, masters } })
  await send('ledger', ledgers)
  await send('item', items)
  await send('unit', [{ id: 'u-nos', name: 'Nos', alter_id: 1 }])
  await send('godown', [{ id: 'g-main', name: 'Main Location', alter_id: 1 }])
  await send('voucher_type', [
    { id: 'v-purchase', name: 'Purchase Local', alter_id: 1, parent: 'Purchase' },
  ])
  return {
    shop,
    close: shop.close,
    key,
    keyId,
    number: () => booksOfKey(shop.database.read, keyId) ?? null,
    owner,
    send,
    async parked(missing, count = 1) {
      const ids = await Promise.all(Array.from({ length: count }, () => shop.addScan()))
      const results = ids.map((id) => ({ id, outcome: 'parked', ...missing }))
      await shop.call('POST', `${api}/import-results`, { key, body: { results } })
      return ids
    },
    async causeOf(field, browser = owner) {
      const causes = listed(await browser.get('/books/causes'))
      return causes.find((cause) => cause['field'] === field)
    },
  }
}
