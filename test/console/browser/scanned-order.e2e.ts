import { test } from 'bun:test'
import { join } from 'node:path'
import { openConsole, sizes } from './console.ts'
import { expectFocus, expectSoon, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const code = '2015322698314'

const daybook = untilEnd(await openConsole())
const tea = { sku: 'TEA', name: 'Assam Tea', mrp: 250, sale_price: 200, barcode: code }
const file = join(daybook.dir, 'products.jsonl')
await Bun.write(file, JSON.stringify({ ...tea, stock_quantity: 40 }))
await daybook.run(['import', 'products', file])

test('an order that is placed while codes are still looked up has what was scanned, and waits where one is nowhere', async () => {
  const page = await daybook.signedInPage()
  await page.setViewportSize(sizes[390])
  await openPage(page, '/orders/new', 'New order')
  await page.getByRole('combobox', { name: 'Phone', exact: true }).fill('+91 98450 12345')
  await page.getByLabel('Name', { exact: true }).fill('Asha Patil')
  let late = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/orders/articles?*', async (route) => {
    asked += 1
    await late.promise
    await route.continue()
  })
  const search = page.getByLabel('Add what is sold', { exact: true })
  const place = page.getByRole('button', { name: 'Place the order', exact: true })
  await search.fill('nowhere')
  await search.press('Enter')
  await place.click()
  await expectSoon(() => Promise.resolve(asked > 0), true)
  late.resolve()
  const told = page.getByText('What was typed here is not found')
  await told.waitFor()
  // The button was far below it.
  await expectFocus(search)
  await expectSoon(async () => ((await told.boundingBox())?.y ?? -1) >= 0, true)

  late = Promise.withResolvers<void>()
  await search.fill(code)
  await search.press('Enter')
  await place.click()
  late.resolve()
  await waitForPage(page, /^Order \d{4}-\d{2}\/00001$/)
  await page.getByText('Assam Tea', { exact: true }).first().waitFor()
})
