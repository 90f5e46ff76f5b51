import { expect, test } from 'bun:test'
import { composeStatement } from '../../../scripts/bench/reading/compose/statement.ts'
import { invoiceFiles } from '../../../scripts/bench/reading/files/invoice-files.ts'
import { bankFiles } from '../../../scripts/bench/reading/files/statement-files.ts'
import { kitOf } from '../../../scripts/bench/reading/kit.ts'
import { scorePaper } from '../../../scripts/bench/reading/score.ts'
import { readEInvoices } from '../../../src/reader/files/e-invoice.ts'
import { readXmlInvoice } from '../../../src/reader/files/xml-invoice.ts'

const nobodyPrints = {
  print: () => Promise.reject(new Error('Nothing is printed for this file.')),
  close: () => Promise.resolve(),
}

test.each(bankFiles.map(({ name, make }) => ({ name, make })))(
  'a bank file names every movement it holds: $name',
  async ({ name, make }) => {
    const kit = kitOf(name, 'tuning', 1)
    const statement = composeStatement(kit.random, 'HDFC', [5, 9])
    const { bytes, truth } = await make(kit, statement)
    expect(bytes.length).toBeGreaterThan(200)
    expect(truth.lines).toHaveLength(statement.movements.length)
    expect(
      truth.lines.every((line) => 'date' in line && ('debit' in line || 'credit' in line)),
    ).toBe(true)
  },
)

test.each(invoiceFiles.filter(({ name }) => name !== 'factur-x'))(
  'an invoice for programs is read without a mistake: $name',
  async ({ name, make }) => {
    const { bytes, documents } = await make(kitOf(name, 'tuning', 1), nobodyPrints)
    const text = new TextDecoder().decode(bytes)
    const xml = readXmlInvoice(text)
    const read = xml === undefined ? readEInvoices(text) : [xml]
    const answers = read.map(({ kind, head, lines }) => ({
      kind,
      head: textsOf(head),
      lines: lines.map(textsOf),
      doubts: [],
      isDelivered: true,
    }))
    expect(scorePaper(documents, answers).faults).toEqual([])
  },
)

function textsOf(fields: Readonly<Record<string, { text: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, { text }]) => [key, text]))
}
