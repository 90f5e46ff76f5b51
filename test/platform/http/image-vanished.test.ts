import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { listen } from '../../../src/platform/http/listen.ts'
import { temporaryDir } from '../../support/temporary-book.ts'

test('an answer from a file that went meanwhile is 404, not 500', async () => {
  using temporary = temporaryDir()
  const gone = Bun.file(join(temporary.dir.images, 'gone'))
  const listening = await listen(() => Promise.resolve(new Response(gone)), {
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    listener: { service: undefined },
  })
  const answer = await fetch(listening.url)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ error: 'There is nothing here any more.' })
  await listening.stop()
})
