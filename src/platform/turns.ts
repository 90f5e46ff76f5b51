/**
 * The longest that work holds a transaction or the event loop before others get their turn, in milliseconds. The commit is not included.
 */
export const sliceMs = 20

/** A shorter slice for work that nobody waits for, and the pause after each slice. Other requests hardly notice such work. */
export const [patientSliceMs, patientPauseMs] = [5, 50]

/** Yields items until the time is up, but at least one. The cost of an item is not known in advance. */
export function* within<T>(items: Iterable<T>, ms = sliceMs): Generator<T, void> {
  const deadline = performance.now() + ms
  for (const item of items) {
    yield item
    if (performance.now() >= deadline) return
  }
}

/**
 * Repeats a small step while it finds something to do and there is time. Returns whether all is done. `step` returns whether it found
 * something.
 */
export function workOff(step: () => boolean, ms = sliceMs): boolean {
  const deadline = performance.now() + ms
  while (step()) {
    if (performance.now() >= deadline) return false
  }
  return true
}

/** Runs all steps. Lets the event loop answer others after each slice. */
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

/** Calls `each` for every item, with the same pauses. */
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

/** Makes a value at its first use: for what takes time to make, and few starts need. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
