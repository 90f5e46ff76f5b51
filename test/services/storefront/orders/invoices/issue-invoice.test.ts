import { describe, expect, test } from 'bun:test'
import { invoices } from '../../../../../src/services/storefront/tables.ts'
import type { JsonObject } from '../../../../../src/platform/json/json.ts'
import {
  issueInvoice,
  placeOfSupplyOf,
} from '../../../../../src/services/storefront/orders/invoices/issue-invoice.ts'
import { moveStatus } from '../../../../../src/services/storefront/orders/move-status.ts'
import { showInvoice } from '../../../../../src/services/storefront/orders/invoices/show-invoice.ts'
import { invoiceDesk } from '../../../../support/orders.ts'
import { refusalOf } from '../../../../support/temporary-database.ts'
import { eachAnew } from '../../../../support/until-end.ts'

const desk = eachAnew(invoiceDesk)

async function order(more: JsonObject = {}): Promise<string> {
  const placed = await desk().place({ items: [{ sku: 'RICE', quantity: 1 }], ...more })
  return String(placed['id'])
}

async function invoiced(more: JsonObject = {}, placeOfSupply = '27') {
  const orderId = await order(more)
  await issueInvoice(desk().deps, { orderId, placeOfSupply, by: 'owner' })
  return showInvoice(desk().deps, orderId)
}

describe('an invoice', () => {
  test('says who sold, what, to whom, with its tax by state and centre, and the total in words', async () => {
    const paper = await invoiced({ customer_name: 'Asha', shipping_state: 'MH', discount: 10.5 })
    const { subtotal, gstTotal, discount, roundOff, payable } = paper
    expect(subtotal + gstTotal - discount + roundOff).toBe(payable)
    expect(paper).toMatchObject({
      number: 'INV/26-27/00001',
      kind: 'tax invoice',
      undone: null,
      seller: {
        name: 'Sharma Traders',
        gstin: desk().gstin,
        stateCode: '27',
        state: 'Maharashtra',
      },
      buyer: { name: 'Asha' },
      placeOfSupply: { code: '27', name: 'Maharashtra' },
      isInterState: false,
      lines: [{ name: 'Basmati Rice 5 kg', hsn: '1006', quantity: 1, taxable: 42_857, gst: 2_143 }],
      taxes: [
        { hsn: '1006', gstBasisPoints: 500, taxable: 42_857, cgst: 1_071, sgst: 1_071, igst: 0 },
      ],
      gstTotal: 2_142,
      discount: 1_050,
      roundOff: 1,
      payable: 43_950,
      inWords: 'Four Hundred Thirty Nine Rupees And Fifty Paise Only',
      upi: 'upi://pay?pa=sharma%40okbank&pn=Sharma%20Traders&am=439.50&cu=INR&tn=INV%2F26-27%2F00001',
    })
  })

  test('into another state has IGST', async () => {
    const paper = await invoiced({}, '29')
    expect(paper).toMatchObject({
      isInterState: true,
      taxes: [{ cgst: 0, sgst: 0, igst: 2_143 }],
      placeOfSupply: { code: '29' },
    })
  })

  test('that names no tax has no round-off of it', async () => {
    await desk().settings({ isComposition: true })
    expect(await invoiced()).toMatchObject({ namesTax: false, roundOff: 0, payable: 45_000 })
  })

  test('of before is printed again as it was', async () => {
    const orderId = await order()
    await issueInvoice(desk().deps, { orderId, placeOfSupply: '27', by: 'owner' })
    await desk().database.write((conn) =>
      conn.update(invoices).set({ halvesAreEqual: false }).run(),
    )
    expect(showInvoice(desk().deps, orderId)).toMatchObject({
      taxes: [{ cgst: 1_071, sgst: 1_072 }],
      gstTotal: 2_143,
      roundOff: 0,
    })
  })

  test('has the next number of its financial year, and no number is left out by one that is refused', async () => {
    await invoiced()
    const unclear = invoiced({}, '98')
    expect((await refusalOf(unclear)).details['field']).toBe('placeOfSupply')
    expect((await invoiced()).number).toBe('INV/26-27/00002')
    desk().clock.at(Date.UTC(2027, 3, 2))
    expect((await invoiced()).number).toBe('INV/27-28/00001')
  })

  test('once made stays as it is, whatever the shop says of itself later', async () => {
    const orderId = await order()
    await issueInvoice(desk().deps, { orderId, placeOfSupply: '27', by: 'owner' })
    const before = showInvoice(desk().deps, orderId)
    await desk().settings({
      legalName: 'Sharma & Sons',
      prefix: 'X',
      roundsOff: true,
      address: 'Elsewhere',
    })
    desk().clock.pass(86_400_000)
    await issueInvoice(desk().deps, { orderId, placeOfSupply: '29', by: 'owner' })
    expect(showInvoice(desk().deps, orderId)).toEqual(before)
  })

  test('keeps its number when the order is cancelled, and asks for no payment then', async () => {
    const orderId = await order()
    await issueInvoice(desk().deps, { orderId, placeOfSupply: '27', by: 'owner' })
    await moveStatus(desk().deps, orderId, 'cancelled')
    const paper = showInvoice(desk().deps, orderId)
    expect(paper).toMatchObject({ number: 'INV/26-27/00001', undone: 'cancelled', upi: null })
  })

  test('is not made of a cancelled order', async () => {
    const orderId = await order()
    await moveStatus(desk().deps, orderId, 'cancelled')
    const refusal = await refusalOf(
      issueInvoice(desk().deps, { orderId, placeOfSupply: '27', by: 'owner' }),
    )
    expect(refusal.code).toBe('conflict')
    expect((await refusalOf(() => showInvoice(desk().deps, orderId))).code).toBe('not_found')
  })

  test('needs the address of the shop', async () => {
    await desk().settings({ address: '' })
    expect((await refusalOf(invoiced())).message).toContain('address of the shop')
  })

  test('of a composition dealer is a bill of supply', async () => {
    await desk().settings({ isComposition: true })
    expect((await invoiced()).kind).toBe('bill of supply')
  })

  test('is rounded to whole rupees where the shop wants it', async () => {
    await desk().settings({ roundsOff: true })
    expect(await invoiced({ discount: 0.51 })).toMatchObject({
      payable: 44_900,
      roundOff: -48,
      inWords: 'Four Hundred Forty Nine Rupees Only',
    })
  })

  test.each([
    ['Karnataka', '29'],
    ['MH', '27'],
    // Handed over in the shop.
    ['', '27'],
    ['Nowhere', undefined],
  ])('goes to the state of the address: %j is %p', (shippingState, code) => {
    expect(placeOfSupplyOf({ shippingState }, { stateCode: '27' })).toBe(code)
  })
})
