/** Tally handles one request at a time. An open dialog holds up all requests. */
export type Queue = {
  run<T>(work: () => T | Promise<T>): Promise<T>
  openDialog(): void
  closeDialog(): void
  /** Resolves when no dialog is open. */
  untilClosed(): Promise<void>
  untilOpen(): Promise<void>
  /** The total working time in milliseconds. */
  busyMs(): number
}

export function openQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let dialog = closedDialog()
  let opened = Promise.withResolvers<void>()
  let busyMs = 0
  const untilClosed = async (): Promise<void> => {
    const seen = dialog
    await seen.closed
    // Somebody may have opened another dialog meanwhile.
    if (dialog !== seen) await untilClosed()
  }
  return {
    untilClosed,
    untilOpen: () => opened.promise,
    busyMs: () => busyMs,
    run<T>(work: () => T | Promise<T>): Promise<T> {
      const next = last.then(untilClosed).then(async () => {
        const started = performance.now()
        try {
          return await work()
        } finally {
          busyMs += performance.now() - started
        }
      })
      last = next.catch(() => undefined)
      return next
    },
    openDialog() {
      if (dialog.isOpen) return
      const { promise, resolve } = Promise.withResolvers<void>()
      dialog = { isOpen: true, closed: promise, close: resolve }
      opened.resolve()
    },
    closeDialog() {
      if (!dialog.isOpen) return
      opened = Promise.withResolvers()
      dialog.close()
      dialog = closedDialog()
    },
  }
}

type Dialog = { isOpen: boolean; closed: Promise<void>; close: () => void }

function closedDialog(): Dialog {
  return { isOpen: false, closed: Promise.resolve(), close: () => undefined }
}
