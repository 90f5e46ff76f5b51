import { describe, expect, test } from 'bun:test'
import { customerSweep } from '../../../../src/services/storefront/service.ts'
import {
  listCustomers,
  listOrdersOfPhone,
  proposeCustomers,
  rememberCustomer,
  rememberSetting,
} from '../../../../src/services/storefront/customers/customers.ts'
import {
  isPhoneNumber,
  phoneDigits,
  writtenPhone,
} from '../../../../src/services/storefront/customers/rules.ts'
import { initialValues } from '../../../../src/platform/record/read.ts'
import { writeSetting } from '../../../../src/platform/settings.ts'
import { customerFields } from '../../../../src/services/storefront/orders/record.ts'
import { orderDesk } from '../../../support/orders.ts'
import { noon } from '../../../support/temporary-database.ts'
import { sqlOf } from '../../../support/sql-of.ts'
import { eachAnew } from '../../../support/until-end.ts'

const desk = eachAnew(orderDesk)

function remember(customerPhone: string, customerName: string, now = noon, more = {}) {
  const head = { ...initialValues(customerFields), customerPhone, customerName, ...more }
  return desk().database.write((conn) => rememberCustomer(conn, head, now))
}

const everyone = () => listCustomers(desk().database.read, '', { limit: 100, offset: 0 })
const proposed = (text: string) =>
  proposeCustomers(desk().database.read, text).map(({ name }) => name)

describe('a phone number', () => {
  test.each([
    ['+91 98450 12345', '9845012345'],
    ['098450-12345', '9845012345'],
    ['9845012345', '9845012345'],
    ['(080) 2345 6789', '8023456789'],
    ['+1 212 555 0100', '12125550100'],
    ['2345 6789', '23456789'],
    ['12345', undefined],
    ['call me', undefined],
    ['', undefined],
  ])('%j is known by %p', (text, digits) => {
    expect(phoneDigits(text)).toBe(digits)
  })
})

describe('what is typed as a phone number at the counter', () => {
  test.each([
    '9845012345',
    '98450 12345',
    '+91 98450-12345',
    '919845012345',
    '098450 12345',
    '(080) 2345 6789',
    '011-2345 6789',
    '+91 11 2345 6789',
    '+1 212 555 0100',
    '+44 20 7946 0958',
  ])('may be %s', (text) => expect(isPhoneNumber(text)).toBe(true))

  test.each([
    '8901262010016',
    '98450',
    '984501234',
    '98450123456',
    '5845012345',
    '1123456789',
    '+91 98450',
    '+91984501234567',
    '00447946095800',
    '+0 123 456 789',
    '+1234567890123456',
    'call me',
    '9845012345 x',
  ])('is not %s', (text) => expect(isPhoneNumber(text)).toBe(false))

  test.each([
    ['9845012345', '9845012345'],
    ['1123456789', '01123456789'],
    ['442079460958', '+442079460958'],
    ['23456789', '23456789'],
  ])('is filled in for a customer known by %s as %s', (digits, written) => {
    expect(writtenPhone(digits)).toBe(written)
    expect(phoneDigits(written)).toBe(digits)
  })
})

describe('a customer who is remembered', () => {
  test('is one, however the number is written; what was said last counts', async () => {
    await remember('+91 98450 12345', 'Asha')
    await remember('098450 12345', 'Asha Rao', noon + 1)
    expect(everyone()).toMatchObject({
      total: 1,
      customers: [{ phone: '9845012345', name: 'Asha Rao', lastOrderAt: noon + 1 }],
    })
  })

  test('keeps what a later order leaves out; an address is one thing', async () => {
    const phone = '98450 12345'
    await remember(phone, 'Asha', noon, {
      customerGstin: '29AAAAA0000A1Z5',
      shippingAddress: '12 MG Road',
      shippingCity: 'Bengaluru',
      shippingPincode: '560001',
    })
    await remember(phone, '', noon + 1)
    expect(everyone().customers).toMatchObject([
      { name: 'Asha', gstin: '29AAAAA0000A1Z5', address: '12 MG Road', lastOrderAt: noon + 1 },
    ])
    await remember(phone, 'Asha Rao', noon + 2, { shippingCity: 'Pune' })
    expect(everyone().customers).toMatchObject([
      { name: 'Asha Rao', gstin: '29AAAAA0000A1Z5', address: '', city: 'Pune', pincode: '' },
    ])
  })

  test('has orders that are found without reading all of them', () => {
    const statement = sqlOf(listOrdersOfPhone(desk().database.read))
    const plan = desk().database.read.$client.query(`EXPLAIN QUERY PLAN ${statement}`).all()
    expect(JSON.stringify(plan)).toContain('USING INDEX orders_phone')
  })

  test('is proposed by four digits of the number or two letters of the name', async () => {
    await remember('98450 12345', 'Asha Rao')
    await remember('98450 99999', 'Ravi', noon + 1)
    expect(proposed('9845')).toEqual(['Ravi', 'Asha Rao'])
    expect(proposed('+91 98450 123')).toEqual(['Asha Rao'])
    expect(proposed('rao')).toEqual(['Asha Rao'])
    expect([proposed('984'), proposed('r'), proposed(''), proposed('nobody')]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  test('without a phone number is nobody', async () => {
    await remember('', 'Asha')
    expect(everyone().total).toBe(0)
  })

  test('is neither remembered nor proposed while the setting is off', async () => {
    await remember('98450 12345', 'Asha')
    await desk().database.write((conn) => writeSetting(conn, rememberSetting, false))
    await remember('98450 99999', 'Ravi')
    expect(proposed('9845')).toEqual([])
    expect(everyone().total).toBe(1)
  })

  test('is forgotten three years after the last order', async () => {
    await remember('98450 12345', 'Asha', Date.UTC(2023, 10, 25, 11, 59))
    await remember('98450 99999', 'Ravi', Date.UTC(2023, 10, 25, 12, 1))
    const swept = await desk().database.write((conn) => customerSweep.sweepBatch(conn, noon))
    expect(swept).toEqual({ scans: 0, documents: 0, bytes: 0, done: true })
    expect(everyone().customers.map(({ name }) => name)).toEqual(['Ravi'])
  })
})
