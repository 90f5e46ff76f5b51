import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { firstLine } from '../../../src/platform/own-program.ts'
import { requestHead, sendRaw } from '../../support/raw-request.ts'
import { temporaryDir } from '../../support/temporary-database.ts'

const main = join(import.meta.dir, '../../../src/main.ts')
const image = 'ab'.repeat(32)

/** What a server answers to what goes wrong, without what differs from one request to the next. */
async function answers(nodeEnv: string | undefined): Promise<string[]> {
  using temporary = temporaryDir()
  const { root } = temporary.dir
  // A folder in the place of a picture cannot be read.
  mkdirSync(join(root, 'images/ab', image), { recursive: true })
  const { NODE_ENV: _, ...env } = process.env
  const child = Bun.spawn(
    [process.execPath, main, 'serve', '--json', '--port', '0', '--data', root],
    {
      env: nodeEnv === undefined ? env : { ...env, NODE_ENV: nodeEnv },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const { url }: { url: string } = JSON.parse(await firstLine(child.stdout))
  const json = { 'content-type': 'application/json', 'content-length': '14' }
  const requests = [
    requestHead('GET', `/images/${image}.png`, {}),
    requestHead('GET', '/nothing', { accept: 'text/html' }),
    'HEAD /health HTTP/1.0\r\n\r\n',
    `${requestHead('POST', '/console/api/sign-in', { ...json, origin: 'http://localhost' })}{"email":12.5}`,
  ]
  const raw = await Promise.all(requests.map((request) => sendRaw(url, request)))
  child.kill()
  await child.exited
  return raw.map((text) => text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|^date: .*$/gim, ''))
}

test('whatever NODE_ENV says, the answers are the same, and none shows what is inside', async () => {
  const [production, development, unset] = await Promise.all([
    answers('production'),
    answers('development'),
    answers(undefined),
  ])
  expect(development).toEqual(production)
  expect(unset).toEqual(production)
  expect(production.map((text) => text.split(' ')[1])).toEqual(['500', '404', '400', '400'])
  expect(production.join()).not.toMatch(/daybook-test-|\bat .*:\d+/)
})
