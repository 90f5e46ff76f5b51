import type { Locator } from 'playwright-core'

/**
 * What a hand takes, in seconds, by the keystroke-level model (Card, Moran and Newell, 1980): to think of what comes next,
 * point at it and press it; and to press a key, as somebody does who seldom types.
 */
const clickSeconds = 1.35 + 1.1 + 0.2
const keySeconds = 0.28

/** Does what a person does at one step, and counts it. */
export class Person {
  clicks = 0
  keys = 0
  note = ''

  async click(at: Locator): Promise<void> {
    this.clicks++
    await at.click()
  }

  /** Into a field that is pressed first. */
  async type(into: Locator, text: string): Promise<void> {
    this.clicks++
    this.keys += text.length
    await into.fill(text)
  }

  /** What is done in windows of the system, which nobody can press here. */
  outside({ clicks, keys = 0, note }: { clicks: number; keys?: number; note: string }): void {
    this.clicks += clicks
    this.keys += keys
    this.note = note
  }

  /** What all of it takes a person. */
  seconds(): number {
    return this.clicks * clickSeconds + this.keys * keySeconds
  }
}
