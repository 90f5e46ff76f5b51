import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shopTime } from '../../src/cli/demo/dates.ts'
import { sampleFiles } from './sample-files.ts'

/*
 * bun scripts/demo/make.ts: writes the files of the sample shop anew. A test holds that they are what is written here.
 */

export const sampleDir = join(import.meta.dir, '../../src/cli/demo/sample-shop')

if (import.meta.main) {
  rmSync(sampleDir, { recursive: true, force: true })
  mkdirSync(join(sampleDir, 'pictures'), { recursive: true })
  for (const [name, content] of sampleFiles(shopTime)) writeFileSync(join(sampleDir, name), content)
}
