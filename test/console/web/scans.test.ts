import { describe, expect, test } from 'bun:test'
import { scanDetector } from '../../../src/console/components/scans.ts'

type Pressed = Parameters<ReturnType<typeof scanDetector>>[0]

/** What is found at the last of some keys, each so many milliseconds behind the one before. */
function lastOf(keys: readonly string[], gapMs: number, more: Partial<Pressed> = {}) {
  const detect = scanDetector()
  return keys.map((key, at) => detect(pressed(key, 1_000 + at * gapMs, more))).at(-1)
}

/** The keys of a text, and Enter. */
function keysOf(text: string): string[] {
  return [...Array.from(text), 'Enter']
}

function pressed(key: string, timeStamp: number, more: Partial<Pressed> = {}): Pressed {
  const held = { repeat: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false }
  return { key, timeStamp, ...held, ...more }
}

describe('keys that come', () => {
  test.each([1, 8, 40, 50])('%d ms apart and end in Enter are a code', (gapMs) => {
    expect(lastOf(keysOf('8901262010016'), gapMs)).toEqual({ code: '8901262010016' })
  })

  test('so with letters, capitals by Shift, and Tab behind them are one too', () => {
    expect(lastOf(['Shift', 'A', '-', '1', '2', 'Tab'], 10)).toEqual({ code: 'A-12' })
  })

  test('from a keyboard with digits of Hindi are the code in plain digits', () => {
    expect(lastOf(keysOf('८९०१'), 10)).toEqual({ code: '8901' })
  })

  test.each([60, 120, 400])('%d ms apart were typed by a person', (gapMs) => {
    expect(lastOf(keysOf('8901262010016'), gapMs)).toBe('none')
  })

  test('fast, but fewer than a code has, were typed by a person', () => {
    expect(lastOf(keysOf('100'), 10)).toBe('none')
  })

  test('from a key that is held down are no code', () => {
    expect(lastOf(keysOf('00000000'), 30, { repeat: true })).toBe('none')
  })

  test('with Ctrl, or while a letter is composed, are no code', () => {
    expect(lastOf(keysOf('abcdef'), 10, { ctrlKey: true })).toBe('none')
    expect(lastOf(keysOf('abcdef'), 10, { isComposing: true })).toBe('none')
  })
})

test('what a person typed before is no part of a code, and an Enter of a scanner may come twice', () => {
  const detect = scanDetector()
  detect(pressed('9', 0))
  detect(pressed('8', 300))
  const found = [...keysOf('89012'), 'Enter'].map((key, at) => detect(pressed(key, 600 + at * 5)))
  expect(found).toEqual(['first', 'more', 'more', 'more', 'more', { code: '89012' }, 'again'])
  expect(detect(pressed('Enter', 900))).toBe('none')
})
