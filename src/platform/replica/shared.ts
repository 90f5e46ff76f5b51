/** One run of `work` serves all who asked before it began; who asks meanwhile shares the next one. */
export function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = async () => {
    const run = work().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    await run
  }
  return async () => {
    if (running === undefined) return await begin()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return begin()
      })
    await next
  }
}
