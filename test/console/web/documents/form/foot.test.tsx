import { MantineProvider } from '@mantine/core'
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { draftOf } from '../../../../../src/console/pages/documents/form/draft.ts'
import { BillFoot } from '../../../../../src/console/pages/documents/form/foot.tsx'
import { useBill } from '../../../../../src/console/pages/documents/form/use-bill.ts'
import { paperWith } from './typed-paper.ts'

const raw = { invoice_metadata: { taxable_value: '1,000.00', cgst: '90.00' }, line_items: [] }
const message = 'CGST was hard to read.'

/** The fields below the lines, of a bill whose CGST is doubtful. */
function Foot() {
  const opened = draftOf({ read: paperWith({ raw }), typed: null }, 'vendor_invoice')
  const bill = useBill({
    started: opened,
    opened,
    read: { today: '2026-11-05', ownGstin: null },
    findings: [{ key: 'cgst', code: 'doubt', message }],
    accepted: [],
  })
  return <BillFoot bill={bill} />
}

test('a doubt about a value below the lines is marked and said at its field, where its key works', () => {
  const html = renderToStaticMarkup(
    <MantineProvider env="test">
      <Foot />
    </MantineProvider>,
  )
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  const marked = inputs.filter((tag) => tag.includes('data-doubtful="true"'))
  expect(marked).toHaveLength(1)
  expect(marked[0]).toContain('data-line="" data-key="cgst"')
  const [, described = ''] = /aria-describedby="([^"]*)"/.exec(marked[0] ?? '') ?? []
  expect(html).toMatch(new RegExp(`id="${described.trim()}"[^>]*>${message}`))
})
