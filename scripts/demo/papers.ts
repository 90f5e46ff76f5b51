import { isPrintable } from '../../src/cli/demo/papers/write-papers.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import type { SamplePaper, SampleScan } from './sample-scan.ts'

/** Photos take their time when the demo starts: the newest have one, and some bills that were scanned twice. */
const newestPhotos = 10
const twicePhotographed = 2

/** Statements are long, and much alike. */
const newestStatements = 8

/** Scans as lines of the sample shop's file: `paper` where there is a file, `printed` in it where it is not what was read. */
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

/** Whether the fonts that every computer has print it: Devanagari they do not. */
function isPlain(printed: RawDocument): boolean {
  return isPrintable(JSON.stringify(printed))
}

function isPhoto({ filename }: SampleScan): boolean {
  return !filename.endsWith('.pdf')
}

function isSamePaper(one: SampleScan, other: SampleScan): boolean {
  return one !== other && one.paper === other.paper
}
