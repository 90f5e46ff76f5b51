import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../src/cli/cli.ts'
import { builtInSets } from '../src/paper/rules/labels.ts'
import { runDaybook } from './cli/run-daybook.ts'
import { openShop, type Answer } from './support/shop.ts'
import { untilEnd } from './support/until-end.ts'

const docsFolder = join(import.meta.dir, '../src/docs')
const referenceNames = readdirSync(docsFolder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length))

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const pages = ['/docs', '/docs/', '/scan-export/docs', '/scan-export/docs/'].concat(
  referenceNames.map((name) => `/docs/${name}`),
)

const shop = untilEnd(await openShop())

describe('every page', () => {
  test.each(pages)('%s is HTML that a browser must ask for again', async (path) => {
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect(page.text).toStartWith('<!doctype html>')
    const again = await get(path, { 'if-none-match': page.headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test.each(pages)('%s runs nothing but this server’s own files', async (path) => {
    const page = await get(path)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  })

  test.each(pages)('%s leads only to what is there', async (path) => {
    const page = await get(path)
    const targets = targetsOf(page.text)
    expect(targets.length).toBeGreaterThan(0)
    for (const target of targets) {
      // No scheme and no host: nothing leaves this machine, and a proxy may put the pages below a path.
      expect(target).not.toMatch(/^(?:[a-z]+:|\/)/)
      const url = new URL(target, `${shop.url}${path}`)
      const found = await shop.call('GET', url.href)
      expect([url.pathname, found.status]).toEqual([url.pathname, 200])
      if (url.hash !== '') expect(found.text).toContain(`id="${url.hash.slice(1)}"`)
    }
  })

  test.each(pages)(
    '%s answers HEAD without a body, and refuses what is not reading',
    async (path) => {
      const head = await shop.call('HEAD', `${shop.url}${path}`)
      expect([head.status, head.text]).toEqual([200, ''])
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
      const post = await shop.call('POST', `${shop.url}${path}`)
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      const options = await shop.call('OPTIONS', `${shop.url}${path}`)
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    },
  )
})

describe('the files that pages need', () => {
  test('have a type, and are kept for good', async () => {
    for (const url of await assetsOf('/scan-export/docs')) {
      const file = await shop.call('GET', url)
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/)
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const headers = { 'if-none-match': file.headers.get('etag') ?? '' }
      expect((await shop.call('GET', url, { headers })).status).toBe(304)
    }
  })

  test('come compressed to whoever takes that', async () => {
    const url = (await assetsOf('/scan-export/docs')).find((name) => name.includes('bundle')) ?? ''
    const sizeOf = async (accepted: string) => {
      const headers = { 'accept-encoding': accepted }
      const answer = await shop.call('HEAD', url, { headers })
      expect(answer.headers.get('content-encoding')).toBe(accepted === 'gzip' ? 'gzip' : null)
      return Number(answer.headers.get('content-length'))
    }
    expect(await sizeOf('gzip')).toBeLessThan((await sizeOf('identity')) / 3)
    const unpacked = await shop.call('GET', url, { headers: { 'accept-encoding': 'gzip' } })
    expect(unpacked.text).toContain('SwaggerUIBundle')
  })

  test('are not there under another name', async () => {
    const [url = ''] = await assetsOf('/docs')
    expect((await shop.call('GET', url.replace(/-\w+\.css$/, '-0.css'))).status).toBe(404)
  })
})

describe('the pictures of pages', () => {
  const folder = join(docsFolder, 'pictures')
  const names = readdirSync(folder)

  test('are each shown on a page, with words for who does not see them', async () => {
    const shown = new Set<string>()
    for (const name of referenceNames) {
      const page = await get(`/docs/${name}`)
      for (const [image] of page.text.matchAll(/<img [^>]*>/g)) {
        expect(image).toMatch(/ alt="[^"]{20,}"/)
        shown.add(/ src="pictures\/([^"]+)"/.exec(image)?.[1] ?? image)
      }
    }
    expect([...shown].toSorted()).toEqual(names.toSorted())
  })

  test('are served as what they are, and asked for again', async () => {
    const path = `/docs/pictures/${names[0] ?? ''}`
    const picture = await get(path)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    const again = await get(path, { 'if-none-match': picture.headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('are few and small, since every executable carries them', () => {
    const sizes = names.map((name) => statSync(join(folder, name)).size)
    expect(Math.max(...sizes)).toBeLessThan(60_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
  })
})

describe('what is not there', () => {
  test.each([
    '/nothing',
    '/docs/nothing',
    '/docs/..%2findex',
    '/docs/index.md',
    '/docs/pictures',
    '/docs/pictures/nothing.png',
    '/docs/pictures/..%2findex.png',
    '/scan-export/nothing',
  ])('%s is a page for browsers and JSON for programs', async (path) => {
    const page = await get(path, browser)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect((await shop.call('GET', assetOf(page, path))).status).toBe(200)
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(answer.json).toEqual({ error: expect.any(String) })
  })

  test('shows a path as text, not as markup', async () => {
    const page = await get('/<img src=x>', browser)
    expect(page.text).not.toContain('<img')
  })

  test.each(['/api', '/api/', '/api/docs', '/scan-export/api', '/scan-export/api/docs'])(
    '%s never answers with HTML',
    async (path) => {
      const answer = await get(path, browser)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    },
  )
})

describe('a service’s base address', () => {
  test.each(['/scan-export', '/scan-export/'])('%s leads a browser to its page', async (path) => {
    const page = await get(path, browser)
    expect(page.text).toContain('<title>Daybook scan export</title>')
    expect((await get(path)).status).toBe(404)
  })
})

describe('the reference pages', () => {
  test('are all in the index', async () => {
    const index = await get('/docs')
    const others = referenceNames.filter((name) => name !== 'index')
    expect(others.length).toBeGreaterThan(0)
    for (const name of others) expect(index.text).toContain(`href="docs/${name}"`)
  })

  test('have no comment that nobody replaced', async () => {
    for (const path of pages) expect((await get(path)).text).not.toContain('<!--')
  })

  test('list every built-in label', async () => {
    const { text } = await get('/docs/rename-rules')
    const shown = text.replaceAll('&amp;', '&')
    for (const { labels } of builtInSets) {
      for (const [key, printed] of Object.entries(labels)) {
        const all = printed.split('|').map((label) => label.trim().replace(/\s+/g, ' '))
        expect(shown).toContain(`<td><code>${key}</code></td><td>${all.join(' · ')}</td>`)
      }
    }
  })

  test('name every command', async () => {
    const page = readFileSync(join(docsFolder, 'command-line.md'), 'utf8')
    const names = commandsIn((await runDaybook(['--help'])).stdout)
    expect(names).toContain('serve')
    const { commands } = await program()
    for (const name of names) {
      const parts = commands.find((command) => command.name() === name)?.commands ?? []
      const whole = parts.length === 0 ? [name] : parts.map((part) => `${name} ${part.name()}`)
      for (const command of whole) expect(page).toContain(`daybook ${command}`)
    }
  })

  test('name every setting', async () => {
    const page = readFileSync(join(docsFolder, 'settings.md'), 'utf8')
    const help = (await runDaybook(['serve', '--help'])).stdout
    const flags = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = '']) => flag)
    const source = readFileSync(join(docsFolder, '../platform/config.ts'), 'utf8')
    const variables = source.match(/DAYBOOK_[A-Z_]+/g) ?? []
    const names = [...source.matchAll(/written\.(\w+)/g)].map(([, name = '']) => name)
    expect([flags.length, variables.length, names.length].every((count) => count > 5)).toBe(true)
    for (const name of [...flags, ...variables, ...names]) {
      if (name !== '--json') expect(page).toContain(`\`${name}`)
    }
  })
})

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return await shop.call('GET', `${shop.url}${path}`, { headers: { accept: '*/*', ...headers } })
}

/** Where the links of a page point, and the files that it needs. */
function targetsOf(html: string): string[] {
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)]
    .map(([, target = '']) => target)
    .filter((target) => target !== 'data:,')
}

async function assetsOf(path: string): Promise<string[]> {
  const page = await get(path)
  return targetsOf(page.text)
    .filter((target) => /\.(css|js)$/.test(target))
    .map((target) => new URL(target, `${shop.url}${path}`).href)
}

function assetOf(page: Answer, path: string): string {
  const style = targetsOf(page.text).find((target) => target.endsWith('.css')) ?? ''
  return new URL(style, `${shop.url}${path}`).href
}

/** The commands that a help text lists. */
function commandsIn(help: string): string[] {
  const listed = help.split('\nCommands:\n')[1] ?? ''
  return [...listed.matchAll(/^ {2}([a-z][a-z0-9-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')
}
