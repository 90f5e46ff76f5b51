import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../src/platform/json/json.ts'
import { normaliseDocument } from '../../../src/paper/rules/normalise.ts'
import { compileRules } from '../../../src/paper/rules/rules.ts'
import { kindOf, readTyped, unreadable } from '../../../src/paper/rules/typed-values.ts'
import { categories } from '../../../src/paper/categories.ts'
import { anyDocument, anyRules, labels, values } from './any-document.ts'

const rules = anyRules
const document = anyDocument
const valueKinds = [
  'number',
  'balance',
  'invoice date',
  'date',
  'number text',
  'gstin',
  'name',
] as const
const someCategory = fc.constantFrom(...categories)

describe('for any document and any rules', () => {
  test('no value is lost: without value rules each is there, or was read as a number, date or text', () => {
    const labelRules = rules.map((all) => all.filter(({ type }) => type === 'label'))
    fc.assert(
      fc.property(document, someCategory, labelRules, (raw, of, organisation) => {
        const data = normaliseDocument(raw, of, compileRules(organisation))
        expectNothingLost(raw.invoice_metadata, data.invoice_metadata)
        raw.line_items.forEach((line, at) => expectNothingLost(line, data.line_items[at] ?? {}))
        expect(data.line_items).toHaveLength(raw.line_items.length)
      }),
      { numRuns: 1_000 },
    )
  })

  test('typed keys hold their type and the contract’s texts are texts', () => {
    fc.assert(
      fc.property(document, someCategory, rules, (raw, of, organisation) => {
        const data = normaliseDocument(raw, of, compileRules(organisation))
        expectTypes(data.invoice_metadata, 'head')
        for (const line of data.line_items) expectTypes(line, 'line')
        for (const key of ['invoice_no', 'invoice_date', 'gstin', 'name']) {
          expect(typeof data.invoice_metadata[key]).toBe('string')
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('all text is NFC, and what was given is left alone', () => {
    fc.assert(
      fc.property(document, someCategory, rules, (raw, of, organisation) => {
        const before = JSON.stringify(raw)
        const after = JSON.stringify(normaliseDocument(raw, of, compileRules(organisation)))
        expect(JSON.stringify(raw)).toBe(before)
        expect(after.normalize('NFC')).toBe(after)
        expect('polluted' in {}).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  test('no two labels of one object differ only in case', () => {
    const builtIn = compileRules([])
    fc.assert(
      fc.property(document, (raw) => {
        const data = normaliseDocument(raw, 'vendor_invoice', builtIn)
        for (const fields of [data.invoice_metadata, ...data.line_items]) {
          const labelsOf = Object.keys(fields).map((label) => label.toLowerCase())
          expect(new Set(labelsOf).size).toBe(labelsOf.length)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('compiled rules that met other documents before give the same answer', () => {
    const documents = fc.array(document, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(documents, someCategory, rules, (raws, of, organisation) => {
        const compiled = compileRules(organisation)
        for (const raw of [...raws, ...raws]) {
          const fresh = normaliseDocument(raw, of, compileRules(organisation))
          expect(JSON.stringify(normaliseDocument(raw, of, compiled))).toBe(JSON.stringify(fresh))
        }
      }),
    )
  })
})

test('a value that met no other, normalised by built-in labels alone, stays as it is', () => {
  const builtIn = compileRules([])
  const field = fc.tuple(labels, values).map((entry) => Object.fromEntries([entry]))
  fc.assert(
    fc.property(field, field, someCategory, (metadata, line, of) => {
      const raw = { invoice_metadata: metadata, line_items: [line] }
      const once = normaliseDocument(raw, of, builtIn)
      expect(normaliseDocument(once, of, builtIn)).toEqual(once)
    }),
    { numRuns: 1_000 },
  )
})

/** As many values come out as non-empty ones went in, and each is there as it was read or as a type has it. */
function expectNothingLost(raw: JsonObject, delivered: JsonObject): void {
  const read = Object.values(raw).filter((value) => !isBlank(value))
  const filled = Object.values(delivered).filter((value) => !isBlank(value))
  expect(filled.length).toBeGreaterThanOrEqual(read.length)
  const kept = new Set(filled.map(spelling))
  for (const value of read) {
    expect(formsOf(value).some((form) => kept.has(spelling(form)))).toBe(true)
  }
}

function formsOf(value: JsonValue): JsonValue[] {
  const forms = valueKinds.map((kind) => readTyped(kind, value))
  return [value, ...forms.filter((form) => form !== unreadable && form !== undefined)]
}

function spelling(value: JsonValue): string {
  return JSON.stringify(value).normalize('NFC')
}

function expectTypes(delivered: JsonObject, place: 'head' | 'line'): void {
  for (const [key, value] of Object.entries(delivered)) {
    const kind = kindOf(key, place)
    if (kind === 'number' || kind === 'balance') expect(Number.isFinite(value)).toBe(true)
    if (kind === 'invoice date') expect(value).toMatch(/^(\d{4}-\d\d-\d\d)?$/)
    if (kind === 'number text' || kind === 'gstin' || kind === 'name')
      expect(typeof value).toBe('string')
  }
}

function isBlank(value: JsonValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}
