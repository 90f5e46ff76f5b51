import { useEffect, useEffectEvent } from 'react'
import { withPlainDigits } from './number-field.tsx'

/*
 * A plugged-in barcode scanner types the code into the focused element and presses Enter. It types faster than any
 * person, which is how it is recognised.
 */

/** The most milliseconds between two keys of a scanner: scanners take 1 to 40, the fastest typists over 60. */
const scannedWithinMs = 50

/** The fewest characters of a code: people sometimes press a few keys almost at once. */
const scannedCharactersMin = 4

/** A key event, with its time in milliseconds. */
type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'timeStamp' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'
>

/** Classifies each key: the first character of a possible code, a further one, the end of a code, or none. */
export function scanDetector() {
  let text = ''
  let lastAt = -Infinity
  let isRead = false
  return (event: PressedKey): { code: string } | 'first' | 'more' | 'again' | 'none' => {
    const { key, timeStamp } = event
    if (key === 'Shift') return 'none'
    const isFast = timeStamp - lastAt <= scannedWithinMs
    const isEnd = key === 'Enter' || key === 'Tab'
    lastAt = timeStamp
    if (isHeldOrComposed(event) || (!isEnd && key.length !== 1)) text = ''
    else if (!isEnd) {
      text = isFast ? text + key : key
      isRead = false
      return text.length === 1 ? 'first' : 'more'
    } else if (isFast && isRead) return 'again'
    else if (isFast && text.length >= scannedCharactersMin) {
      const code = withPlainDigits(text)
      text = ''
      isRead = true
      return { code }
    }
    text = ''
    isRead = false
    return 'none'
  }
}

/** A key held down repeats as fast as a scanner types. */
function isHeldOrComposed({ repeat, ctrlKey, altKey, metaKey, isComposing }: PressedKey): boolean {
  return repeat || ctrlKey || altKey || metaKey || isComposing
}

const scanned = 'daybook-scan'

/** Takes each scanned code while the page is shown, wherever the focus is. Null takes none. */
export function useScans(onScan: ((code: string) => void) | null): void {
  const take = useEffectEvent((code: string) => onScan?.(code))
  const isTaking = onScan !== null
  useEffect(() => {
    if (!isTaking) return
    const hear = (event: Event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== 'string') return
      const code = event.detail
      event.preventDefault()
      // After the field has its earlier text again.
      queueMicrotask(() => take(code))
    }
    window.addEventListener(scanned, hear)
    return () => window.removeEventListener(scanned, hear)
  }, [isTaking])
}

/**
 * Listens to the scanner on every page. If the page takes the code, the focused field gets its earlier text back. A
 * number field always gets it back, because a code is not a number. Elsewhere the code is typed at the focus. The
 * scanner's Enter sends no form.
 */
export function useScanner(): void {
  useEffect(() => {
    const scanner = listenToScanner()
    window.addEventListener('keydown', scanner.first, true)
    window.addEventListener('keydown', scanner.last)
    return () => {
      window.removeEventListener('keydown', scanner.first, true)
      window.removeEventListener('keydown', scanner.last)
    }
  }, [])
}

function listenToScanner() {
  const detect = scanDetector()
  let before: Typed | undefined
  let isEnd = false
  return {
    /** Runs before any other listener on the page. */
    first(event: Event) {
      isEnd = false
      // A browser that fills in a form sends key events without a key.
      if (!(event instanceof KeyboardEvent) || isSecret(event.target)) return
      const found = detect(event)
      if (found === 'first') before = typedIn(event.target)
      if (found === 'again') swallow(event)
      if (typeof found !== 'object') return
      if (isTaken(found.code) || isForNumber(before)) {
        swallow(event)
        if (before !== undefined) typeInto(before)
      } else isEnd = event.key === 'Enter'
    },
    /** Runs after all other listeners: components have handled Enter, and the form is not sent. */
    last(event: Event) {
      if (isEnd) event.preventDefault()
    },
  }
}

/** A password manager types as fast as a scanner, and its Enter is intended. */
function isSecret(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  return target.type === 'password' || target.autocomplete === 'one-time-code'
}

/** Whether the page takes the code. Nothing happens behind a dialogue. */
function isTaken(code: string): boolean {
  if (document.querySelector('[aria-modal="true"]') !== null) return false
  const event = new CustomEvent(scanned, { detail: code, cancelable: true })
  return !window.dispatchEvent(event)
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

type Typed = { field: HTMLInputElement | HTMLTextAreaElement; text: string }

function typedIn(target: EventTarget | null): Typed | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField ? { field: target, text: target.value } : undefined
}

function isForNumber(typed: Typed | undefined): boolean {
  return typed !== undefined && 'number' in typed.field.dataset
}

/** Types like a person, so that the page notices. */
function typeInto({ field, text }: Typed): void {
  if (field.value === text) return
  // React remembers the value set through its own setter. The browser's setter bypasses it.
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
