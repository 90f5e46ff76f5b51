import { describe, expect, test } from 'bun:test'
import { openBooksShop } from './books-shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const books = untilEnd(await openBooksShop())

/** What waits for a master that the books have no more. */
async function causeOfLost(code: string, name: string) {
  await books.parked({ code, field: `master:${name}`, message: `Tally has no "${name}".` })
  return await books.causeOf(`master:${name}`)
}

describe('what the books lost', () => {
  test('is chosen anew for what somebody had said that it is', async () => {
    const party = 'party:|Gupta Provisions'
    await books.send('ledger', [
      { id: 'gupta', name: 'Gupta Provision Store', alter_id: 7 },
      { id: 'gupta-2', name: 'Gupta Provisions (Pune)', alter_id: 7 },
    ])
    await books.owner.post('/books/mappings', { field: party, master: 'gupta' })
    expect(await causeOfLost('ledger_missing', 'Gupta Provision Store')).toMatchObject({
      sentence: 'Tally has no "Gupta Provision Store".',
      missing: {
        kind: 'party',
        title: 'Gupta Provisions',
        field: party,
        name: 'Gupta Provision Store',
      },
      foundAs: null,
      proposals: [{ name: 'Gupta Provisions (Pune)', field: party }],
    })
    await books.owner.post('/books/mappings', { field: party, master: 'gupta-2' })
    const mended = await books.causeOf('master:Gupta Provision Store')
    expect(mended).toMatchObject({ missing: null, proposals: [] })
  })

  test('goes in by itself where it has another name by now', async () => {
    const field = 'ledger:freight'
    await books.send('ledger', [{ id: 'cart', name: 'Cartage', alter_id: 8 }])
    await books.owner.post('/books/mappings', { field, master: 'cart' })
    await books.send('ledger', [{ id: 'cart', name: 'Cartage Inward', alter_id: 9 }])
    expect(await causeOfLost('ledger_missing', 'Cartage')).toMatchObject({
      missing: { field, title: 'Freight' },
      foundAs: 'Cartage Inward',
    })
  })

  test('is a type of vouchers that Tally brings itself, where nobody chose another', async () => {
    expect(await causeOfLost('type_missing', 'Debit Note')).toMatchObject({
      missing: { kind: 'voucher_type', field: 'voucher_type:debit_note', title: 'debit note' },
    })
    expect(await causeOfLost('type_missing', 'Ours')).toMatchObject({ missing: null })
  })
})
