// A fake ERPNext as a process of its own. Its file keeps every answered change, also after kill -9. Its first line names its address and
// the key that opens it. Lines on its input play the person at its pages, and faults. Each line gets one line as its answer. The process
// ends with its input, so that it never outlives the program that started it:
// docs DOCTYPE · edits DOCTYPE NAME JSON · submits | cancels | deletes DOCTYPE NAME · next FAULT (`_` stands for a space)
import { parseArgs } from 'node:util'
import { isFault, openFakeErpnext } from '../test/stand-ins/erpnext/fake-erpnext.ts'
import { playActs } from './fake-acts.ts'

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
const { person } = erpnext
const named = (doctype: string): string => doctype.replaceAll('_', ' ')
await playActs({
  docs: (doctype) => erpnext.docs(named(doctype)),
  edits: (doctype, name = '', ...json) =>
    person.edits(named(doctype), name, JSON.parse(json.join(' '))),
  submits: (doctype, name = '') => person.submits(named(doctype), name),
  cancels: (doctype, name = '') => person.cancels(named(doctype), name),
  deletes: (doctype, name = '') => person.deletes(named(doctype), name) ?? 'deleted',
  next: (fault) =>
    isFault(fault) ? (erpnext.next(fault) ?? fault) : { error: 'There is no such fault.' },
})
erpnext.close()
