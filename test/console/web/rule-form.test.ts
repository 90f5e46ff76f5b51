import { describe, expect, test } from 'bun:test'
import {
  firstField,
  isComplete,
  sentOf,
  type RuleValues,
} from '../../../src/console/pages/rules/form.tsx'

const value: RuleValues = {
  type: 'value',
  category: 'all',
  key: 'state',
  from: 'MH',
  to: 'Maharashtra',
  deliversNothing: false,
}

describe('the form of a rule', () => {
  test('says enough for a preview only when it says what is delivered', () => {
    expect(isComplete(value)).toBe(true)
    expect(isComplete({ ...value, to: ' ' })).toBe(false)
    expect(isComplete({ ...value, to: '', deliversNothing: true })).toBe(true)
    expect(isComplete({ ...value, key: ' ' })).toBe(false)
    expect(isComplete({ ...value, from: '' })).toBe(false)
    expect(isComplete({ ...value, type: 'label', key: '' })).toBe(true)
    expect(isComplete({ ...value, type: 'label', to: '', deliversNothing: true })).toBe(false)
  })

  test('sends nothing in place of a value only when that was ticked', () => {
    expect(sentOf(value)).toMatchObject({ category: null, key: 'state', to: 'Maharashtra' })
    expect(sentOf({ ...value, deliversNothing: true }).to).toBe('')
    const label = sentOf({ ...value, type: 'label', category: 'bank_entry', deliversNothing: true })
    expect(label).toMatchObject({ category: 'bank_entry', key: null, to: 'Maharashtra' })
  })

  test('begins at what its draft leaves open', () => {
    expect(firstField({ type: 'label', from: '', to: '' })).toBe('from')
    expect(firstField({ type: 'label', from: 'Ref', to: 'po_no' })).toBe('to')
    expect(firstField({ type: 'value', from: '', to: '' })).toBe('key')
    expect(firstField({ type: 'value', key: 'state', from: '', to: '' })).toBe('from')
    expect(firstField({ type: 'value', key: 'state', from: 'MH', to: '' })).toBe('to')
  })
})
