import { afterAll, describe, expect, test } from 'bun:test'
import { createApp } from '../../../src/app.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { setClock, temporaryDatabase } from '../../support/temporary-database.ts'

describe('where the service answers', () => {
  const { dir, database, [Symbol.asyncDispose]: close } = temporaryDatabase()
  const clock = setClock()
  const options = { database, dir, clock, log: silentLog, corsOrigins: [] }
  const publicUrl = 'https://books.example.com/daybook'
  const { dispatcher } = createApp({ ...options, calls: { add: () => undefined }, publicUrl })

  afterAll(close)

  test('is below the public address on the shared listener', async () => {
    const answer = await get('http://127.0.0.1:3292/scan-export/openapi.json', undefined)
    expect(await serversOf(answer)).toEqual([{ url: `${publicUrl}/scan-export` }])
  })

  test('is the address that was called on a listener of its own', async () => {
    const answer = await get('http://127.0.0.1:4000/openapi.json', 'scan-export')
    expect(await serversOf(answer)).toEqual([{ url: 'http://127.0.0.1:4000' }])
  })

  test('has its page on a listener of its own, with all that the page needs', async () => {
    const page = await get('http://127.0.0.1:4000/docs', 'scan-export')
    const html = await page.text()
    expect(html).not.toContain('Reference pages')
    const targets = [...html.matchAll(/ (?:href|src)="([^":]+)"/g)].map(([, target = '']) => target)
    expect(targets.length).toBeGreaterThan(4)
    for (const target of targets) {
      const found = await get(new URL(target, 'http://127.0.0.1:4000/docs').href, 'scan-export')
      expect([target, found.status]).toEqual([target, 200])
    }
    const start = await get('http://127.0.0.1:4000/', 'scan-export')
    expect([start.status, start.headers.get('location')]).toEqual([302, 'docs'])
  })

  async function get(url: string, service: string | undefined): Promise<Response> {
    return await dispatcher.answer(
      new Request(url, { headers: { accept: 'text/html' } }),
      { service },
      '',
    )
  }
})

async function serversOf(answer: Response): Promise<unknown> {
  const { servers }: { servers: unknown } = JSON.parse(await answer.text())
  return servers
}
