import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBooked } from '../../../src/stand-ins/client-check/waiting/waiting.ts'
import { catalogue } from '../../../src/stand-ins/client-check/catalogue/catalogue.ts'
import { commandClient } from '../../../src/stand-ins/client-check/client.ts'
import { orders } from '../../../src/stand-ins/client-check/orders.ts'
import type { Profile } from '../../../src/stand-ins/client-check/scenario.ts'
import { scan } from '../../../src/stand-ins/client-check/scan.ts'
import { pythonSamples } from '../../../src/console/pages/integrations/samples/python.ts'
import { keyPlaceholder } from '../../../src/console/pages/integrations/samples/tasks.ts'
import { play } from './play.ts'

/** The code in Python that the page of an integration offers, with what its comment asks for: a place to save to. */
/** They are started again and again; in milliseconds. */
setDefaultTimeout(300_000)

const python = Bun.which('python3')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-sample-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Saves each document or order once, under its id, as the comment in the code says. */
function saving(code: string, one: 'scan' | 'order' | 'none', books: string): string {
  if (one === 'none') return code
  const place = one === 'scan' ? '        # Save scan["facts"]' : '        # Save the order'
  const save = [
    `if ${one}["id"] not in open(${JSON.stringify(books)}).read():`,
    `    open(${JSON.stringify(books)}, "a").write(${one}["id"] + "\\n")`,
  ]
  return code.replace(place, `${save.map((line) => `        ${line}\n`).join('')}${place}`)
}

/** Plays a profile to the code. Answers what was not passed, and how much is in its books. */
async function playTo(
  profile: Profile,
  one: 'scan' | 'order' | 'none',
  code: (base: string) => string,
): Promise<{ others: string[]; size: number }> {
  const books = join(folder, `${profile.name}.txt`)
  const file = join(folder, `${profile.name}.py`)
  writeFileSync(books, '')
  const report = await play({
    profile,
    client({ base, key }) {
      const text = code(`${base}/api/public/v1/`).replace(keyPlaceholder, key)
      writeFileSync(file, saving(text, one, books))
      return commandClient(`"${python}" "${file}"`, { stderr: 'ignore' })
    },
    booked: () => (one === 'none' ? undefined : readFileSync(books, 'utf8')),
  })
  const others = report.results.filter(({ grade }) => grade !== 'passed')
  return {
    others: others.map(({ name, grade }) => `${name}: ${grade}`),
    size: readBooked(readFileSync(books, 'utf8')).size,
  }
}

describe.if(python !== null)('the sample in Python', () => {
  test('that fetches documents fails nothing, also when it is killed', async () => {
    const { others, size } = await playTo(scan, 'scan', pythonSamples.documents)
    expect(others).toEqual(['lease_over: not_shown', 'revised: not_shown'])
    expect(size).toBeGreaterThan(40)
  })

  test('that fetches orders fails nothing, also when it is killed', async () => {
    const { others, size } = await playTo(orders, 'order', pythonSamples.orders)
    expect(others).toEqual([
      'lease_over: not_shown',
      'revised: not_shown',
      'cancelled_meanwhile: not_shown',
    ])
    expect(size).toBeGreaterThan(60)
  })

  test('that sends products, and the one that sets stock, fail nothing', async () => {
    for (const task of ['bulk', 'stock'] as const) {
      const { others } = await playTo(catalogue, 'none', pythonSamples[task])
      const unseen = ['too_large', 'image_refused', 'sold_meanwhile', 'compared']
      if (task === 'bulk') unseen.unshift('unknown_sku')
      expect(others).toEqual(unseen.map((name) => `${name}: not_shown`))
    }
  })
})
