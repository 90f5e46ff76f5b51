import { beforeEach, describe, expect, test } from 'bun:test'
import { findOrderWithLines } from '../../../../../src/services/storefront/orders/order.ts'
import {
  issueInvoice,
  nextNumbers,
  setNextNumber,
} from '../../../../../src/services/storefront/orders/invoices/issue-invoice.ts'
import { listCreditNotes } from '../../../../../src/services/storefront/orders/invoices/show-invoice.ts'
import {
  listCreditNotesOfOrder,
  showCreditNote,
  showInvoice,
} from '../../../../../src/services/storefront/orders/invoices/show-invoice.ts'
import {
  moveStatus,
  returnGoods,
} from '../../../../../src/services/storefront/orders/move-status.ts'
import { pendingUnits } from '../../../../../src/services/storefront/orders/placing/stock.ts'
import { addProduct, invoiceDesk, stockOf } from '../../../../support/orders.ts'
import { noon, refusalOf } from '../../../../support/temporary-database.ts'
import { eachAnew } from '../../../../support/until-end.ts'

const desk = eachAnew(invoiceDesk)

beforeEach(() =>
  addProduct(desk().database, { sku: 'TEA', salePrice: 9_999, gstBasisPoints: 1_800 }),
)

/** An order of three of one thing and one of another, which was delivered. */
async function delivered({ isInvoiced = true, discount = 0 } = {}): Promise<string> {
  const items = [
    { sku: 'RICE', quantity: 3 },
    { sku: 'TEA', quantity: 1 },
  ]
  const id = String((await desk().place({ items, discount }))['id'])
  await moveStatus(desk().deps, id, 'delivered', { by: 'owner' })
  if (isInvoiced) await issueInvoice(desk().deps, { orderId: id, placeOfSupply: '27', by: 'owner' })
  return id
}

const orderOf = (id: string) => findOrderWithLines(desk().deps, id)
const lineOf = (id: string, sku: string) =>
  orderOf(id).lines.find((line) => line.sku === sku)?.id ?? ''
const notesOf = (id: string) => listCreditNotesOfOrder(desk().deps, orderOf(id).order)

const giveBack = (orderId: string, sku: string, quantity: number, reason = '') =>
  returnGoods(
    desk().deps,
    { orderId, lines: [{ id: lineOf(orderId, sku), quantity }], reason, by: 'owner' },
    crypto.randomUUID(),
  )

