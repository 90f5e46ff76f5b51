import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seriousViolations } from './accessibility.ts'
import { openConsole, type Console, type Look, type Visit } from './console.ts'
import { browserLimitMs } from './limits.ts'

/** Where pictures of the pages are left, for people to look at; none are made without it. */
const screensDir = process.env['DAYBOOK_SCREENS']

/** What browsers download before the first page can be used, in bytes, compressed by gzip. */
const scriptBytesMax = 450_000

const looks: Look[] = ([390, 1366, 1920] as const).flatMap((width) => [
  { width, scheme: 'light' as const },
  { width, scheme: 'dark' as const },
])

/** Each page, and what it shows when it is ready. */
const pages = [
  { path: '/keys', ready: 'dbk_' },
  { path: '/keys?state=ended', ready: 'No key has ended' },
  { path: '/account', ready: 'this one' },
  { path: '/orders/nothing', ready: 'There is nothing at this address' },
] as const

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
  const key = ['key', 'create', '--user', 'asha@sharma.example', '--name', 'Tally']
  await daybook.run([...key, '--service', 'scan-export'])
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe.each(looks)('at $width pixels, $scheme', (look) => {
  test.each(pages)(
    '$path fits, and whoever cannot see it can use it',
    async ({ path, ready }) => {
      const visit = await daybook.visitSignedIn(look)
      await visit.page.goto(path)
      await visit.page.getByText(ready).first().waitFor()
      await expectGoodLooks(visit, path, look)
    },
    browserLimitMs,
  )

  test(
    '/sign-in does too',
    async () => {
      const visit = await daybook.visit(look)
      await visit.page.goto('/sign-in')
      await visit.page.getByLabel('E-mail').waitFor()
      await expectGoodLooks(visit, 'sign-in', look)
    },
    browserLimitMs,
  )

  test(
    'so does the form for a key',
    async () => {
      const visit = await daybook.visitSignedIn(look)
      await visit.page.goto('/keys')
      await visit.page.getByRole('button', { name: 'New key' }).click()
      await visit.page.getByLabel('Storefront').check()
      await expectGoodLooks(visit, 'key-form', look)
    },
    browserLimitMs,
  )
})

describe('the first page', () => {
  test(
    'needs less than 450 kB of JavaScript',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      const scripts = new Set<string>()
      page.on('response', (response) => {
        if (response.url().endsWith('.js')) scripts.add(response.url())
      })
      await page.goto('/keys')
      await page.getByText('dbk_').first().waitFor()
      const sizes = await Promise.all([...scripts].map(gzipBytes))
      expect(sizes.length).toBeGreaterThan(1)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(scriptBytesMax)
      await close()
    },
    browserLimitMs,
  )

  test(
    'is dark before anything is drawn when dark was chosen',
    async () => {
      const { page, close } = await daybook.visitSignedIn({ scheme: 'light' })
      await page.goto('/keys')
      await page.getByRole('button', { name: 'Asha Rao' }).click()
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      // With the application held back, what is there is what is drawn first.
      await page.route(/\/main-\w+\.js$/, (route) => route.abort())
      await page.goto('/keys', { waitUntil: 'domcontentloaded' })
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background).toBe('rgb(36, 36, 36)')
      await close()
    },
    browserLimitMs,
  )
})

async function expectGoodLooks(visit: Visit, name: string, look: Look): Promise<void> {
  const { page, problems } = visit
  if (screensDir !== undefined) {
    mkdirSync(screensDir, { recursive: true })
    const file = `${name.replaceAll(/\W+/g, '-')}-${look.width}-${look.scheme}.png`
    await page.screenshot({ path: join(screensDir, file) })
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await seriousViolations(page)).toEqual([])
  expect(problems).toEqual([])
  await visit.close()
}

async function gzipBytes(url: string): Promise<number> {
  const answer = await fetch(url, {
    headers: { 'accept-encoding': 'gzip' },
    decompress: false,
  })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  return (await answer.arrayBuffer()).byteLength
}
