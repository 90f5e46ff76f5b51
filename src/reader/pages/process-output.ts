/*
 * What a process says that reads a file. The file may have taken it over: it is neither waited for nor remembered without end.
 */

/** Characters of the answer: a statement of 50 pages has a tenth of it. */
const answerCharactersMax = 32 * 1024 * 1024

type Output = ReadableStream<Uint8Array<ArrayBuffer>>

/** What the process says while it gets on: that it begins a page, or the next step of one. */
export const stepLine = 'step'
export const pageLine = (page: number, pages: number) => `page ${page} of ${pages}`

/** Steps of a page that are heard: a full page has about sixty. One with more has to be done soon after these. */
const stepsMax = 100

/** Who hears of each page once, in their order, and of the steps between them, so many. */
type Listener = { onPage(page: number, pages: number): void; onStep(): void }

/** The last line that is no progress; undefined for one that is too long. */
export async function answerOf(
  stdout: Output,
  { onPage, onStep }: Listener,
): Promise<string | undefined> {
  let answer: string | undefined
  let lastPage = 0
  let steps = 0
  const hear = (line: string): void => {
    if (line === stepLine) {
      if (++steps <= stepsMax) onStep()
      return
    }
    const progress = progressOf(line)
    if (progress === undefined) {
      answer = line
      return
    }
    const [page, pages] = progress
    if (page <= lastPage) return
    lastPage = page
    steps = 0
    onPage(page, pages)
  }
  let rest = ''
  for await (const piece of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > answerCharactersMax) return undefined
    for (const line of lines) hear(line)
  }
  if (rest !== '') hear(rest)
  return answer
}

/** `page 2 of 5`; undefined for any other line. No file that is read has a page with three digits. */
function progressOf(line: string): [page: number, pages: number] | undefined {
  const [, page, pages] = /^page (\d{1,2}) of (\d{1,2})$/.exec(line) ?? []
  return page === undefined ? undefined : [Number(page), Number(pages)]
}
