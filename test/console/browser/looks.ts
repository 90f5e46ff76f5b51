import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { oldWordsIn } from '../../words.ts'
import { overflowOf, violationsOf } from './accessibility.ts'
import { sizes, type Visit, type Width } from './console.ts'
import { dialogues } from './dialogues.ts'
import { pages } from './pages.ts'
import { openSampleShop, type SampleShop } from './sample-shop.ts'
import { expectSoon } from './waiting.ts'

/** Where pictures of the pages are left, for people to look at; none are made without it. */
const screensDir = process.env['DAYBOOK_SCREENS']

/** Wider than a shop's old screen nothing changes but the room around it, so that there only the layout is looked at. */
const axeWidths: readonly Width[] = [390, 1366]

type Looks = {
  scheme: 'light' | 'dark'
  /** Each page is loaded at the first width, then the window is drawn to the others. */
  widths: readonly Width[]
}

/** Tests that each page and each dialogue fits at each width, and that whoever cannot see it can use it. */
export function testLooks({ scheme, widths }: Looks): void {
  // What is no matter of colours is seen in the light.
  const isDark = scheme === 'dark'
  let shop: SampleShop
  let member: Visit
  let nobody: Visit

  beforeAll(async () => {
    shop = await openSampleShop()
    member = await shop.daybook.visitSignedIn({ scheme })
    nobody = await shop.daybook.visit({ scheme })
  })

  afterAll(() => shop.daybook.close())

  const begin = async ({ page, problems }: Visit) => {
    problems.length = 0
    const [first = 1366] = widths
    await page.setViewportSize(sizes[first])
  }

  const expectGoodLooks = async ({ page, problems }: Visit, name: string) => {
    for (const width of widths) {
      await page.setViewportSize(sizes[width])
      await expectSoon(() => overflowOf(page), 0)
      if (axeWidths.includes(width)) expect(await violationsOf(page, isDark)).toEqual([])
      await keepPicture(page, `${name}-${width}-${scheme}`)
    }
    expect(oldWordsIn(await textOf(page))).toEqual([])
    expect(problems).toEqual([])
  }

  describe(`in ${scheme} colours`, () => {
    test.each(pages)(
      '$path fits, and whoever cannot see it can use it',
      async ({ path, ready, isOpen }) => {
        const visit = isOpen === true ? nobody : member
        await begin(visit)
        await visit.page.goto(addressOf(path, shop))
        await visit.page.getByText(ready).first().waitFor()
        await expectGoodLooks(visit, path.slice(1))
      },
    )

    test.each(dialogues)('so does $name', async ({ name, path, open }) => {
      await begin(member)
      await member.page.goto(addressOf(path, shop))
      await open(member.page)
      await expectGoodLooks(member, name)
    })
  })
}

/** The address of a page, with the id of something that is there. */
export function addressOf(path: string, { product, integration }: SampleShop): string {
  return path.replace('PRODUCT', product).replace('INTEGRATION', integration)
}

/** What people read of a page: what stands as code is the API's. */
async function textOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const shown = document.body.cloneNode(true)
    if (!(shown instanceof HTMLElement)) return ''
    for (const code of shown.querySelectorAll('code, pre, script, style')) code.remove()
    return shown.textContent
  })
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (screensDir === undefined) return
  mkdirSync(screensDir, { recursive: true })
  await page.screenshot({ path: join(screensDir, `${name.replaceAll(/\W+/g, '-')}.png`) })
}