describe('goods that come back', () => {
  test('are credited against the invoice, in a series of their own, and are in stock again', async () => {
    const id = await delivered({ discount: 10 })
    const invoice = showInvoice(desk().deps, id)
    await giveBack(id, 'RICE', 2, 'Damaged')
    expect([stockOf(desk().database, 'RICE'), stockOf(desk().database, 'TEA')]).toEqual([9, 9])
    const { order } = orderOf(id)
    expect([order.status, order.revision]).toEqual(['delivered', 3])
    const [note] = notesOf(id)
    const paper = showCreditNote(desk().deps, note?.id ?? '')
    expect(paper).toMatchObject({
      number: 'CN/26-27/00001',
      kind: 'credit note',
      namesTax: true,
      credits: { number: invoice.number, issuedAt: invoice.issuedAt, reason: 'Damaged' },
      lines: [{ name: 'Basmati Rice 5 kg', quantity: 2, gst: 4_286, total: 90_000 }],
      taxes: [{ hsn: '1006', gstBasisPoints: 500, taxable: 85_714, cgst: 2_143, sgst: 2_143 }],
      discount: 621,
      payable: 89_379,
      inWords: 'Eight Hundred Ninety Three Rupees And Seventy Nine Paise Only',
    })
  })

  test('of all lines return the order, and its credit notes come to its invoice', async () => {
    await desk().settings({ roundsOff: true })
    const id = await delivered({ discount: 12.34 })
    await giveBack(id, 'RICE', 1)
    await giveBack(id, 'TEA', 1)
    expect(orderOf(id).order.status).toBe('delivered')
    await giveBack(id, 'RICE', 2)
    expect(orderOf(id).order.status).toBe('returned')
    expect(stockOf(desk().database, 'RICE')).toBe(10)
    for (const { id: note } of notesOf(id)) {
      const { subtotal, gstTotal, taxes, discount, roundOff, payable } = showCreditNote(
        desk().deps,
        note,
      )
      expect(gstTotal).toBe(taxes.reduce((sum, { cgst, sgst }) => sum + cgst + sgst, 0))
      expect(taxes.every(({ cgst, sgst }) => cgst === sgst)).toBe(true)
      expect(subtotal + gstTotal - discount + roundOff).toBe(payable)
    }
    const credited = notesOf(id).reduce((sum, { payable }) => sum + payable, 0)
    expect(credited).toBe(showInvoice(desk().deps, id).payable)
    expect(notesOf(id).every(({ payable }) => payable % 100 === 0)).toBe(true)
  })

  test('when the order is marked as returned are what is left of it, credited by itself', async () => {
    const id = await delivered()
    await giveBack(id, 'RICE', 1)
    await moveStatus(desk().deps, id, 'returned')
    expect(stockOf(desk().database, 'RICE')).toBe(10)
    expect(notesOf(id).map(({ number }) => number)).toEqual(['CN/26-27/00001', 'CN/26-27/00002'])
    await moveStatus(desk().deps, id, 'returned')
    expect(notesOf(id)).toHaveLength(2)
  })

  test('of an order without an invoice are credited by nothing, and come back as a whole', async () => {
    const id = await delivered({ isInvoiced: false })
    expect((await refusalOf(giveBack(id, 'RICE', 1))).message).toContain('has no invoice')
    await moveStatus(desk().deps, id, 'returned')
    expect([notesOf(id), stockOf(desk().database, 'RICE')]).toEqual([[], 10])
  })

  test.each([
    ['more than was sold', 'RICE', 4],
    ['nothing', 'RICE', 0],
    ['a part of one', 'RICE', 0.5],
    ['what the order does not have', 'NOTHING', 1],
  ])('are refused: %s', async (_, sku, quantity) => {
    const id = await delivered()
    const { code, details } = await refusalOf(giveBack(id, sku, quantity))
    expect([code, details['field']]).toEqual(['invalid_request', 'lines'])
    expect([notesOf(id), stockOf(desk().database, 'RICE')]).toEqual([[], 7])
  })

  test('are refused of an order that did not leave, and twice of one line', async () => {
    const placed = await desk().place({ items: [{ sku: 'RICE', quantity: 1 }] })
    expect((await refusalOf(giveBack(String(placed['id']), 'RICE', 1))).code).toBe(
      'invalid_transition',
    )
    const id = await delivered()
    const line = { id: lineOf(id, 'RICE'), quantity: 1 }
    const goods = { orderId: id, lines: [line, line], reason: '', by: 'o' }
    const twice = returnGoods(desk().deps, goods, 'key')
    expect((await refusalOf(twice)).details['field']).toBe('lines')
  })

  test('are no units any more that the accounting software does not know of', async () => {
    const id = await delivered()
    const { productId } = orderOf(id).lines[0] ?? { productId: '' }
    expect(pendingUnits(desk().database.read, productId, null, 0)).toBe(3)
    await giveBack(id, 'RICE', 2)
    expect(pendingUnits(desk().database.read, productId, null, 0)).toBe(1)
  })

  test('are listed by number, invoice, order and customer', async () => {
    const id = await delivered()
    await giveBack(id, 'RICE', 1)
    await giveBack(id, 'TEA', 1)
    const sort = { by: 'made', isDescending: true } as const
    const list = (search: string) =>
      listCreditNotes(desk().deps, { search }, { sort, limit: 1, offset: 0 })
    expect(list('')).toMatchObject({ total: 2, notes: [{ number: 'CN/26-27/00002' }] })
    expect(list('cn/26-27/00001').notes).toMatchObject([{ number: 'CN/26-27/00001' }])
    expect(list(showInvoice(desk().deps, id).number).total).toBe(2)
    expect(list('nobody').total).toBe(0)
  })
})

const setNext = (series: 'invoice' | 'credit note', running: number) =>
  desk().database.write((conn) => setNextNumber(conn, { series, running, by: 'owner' }, noon))

describe('the numbers of a series', () => {
  test('go on behind those that were written elsewhere in the year', async () => {
    await setNext('invoice', 124)
    await setNext('credit note', 7)
    const id = await delivered()
    await giveBack(id, 'RICE', 1)
    expect(showInvoice(desk().deps, id).number).toBe('INV/26-27/00124')
    expect(notesOf(id)[0]?.number).toBe('CN/26-27/00007')
    expect(nextNumbers(desk().database.read, noon)).toEqual([
      { series: 'invoice', running: 125, number: 'INV/26-27/00125' },
      { series: 'credit note', running: 8, number: 'CN/26-27/00008' },
    ])
  })

  test('are never given twice', async () => {
    await setNext('invoice', 124)
    await delivered()
    for (const running of [1, 124]) {
      expect((await refusalOf(setNext('invoice', running))).code).toBe('conflict')
    }
    await setNext('invoice', 125)
    expect((await refusalOf(desk().settings({ creditPrefix: 'INV' }))).details['field']).toBe(
      'creditPrefix',
    )
  })
})
