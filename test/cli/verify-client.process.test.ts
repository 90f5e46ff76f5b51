import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { daybookCommand, runDaybook } from './run-daybook.ts'

/** Each starts the program, and that a client: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-verify-'))
  writeFileSync(join(folder, 'client.mjs'), client)
  writeFileSync(join(folder, 'orders.mjs'), orderClient)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Fetches, books in a file and acknowledges; takes the address and the key from its environment. */
const client = `
import { appendFileSync } from 'node:fs'
const base = process.env.DAYBOOK_URL + '/api/public/v1/scans/'
const headers = { authorization: 'Bearer ' + process.env.DAYBOOK_KEY }
const { items } = await (await fetch(base + 'unsynced', { headers })).json()
const ids = items.map(({ id }) => id)
appendFileSync(process.argv[2], ids.map((id) => id + '\\n').join(''))
await fetch(base + 'mark-synced', { method: 'POST', headers, body: JSON.stringify({ ids }) })
`

/** Likewise with orders: it books their totals. */
const orderClient = `
import { appendFileSync } from 'node:fs'
const base = process.env.DAYBOOK_URL + '/api/public/v1/orders/'
const headers = { authorization: 'Bearer ' + process.env.DAYBOOK_KEY }
const { data } = await (await fetch(base + 'unsynced', { headers })).json()
appendFileSync(process.argv[2], data.map(({ id, total }) => id + ' ' + total + '\\n').join(''))
const orders = data.map(({ id }) => ({ order_id: id, all_items: true }))
await fetch(base + 'sync', { method: 'POST', headers, body: JSON.stringify({ orders }) })
`

const file = (name: string) => join(folder, name)

function run(books: string, ...words: string[]) {
  const command = `"${process.execPath}" "${file('client.mjs')}" "${file(books)}"`
  return runDaybook(['verify-client', 'scan', '--run', command, '--booked', file(books), ...words])
}

describe('verify-client', () => {
  test('ends with 0 when a client passes, and prints the result as JSON', async () => {
    const { code, stdout, stderr } = await run('plain', '--only', 'plain', 'same_time', '--json')
    expect(stderr).toMatch(/Let your client call http:\/\/127\.0\.0\.1:\d+\/scan-export/)
    expect(JSON.parse(stdout)).toMatchObject({
      results: [
        { name: 'plain', grade: 'passed' },
        { name: 'same_time', grade: 'passed' },
        { name: 'manners', grade: 'passed' },
      ],
    })
    expect(code).toBe(0)
  })

  test('ends with 1 when it fails, and says what went wrong in each report', async () => {
    const [junit, page] = [file('junit.xml'), file('page.html')]
    const { code, stdout, stderr } = await run(
      'lost',
      '--only',
      'characters',
      'lost_request',
      '--junit',
      junit,
      '--page',
      page,
    )
    expect(code).toBe(1)
    expect(stdout).toBe('2 passed, 1 failed, 0 not shown\n')
    expect(stderr).toContain('was booked 2 times.')
    expect(stderr).toContain('Your client failed 1: lost_request.')
    expect(readFileSync(junit, 'utf8')).toContain('tests="3" failures="1" errors="0" skipped="0"')
    const html = readFileSync(page, 'utf8')
    expect(html).toContain('was booked 2 times.')
    expect(html).toContain('GET /scan-export/api/public/v1/scans/unsynced')
    expect(html).toMatch(/<meta http-equiv="content-security-policy" content="default-src 'none'/)
    expect(html).not.toMatch(/dbk_[0-9A-Za-z]{5}|<script|U\+0003"/)
  })

  test('plays orders too', async () => {
    const command = `"${process.execPath}" "${file('orders.mjs')}" "${file('orders')}"`
    const words = ['verify-client', 'orders', '--run', command, '--booked', file('orders')]
    const { code, stdout, stderr } = await runDaybook([
      ...words,
      '--only',
      'plain',
      'short_total',
      '--page',
      file('orders.html'),
    ])
    expect(stderr).toMatch(/Let your client call http:\/\/127\.0\.0\.1:\d+\/storefront/)
    expect(stderr).toMatch(/The order \S+ \(\S+\) was booked with 1092: what is delivered of it/)
    expect(stdout).toBe('2 passed, 1 failed, 0 not shown\n')
    expect(code).toBe(1)
    expect(readFileSync(file('orders.html'), 'utf8')).toContain('<h1>A client of orders</h1>')
  })

  test('leaves an earlier report as it was where another cannot be written', async () => {
    writeFileSync(file('earlier.xml'), 'earlier')
    const { code, stderr } = await run('unplayed', '--junit', file('earlier.xml'), '--page', folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be written')])
    expect(readFileSync(file('earlier.xml'), 'utf8')).toBe('earlier')
  })

  test('ends with 2 for what it does not know', async () => {
    expect((await runDaybook(['verify-client', 'everything'])).code).toBe(2)
    expect((await runDaybook(['verify-client', 'scan', '--only', 'nothing'])).code).toBe(2)
    expect((await runDaybook(['verify-client', 'scan', '--step-limit', '0'])).code).toBe(2)
    const other = await runDaybook(['verify-client', 'scan', '--only', 'plain', 'short_total'])
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/scan has no short_total/),
    })
  })

  test('waits for a client with a schedule of its own, and says so', async () => {
    const words = ['verify-client', 'scan', '--only', 'plain', '--booked', file('own')]
    const child = Bun.spawn([...daybookCommand, ...words], { stdout: 'pipe', stderr: 'pipe' })
    const told = await toldAddress(child.stderr)
    const env = { ...process.env, DAYBOOK_URL: told.base, DAYBOOK_KEY: told.key }
    const own = Bun.spawn([process.execPath, file('client.mjs'), file('own')], { env })
    await own.exited
    expect(await child.stdout.text()).toBe('2 passed, 0 failed, 0 not shown\n')
    expect(await child.exited).toBe(0)
    expect(existsSync(file('own'))).toBe(true)
  })
})

/** What it says before it waits. It is read on: nobody shall meet a pipe that is closed. */
function toldAddress(stream: ReadableStream<Uint8Array>): Promise<{ base: string; key: string }> {
  const { promise, resolve } = Promise.withResolvers<{ base: string; key: string }>()
  const decoder = new TextDecoder()
  let text = ''
  const take = (part: Uint8Array): void => {
    text += decoder.decode(part, { stream: true })
    const [, base, key] = /call (\S+)\nwith the key (\S+)[^]*WAITING/.exec(text) ?? []
    if (base !== undefined && key !== undefined) resolve({ base, key })
  }
  void stream.pipeTo(new WritableStream({ write: take }))
  return promise
}
