import { afterAll, describe, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngOf } from '../../../src/platform/pictures/png.ts'
import { ean13Bars } from '../../support/barcodes.ts'
import { openConsole } from './console.ts'
import { expectValue, openPage } from './waiting.ts'

const code = '8901030865275'

/** What the camera of the test sees: a sheet of paper on a dark counter, with a barcode on it. */
const seen = { width: 640, height: 480 }
const sheet = { left: 80, top: 40, right: 560, bottom: 440 }
const bars = { left: 170, top: 120, bottom: 320, module: 3 }

const folder = mkdtempSync(join(tmpdir(), 'daybook-camera-'))
const film = join(folder, 'film.mjpeg')
await Bun.write(film, await frame())
const daybook = await openConsole({ film })

afterAll(async () => {
  await daybook.close()
  rmSync(folder, { recursive: true, force: true })
})

async function frame(): Promise<Uint8Array> {
  const pixels = new Uint8Array(4 * seen.width * seen.height).fill(255)
  const modules = ean13Bars(code)
  for (let at = 0; at < seen.width * seen.height; at++) {
    const [x, y] = [at % seen.width, Math.floor(at / seen.width)]
    const isSheet = x > sheet.left && x < sheet.right && y > sheet.top && y < sheet.bottom
    const isBar =
      y > bars.top && y < bars.bottom && modules[Math.floor((x - bars.left) / bars.module)] === '1'
    pixels.fill(isBar ? 10 : isSheet ? 240 : 70, 4 * at, 4 * at + 3)
  }
  return await new Bun.Image(pngOf(seen, pixels)).jpeg({ quality: 95 }).bytes()
}

describe('the camera', () => {
  test('takes pages, one of them again, and joins them to one document', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/documents', 'Documents')
    await page.getByRole('button', { name: 'Add documents', exact: true }).first().click()
    await page.getByRole('button', { name: 'Photograph with the camera', exact: true }).click()
    await page.locator('.camera-hint polygon').waitFor()
    await page.getByRole('button', { name: 'Take the photo', exact: true }).click()
    await page.getByRole('button', { name: 'Take page 2', exact: true }).click()
    await page.getByRole('img', { name: 'Photo of page 2', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Retake page 1', exact: true }).click()
    await page.getByRole('button', { name: 'Take page 1 again', exact: true }).click()
    await page.getByRole('button', { name: 'Take page 3', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Use 2 photos', exact: true }).click()
    await page.getByRole('button', { name: 'Add the document', exact: true }).click()
    const added = page.getByLabel('Files', { exact: true })
    await added.getByRole('link', { name: /^Photo_\d{8}_\d{6}\.pdf$/ }).click()
    await page.getByText('1 / 2', { exact: true }).waitFor()
  })

  test('reads a barcode into the search of products, and into the field of a product', async () => {
    const page = await daybook.signedInPage()
    const scan = { name: 'Read a barcode with the camera', exact: true }
    await openPage(page, '/catalogue', 'Products')
    await page.getByRole('button', scan).click()
    await expectValue(page.getByRole('searchbox', { name: 'Name, SKU or barcode' }), code)
    await openPage(page, '/catalogue/new', 'New product')
    await page.getByRole('button', scan).click()
    await expectValue(page.getByLabel('Barcode', { exact: true }), code)
  })
})

test('a page that may not have the camera says why', async () => {
  const page = await daybook.signedInPage()
  // As over the network without HTTPS: the browser hides it then.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaDevices'))
  await openPage(page, '/documents', 'Documents')
  await page.getByRole('button', { name: 'Add documents', exact: true }).first().click()
  await page.getByRole('button', { name: 'Photograph with the camera', exact: true }).click()
  await page.getByText('only over HTTPS').waitFor()
  const phone = page.locator('input[type=file][capture=environment]')
  await phone.setInputFiles({
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await frame()),
  })
  await page.getByRole('img', { name: 'Photo of page 1', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Use the photo', exact: true }).click()
  await page.getByRole('button', { name: 'Add the document', exact: true }).waitFor()
})
