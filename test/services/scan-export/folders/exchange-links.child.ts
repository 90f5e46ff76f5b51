import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Puts a link in the place of a folder of what is done, and takes it away, as fast as it can, until its parent ends it; now
 * and then it does so with a file. Arguments: the watched folder, and the folder that the links lead to.
 */

const [folder = '', elsewhere = ''] = process.argv.slice(2)
const failed = join(folder, 'failed')
const link = join(folder, 'link')
const bait = join(folder, 'bait.pdf')

/** Of the folder, for one exchange of the file. */
const exchanges = 20

mkdirSync(failed, { recursive: true })
process.stdout.write('exchanging\n')
for (let round = 0; ; round++) {
  for (let n = 0; n < exchanges; n++) {
    // Another one each time: Daybook makes the folder anew while it is away.
    const aside = join(folder, `aside ${round} ${n}`)
    tried(() => symlinkSync(elsewhere, link))
    tried(() => renameSync(failed, aside))
    tried(() => renameSync(link, failed))
    tried(() => rmSync(failed))
    tried(() => renameSync(aside, failed))
  }
  tried(() => symlinkSync(join(elsewhere, 'secret.pdf'), bait))
  tried(() => rmSync(bait))
}

/** The other process makes and moves the same names: whoever comes second does nothing. */
function tried(work: () => void): void {
  try {
    work()
  } catch {
    return
  }
}
