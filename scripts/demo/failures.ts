import { problems } from '../../src/reader/pages/problems.ts'
import { paperName, pdfName, photoName } from './filenames.ts'
import type { Random } from './random.ts'
import type { SamplePaper, SampleScan } from './sample-scan.ts'

/** `fault` is what is wrong with the photo or the file. */
type Failure = {
  reason: string
  name: (random: Random, time: number) => string
  fault: SamplePaper['fault']
}

/** Why papers could not be read, each with what to do about it. */
const paperFailures: readonly Failure[] = [
  {
    reason: 'The photo is too blurred to read. Photograph it again in daylight.',
    name: photoName,
    fault: 'blurred',
  },
  {
    reason: 'The right edge with the amounts is cut off. Photograph the whole page.',
    name: photoName,
    fault: 'cut off',
  },
  {
    reason: 'The photo shows no document. Check that the right picture was chosen.',
    name: photoName,
    fault: 'no paper',
  },
  {
    reason: 'The print on the thermal paper is too faint. Type its fields in by hand.',
    name: photoName,
    fault: 'too faint',
  },
  {
    reason: 'The picture is too dark to read. Photograph it again by the window.',
    name: paperName,
    fault: 'too dark',
  },
  {
    reason: 'The PDF is damaged and does not open. Scan the paper again.',
    name: pdfName,
    fault: 'damaged',
  },
]

/** Banks send statements with a password by default. */
export const lockedStatement = problems.password

/** The failed paper with this index. The reasons take turns. */
export function failedPaper(
  random: Random,
  scan: Pick<SampleScan, 'user' | 'category'>,
  time: number,
  index: number,
): SampleScan {
  const failure = paperFailures[index % paperFailures.length]
  if (failure === undefined) throw new RangeError('There is no reason for a failure.')
  return {
    ...scan,
    filename: failure.name(random, time),
    status: 'failed',
    failure_reason: failure.reason,
    created_at: new Date(time).toISOString(),
    raw: null,
  }
}

/** What is wrong with the failed paper of this index. */
export function faultOf(index: number): SamplePaper['fault'] {
  return paperFailures[index % paperFailures.length]?.fault
}
