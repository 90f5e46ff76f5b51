import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { Person } from './person.ts'

/** The duration of one step in seconds: the machine's as measured, the person's as the model of a person calculates. */
export type Entry = {
  name: string
  machine: number
  person: number
  clicks: number
  keys: number
  note: string
}

/** What each step took, and a picture after it where somebody wants them. */
export class Diary {
  readonly entries: Entry[] = []

  readonly #screens: string | undefined

  constructor(screens: string | undefined) {
    this.#screens = screens
  }

  async step(
    name: string,
    page: Page | undefined,
    work: (person: Person) => Promise<void>,
  ): Promise<void> {
    const person = new Person()
    const began = performance.now()
    await work(person)
    const machine = (performance.now() - began) / 1000
    const { clicks, keys, note } = person
    this.entries.push({ name, machine, person: person.seconds(), clicks, keys, note })
    if (this.#screens === undefined || page === undefined) return
    const number = String(this.entries.length).padStart(2, '0')
    const file = `${number}-${name.toLowerCase().replaceAll(' ', '-')}.png`
    await page.screenshot({ path: join(this.#screens, file) })
  }
}
