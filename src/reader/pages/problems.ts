/** Why a file cannot be read, and what to do, in one sentence each. */
export const problems = {
  empty: 'The file is empty: send it again.',
  password: 'The PDF needs a password to be opened: enter it, and Daybook reads it.',
  'wrong password': 'This password does not open the PDF: enter the right one.',
  broken: 'The file is damaged or cut off: send it again, or take a new photo.',
  'too large': 'The file is larger than 100 MB: send the document alone, or take a new photo.',
  'too many pages': 'The file has more than 50 pages: split it into its documents.',
  'too many pixels':
    'The picture has more pixels than can be read: take a photo with a lower resolution.',
  'too small': 'The picture is too small to be read: take a larger photo.',
  heic: 'The photo is a HEIC file, which is not read: send it as JPEG (on an iPhone choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG).',
  'rare TIFF':
    'The scan is a TIFF of a rare kind, which is not read: let the scanner save a PDF or JPEG.',
  archive: 'The file is an archive: unpack it, and send what is in it.',
  office:
    'The file is a Word document or another office file: open it and save it as PDF, then send the PDF.',
  'e-mail': 'The file is an e-mail: save the bill that is attached to it, and send that file.',
  program: 'The file is a program, not a document.',
  unknown:
    'The file is no document that Daybook knows: send a PDF, a JPEG, PNG or WebP picture, or the data file itself.',
  'too slow':
    'The file took too much work to be read, twice: send the document again as a photo or a simpler PDF.',
  'too much memory':
    'The file needs more memory than a document should: send it again as a photo or a simpler PDF.',
  interrupted:
    'Daybook itself ended twice while it read the file: let it be read again, or type it in.',
  crashed: 'The file made the reader fail: send it again as a photo or a simpler PDF.',
} as const

export type ReadingProblem = keyof typeof problems

/** Thrown when a file cannot be read. `problem` says why. */
export class Unread extends Error {
  readonly problem: ReadingProblem

  constructor(problem: ReadingProblem, cause?: unknown) {
    super(problems[problem], { cause })
    this.name = 'Unread'
    this.problem = problem
  }
}
