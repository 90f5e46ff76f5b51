import { writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { openPdf } from '../../../platform/pictures/pdf.ts'
import type { Category } from '../../../services/scan-export/categories.ts'
import type { RawDocument } from '../../../services/scan-export/service.ts'
import { lockedPdf } from './pdf-file.ts'
import { photograph, type Fault } from './photograph.ts'
import { printSheets } from './print-sheets.ts'
import { sheetsOf, type Sheet } from './sheet.ts'

/** How wide photos are, in pixels without the counter: enough to read them, and quick to make. */
const photoWidth = 800

/** How much there is of a PDF that is damaged, in bytes. */
const damagedBytes = 400

/** A line of the sample shop's documents: `paper` says which file there is of it, if any. */
export type ScanLine = {
  category: Category
  filename: string
  raw: RawDocument | null
  paper?: Paper
}

/** `printed`: what the paper says, where that is not what was read. */
export type Paper = { printed?: RawDocument; fault?: Fault | 'damaged' | 'locked' }

/** Writes the files of the papers into a folder, as PDF or photo by their names. Returns the file of each line that has one. */
export async function writePapers(
  lines: readonly ScanLine[],
  folder: string,
): Promise<(string | undefined)[]> {
  const papers = lines.map(planOf)
  const planned = papers.filter((paper) => paper !== undefined)
  const pdfs = planned.filter(({ file }) => file.endsWith('.pdf'))
  for (const { file, sheets, fault } of pdfs) {
    const pdf = fault === 'locked' ? lockedPdf() : printSheets(sheets)
    // A damaged one begins like any other.
    writeFileSync(join(folder, file), fault === 'damaged' ? pdf.subarray(0, damagedBytes) : pdf)
  }
  const photos = planned.filter((paper) => !pdfs.includes(paper))
  await writePhotos(photos, folder)
  return papers.map((paper) => paper?.file)
}

/** `number` tells one photo's light and noise from another's. */
type Plan = { number: number; sheets: Sheet[]; fault: Paper['fault']; file: string }

function planOf(line: ScanLine, number: number): Plan | undefined {
  const { paper, raw, category, filename } = line
  const printed = paper?.printed ?? raw
  if (paper === undefined || printed === null) return undefined
  const file = `paper-${number}${extname(filename)}`
  return { number, sheets: sheetsOf(printed, category), fault: paper.fault, file }
}

/** All first pages are printed as one PDF, so that it is opened once. */
async function writePhotos(plans: readonly Plan[], folder: string): Promise<void> {
  const document = await openPdf(printSheets(plans.flatMap(({ sheets }) => sheets.slice(0, 1))))
  const written = plans.map(async ({ number, fault, file }, index) => {
    const page = document.getPage(index)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const size = {
      width: photoWidth,
      height: Math.round((photoWidth * originalHeight) / originalWidth),
    }
    const { data } = await page.render({ ...size, colorSpace: 'Gray' })
    const photo = await photograph(
      { ...size, grey: data },
      number,
      fault === 'damaged' || fault === 'locked' ? undefined : fault,
    )
    writeFileSync(join(folder, file), photo)
  })
  await Promise.all(written)
}
