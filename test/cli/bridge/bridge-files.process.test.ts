import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { busyColumns } from '../../../src/bridge/files/columns.ts'
import { readFilesPairing } from '../../../src/bridge/files/folder.ts'
import { billOf, sampleMappings } from '../../support/bridge.ts'
import { idsOf, openShop, type Shop } from '../../support/shop.ts'
import { runDaybook } from '../run-daybook.ts'

/** Each starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

let shop: Shop
let to: string
let mappings: string
let bill: string

beforeAll(async () => {
  shop = await openShop()
  to = join(shop.dir.root, 'out')
  mappings = join(shop.dir.root, 'mappings.json')
  writeFileSync(mappings, JSON.stringify(sampleMappings))
  writeFileSync(shop.dir.config, `port = ${new URL(shop.url).port}\n`)
  bill = await shop.addScan(billOf({ number: 'OSW/1' }))
})

afterAll(() => shop.close())

const bridge = (...words: string[]) => runDaybook(['bridge', ...words, '--data', shop.dir.root])
const bridgeData = () => join(shop.dir.root, 'bridge')

test('a folder is paired with what its files are for', async () => {
  expect((await bridge('pair', 'folder')).stderr).toContain('--to is missing')
  expect((await bridge('pair', 'folder', '--to', to)).stderr).toContain('--company is missing')
  expect((await bridge('pair', 'folder', '--to', to, '--as', 'marg')).code).toBe(2)
  expect((await bridge('confirm', 'x')).stderr).toContain('"daybook bridge pair folder"')
  const { code, stdout } = await bridge('pair', 'folder', '--to', to, '--company', 'Anand & Sons')
  expect(code).toBe(0)
  expect(stdout).toContain(`Files go to ${to}.`)
  expect((await readFilesPairing(bridgeData()))?.target).toEqual({
    format: 'tally',
    company: 'Anand & Sons',
  })
  if (process.platform !== 'win32') {
    expect(statSync(join(bridgeData(), 'files.json')).mode & 0o77).toBe(0)
  }
})

test('the columns of a sheet are kept with it', async () => {
  const file = join(shop.dir.root, 'columns.json')
  writeFileSync(file, JSON.stringify({ sheet: 'A', columns: [{ header: 'X', value: '{cost}' }] }))
  const asSheet = ['pair', 'folder', '--to', to, '--as', 'xlsx', '--columns']
  expect((await bridge(...asSheet, file)).stderr).toContain('no field {cost}')
  expect((await bridge(...asSheet, 'busy')).code).toBe(0)
  expect((await readFilesPairing(bridgeData()))?.target).toEqual({
    format: 'xlsx',
    columns: busyColumns,
  })
})

test('run shows and writes what waits, status says what is not confirmed, confirm acknowledges it', async () => {
  await bridge('pair', 'folder', '--to', to, '--company', 'Anand & Sons')
  const dry = await bridge('run', '--dry-run', '--mappings', mappings)
  expect(dry.stdout).toContain('2026-08-03  purchase  Om Sai Wholesale  OSW/1  1050.00')
  expect(dry.stdout).toContain('<VOUCHER REMOTEID="db1-')
  expect((await bridge('run', '--once')).stdout).toContain('1 wait: the console says why.')
  const { stdout } = await bridge('run', '--once', '--mappings', mappings)
  expect(stdout).toContain(`1 voucher in ${to}`)
  const manifest = readdirSync(to).find((name) => name.endsWith('.manifest.json')) ?? ''
  expect((await bridge('status')).stdout).toContain(manifest)
  expect(readFileSync(join(to, manifest), 'utf8')).toContain(bill)
  expect(await waiting()).toEqual([bill])
  const confirmed = await bridge('confirm', join(to, manifest), '--json')
  expect(JSON.parse(confirmed.stdout)).toEqual({ acknowledged: 1, changed: [] })
  expect(await waiting()).toEqual([])
  expect((await bridge('status')).stdout).toContain('0 files are not confirmed.')
})

async function waiting(): Promise<string[]> {
  const { scanKey: key = '' } = (await readFilesPairing(bridgeData())) ?? {}
  return idsOf(await shop.call('GET', '/api/public/v1/scans/unsynced', { key }))
}
