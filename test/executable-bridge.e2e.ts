import { afterAll, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFakeTally } from '../src/stand-ins/tally/fake-tally.ts'
import { omSai, sampleMappings } from './support/bridge.ts'
import {
  executable,
  folderElsewhere,
  runExecutable,
  shownPath,
  startExecutable,
} from './support/executable.ts'

// Run by `bun run check` after the build, and under Wine: the bridge is then a program of Windows, the fake Tally is not.

const bills = ['OSW/118', 'OSW/119', 'OSW/120']

const lookMs = 50

const elsewhere = folderElsewhere()
const tally = await openFakeTally()
const data = join(elsewhere.path, 'data')
const owner = ['--owner', 'owner@example.com', '--password-stdin']
const shop = ['--organisation', 'Kulkarni General Stores', '--gstin', '27ANZPK1024Z1ZS']
await ofData(['setup', ...shop, ...owner], 'a long password\n')
const made = ['--user', 'owner@example.com', '--service', 'scan-export', '--all-users']
const keyArgs = ['key', 'create', ...made, '--scope', 'scans:import', '--name', 'Bridge']
const key = (await ofData(keyArgs)).trim()
const file = join(elsewhere.path, 'scans.jsonl')
writeFileSync(file, bills.map((number) => JSON.stringify(billOf(number))).join('\n'))
await ofData(['import', 'scans', shownPath(file)])
writeFileSync(join(elsewhere.path, 'mappings.json'), JSON.stringify(sampleMappings))
const server = await startExecutable(
  ['serve', '--data', shownPath(data), '--port', '0', '--https-port', '0'],
  elsewhere.path,
)

afterAll(async () => {
  await server.end()
  tally.close()
  elsewhere[Symbol.dispose]()
})

test('the bridge pairs the company that is open, and shows what it would enter without entering it', async () => {
  const at = ['--tally', tally.url, '--daybook', server.url]
  const paired = JSON.parse(await ran([...words('pair', 'tally', ...at), '--json'], key))
  expect(paired).toMatchObject({ company: { name: 'Kulkarni General Stores' } })
  const shown = JSON.parse(await bridge('run', '--dry-run', ...mappings()))
  const references = shown.vouchers.map(({ reference }: { reference: string }) => reference)
  expect(references.toSorted()).toEqual(bills)
  expect(tally.imports()).toEqual([])
})

test('a bridge that is killed while Tally takes a bill enters that bill and the others once', async () => {
  tally.behaviours.importMs = 2_000
  const running = Bun.spawn([executable, ...words('run', ...mappings())], {
    cwd: elsewhere.path,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  while (tally.imports().length === 0) await Bun.sleep(lookMs)
  running.kill('SIGKILL')
  await running.exited
  tally.behaviours.importMs = 0
  const ended = JSON.parse(await bridge('run', '--once', ...mappings()))
  expect(ended).toMatchObject({ health: 'ready', entered: bills.length, waiting: 0 })
  const entered = tally.vouchers().map(({ header }) => header['REFERENCE'])
  expect(entered.toSorted()).toEqual(bills)
  const status = JSON.parse(await bridge('status'))
  expect(status).toMatchObject({ health: 'ready', entered: bills.length, waiting: 0 })
  expect(readdirSync(join(elsewhere.path, 'bridge'))).toContain('logs')
})

test('the service of a bridge starts this program with its folder', async () => {
  const { path, content } = JSON.parse(
    await bridge('service', 'install', '--print', '--user', 'asha'),
  )
  expect(path).toContain('daybook-bridge')
  expect(content).toMatch(/bridge\W+run\W+--bridge-data/)
})

function billOf(number: string) {
  return {
    user: 'owner@example.com',
    category: 'vendor_invoice',
    filename: `${number.replace('/', '-')}.pdf`,
    raw: {
      invoice_metadata: {
        'Invoice No': number,
        'Invoice Date': '2026-11-03',
        'Vendor Name': omSai.name,
        GSTIN: omSai.gstin,
        'Taxable Value': '1000.00',
        CGST: '25.00',
        SGST: '25.00',
        Total: '1050.00',
      },
      line_items: [
        { Description: 'Basmati Rice 5 kg', Qty: '2', Rate: '500', Amount: '1000.00', GST: '5%' },
      ],
    },
  }
}

function mappings(): string[] {
  return ['--mappings', shownPath(join(elsewhere.path, 'mappings.json'))]
}

function words(...args: string[]): string[] {
  const folder = shownPath(join(elsewhere.path, 'bridge'))
  return ['bridge', ...args, '--bridge-data', folder]
}

function bridge(...args: string[]): Promise<string> {
  return ran([...words(...args), '--json'])
}

function ofData(args: string[], stdin = ''): Promise<string> {
  return ran([...args, '--data', shownPath(data)], stdin)
}

async function ran(args: string[], stdin = ''): Promise<string> {
  const { code, stdout, stderr } = await runExecutable(args, elsewhere.path, { stdin })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}
