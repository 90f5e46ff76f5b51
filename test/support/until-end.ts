import { afterAll, afterEach, beforeEach } from 'bun:test'

type Closable = { close(): unknown } | Disposable | AsyncDisposable

/** What a test file opens at its top level for all its tests. It is closed after the last of them. */
export function untilEnd<T extends Closable>(opened: T): T {
  afterAll(() => close(opened))
  return opened
}

/** What each test of a file has anew: the one of the running test. It is closed after the test. */
export function eachAnew<T extends Closable>(open: () => T | Promise<T>): () => T {
  let opened: T | undefined
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(async () => {
    if (opened !== undefined) await close(opened)
  })
  return () => {
    if (opened === undefined) throw new Error('No test is running.')
    return opened
  }
}

async function close(opened: Closable): Promise<void> {
  if ('close' in opened) await opened.close()
  else if (Symbol.asyncDispose in opened) await opened[Symbol.asyncDispose]()
  else opened[Symbol.dispose]()
}
