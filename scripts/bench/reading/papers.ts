// `bun scripts/bench/reading/papers.ts FOLDER [--seeds tuning|report] [--count N] [--from N] [--layout NAME]…`: papers to
// look at and to read, and truth.json with what they say.
import { parseArgs } from 'node:util'
import { makePapers } from './make-papers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: 'tuning' },
    count: { type: 'string', default: '3' },
    from: { type: 'string', default: '1' },
    layout: { type: 'string', multiple: true, default: [] },
  },
})

const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder that the papers go to.')
const papers = await makePapers(folder, {
  seeds: values.seeds === 'report' ? 'report' : 'tuning',
  count: Number(values.count),
  from: Number(values.from),
  layouts: values.layout,
})
console.log(`${papers.length} papers in ${folder}`)
