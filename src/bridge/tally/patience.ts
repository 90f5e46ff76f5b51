/** Gives up when something that is waited for lasts too long; what passes between two waits does not count. */
export class Patience {
  readonly #ms: number
  readonly #over = new AbortController()

  constructor(ms: number) {
    this.#ms = ms
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  async wait<Result>(work: () => Promise<Result>): Promise<Result> {
    const giveUp = () => this.#over.abort(new DOMException('Nothing came.', 'TimeoutError'))
    const timer = setTimeout(giveUp, this.#ms)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  }

  async *pieces<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece> {
    const reader = stream.getReader()
    try {
      for (;;) {
        const { done, value } = await this.wait(() => reader.read())
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel()
    }
  }
}
