import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openAdvisories, readAnswer } from '../../scripts/advisories.ts'

const script = join(import.meta.dir, '../../scripts/advisories.ts')

const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc'
const found = { elysia: [{ id: 1, url, title: 'It breaks', severity: 'high' }] }

/** How the script ends, and what it says, with the registry at an address. */
async function runWith(registry: string) {
  const run = Bun.spawn([process.execPath, script], {
    env: { ...process.env, BUN_CONFIG_REGISTRY: registry, npm_config_registry: registry },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await run.stdout.text()
  return { code: await run.exited, said }
}

/** A registry that gives one answer to whatever it is asked. */
async function runWithAnswer(answer: () => Response) {
  using registry = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
  return await runWith(registry.url.origin)
}

test('packages without an advisory pass', async () => {
  expect(await runWithAnswer(() => Response.json({}))).toEqual({
    code: 0,
    said: expect.stringContaining('0 known advisories'),
  })
})

test('a known advisory fails, and is named', async () => {
  const { code, said } = await runWithAnswer(() => Response.json(found))
  expect(code).toBe(1)
  expect(said).toContain(`elysia (high): It breaks ${url}`)
})

test('one that is settled passes, and no other', () => {
  const other = { ...found, react: [{ url: `${url}d`, title: 'Other', severity: 'low' }] }
  const lines = openAdvisories(other, new Map([[url, 'Daybook does not call it.']]))
  expect(lines).toEqual([`react (low): Other ${url}d`])
})

test('nothing, a page of a proxy and an answer that was cut off are no answer', () => {
  const cut = JSON.stringify(found).slice(0, -3)
  const none = ['', '<html>', cut, 'null', '{"error":"busy"}']
  expect(none.map(readAnswer)).toEqual(none.map(() => undefined))
  expect(readAnswer(JSON.stringify(found))).toEqual(found)
})

test('a registry that gives no answer does not fail, and that is said', async () => {
  const refusals = [
    await runWith('http://127.0.0.1:9'),
    await runWithAnswer(() => new Response('', { status: 405 })),
    await runWithAnswer(() => new Response('<html>')),
    await runWithAnswer(() => Response.json({ error: 'busy' })),
  ]
  for (const { code, said } of refusals) {
    expect(code).toBe(0)
    expect(said).toStartWith('NOT CHECKED')
  }
})
