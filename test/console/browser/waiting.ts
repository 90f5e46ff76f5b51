import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

/** How long something may take to become so, and how long apart it is looked at, in milliseconds. */
const soonMs = 30_000
const lookAgainMs = 50

/** Looks until it is so: what a page shows follows what was done a moment later. The last look is in the failure. */
export async function expectSoon(
  look: () => Promise<unknown>,
  wanted: unknown,
  limitMs = soonMs,
): Promise<void> {
  expect(await lookedUntil(look, wanted, limitMs)).toEqual(wanted)
}

/** The same where what is seen otherwise is told of later: the last look. */
export async function lookedUntil<Seen>(
  look: () => Promise<Seen>,
  wanted: unknown,
  limitMs = soonMs,
): Promise<Seen> {
  const end = performance.now() + limitMs
  let seen = await look()
  while (!Bun.deepEquals(seen, wanted) && performance.now() < end) {
    await Bun.sleep(lookAgainMs)
    seen = await look()
  }
  return seen
}

/** What is typed in a field. */
export async function expectValue(field: Locator, value: string): Promise<void> {
  await expectSoon(() => field.inputValue(), value)
}

/** A field that was refused takes the focus. */
export async function expectFocus(element: Locator): Promise<void> {
  await expectSoon(() => element.evaluate((node) => node === document.activeElement), true)
}

/** What the address keeps. */
export async function expectInAddress(page: Page, name: string, value: string): Promise<void> {
  await page.waitForURL(({ searchParams }) => searchParams.get(name) === value)
}

/**
 * Waits for a page by its heading. What is pressed before that is pressed on the page of before, which stays until the
 * next one is there.
 */
export async function waitForPage(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

/** Opens an address and waits for its page. */
export async function openPage(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await waitForPage(page, heading)
}

/** Presses a link and waits for the page that it leads to. */
export async function follow(link: Locator, heading: string | RegExp): Promise<void> {
  await link.click()
  await waitForPage(link.page(), heading)
}

/**
 * Presses an arrow key until what is dragged is where it is to be, at one end of its list, so that a press too many does
 * nothing: a press before the places are measured, a frame after the start, does nothing either.
 */
export async function pressUntil(page: Page, key: string, sign: Locator): Promise<void> {
  await expectSoon(async () => {
    if ((await sign.count()) === 0) await page.keyboard.press(key)
    return (await sign.count()) > 0
  }, true)
}

/** The text that the page shows to be copied, by its beginning; `at` is for one of several. */
export async function copyable(page: Page, beginning: string, at?: number): Promise<string> {
  const text = page.locator('.copyable').filter({ hasText: new RegExp(`^${beginning}`) })
  return (await (at === undefined ? text : text.nth(at)).textContent()) ?? ''
}

/** Its picture is there, and not only its place. */
export async function waitForPicture(picture: Locator): Promise<void> {
  await picture.waitFor()
  const isDrawn = () =>
    picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)
  await expectSoon(isDrawn, true)
}
