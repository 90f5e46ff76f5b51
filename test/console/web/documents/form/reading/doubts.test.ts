import { describe, expect, test } from 'bun:test'
import { changed } from '../../../../../../src/console/pages/documents/form/changes.ts'
import { draftOf, type Draft } from '../../../../../../src/console/pages/documents/form/draft.ts'
import { paperWith } from '../typed-paper.ts'
import { kindNamed } from '../../../../../../src/console/pages/documents/form/kinds.ts'
import { sentencesAt } from '../../../../../../src/console/pages/documents/form/places.ts'
import {
  doubtsAmong,
  nextDoubt,
  openDoubts,
  placedDoubts,
  wholePlace,
} from '../../../../../../src/console/pages/documents/form/reading/doubts.ts'

const raw = {
  invoice_metadata: { 'Bill No': 'A-1', Total: '1180', Remark: 'x' },
  line_items: [
    { Item: 'Rice', Qty: '2' },
    { Item: 'Dal', Qty: '3' },
  ],
}
const keys = {
  metadata: { 'Bill No': 'invoice_no', Total: 'total' },
  line: { Item: 'description', Qty: 'qty' },
}
const kind = kindNamed('invoice')
const doubt = (key: string, line?: number) => ({
  key,
  ...(line !== undefined && { line }),
  code: 'doubt' as const,
  message: `${key} was hard to read.`,
})
const findings = [
  doubt('qty', 1),
  doubt('total'),
  { key: 'total', code: 'sum' as const, message: 'It is off.' },
  doubt('Remark'),
  doubt(''),
  doubt('qty', 0),
]

function begin(draft?: Draft) {
  const opened = draftOf({ read: paperWith({ raw, keys }), typed: null }, 'vendor_invoice')
  return {
    opened,
    doubts: placedDoubts(findings, { opened, draft: draft ?? opened, kind }),
  }
}

const namesOf = (doubts: readonly { finding: { key: string; line?: number } }[]) =>
  doubts.map(({ finding: { key, line } }) => (line === undefined ? key : `${key} ${line}`))

describe('what is doubtful in a document', () => {
  test('is gone through as the form is: the whole, the head, line by line; what a check found is none of it', () => {
    expect(namesOf(begin().doubts)).toEqual(['', 'total', 'Remark', 'qty 0', 'qty 1'])
  })

  test('leads from the last line to the sums below it', () => {
    const withTax = { ...raw, invoice_metadata: { ...raw.invoice_metadata, cgst: '90' } }
    const read = paperWith({ raw: withTax, keys })
    const opened = draftOf({ read, typed: null }, 'vendor_invoice')
    const found = [doubt('cgst'), ...findings]
    const doubts = placedDoubts(found, { opened, draft: opened, kind })
    expect(namesOf(doubts).slice(-2)).toEqual(['qty 1', 'cgst'])
    const last = doubts.at(-2)?.place ?? wholePlace
    expect(nextDoubt(doubts, doubts, last)?.place).toEqual({ line: null, key: 'cgst' })
  })

  test('is open until somebody accepts it or types something else', () => {
    const { opened, doubts } = begin()
    const [whole, total] = doubts
    if (whole === undefined || total === undefined) throw new Error('There are no doubts.')
    const typed = changed(opened, { type: 'head', key: 'total', text: '1,108' })
    expect(namesOf(openDoubts(doubts, new Set([whole]), typed))).toEqual([
      'Remark',
      'qty 0',
      'qty 1',
    ])
    const back = changed(typed, { type: 'head', key: 'total', text: '1180' })
    expect(openDoubts(doubts, new Set(), back)).toHaveLength(5)
  })

  test('stays accepted as long as the same is found', () => {
    const { doubts } = begin()
    const accepted = [doubt('total'), { ...doubt('qty', 1), message: 'It was another one.' }]
    expect(namesOf([...doubtsAmong(doubts, accepted)])).toEqual(['total'])
  })

  test('leads to the next one, and behind the last to the first that is left', () => {
    const { opened, doubts } = begin()
    const last = doubts.at(-1)
    if (last === undefined) throw new Error('There are no doubts.')
    const open = openDoubts(doubts, new Set([last]), opened)
    expect(nextDoubt(doubts, open, { line: null, key: 'total' })?.finding.key).toBe('Remark')
    expect(nextDoubt(doubts, open, last.place)?.place).toBe(wholePlace)
    expect(nextDoubt(doubts, [], last.place)).toBeUndefined()
  })

  test('is found in a draft that was kept, where lines were added and taken away', () => {
    const { opened } = begin()
    const [first] = opened.lines
    const added = changed(opened, { type: 'add line', id: 'new', after: null })
    const kept = changed(added, { type: 'remove line', line: first?.id ?? '' })
    const { doubts } = begin(kept)
    expect(namesOf(doubts)).toEqual(['', 'total', 'Remark', 'qty 1'])
    expect(doubts.at(-1)?.place.line).toBe(opened.lines[1]?.id ?? '')
  })

  test('is said where it stands, the first of a field', () => {
    const { opened, doubts } = begin()
    const { ofHead, ofLines } = sentencesAt(
      doubts.map(({ place, finding }) => ({ ...place, message: finding.message })),
    )
    expect(ofHead['total']).toBe('total was hard to read.')
    expect(ofLines.get(opened.lines[0]?.id ?? '')).toEqual({ qty: 'qty was hard to read.' })
  })
})
