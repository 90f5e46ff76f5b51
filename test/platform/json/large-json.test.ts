import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { parseJsonText } from '../../../src/platform/json/json.ts'
import { parseLargeJson } from '../../../src/platform/json/large-json.ts'
import { readJson } from '../../../src/platform/http/body.ts'
import { refusalOf } from '../../support/temporary-database.ts'

const letter = fc.constantFrom(
  ...'aZ"\\/\n é£ïÃ©मीक़₹€'.split(''),
  '😀',
  '\u007f',
  '\u0085',
  '\ufeff',
)
const text = fc.oneof(fc.string({ unit: letter, maxLength: 12 }), fc.string({ unit: 'grapheme' }))

const padding = 'x'.repeat(1024 * 1024)

/** A piece of a body by itself. */
const longText = `${'x'.repeat(70_000)}\\" é`

describe('JSON in bytes', () => {
  test('is what JSON.parse makes of its text, letters, labels and all', async () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom(null, true, 0, -1.5, 9007199254740991),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(0, 1), async (wanted, indent) => {
        const written = JSON.stringify(wanted, null, indent)
        const read = await parseLargeJson(new TextEncoder().encode(written), 'It')
        expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(written)))
      }),
      { numRuns: 1_000 },
    )
  })

  test('is the same when it is cut into pieces, whatever stands around them', async () => {
    const row = fc.record({ name: text, count: fc.integer(), of: fc.array(text, { maxLength: 2 }) })
    const part = fc.array(fc.oneof(text, row, fc.array(row), fc.constant(null)), { maxLength: 4 })
    const body = fc.dictionary(
      fc.oneof(text, fc.constantFrom('__proto__', 'products')),
      fc.oneof(part, row, text),
      { maxKeys: 4 },
    )
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(0, 1), async (wanted, indent) => {
        const long = Object.entries(wanted).map(([label, each]) => [
          label,
          Array.isArray(each) ? each.flatMap((element) => [element, longText, element]) : each,
        ])
        const written = JSON.stringify(Object.fromEntries(long), null, indent)
        const bytes = new TextEncoder().encode(written)
        expect(JSON.stringify(await parseLargeJson(bytes, 'It'))).toBe(
          JSON.stringify(JSON.parse(written)),
        )
        expect(new TextDecoder().decode(bytes)).toBe(written)
      }),
      { numRuns: 200 },
    )
  })

  test('lets others in between the pieces', async () => {
    const rows = 20
    const list = Array.from({ length: rows }, (_, at) => ({ at, longText }))
    const bytes = new TextEncoder().encode(JSON.stringify({ list }))
    let turns = 0
    let isRead = false
    const count = () => {
      turns++
      if (!isRead) setImmediate(count)
    }
    count()
    const read = await parseLargeJson(bytes, 'It', 0)
    isRead = true
    expect(read).toEqual({ list })
    expect(turns).toBeGreaterThanOrEqual(rows)
  })

  test.each([
    [`{"a":["${longText}",]}`],
    [`{"a":[,"${longText}"]}`],
    [`{"a":[${' '.repeat(longText.length)}]`],
    [`{"a":["${longText}",${' '.repeat(longText.length)},1]}`],
    [`{"a":["${longText}" 1,2]}`],
    [`{"a":["${longText}"}`],
    [`{"a":["${longText}"]]}`],
    [`{"a":{"${longText}",1}}`],
    [`{"a":["${longText}":1]}`],
    [`{"a":["${longText}",\ufeff"b"]}`],
    [`{"a":["${longText}"],}`],
    [`{"a":["${longText}\\"]}`],
  ])('is refused when it is wrong around a piece (%#)', async (written) => {
    expect(() => JSON.parse(written)).toThrow()
    const { code } = await refusalOf(parseLargeJson(new TextEncoder().encode(written), 'It'))
    expect(code).toBe('invalid_request')
  })

  test.each([
    [String.raw`{"a":"\u00e9","b":"é","c":"\u00c3\u00a9"}`],
    [String.raw`{"a":"\u00c3\u00a9 \u0939"}`],
    [String.raw`{"\u00e9":"C:\\users\\मीठा"}`],
    ['\ufeff{"a":"é"}'],
    ['{"a":"\ufeffé"}'],
    ['{"é":1,"__proto__":{"é":[]},"a":{"ã©":"é"}}'],
  ])('tells escapes from bytes: %s', async (written) => {
    const read = await parseLargeJson(new TextEncoder().encode(written), 'It')
    expect(read).toEqual(JSON.parse(written.replace(/^\ufeff/, '')))
  })

  test('keeps the labels that mean something to JavaScript as labels', async () => {
    const written = '{"__proto__":{"é":"é"},"é":{"__proto__":"é"}}'
    const read = await parseLargeJson(new TextEncoder().encode(written), 'It')
    expect(JSON.stringify(read)).toBe(written)
  })
})

describe('a body above 1 MiB', () => {
  test('is read like a small one', async () => {
    const value = { नाम: 'साड़ी', padding, list: [1, { é: 'é' }] }
    expect(await readJson(post(JSON.stringify(value)))).toEqual(value)
  })

  test.each([
    ['{"a":', '"é" "}'],
    ['{"a":[{"é":"\\ud800"}],"b":"', '"}'],
    ['{"é":9007199254740993,"b":"', '"}'],
    ['{"é":é,"b":"', '"}'],
    ['{"a":1e999,"b":"', '"}'],
    ['[[['.repeat(30), ''],
    [`{"a":${'['.repeat(70)}"é"${']'.repeat(70)},"b":"`, '"}'],
  ])('is refused in the same words as a small one: %s', async (start, end) => {
    const small = await refusalOf(() => parseJsonText(`${start}${end}`, 'The body'))
    const large = await refusalOf(readJson(post(`${start}${padding}${end}`)))
    expect(large.code).toBe(small.code)
    if (small.message.includes('is not valid JSON')) {
      expect(large.message).toStartWith('The body is not valid JSON: ')
    } else expect(large.message).toBe(small.message)
  })

  test('is refused when it is nothing but white space, or not UTF-8', async () => {
    const white = await refusalOf(readJson(post(padding.replaceAll('x', ' '))))
    expect(white.message).toBe('The body is empty: send a JSON object.')
    const latin1 = new Uint8Array(Buffer.from(`"é${padding}"`, 'latin1'))
    expect((await refusalOf(readJson(post(latin1)))).message).toBe('The body is not valid UTF-8.')
  })

  test('names the letter that is wrong, not its bytes', async () => {
    const { message } = await refusalOf(readJson(post(`{"a":"${padding}","b":é}`)))
    expect(message).toContain('é')
  })
})

function post(body: string | Uint8Array<ArrayBuffer>): Request {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const headers = { 'content-length': String(length) }
  return new Request('http://localhost/', { method: 'POST', body, headers })
}
