import { afterAll } from 'bun:test'

type Closable = { close(): unknown } | Disposable | AsyncDisposable

/** What a test file opens at its top level for all its tests. It is closed after the last of them. */
export function untilEnd<T extends Closable>(opened: T): T {
  afterAll(async () => {
    if ('close' in opened) await opened.close()
    else if (Symbol.asyncDispose in opened) await opened[Symbol.asyncDispose]()
    else opened[Symbol.dispose]()
  })
  return opened
}
