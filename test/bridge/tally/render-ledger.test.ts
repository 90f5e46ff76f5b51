import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerOf } from '../../../src/bridge/tally/requests.ts'
import type { NewLedger } from '../../../src/bridge/books.ts'
import { renderLedger } from '../../../src/bridge/tally/render.ts'
import { tallyAt } from '../../../src/bridge/tally/transport.ts'
import { type FakeTally, openFakeTally } from '../../../src/stand-ins/tally/fake-tally.ts'
import { renderXml } from '../../../src/stand-ins/tally/xml.ts'

let tally: FakeTally

beforeAll(async () => {
  tally = await openFakeTally()
})

afterAll(() => tally.close())

/** What is there of a ledger after it was made, as XML without its line ends. */
async function made(ledger: Partial<NewLedger> & { name: string }): Promise<string> {
  const whole = { parent: 'Sundry Creditors', field: 'party:|x', gstin: '', state: '', ...ledger }
  const sent = await tallyAt(tally.url).write(
    renderLedger(whole, 'Kulkarni General Stores', '2025-04-01'),
  )
  expect(answerOf('answer' in sent ? sent.answer : sent.lost).outcome).toBe('accepted')
  const masters = tally.companies()[0]?.masters.LEDGER.values() ?? []
  const found = [...masters].find(({ name }) => name === ledger.name)
  return (found?.fields ?? [])
    .map((field) => renderXml(field))
    .join('')
    .replace(/\r\n */g, '')
}

test('a seller is made with GSTIN, state and dates, and bill by bill', async () => {
  const xml = await made({ name: 'Shree & Sons', gstin: '01AAPFU0939F1ZV' })
  expect(xml).toContain('<PARENT>Sundry Creditors</PARENT><ISBILLWISEON>Yes</ISBILLWISEON>')
  expect(xml).toContain('<LEDSTATENAME>Jammu &amp; Kashmir</LEDSTATENAME>')
  expect(xml).toContain(
    '<LEDGSTREGDETAILS.LIST><APPLICABLEFROM>20250401</APPLICABLEFROM><GSTREGISTRATIONTYPE>Regular</GSTREGISTRATIONTYPE><PLACEOFSUPPLY>Jammu &amp; Kashmir</PLACEOFSUPPLY><GSTIN>01AAPFU0939F1ZV</GSTIN></LEDGSTREGDETAILS.LIST>',
  )
})

test('a seller without a GSTIN is unregistered, in the state that is known', async () => {
  const xml = await made({ name: 'Ramu', state: 'Gujarat' })
  expect(xml).toContain('<GSTREGISTRATIONTYPE>Unregistered/Consumer</GSTREGISTRATIONTYPE>')
  expect(xml).toContain('<STATE>Gujarat</STATE>')
  expect(xml).not.toContain('GSTIN>')
})

test('a ledger of tax has its head and its rate', async () => {
  const parent = 'Duties & Taxes'
  expect(await made({ name: 'Input SGST 9%', parent, field: 'ledger:sgst_input:9' })).toBe(
    '<PARENT>Duties &amp; Taxes</PARENT><TAXTYPE>GST</TAXTYPE><GSTDUTYHEAD>SGST/UTGST</GSTDUTYHEAD><RATEOFTAXCALCULATION>9</RATEOFTAXCALCULATION>',
  )
})

test('any other has its name and its group', async () => {
  const ledger = { name: 'Purchase 3%', parent: 'Purchase Accounts', field: 'ledger:purchase:3' }
  expect(await made(ledger)).toBe('<PARENT>Purchase Accounts</PARENT>')
})
