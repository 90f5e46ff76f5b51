import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole } from './console.ts'
import { openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())
const item = { product_name: 'Assam Tea', quantity: 2, unit_price: 180, gst_pct: 5, hsn: '0902' }
const order = { order_no: 'TEA-1', shipping_state: 'Kerala', status: 'delivered', items: [item] }
const file = join(daybook.dir, 'orders.jsonl')
await Bun.write(file, JSON.stringify(order))
await daybook.run(['import', 'orders', file])

test('goods that come back are credited against the invoice, and the credit note is listed and printed', async () => {
  const page = await daybook.signedInPage()
  await page.request.post('/console/api/settings/invoices', {
    headers: { origin: daybook.url },
    data: { seller: { address: '1 Market Yard', state: 'Kerala' } },
  })
  await openPage(page, '/orders', 'Orders')
  await page.getByRole('link', { name: 'TEA-1', exact: true }).click()
  await waitForPage(page, 'Order TEA-1')
  await page.getByRole('button', { name: 'Make the invoice…', exact: true }).click()
  await page.getByRole('button', { name: 'Make the invoice', exact: true }).click()
  await waitForPage(page, /^Invoice INV/)
  await page.goBack()
  await waitForPage(page, 'Order TEA-1')
  await page.getByRole('button', { name: 'Goods came back…', exact: true }).click()
  await page.getByLabel('Assam Tea', { exact: true }).fill('1')
  await page.getByLabel('Why (optional)', { exact: true }).fill('Torn packet')
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: 'Take back and credit', exact: true }).click()
  await page.getByText('1 came back').waitFor()
  await page.getByRole('link', { name: /^Credit note CN/ }).click()
  await waitForPage(page, /^Credit note CN\/\d\d-\d\d\/00001$/)
  await page.getByText('Torn packet').waitFor()
  await page.getByText('Against invoice').waitFor()
  await page.getByText('One Hundred Eighty Rupees Only').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('link', { name: 'Credit notes', exact: true }).click()
  await waitForPage(page, 'Credit notes')
  await page.getByRole('cell', { name: '₹180.00', exact: true }).first().waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await openPage(page, '/settings?section=invoices', 'Settings')
  await page.getByLabel('Next invoice', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Set the next invoice', exact: true }).click()
  await page.getByText('was given already').waitFor()
  await page.getByLabel('Next invoice', { exact: true }).fill('124')
  await page.getByText(/It would be INV\/\d\d-\d\d\/00124/).waitFor()
  await page.getByRole('button', { name: 'Set the next invoice', exact: true }).click()
  await page.getByText('Saved. The numbers go on there.').waitFor()
})
