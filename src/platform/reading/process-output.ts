/*
 * What a process says that reads a file. The file may have taken it over: it is neither waited for nor remembered without end.
 */

/** Characters of the answer: a statement of 50 pages has a tenth of it. */
const answerCharactersMax = 32 * 1024 * 1024

/** How much is kept of the beginning of what it complains of, and of its end, in characters each. */
const complaintMax = 500

type Output = ReadableStream<Uint8Array<ArrayBuffer>>

/** The last line that is no progress; undefined for one that is too long. `onPage` hears of each page once, in their order. */
export async function answerOf(
  stdout: Output,
  onPage: (page: number, pages: number) => void,
): Promise<string | undefined> {
  let answer: string | undefined
  let lastPage = 0
  const hear = (line: string): void => {
    const progress = progressOf(line)
    if (progress === undefined) {
      answer = line
      return
    }
    const [page, pages] = progress
    if (page <= lastPage) return
    lastPage = page
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

/** The beginning and the end of what it says on stderr. */
export async function complaintOf(stderr: Output): Promise<string> {
  let said = ''
  for await (const piece of stderr.pipeThrough(new TextDecoderStream())) {
    said += piece
    if (said.length > 2 * complaintMax) {
      said = said.slice(0, complaintMax) + said.slice(-complaintMax)
    }
  }
  return said
}
