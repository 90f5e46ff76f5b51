// A fake ERPNext as a process of its own. Its file keeps every answered change, also after kill -9. Its first line names its address and
// the key that opens it. Lines on its input play the person at its pages, and faults. Each line gets one line as its answer. The process
// ends with its input, so that it never outlives the program that started it:
// docs DOCTYPE · edits DOCTYPE NAME JSON · submits | cancels | deletes DOCTYPE NAME · next FAULT (`_` stands for a space)
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import {
  type FakeErpnext,
  isFault,
  openFakeErpnext,
} from '../test/stand-ins/erpnext/fake-erpnext.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8000' },
    file: { type: 'string' },
    'ignores-names': { type: 'boolean', default: false },
    'daybook-id': { type: 'boolean', default: false },
    'without-gst': { type: 'boolean', default: false },
  },
})

const erpnext = await openFakeErpnext({
  port: Number(values.port),
  ...(values.file === undefined ? {} : { file: values.file }),
  takesNames: !values['ignores-names'],
  hasDaybookField: values['daybook-id'],
  hasIndiaCompliance: !values['without-gst'],
})
const { url, token, company } = erpnext
console.log(JSON.stringify({ url, token, company }))
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(told(erpnext, line)))
}
erpnext.close()

/** Runs a line. Returns the error in words if the line fails. */
function told({ person, ...site }: FakeErpnext, line: string): unknown {
  const [act, first = '', name = '', ...rest] = line.trim().split(' ')
  const doctype = first.replaceAll('_', ' ')
  try {
    switch (act) {
      case 'docs':
        return site.docs(doctype)
      case 'edits':
        return person.edits(doctype, name, JSON.parse(rest.join(' ')))
      case 'submits':
        return person.submits(doctype, name)
      case 'cancels':
        return person.cancels(doctype, name)
      case 'deletes':
        return person.deletes(doctype, name) ?? 'deleted'
      case 'next':
        return isFault(first) ? (site.next(first) ?? first) : { error: 'There is no such fault.' }
      default:
        return { error: 'There is no such act.' }
    }
  } catch (error) {
    return { error: String(error) }
  }
}
