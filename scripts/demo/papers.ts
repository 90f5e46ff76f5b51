import { isPrintable } from '../../src/cli/demo/papers/write-papers.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import type { SamplePaper, SampleScan } from './sample-scan.ts'

/** Drawing photos slows the start of the demo. Only the newest papers and some bills that were scanned twice have one. */
const newestPhotos = 10
const twicePhotographed = 2

/** Statements are long and look alike, so few have a photo. */
const newestStatements = 8

/** Scans as lines of the sample shop's file. `paper` is set for scans with a file. Its `printed` is set if the file says something else than the scan. */
export function scanLines(scans: readonly SampleScan[]): object[] {
  const chosen = papersWithFile(scans)
  return scans.map(({ paper, ...scan }) => {
    if (paper === undefined || !chosen.has(paper)) return scan
    const { printed, ...how } = paper
    return { ...scan, paper: printed === scan.raw ? how : paper }
  })
}

function papersWithFile(scans: readonly SampleScan[]): ReadonlySet<SamplePaper> {
  const printable = scans.filter(({ paper }) => paper !== undefined && isPlain(paper.printed))
  const read = printable.filter(({ status }) => status === 'successful')
  const photos = read.filter(isPhoto)
  const twice = photos.filter((scan) => photos.some((other) => isSamePaper(scan, other)))
  const statements = read.filter(({ category }) => category === 'bank_entry')
  const chosen = [
    ...printable.filter(({ status }) => status !== 'successful'),
    ...read.filter((scan) => !isPhoto(scan) && scan.category !== 'bank_entry'),
    ...statements.slice(-newestStatements),
    ...photos.slice(-newestPhotos),
    ...twice.slice(-2 * twicePhotographed),
  ]
  return new Set(chosen.flatMap(({ paper }) => paper ?? []))
}

/** Whether every computer has a font for the text. Devanagari needs its own. */
function isPlain(printed: RawDocument): boolean {
  return isPrintable(JSON.stringify(printed))
}

function isPhoto({ filename }: SampleScan): boolean {
  return !filename.endsWith('.pdf')
}

function isSamePaper(one: SampleScan, other: SampleScan): boolean {
  return one !== other && one.paper === other.paper
}
