// `bun scripts/bench/reading/papers.ts FOLDER [--seeds tuning|report] [--digital N] [--pictures N] [--every N] [--files N] [--how HOW]… [--from N]
// [--layout NAME]…`: papers to look at and to read, and truth.json with what they say.
import { parseArgs } from 'node:util'
import { degradations } from './degrade/degradations.ts'
import { makePapers } from './make-papers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: 'tuning' },
    digital: { type: 'string', default: '3' },
    pictures: { type: 'string', default: '0' },
    /** Takes pictures of every Nth layout only, of different layouts in each way. */
    every: { type: 'string', default: '1' },
    files: { type: 'string', default: '0' },
    how: { type: 'string', multiple: true, default: [...degradations] },
    from: { type: 'string', default: '1' },
    layout: { type: 'string', multiple: true, default: [] },
  },
})

const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder that the papers go to.')
const papers = await makePapers(folder, {
  seeds: values.seeds === 'report' ? 'report' : 'tuning',
  from: Number(values.from),
  digital: Number(values.digital),
  pictures: Number(values.pictures),
  every: Number(values.every),
  files: Number(values.files),
  hows: degradations.filter((how) => values.how.includes(how)),
  layouts: values.layout,
})
console.log(`${papers.length} papers in ${folder}`)
