import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openConsole } from './console.ts'
import { pages } from './pages.ts'
import { expectSoon, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** What browsers download before the first page can be used, in bytes, compressed by gzip. */
const scriptBytesMax = 450_000

/** The other pages are fetched so long after the first one is shown, in milliseconds. */
const fetchedLaterMs = 3000

/** Is opened by set-up.e2e.ts alone: it is there only until Daybook is set up. */
const untilSetUp = '/set-up'

const source = join(import.meta.dir, '../../../src')

const daybook = untilEnd(await openConsole())

describe('the pages', () => {
  test('are all opened by the tests of their looks', async () => {
    const opened = pages.map(({ path }) => new URL(path, daybook.url).pathname)
    const routes = await pageRoutes()
    const openedRoutes = opened.map(
      (path) => routes.find((route) => route === path) ?? routes.find((route) => fits(path, route)),
    )
    expect([...new Set(openedRoutes), untilSetUp].toSorted()).toEqual(routes.toSorted())
  })

  test('are all answered by the server, which answers at no other address', async () => {
    const names = new Set((await pageRoutes()).map((route) => route.split('/')[1] ?? ''))
    names.delete('')
    expect((await servedNames()).toSorted()).toEqual([...names].toSorted())
    expect((await fetch(`${daybook.url}/no-such-page`)).status).toBe(404)
  })
})

describe('the first page', () => {
  test('needs less than 450 kB of JavaScript', async () => {
    const { page, close } = await daybook.visitSignedIn()
    await page.addInitScript(holdLaterWork, fetchedLaterMs)
    const scripts = new Set<string>()
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.add(response.url())
    })
    await openPage(page, '/', 'Today')
    await page.getByText('To answer').waitFor()
    const sizes = await Promise.all([...scripts].map(gzipBytes))
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(scriptBytesMax)
    await close()
  })

  test('is dark before anything is drawn when dark was chosen', async () => {
    const { page, close } = await daybook.visitSignedIn({ scheme: 'light' })
    await openPage(page, '/keys', 'API keys')
    await page.getByRole('button', { name: 'Asha Rao', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Dark', exact: true }).click()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    // With the application held back, what is there is what is drawn first.
    await page.route(/\/main-\w+\.js$/, (route) => route.abort())
    await page.goto('/keys', { waitUntil: 'domcontentloaded' })
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    // Nothing is drawn before the styles have come.
    await expectSoon(background, 'rgb(36, 36, 36)')
    await close()
  })
})

/** In the page: what waits so long does not begin, however slow the machine is. */
function holdLaterWork(fromMs: number): void {
  const begin = window.setTimeout.bind(window)
  const wait = (work: () => void, ms = 0) => (ms >= fromMs ? 0 : begin(work, ms))
  Reflect.set(window, 'setTimeout', wait)
}

/** The paths that the console's router knows, such as `/orders/$id`, as its file has them. */
async function pageRoutes(): Promise<string[]> {
  const text = await Bun.file(join(source, 'console/pages/pages.ts')).text()
  const declared = /(?:path: |(?:all|clerk|counter|owner)\(\s*)'(\/[^']*)'/g
  return [...text.matchAll(declared)].map(([, path = '']) => path)
}

/** Whether a route with parts that may be anything, such as `/orders/$id/invoice`, has a path. */
function fits(path: string, route: string): boolean {
  const parts = path.split('/')
  const wanted = route.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  )
}

/** The first parts of the addresses that the server answers with the console's page. */
async function servedNames(): Promise<string[]> {
  const text = await Bun.file(join(source, 'console/api/site/pages.ts')).text()
  const [, pattern = ''] = /const pagePaths =\s+\/(.*)\/$/m.exec(text) ?? []
  const firstParts = pattern.replaceAll(/\\\/\([a-z|-]+\)/g, '')
  return [...new Set([...firstParts.matchAll(/[a-z]{2,}(-[a-z0-9]+)*/g)].map(([name]) => name))]
}

async function gzipBytes(url: string): Promise<number> {
  const answer = await fetch(url, {
    headers: { 'accept-encoding': 'gzip' },
    decompress: false,
  })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  return (await answer.arrayBuffer()).byteLength
}
