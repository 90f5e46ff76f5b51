import { useEffect, useEffectEvent } from 'react'
import { withPlainDigits } from './typed-number.ts'

/*
 * A barcode scanner that is plugged in types its code into whatever has the focus, and presses Enter behind it. It types
 * faster than anybody, by which it is told from a person.
 */

/** At most so many milliseconds are between two keys of a scanner: scanners take 1 to 40, the fastest typists over 60. */
const scannedWithinMs = 50

/** A code has at least so many characters: fewer keys are sometimes pressed almost at once. */
const scannedCharactersMin = 4

/** A key as the browser tells of it, with the time at which it was pressed, in milliseconds. */
type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'timeStamp' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'
>

/** Tells of each key what it is for a code: the first character of what may be one, more of it, its end, or nothing. */
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

/** A key that is held down repeats as fast as a scanner types. */
function isHeldOrComposed({ repeat, ctrlKey, altKey, metaKey, isComposing }: PressedKey): boolean {
  return repeat || ctrlKey || altKey || metaKey || isComposing
}

const scanned = 'daybook-scan'

/** Takes each code that is scanned while its page is shown, wherever the focus is; null takes none. */
export function useScans(onScan: ((code: string) => void) | null): void {
  const take = useEffectEvent((code: string) => onScan?.(code))
  const isTaking = onScan !== null
  useEffect(() => {
    if (!isTaking) return
    const hear = (event: Event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== 'string') return
      const code = event.detail
      event.preventDefault()
      // Once the field in which it was typed is as before.
      queueMicrotask(() => take(code))
    }
    window.addEventListener(scanned, hear)
    return () => window.removeEventListener(scanned, hear)
  }, [isTaking])
}

/**
 * Hears the scanner on every page. A page that takes codes is given them, and the field that had the focus is as before;
 * so is a field for a number everywhere, since a code is none. Elsewhere a code is typed where the focus is. Its Enter sends no form.
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
    /** Before anything on the page hears the key. */
    first(event: Event) {
      isEnd = false
      // A browser that fills a form in tells of keys that have no name.
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
    /** After all of the page: what Enter means to a part of it was done, and its form is not sent. */
    last(event: Event) {
      if (isEnd) event.preventDefault()
    },
  }
}

/** A program that keeps passwords types as fast as a scanner, and the Enter behind them is meant. */
function isSecret(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  return target.type === 'password' || target.autocomplete === 'one-time-code'
}

/** Whether the page takes it; nothing is done behind a dialogue. */
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

/** As a person would, so that the page hears of it. */
function typeInto({ field, text }: Typed): void {
  if (field.value === text) return
  // React keeps the value that it set itself; the browser's own setter is unknown to it.
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
