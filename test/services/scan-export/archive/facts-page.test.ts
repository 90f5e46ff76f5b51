import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { factsPage } from '../../../../src/services/scan-export/archive/describe.ts'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</td></table>',
    '&lt;',
  ),
)

test('nothing that a paper says becomes a part of the page', () => {
  const object = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text)))
  fc.assert(
    fc.property(text, object, fc.array(object, { maxLength: 3 }), (title, head, lines) => {
      const page = factsPage({
        title,
        about: [['Sent as', title]],
        note: title,
        data: { invoice_metadata: head, line_items: lines },
      })
      const tags = [...page.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag)
      const own = [
        '!doctype',
        'html',
        'head',
        'meta',
        'title',
        'style',
        'body',
        'h1',
        'h2',
        'p',
        'table',
        'thead',
        'tbody',
        'tr',
        'th',
        'td',
      ]
      expect(tags.filter((tag) => !own.includes(tag ?? ''))).toEqual([])
    }),
  )
})
