import { chromium, type Page } from 'playwright-core'
import { requireBrowser } from '../../browser.ts'
import { fontFaces, type FontName } from './fonts.ts'

/** What is printed. */
export type Sheet = {
  /** The HTML between <body> and </body>. */
  body: string
  css: string
  fonts: readonly FontName[]
  /** In millimetres. A roll is as long as its print. */
  paper: { width: number; height: number } | { width: number; height: 'roll' }
}

export type Printer = { print(sheet: Sheet): Promise<Uint8Array>; close(): Promise<void> }

/** Prints a PDF with text, as many shop programs do through a browser. */
export async function startPrinter(): Promise<Printer> {
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage()
  return { print: (sheet) => print(page, sheet), close: () => browser.close() }
}

const pixelsPerMillimetre = 96 / 25.4

/** The paper after the last line of a roll, in millimetres. */
const rollEnd = 4

async function print(page: Page, { body, css, fonts, paper }: Sheet): Promise<Uint8Array> {
  const width = `${paper.width}mm`
  await page.setViewportSize({
    width: Math.round(paper.width * pixelsPerMillimetre),
    height: 1000,
  })
  const style = `${fontFaces(fonts)}\n${base(width)}\n${css}`
  const html = `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${body}</body>`
  await page.setContent(html, { waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const height = paper.height === 'roll' ? await rollLength(page) : paper.height
  const scale = paper.height === 'roll' ? 1 : await scaleToFit(page, height)
  return await page.pdf({ width, height: `${height}mm`, scale, printBackground: true })
}

/** Smaller print is hard to read on paper, too. */
const leastScale = 0.6

/** The scale at which the fullest page fits one sheet. */
async function scaleToFit(page: Page, height: number): Promise<number> {
  const fullest = await page.evaluate(() =>
    Math.max(
      ...Array.from(
        document.querySelectorAll('.page'),
        (one) => one.getBoundingClientRect().height,
      ),
    ),
  )
  const scale = Math.min(1, (height * pixelsPerMillimetre - 1) / fullest)
  if (scale < leastScale) throw new Error('More is printed on a page than fits it.')
  return scale
}

async function rollLength(page: Page): Promise<number> {
  const pixels = await page.evaluate(() => document.body.getBoundingClientRect().height)
  return Math.ceil(pixels / pixelsPerMillimetre) + rollEnd
}

function base(width: string): string {
  return `* { box-sizing: border-box } body { margin: 0; width: ${width} } table { border-collapse: collapse }
    td, th { vertical-align: top; padding: 0 } .page { position: relative } .page:not(:last-child), main:not(:last-child) .page { break-after: page }
    .r { text-align: right } .c { text-align: center } .l { text-align: left } .b { font-weight: bold }
    .u { text-transform: uppercase } .w { width: 100% } h1, h2, h3, p { margin: 0 }`
}
