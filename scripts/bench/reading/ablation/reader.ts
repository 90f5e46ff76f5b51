// Reads the kept pages of all papers with one part of the reader switched off, and prints the answers that differ. JSON in, JSON out.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { plugin } from 'bun'
import type { Answer } from '../score.ts'
import type { ReadFile } from '../../../../src/reader/page.ts'
import { marked } from './changes.ts'
import { keptWords } from '../kept-words.ts'
import { src, type AblationInput, type Told } from './pages.ts'

const {
  change,
  folder,
  days,
  only,
  changedMax,
  usual,
  marks = [],
}: AblationInput = JSON.parse(await Bun.stdin.text())
const changed = new Map([
  ...marks.map((file) => [resolve(src, file), marked(src, file)] as const),
  ...(change === undefined ? [] : [[resolve(src, change.file), change.text] as const]),
])
let used = new Set<string>()
Object.assign(globalThis, { seen: (part: string) => used.add(part) })
plugin({
  name: 'without',
  setup(build) {
    build.onLoad({ filter: /src\/reader\/.*\.ts$/ }, ({ path }) => ({
      contents: changed.get(path) ?? readFileSync(path, 'utf8'),
      loader: 'ts',
    }))
  },
})
const { answersOf, contextOf } = await import('../answers.ts')

const wanted = only === undefined ? undefined : new Set(only)
const told: Told[] = []
for (const { name, file } of keptWords(folder)) {
  if (told.length >= changedMax) break
  if (wanted?.has(name) === false) continue
  used = new Set()
  const before = performance.now()
  const answers = answersOrNone(name, file)
  const ms = performance.now() - before
  if (JSON.stringify(answers) === JSON.stringify(usual?.[name])) continue
  told.push({ name, answers, ms, used: [...used] })
}
console.log(JSON.stringify(told))

/** Without some parts the reader fails. */
function answersOrNone(name: string, file: ReadFile): Answer[] {
  try {
    return answersOf(file, contextOf([], days[name]))
  } catch (error) {
    if (change === undefined) throw error
    return []
  }
}
