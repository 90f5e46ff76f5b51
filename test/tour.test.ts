import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDemo } from '../src/cli/demo/fill.ts'
import { startServer } from '../src/cli/serve/start-server.ts'
import { loopback, readConfig } from '../src/platform/config.ts'
import { dataDir, makeDataDir } from '../src/platform/disk/data-dir.ts'
import { openDatabaseForCommand } from '../src/platform/db/database.ts'
import { readShell, type CurlRequest, type Variables } from './support/curl.ts'

/* The tour of the reference pages, taken: what it shows is what the sample shop answers on the day that it names. */

const page = readFileSync(join(import.meta.dir, '../src/docs/tour.md'), 'utf8')

/** The day on which the page was written, at 9:05 in India. */
const now = Date.parse('2026-11-21T03:35:12.480Z')

const shownAddress = 'http://127.0.0.1:3292'

/** A block of shell, with what it answers where the page shows that. */
const steps = [...page.matchAll(/```sh\n(.*?)```(?:\n\n```json\n(.*?)```)?/gs)].map(
  ([, shell = '', answer = '']) => ({ shell, answer, line: shell.split('\n')[0] }),
)

const root = mkdtempSync(join(tmpdir(), 'daybook-test-'))

const dir = dataDir(root)
makeDataDir(dir)
const database = openDatabaseForCommand(dir, now)
await fillDemo(database, dir, now)
await database.close()
const config = readConfig({ port: '0', host: loopback }, {}, dir.config)
const daybook = await startServer(dir, config, { now: () => now })

afterAll(async () => {
  await daybook.stop()
  rmSync(root, { recursive: true, force: true })
})

describe('the tour', () => {
  const variables: Variables = new Map()

  test.each(steps)('$line', async ({ shell, answer }) => {
    const answers = await Promise.all(readShell(shell, variables).map(send))
    for (const got of answers) expect(shownAs(got, answer)).toBe(compact(answer))
  })

  test('shows an answer to each call', () => {
    const calls = steps.filter(({ shell }) => shell.includes('curl'))
    expect(calls.length).toBeGreaterThan(9)
    expect(calls.filter(({ answer }) => answer === '')).toEqual([])
  })
})

async function send({ url, ...request }: CurlRequest): Promise<string> {
  const answer = await fetch(url.replace(shownAddress, daybook.url), request)
  return compact((await answer.text()).replaceAll(daybook.url, shownAddress))
}

/** An answer, with `…` for what the page leaves out of it; the whole of it where it is not as the page shows it. */
function shownAs(answer: string, shown: string): string {
  const pieces = compact(shown).split('…')
  let at = 0
  for (const [i, piece] of pieces.entries()) {
    const isLast = i === pieces.length - 1
    const found = isLast ? answer.length - piece.length : answer.indexOf(piece, at)
    const isThere = found >= at && (i > 0 || found === 0) && answer.startsWith(piece, found)
    if (!isThere) return answer
    at = found + piece.length
  }
  return pieces.join('…')
}

/** JSON without the space between its tokens. */
function compact(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_all, text?: string) => text ?? '')
}
