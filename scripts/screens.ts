/*
 * Takes the pictures of the console in `test/console/screens` and of the reference pages in `src/docs/pictures`. They show the demo in the
 * built executable: `bun run build`, then `bun scripts/screens.ts [--only docs] [executable]`. Needs pngquant, which makes the pictures a
 * third as large, and a font with Devanagari.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { requireBrowser } from './browser.ts'
import { firstLine } from '../src/platform/own-program.ts'

const root = join(import.meta.dir, '..')
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
})
const [executable = join(root, 'dist/daybook')] = positionals

/** The owner of the demo. The password is no secret. */
const owner = { email: 'anand.kulkarni@example.com', password: 'daybook-demo' }

/** An old screen of a shop, a phone, and a size that is still readable between lines of text. */
const sizes = {
  wide: { width: 1366, height: 768 },
  narrow: { width: 390, height: 844 },
  text: { width: 1120, height: 640 },
} as const

/** In milliseconds: how long bills may take to go into the fake Tally, also on a busy machine. */
const enteredLimitMs = 180_000

/** In milliseconds. */
const lookAgainMs = 1000

type Screen = {
  name: string
  path: string
  /** Steps that lead on from the path. */
  open?: (page: Page) => Promise<void>
  size?: keyof typeof sizes
  scheme?: 'light' | 'dark'
}

const screens: Screen[] = [
  { name: 'today', path: '/', open: whenRead },
  { name: 'today-dark', path: '/', open: whenRead, scheme: 'dark' },
  { name: 'today-phone', path: '/', open: whenRead, size: 'narrow' },
  { name: 'keys', path: '/keys' },
  { name: 'documents', path: '/documents' },
  { name: 'document', path: '/documents', open: openFirst('/documents/') },
  {
    name: 'document-phone-dark',
    path: '/documents',
    open: openFirst('/documents/'),
    size: 'narrow',
    scheme: 'dark',
  },
  { name: 'bill-form', path: '/documents?state=pending', open: typeIn },
  { name: 'bill-form-dark', path: '/documents?state=pending', open: typeIn, scheme: 'dark' },
  { name: 'bill-form-phone', path: '/documents?state=pending', open: typeIn, size: 'narrow' },
  { name: 'rules-unknown', path: '/rules?view=unknown' },
  { name: 'vendors', path: '/vendors' },
  { name: 'products', path: '/catalogue' },
  { name: 'product', path: '/catalogue', open: openFirst('/catalogue/') },
  { name: 'orders', path: '/orders' },
  { name: 'order', path: '/orders', open: openFirst('/orders/') },
  { name: 'orders-phone', path: '/orders', size: 'narrow' },
  { name: 'integration', path: '/integrations', open: openFirst('/integrations/') },
  { name: 'activity-dark', path: '/activity', scheme: 'dark' },
  { name: 'settings-backups', path: '/settings?section=backups' },
]

/** The pictures of the reference pages. They are few, because they are part of the executable. */
const connecting: Screen[] = [{ name: 'books-connect', path: '/books', size: 'text' }]
const withTally: Screen[] = [
  { name: 'books-waiting', path: '/books', open: firstRound, size: 'text' },
  { name: 'books-confirmed', path: '/books', open: confirmSeller, size: 'text' },
  { name: 'books-entered', path: '/books?tab=entered', size: 'text' },
]

await main()

async function main(): Promise<void> {
  const pictures = emptied(join(root, 'src/docs/pictures'))
  await takeAll(pictures, [], connecting)
  await takeAll(pictures, ['--with-tally', '0'], withTally)
  if (values.only === 'docs') return
  await takeAll(emptied(join(root, 'test/console/screens')), [], screens)
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Takes the pictures of a demo with these options. */
async function takeAll(
  folder: string,
  options: readonly string[],
  all: readonly Screen[],
): Promise<void> {
  const demo = Bun.spawn([executable, 'demo', '--port', '0', '--json', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { url }: { url: string } = JSON.parse(await firstLine(demo.stdout))
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: sandboxArgs() })
  for (const screen of all) await take(browser, url, screen, folder)
  await browser.close()
  demo.kill()
  await demo.exited
}

/** Chromium's sandbox does not start for root, and containers run as root. */
function sandboxArgs(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

async function take(
  browser: Browser,
  baseURL: string,
  screen: Screen,
  folder: string,
): Promise<void> {
  const { name, path, open, size = 'wide', scheme = 'light' } = screen
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[size],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  })
  const page = await context.newPage()
  await page.goto(`/sign-in?back=${encodeURIComponent(path)}`)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname !== '/sign-in')
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await open?.(page)
  await page.waitForLoadState('networkidle')
  await Bun.write(
    join(folder, `${name}.png`),
    await shrunk(Uint8Array.from(await page.screenshot())),
  )
  await context.close()
}

/** Reduces the picture to 64 colours. Nobody sees the difference on such pages. */
async function shrunk(png: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const quantiser = Bun.spawn(['pngquant', '--strip', '--speed', '1', '64', '-'], {
    stdin: png,
    stdout: 'pipe',
  })
  const bytes = await quantiser.stdout.bytes()
  if ((await quantiser.exited) !== 0) throw new Error('pngquant could not shrink a picture.')
  return bytes
}

/** Follows the first link of a list that leads below `path`. */
function openFirst(path: string) {
  return async (page: Page) => {
    const link = page.locator(`main table a[href^="${path}"]`).first()
    await page.goto((await link.getAttribute('href')) ?? path)
  }
}

/** Waits until the papers of the demo are read. Then the first question is a doubt. */
async function whenRead(page: Page): Promise<void> {
  for (let waiting = 1; waiting > 0; await Bun.sleep(lookAgainMs)) {
    const answer = await page.request.get('/console/api/documents/reading')
    waiting = Number(JSON.parse(await answer.text()).waiting)
  }
  await page.reload()
  await page.locator('.paper-spot').waitFor()
}

/** The form of the first document of the list, beside its paper. */
async function typeIn(page: Page): Promise<void> {
  const link = page.locator('main table a[href^="/documents/"]').first()
  await page.goto(`${(await link.getAttribute('href')) ?? ''}?edit=true`)
  await page.locator('.paper-page img').first().waitFor()
}

/** Waits until the bridge has entered what it can, and has reported the rest. */
async function firstRound(page: Page): Promise<void> {
  await page.getByText('not entered yet').waitFor({ timeout: enteredLimitMs })
}

/** Confirms the first seller whose GSTIN a ledger of Tally has too. */
async function confirmSeller(page: Page): Promise<void> {
  const seller = page.getByRole('row').filter({ hasText: 'same GSTIN' }).first()
  await seller.getByRole('button', { name: /^It is / }).click()
  await page.getByText('from now on').waitFor()
}
