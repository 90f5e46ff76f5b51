import { test } from 'bun:test'
import { join } from 'node:path'
import { openConsole } from './console.ts'
import { openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())
const file = join(daybook.dir, 'products.jsonl')
await Bun.write(file, JSON.stringify({ sku: 'TV', name: 'Television', stock_quantity: 3 }))
await daybook.run(['import', 'products', file])

test('what has no price is told on Today and in the list, and an order by hand asks what it costs', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/', 'Today')
  await page.getByRole('button', { name: /to look at when you have time$/ }).click()
  await page.getByText('1 product in the shop without a price').waitFor()
  await page.getByRole('link', { name: /^Enter prices: / }).click()
  await page.getByText('no price', { exact: true }).first().waitFor()
  await openPage(page, '/orders/new', 'New order')
  const search = page.getByLabel('Add what is sold', { exact: true })
  await search.fill('TV')
  await page.getByRole('option').getByText('no price', { exact: true }).waitFor()
  await search.press('Enter')
  await page.getByText('The catalogue has no price: type one for this order.').waitFor()
  await page.getByRole('button', { name: 'Place the order', exact: true }).click()
  await page.getByText('What does one cost?').waitFor()
  await page.getByLabel('Unit price of Television', { exact: true }).fill('30000')
  await page.getByText('₹30,000.00', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Place the order', exact: true }).click()
  await waitForPage(page, /^Order /)
})
