import { guardProcess } from '../../src/platform/process-guard.ts'

/** Takes memory until it is ended; what it may take, in bytes, is its argument. */
const bytesAtOnce = 4 * 1024 * 1024

guardProcess(Number(process.argv[2]))
const taken: Uint8Array[] = []
const take = () => taken.push(new Uint8Array(bytesAtOnce).fill(1))
setTimeout(() => {
  for (;;) take()
}, 0)
