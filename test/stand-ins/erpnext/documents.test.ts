import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type FakeErpnext, openFakeErpnext } from './fake-erpnext.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { ask, invoice, line, tax, v1 } from './client.ts'

let erpnext: FakeErpnext

beforeEach(async () => {
  erpnext = await openFakeErpnext()
})

afterEach(() => erpnext.close())

async function refusalOf(doc: JsonObject, path = v1): Promise<string> {
  const { status, text } = await ask(erpnext, 'POST', path, doc)
  expect(status).toBe(417)
  return text
}

describe('a document', () => {
  test.each([
    ['supplier', { supplier: '' }, 'MandatoryError'],
    ['items', { items: [] }, 'MandatoryError'],
    ['a supplier that is there', { supplier: 'Nobody' }, 'Could not find Supplier: Nobody'],
    ['items that are there', { items: [line({ item_code: 'GONE' })] }, 'Could not find Item: GONE'],
    ['a fiscal year', { posting_date: '2031-01-01' }, 'not in any active Fiscal Year'],
    ['quantities above zero, unless it is a return', { items: [line({ qty: -1 })] }, 'negative'],
  ])('needs %s', async (_, changes, words) => {
    expect(await refusalOf(invoice(changes))).toContain(words)
  })

  test('has its total of its lines and taxes, rounded to the rupee unless it says otherwise', async () => {
    const odd = invoice({
      items: [line({ rate: 999.6 })],
      taxes: [tax('Input Tax CGST', 24.99), tax('Input Tax SGST', 24.99)],
    })
    const exact = await ask(erpnext, 'POST', v1, odd)
    expect(exact.body['data']).toMatchObject({ grand_total: 1049.58, rounded_total: 0 })
    const rounded = await ask(erpnext, 'POST', v1, { ...odd, disable_rounded_total: 0 })
    expect(rounded.body['data']).toMatchObject({ rounded_total: 1050, rounding_adjustment: 0.42 })
  })

  test('keeps two decimals of a rate', async () => {
    const items = [line({ qty: 3, rate: 333.3333 })]
    const { body } = await ask(erpnext, 'POST', v1, invoice({ items }))
    expect(body['data']).toMatchObject({ net_total: 999.99 })
  })

  test('shares a discount on the net total among its lines', async () => {
    const { body } = await ask(
      erpnext,
      'POST',
      v1,
      invoice({
        discount_amount: 100,
        taxes: [tax('Input Tax CGST', 22.5), tax('Input Tax SGST', 22.5)],
      }),
    )
    expect(body['data']).toMatchObject({
      net_total: 900,
      grand_total: 945,
      items: [{ net_amount: 900 }],
    })
  })

  test('takes the number of a seller twice, unless a setting forbids it', async () => {
    await ask(erpnext, 'POST', v1, invoice())
    expect((await ask(erpnext, 'POST', v1, invoice())).status).toBe(200)
    erpnext.behaviours.checksBillNumbers = true
    expect(await refusalOf(invoice())).toContain('Supplier Invoice No exists')
  })
})

describe('a draft', () => {
  test('is submitted, cancelled, and never changed in between', async () => {
    const path = `${v1}/${await draft()}`
    expect((await ask(erpnext, 'PUT', path, { docstatus: 1 })).status).toBe(200)
    expect((await ask(erpnext, 'PUT', path, { bill_no: 'X' })).status).toBe(417)
    expect((await ask(erpnext, 'DELETE', path)).status).toBe(417)
    expect((await ask(erpnext, 'PUT', path, { docstatus: 2 })).status).toBe(200)
    expect((await ask(erpnext, 'PUT', path, { bill_no: 'X' })).status).toBe(417)
  })

  test('is deleted without a trace, and its name is free again', async () => {
    const name = await draft()
    await ask(erpnext, 'DELETE', `${v1}/${name}`)
    expect(erpnext.docs('Purchase Invoice')).toEqual([])
    expect(await draft()).toBe(name)
  })

  test('that is cancelled is made anew under a name of its own', async () => {
    const name = await draft()
    const { person } = erpnext
    person.submits('Purchase Invoice', name)
    person.cancels('Purchase Invoice', name)
    person.amends('Purchase Invoice', name, { docstatus: 0 })
    expect(erpnext.docs('Purchase Invoice')).toMatchObject([
      { name, docstatus: 2 },
      { name: `${name}-1`, amended_from: name, docstatus: 0 },
    ])
  })

  test('changes its `modified` with every change', async () => {
    const name = await draft()
    const [before] = erpnext.docs('Purchase Invoice')
    erpnext.person.edits('Purchase Invoice', name, { bill_no: 'X' })
    const [after] = erpnext.docs('Purchase Invoice')
    expect(String(after?.['modified']) > String(before?.['modified'])).toBe(true)
  })

  test('of a return is against what is submitted', async () => {
    const name = await draft()
    const back = invoice({
      is_return: 1,
      return_against: name,
      items: [line({ qty: -1 })],
      taxes: [tax('Input Tax CGST', -25), tax('Input Tax SGST', -25)],
    })
    expect(await refusalOf(back)).toContain('must be submitted')
    erpnext.person.submits('Purchase Invoice', name)
    expect((await ask(erpnext, 'POST', v1, back)).body['data']).toMatchObject({
      grand_total: -1050,
    })
  })
})

/** Makes one, and answers its name. */
async function draft(): Promise<string> {
  const { body } = await ask(erpnext, 'POST', v1, invoice())
  const data = body['data']
  return typeof data === 'object' && data !== null && 'name' in data ? String(data['name']) : ''
}
