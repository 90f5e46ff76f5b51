import { guardProcess } from '../../src/platform/process-guard.ts'

/** Comes to no end, and tells its guard of nothing new. */
console.log('stuck')
guardProcess()
setTimeout(() => {
  for (;;);
}, 0)
