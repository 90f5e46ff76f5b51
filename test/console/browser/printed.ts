import type { Page } from 'playwright-core'
import { openPdf } from '../../../src/platform/pictures/pdf.ts'
import { pngOf } from '../../../src/platform/pictures/png.ts'

/** What cheap printers print, in dots an inch, of which a PDF has 72 points. */
const dotsPerInch = 300
const pointsPerInch = 72

/** A page as it comes out of the printer. */
export type PrintedPage = {
  /** `595 × 842`, in points. */
  size: string
  text: string
  /** As a PNG, as fine as a printer prints it. */
  picture(): Promise<Uint8Array>
}

/** What the browser would print of the page that it shows. */
export async function printPages(page: Page): Promise<PrintedPage[]> {
  const document = await openPdf(await page.pdf({ preferCSSPageSize: true }))
  return [...document.pages()].map((printed) => {
    const { originalWidth, originalHeight } = printed.getOriginalSize()
    return {
      size: `${Math.round(originalWidth)} × ${Math.round(originalHeight)}`,
      text: printed.getText(),
      async picture() {
        const { data, ...size } = await printed.render({ scale: dotsPerInch / pointsPerInch })
        return pngOf(size, data)
      },
    }
  })
}
