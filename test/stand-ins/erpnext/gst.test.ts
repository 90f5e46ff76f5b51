import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type FakeErpnext, openFakeErpnext } from './fake-erpnext.ts'
import { ask, invoice, line, tax, v1 } from './client.ts'

let erpnext: FakeErpnext

beforeEach(async () => {
  erpnext = await openFakeErpnext()
})

afterEach(() => erpnext.close())

const igst = [tax('Input Tax IGST', 50)]
const byRates = (account: string) => tax(account, 0, { charge_type: 'On Net Total', rate: 0 })

describe('India Compliance', () => {
  test('takes GSTINs, the category and the place of supply from addresses', async () => {
    const { body } = await ask(erpnext, 'POST', v1, invoice())
    expect(body['data']).toMatchObject({
      supplier_gstin: '27AGDFO8688H1ZB',
      company_gstin: '27ANZPK1024Z1ZS',
      gst_category: 'Registered Regular',
      place_of_supply: '27-Maharashtra',
    })
  })

  test.each([
    ['CGST between states', { place_of_supply: '29-Karnataka' }, 'CGST/SGST for inter-state'],
    ['IGST within a state', { taxes: igst }, 'IGST for intra-state'],
    ['CGST without SGST', { taxes: [tax('Input Tax CGST', 25)] }, 'only one of CGST or SGST'],
    ['a place that is not listed', { place_of_supply: 'Maharashtra' }, 'valid Place of Supply'],
    ['tax of a seller without a GSTIN', { supplier_address: '' }, 'Supplier without GSTIN'],
    [
      'accounts of sales on a purchase',
      { taxes: [tax('Output Tax CGST', 25), tax('Output Tax SGST', 25)] },
      'not a valid GST account',
    ],
    ['no tax on what is taxable', { taxes: [] }, 'No GST is being charged'],
    [
      'an amount without a template to explain it',
      { items: [line({ item_tax_template: '' })] },
      'would not compute item taxes',
    ],
    [
      'an amount that is off its rate',
      { taxes: [tax('Input Tax CGST', 27), tax('Input Tax SGST', 27)] },
      'is incorrect',
    ],
    [
      'two templates for one item, and lines without one are one',
      { items: [line(), line({ item_tax_template: 'GST 18% - KGS' })] },
      'different Item Tax Templates',
    ],
    [
      'reverse charge that is not said',
      { taxes: [...invoiceTaxes(), tax('Input Tax RCM CGST', -25)] },
      'without Reverse Charge',
    ],
  ])('refuses %s', async (_, changes, words) => {
    const { status, text } = await ask(erpnext, 'POST', v1, invoice(changes))
    expect(status).toBe(417)
    expect(text).toContain(words)
  })

  test('takes an amount that is off its rate by less than a rupee', async () => {
    const taxes = [tax('Input Tax CGST', 25.9), tax('Input Tax SGST', 25.9)]
    expect((await ask(erpnext, 'POST', v1, invoice({ taxes }))).status).toBe(200)
  })

  test('shares an amount out by what lines come to, so that at two rates only rates are taken', async () => {
    const items = [
      line({ item_code: 'OIL-1L' }),
      line({ item_code: 'SOAP', item_tax_template: 'GST 18% - KGS' }),
    ]
    const amounts = [tax('Input Tax CGST', 115), tax('Input Tax SGST', 115)]
    expect((await ask(erpnext, 'POST', v1, invoice({ items, taxes: amounts }))).status).toBe(417)
    const taxes = [byRates('Input Tax CGST'), byRates('Input Tax SGST')]
    const { body } = await ask(erpnext, 'POST', v1, invoice({ items, taxes }))
    expect(body['data']).toMatchObject({ grand_total: 2230, taxes: [{ tax_amount: 115 }, {}] })
  })

  test('takes tax that is owed and claimed at once where it is said', async () => {
    const taxes = [
      ...invoiceTaxes(),
      tax('Input Tax RCM CGST', 25, { add_deduct_tax: 'Deduct' }),
      tax('Input Tax RCM SGST', 25, { add_deduct_tax: 'Deduct' }),
    ]
    const { body } = await ask(erpnext, 'POST', v1, invoice({ is_reverse_charge: 1, taxes }))
    expect(body['data']).toMatchObject({ grand_total: 1000 })
  })
})

test('a site without India Compliance has none of its fields and asks for nothing of it', async () => {
  erpnext.behaviours.hasIndiaCompliance = false
  expect((await ask(erpnext, 'POST', v1, invoice({ taxes: igst }))).status).toBe(200)
  expect((await ask(erpnext, 'GET', 'resource/GST%20Settings/GST%20Settings')).status).toBe(404)
  expect((await ask(erpnext, 'GET', 'resource/Supplier?fields=["gstin"]')).status).toBe(417)
})

function invoiceTaxes() {
  return [tax('Input Tax CGST', 25), tax('Input Tax SGST', 25)]
}
