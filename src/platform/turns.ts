/**
 * How long long work keeps others waiting, in a transaction or a turn of the event loop, before they come in between; in
 * milliseconds, without the commit.
 */
export const sliceMs = 20

/** Likewise where nobody waits for the work, and the pause after each slice: others hardly notice it. */
export const [patientSliceMs, patientPauseMs] = [5, 50]

/** As many of the items as there is time for, one at least: what one of them costs is not known before. */
export function* within<T>(items: Iterable<T>, ms = sliceMs): Generator<T, void> {
  const deadline = performance.now() + ms
  for (const item of items) {
    yield item
    if (performance.now() >= deadline) return
  }
}

/**
 * Repeats a small step for as long as it finds something to do and there is time. Returns whether all is done; `step`
 * whether it found something.
 */
export function workOff(step: () => boolean, ms = sliceMs): boolean {
  const deadline = performance.now() + ms
  while (step()) {
    if (performance.now() >= deadline) return false
  }
  return true
}

/** Goes through steps to their end; where the time is up the event loop turns, so that others are answered. */
export async function walkInTurns<T>(steps: Iterator<unknown, T>, ms = sliceMs): Promise<T> {
  for (;;) {
    const deadline = performance.now() + ms
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < deadline)
    await nextTurn()
  }
}

/** Likewise through items. */
export async function eachInTurns<T>(items: Iterable<T>, each: (item: T) => void): Promise<void> {
  await walkInTurns(
    (function* () {
      for (const item of items) yield each(item)
    })(),
  )
}

/** Lets the event loop read and answer what arrived. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
