/* The output of a process that reads a file. A hostile file may have taken over the process: Daybook limits its time and its output. */

/** The most characters of an answer. A statement of 50 pages has a tenth of this. */
const answerCharactersMax = 32 * 1024 * 1024

type Output = ReadableStream<Uint8Array<ArrayBuffer>>

/** The lines that report progress: the start of a page, or the next step of a page. */
export const stepLine = 'step'
export const pageLine = (page: number, pages: number) => `page ${page} of ${pages}`

/** The steps of a page that count as progress. A full page has about sixty. A page with more must finish soon after these. */
const stepsMax = 100

/** Called once for each page, in order, and for a limited number of steps between pages. */
type Listener = { onPage(page: number, pages: number): void; onStep(): void }

/** The last line that is not progress. Undefined if that line is too long. */
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

/** Parses `page 2 of 5`. Undefined for any other line. No readable file has a page number of three digits. */
function progressOf(line: string): [page: number, pages: number] | undefined {
  const [, page, pages] = /^page (\d{1,2}) of (\d{1,2})$/.exec(line) ?? []
  return page === undefined ? undefined : [Number(page), Number(pages)]
}
