import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './figures.ts'
import type { Workshop } from './workshop.ts'

const flushes = 200

/** How long this disk takes to bring 4 KiB to safety, in milliseconds. In place, as in a log that is used again. */
export function flushMs(path: string): number {
  const file = openSync(path, 'w')
  const page = new Uint8Array(4096)
  const times = Array.from({ length: flushes }, () => {
    const started = performance.now()
    writeSync(file, page, 0, page.length, 0)
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(times)
}

/** The environment of a program whose every flush takes 5 ms longer. Throws where that cannot be made. */
export async function slowDisk(shop: Workshop): Promise<Record<string, string>> {
  const compiler = Bun.which('cc')
  if (process.platform !== 'linux' || compiler === null) {
    throw new Error('a slow disk is made with LD_PRELOAD and a C compiler (cc), on Linux')
  }
  const library = shop.path('slow-disk.so')
  const source = join(import.meta.dir, 'slow-disk.c')
  const compile = Bun.spawn([compiler, '-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  if ((await compile.exited) !== 0) throw new Error('slow-disk.c does not compile')
  return { LD_PRELOAD: library }
}
