import type { Locator } from 'playwright-core'

/**
 * Seconds for a click and for a key, by the keystroke-level model (Card, Moran and Newell, 1980). A click is: think of the
 * next step, point, and press. The key's time is that of a person who seldom types.
 */
const clickSeconds = 1.35 + 1.1 + 0.2
const keySeconds = 0.28

/** Does the clicks and keystrokes of one step, and counts them. */
export class Person {
  clicks = 0
  keys = 0
  note = ''

  async click(at: Locator): Promise<void> {
    this.clicks++
    await at.click()
  }

  /** Types into a field. The person clicks the field first. */
  async type(into: Locator, text: string): Promise<void> {
    this.clicks++
    this.keys += text.length
    await into.fill(text)
  }

  /** Counts clicks and keystrokes in the system's own windows. This program cannot press anything there. */
  outside({ clicks, keys = 0, note }: { clicks: number; keys?: number; note: string }): void {
    this.clicks += clicks
    this.keys += keys
    this.note = note
  }

  /** The time that a person needs for all counted clicks and keystrokes. */
  seconds(): number {
    return this.clicks * clickSeconds + this.keys * keySeconds
  }
}
