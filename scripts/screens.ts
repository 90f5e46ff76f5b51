/*
 * Takes the pictures of the console in `test/console/screens`, of the demo as the built executable shows it:
 * `bun run build`, then `bun scripts/screens.ts [executable]`. It needs pngquant, which makes them a third as large, and
 * a font with Devanagari.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { requireBrowser } from './browser.ts'
import { firstLine } from '../src/platform/first-line.ts'

const root = join(import.meta.dir, '..')
const screensDir = join(root, 'test/console/screens')
const executable = process.argv[2] ?? join(root, 'dist/daybook')

/** The owner of the demo, who is no secret. */
const owner = { email: 'anand.kulkarni@example.com', password: 'daybook-demo' }

/** A shop's old screen, and a phone. */
const sizes = {
  wide: { width: 1366, height: 768 },
  narrow: { width: 390, height: 844 },
} as const

type Screen = {
  name: string
  path: string
  /** What leads on from there. */
  open?: (page: Page) => Promise<void>
  size?: keyof typeof sizes
  scheme?: 'light' | 'dark'
}

const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-dark', path: '/', scheme: 'dark' },
  { name: 'home-phone', path: '/', size: 'narrow' },
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
  { name: 'duplicates', path: '/documents/duplicates' },
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

await main()

async function main(): Promise<void> {
  rmSync(screensDir, { recursive: true, force: true })
  mkdirSync(screensDir, { recursive: true })
  const demo = Bun.spawn([executable, 'demo', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { url }: { url: string } = JSON.parse(await firstLine(demo.stdout))
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: sandboxArgs() })
  for (const screen of screens) await take(browser, url, screen)
  await browser.close()
  demo.kill()
  await demo.exited
}

/** Chromium's sandbox does not start for root, which is what a container runs as. */
function sandboxArgs(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

async function take(browser: Browser, baseURL: string, screen: Screen): Promise<void> {
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
  await page.goto(`/sign-in?to=${encodeURIComponent(path)}`)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname !== '/sign-in')
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await open?.(page)
  await page.waitForLoadState('networkidle')
  await Bun.write(
    join(screensDir, `${name}.png`),
    await shrunk(Uint8Array.from(await page.screenshot())),
  )
  await context.close()
}

/** With 64 colours: nobody sees the difference on such pages. */
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

/** The form of the first document of the list, beside its paper. */
async function typeIn(page: Page): Promise<void> {
  const link = page.locator('main table a[href^="/documents/"]').first()
  await page.goto(`${(await link.getAttribute('href')) ?? ''}?edit=true`)
  await page.locator('.paper-page img').first().waitFor()
}
