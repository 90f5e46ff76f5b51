import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBooked } from '../../src/client-check/booked.ts'
import { commandClient } from '../../src/client-check/client.ts'
import { pythonSamples } from '../../src/console/web/pages/integrations/samples/python.ts'
import { keyPlaceholder } from '../../src/console/web/pages/integrations/samples/tasks.ts'
import { play } from './play.ts'

/** The code in Python that the page of an integration offers, with what its comment asks for: a place to save to. */

/** It is started again and again; in milliseconds. */
setDefaultTimeout(120_000)

const python = Bun.which('python3')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-sample-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Saves each document once, under its id, as the comment in the code says. */
function saving(code: string, books: string): string {
  const place = '        # Save scan["data"]'
  const save = [
    `if scan["id"] not in open(${JSON.stringify(books)}).read():`,
    `    open(${JSON.stringify(books)}, "a").write(scan["id"] + "\\n")`,
  ]
  return code.replace(place, `${save.map((line) => `        ${line}\n`).join('')}${place}`)
}

describe.if(python !== null)('the sample in Python', () => {
  test('fails nothing, also when it is killed', async () => {
    const books = join(folder, 'books.txt')
    const file = join(folder, 'client.py')
    appendFileSync(books, '')
    const report = await play({
      client({ base, key }) {
        const code = pythonSamples.documents(`${base}/api/public/v1/`).replace(keyPlaceholder, key)
        writeFileSync(file, saving(code, books))
        return commandClient(`"${python}" "${file}"`, { stderr: 'ignore' })
      },
      booked: () => readBooked(readFileSync(books, 'utf8')),
    })
    expect(report.results.filter(({ grade }) => grade === 'failed')).toEqual([])
    const unseen = report.results.filter(({ grade }) => grade === 'not_shown')
    expect(unseen.map(({ name }) => name)).toEqual(['lease_over', 'revised'])
    expect(readBooked(readFileSync(books, 'utf8')).size).toBeGreaterThan(40)
  })
})
