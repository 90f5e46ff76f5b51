import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { photo } from '../../support/photos.ts'
import { png } from '../../support/pictures.ts'
import { violationsOf } from './accessibility.ts'
import { openConsole } from './console.ts'
import { expectSoon, expectValue, follow, lookedUntil, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** So soon it is heard where a key carried a photo, if it did, in milliseconds. */
const heardMs = 1_000

const daybook = untilEnd(await openConsole())
const rows = Array.from({ length: 25 }, (_, at) => ({
  sku: `SOAP-${at + 1}`,
  name: `Herbal soap no ${at + 1}`,
  mrp: 40,
}))
const file = join(daybook.dir, 'products.jsonl')
await Bun.write(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
await daybook.run(['import', 'products', file])

type File = { name: string; base64: string }

/** Drops files as a hand does: all of them at once. */
async function drop(page: Page, files: File[]): Promise<void> {
  const transfer = await page.evaluateHandle((sent) => {
    const data = new DataTransfer()
    for (const { name, base64 } of sent) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg'
      data.items.add(new File([bytes], name, { type }))
    }
    return data
  }, files)
  const zone = page.getByLabel('Drop photos', { exact: true }).first()
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
}

async function photos(): Promise<File[]> {
  const front = Array.from({ length: 25 }, (_, at) => ({
    name: `soap_${at + 1}.png`,
    base64: png(30, 30, at).toBase64(),
  }))
  const others = [
    'Herbal Soap no 1_back.jpg',
    'SOAP-2-2.jpg',
    'IMG_0001.jpg',
    'IMG_0002.jpg',
    'IMG_0003.jpg',
  ]
  const heavy = await Promise.all(
    others.map(async (name, seed) => ({ name, base64: (await photo(seed)).toBase64() })),
  )
  return [...front, ...heavy]
}

/** Carries a photo that is on none to the second product: picked up, it is nearest to the first. */
async function carryByKeys(page: Page, name: string): Promise<void> {
  const [first, second] = ['Herbal soap no 1', 'Herbal soap no 10']
  const heard = page.getByText(new RegExp(`^${RegExp.escape(name)} is on .*\\.$`))
  const product = async () => (await heard.allTextContents())[0]?.slice(`${name} is on `.length, -1)
  await handleOf(page, name).press('Space')
  await expectSoon(product, first)
  await expectSoon(async () => {
    const at = await product()
    if (at === second) return at
    // One too many went further, and is taken back.
    const isBehind = at !== first && at?.startsWith('Herbal soap') === true
    await page.keyboard.press(isBehind ? 'ArrowUp' : 'ArrowDown')
    // A press right after the start does nothing, and nothing else is heard then.
    await lookedUntil(async () => (await product()) !== at, true, heardMs)
    return product()
  }, second)
  await page.keyboard.press('Space')
}

/** Drags a photo onto a product, and lets go once the page says that it is there. */
async function drag(page: Page, name: string, product: string): Promise<void> {
  const target = page
    .getByRole('list', { name: 'Products' })
    .getByRole('listitem')
    .filter({ has: page.getByText(product, { exact: true }) })
  await handleOf(page, name).hover()
  await page.mouse.down()
  await target.hover({ force: true, position: { x: 20, y: 20 } })
  // It goes where the mouse is only once it has begun to move.
  await target.hover({ force: true, position: { x: 20, y: 24 } })
  await page.getByText(`${name} is on ${product}.`).waitFor({ state: 'attached' })
  await page.mouse.up()
}

function handleOf(page: Page, name: string) {
  return page.getByRole('button', { name: `Move ${name}`, exact: true })
}

describe('thirty photos', () => {
  test('are put on their products by one drop, with corrections only', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue', 'Products')
    await follow(page.getByRole('link', { name: 'Add photos', exact: true }), 'Add photos')
    await drop(page, await photos())
    await page.getByText('27 photos on 25 products, 3 on none').waitFor()
    expect(await violationsOf(page)).toEqual([])

    // By the keyboard.
    await carryByKeys(page, 'IMG_0001.jpg')
    await page.getByText('28 photos on 25 products, 2 on none').waitFor()

    // By choosing.
    await page.getByRole('button', { name: 'Actions for IMG_0002.jpg', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Put it on a product…' }).click()
    await page.getByRole('combobox', { name: 'Product' }).fill('soap no 7')
    await page.getByRole('option', { name: 'Herbal soap no 7 (SOAP-7)' }).click()
    await page.getByRole('button', { name: 'Put it there', exact: true }).click()
    await page.getByText('29 photos on 25 products, 1 on none').waitFor()

    // By the mouse.
    await drag(page, 'IMG_0003.jpg', 'Herbal soap no 1')
    await page.getByText('30 photos on 25 products').waitFor()

    await page.getByRole('button', { name: 'Save the 30 photos', exact: true }).click()
    await page.getByText('30 photos are on 25 products.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await openPage(page, '/catalogue?search=SOAP-7', 'Products')
    await follow(
      page.getByRole('link', { name: 'Herbal soap no 7', exact: true }),
      'Herbal soap no 7',
    )
    await expectSoon(() => page.getByRole('button', { name: /^Remove image/ }).count(), 2)
  })

  test('come behind the images that a product has, or in their place, and the smaller copies are shown', async () => {
    const page = await daybook.signedInPage({ width: 390, scheme: 'dark' })
    await openPage(page, '/catalogue/photos', 'Add photos')
    await drop(page, [{ name: 'SOAP-9.jpg', base64: (await photo(9)).toBase64() }])
    await page.getByText('1 image stays in front').waitFor()
    await page.getByText('Replace them', { exact: true }).click()
    await page.getByText('1 image to be replaced').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save the photo', exact: true }).click()
    await page.getByText('1 photo is on 1 product.').waitFor()
    await openPage(page, '/catalogue?search=SOAP-9', 'Products')
    const shown = page.locator('img[srcset*="-240.webp"]').first()
    await expectSoon(
      () =>
        shown.evaluate(
          (image) => image instanceof HTMLImageElement && image.currentSrc.endsWith('-240.webp'),
        ),
      true,
    )
  })

  test('are kept byte for byte in the form of a product, also when they are more than one call takes', async () => {
    const page = await daybook.signedInPage()
    // Readers of PNG leave alone what stands behind its end.
    const heavy = [1, 2, 3, 4, 5].map((seed) =>
      Buffer.concat([png(40, 40, seed), Buffer.alloc(4_500_000, seed)]),
    )
    await openPage(page, '/catalogue/new', 'New product')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lamp')
    await page
      .locator('input[type=file]')
      .setInputFiles(
        heavy.map((buffer, at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer })),
      )
    await page.getByLabel('What image 5 shows', { exact: true }).fill('Last')
    await page.getByRole('button', { name: 'Make the product', exact: true }).click()
    await waitForPage(page, 'Lamp')
    await expectValue(page.getByLabel('What image 5 shows', { exact: true }), 'Last')
    const id = page.url().split('/').at(-1) ?? ''
    const stored = await (await page.request.get(`/console/api/products/${id}`)).text()
    const hashes = heavy.map((bytes) => Bun.SHA256.hash(bytes, 'hex'))
    expect([...stored.matchAll(/images\/(\w{64})\.png/g)].map(([, hash]) => hash)).toEqual(hashes)
  })
})
