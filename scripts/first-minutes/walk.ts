import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pcBrowser, phoneBrowser, trustRoot } from './browsers.ts'
import type { Diary } from './diary.ts'
import type { Lan } from './lan.ts'
import type { Person } from './person.ts'
import type { ShopPc } from './shop-pc.ts'

const owner = { name: 'Asha Rao', email: 'asha@sharma.example', password: 'teal lantern harvest' }

type Walk = { lan: Lan; pc: ShopPc; folder: string; diary: Diary }

/** From the downloaded file to a phone that shows Home over HTTPS. Throws at the step that cannot be done. */
export async function walk({ lan, pc, folder, diary }: Walk): Promise<void> {
  await using desk = await pcBrowser(lan, folder)
  const page = await desk.newPage()
  await onPc(page, pc, diary)
  const address = await codeOn(page)
  await trustShop({ lan, folder, diary, address })
  await using told = await phoneBrowser(lan, folder)
  await onPhone(await told.newPage(), address, diary)
}

async function onPc(page: Page, pc: ShopPc, diary: Diary): Promise<void> {
  await diary.step('install', undefined, async (person) => pc.install(person))
  await diary.step('open', page, async (person) => {
    await page.goto(await pc.open(person))
    await page.getByLabel('Name of the shop', { exact: true }).waitFor()
  })
  await diary.step('set the shop up', page, (person) => setUp(page, person))
  await diary.step('switch HTTPS on', page, async (person) => {
    await person.click(page.getByRole('button', { name: 'Switch HTTPS on', exact: true }))
    await code(page).waitFor()
  })
}

type Trusting = Omit<Walk, 'pc'> & { address: string }

/** On a phone that was told nothing yet. */
async function trustShop({ lan, folder, diary, address }: Trusting): Promise<void> {
  await using fresh = await phoneBrowser(lan, folder)
  const page = await fresh.newPage()
  await diary.step('scan the code', page, async (person) => {
    person.outside({
      clicks: 2,
      note: 'the phone’s camera; here: read off a picture of the screen',
    })
    await page.goto(address)
    await page.getByText('does not trust Daybook yet').waitFor()
  })
  const root = join(folder, 'daybook-root.crt')
  await diary.step('take the certificate', page, (person) => download(page, person, root))
  await diary.step('trust it', undefined, async (person) => {
    person.outside({ clicks: 7, keys: 18, note: 'Android’s settings, with a PIN; here: certutil' })
    trustRoot(folder, root)
  })
}

async function onPhone(page: Page, address: string, diary: Diary): Promise<void> {
  await diary.step('open the page again', page, async (person) => {
    await page.goto(address)
    await page.getByText('This device trusts Daybook.').waitFor()
    await person.click(page.locator('#open'))
    await heading(page, 'Sign in')
  })
  await diary.step('sign in', page, async (person) => {
    await person.type(page.getByLabel('E-mail', { exact: true }), owner.email)
    await person.type(page.getByLabel('Password', { exact: true }), owner.password)
    await person.click(page.getByRole('button', { name: 'Sign in', exact: true }))
    await heading(page, 'Today')
  })
  const { protocol, hostname } = new URL(page.url())
  if (protocol !== 'https:' || hostname !== new URL(address).hostname) {
    throw new Error(`The phone ended at ${page.url()}.`)
  }
}

async function setUp(page: Page, person: Person): Promise<void> {
  await person.type(page.getByLabel('Name of the shop', { exact: true }), 'Sharma General Stores')
  await person.type(page.getByLabel('Your name', { exact: true }), owner.name)
  await person.type(page.getByLabel('E-mail', { exact: true }), owner.email)
  await person.type(page.getByLabel('Password', { exact: true }), owner.password)
  await person.click(page.getByLabel('Yes, other computers too', { exact: true }))
  await person.click(page.getByRole('button', { name: 'Set up', exact: true }))
  await heading(page, 'Daybook is set up')
}

async function download(page: Page, person: Person, file: string): Promise<void> {
  const coming = page.waitForEvent('download')
  await person.click(page.getByText('Download the certificate', { exact: true }))
  await (await coming).saveAs(file)
}

function code(page: Page) {
  return page.getByRole('img', { name: 'The page that helps a device to trust Daybook' })
}

/** The address, read off a picture of the code as a phone's camera does. */
async function codeOn(page: Page): Promise<string> {
  const wasm = readFileSync(Bun.resolveSync('zxing-wasm/reader/zxing_reader.wasm', import.meta.dir))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const picture = await code(page).screenshot()
  const [found] = await readBarcodes(new Uint8Array(picture), { tryHarder: true })
  if (found === undefined) throw new Error('The code on the PC’s screen cannot be read.')
  return found.text
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}
