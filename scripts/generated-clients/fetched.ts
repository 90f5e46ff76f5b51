import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from './commands.ts'

/** The folder is outside the tree. The next checks use it again. */
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'daybook-check')

/** How many times a download is tried, and the pause between tries in milliseconds. The network may fail once. */
const fetchTries = 3
const fetchPauseMs = 5_000

/** The folders of the downloads. Go keeps its modules itself, by the hashes of `go.sum`. */
export type Fetched = {
  /** Jars, openapi-generator among them. */
  java: string
  /** For PYTHONPATH. */
  python: string
  /** A `node_modules`. */
  npm: string
}

/** Downloads from the public registries. The lists in this folder give the version and the hash of each download. */
export async function fetchNeeded(): Promise<Fetched> {
  const [java, python, npm] = await Promise.all([
    kept('java', ['pom.xml', 'libraries.sha256'], fetchJars),
    kept('python', ['requirements.txt'], fetchWheels),
    kept('npm', ['package.json', 'bun.lock'], fetchPackages),
    patiently(() => run(['go', 'mod', 'download'], { cwd: join(import.meta.dir, 'go') })),
  ])
  return { java, python, npm: join(npm, 'node_modules') }
}

async function fetchJars(lists: string, to: string): Promise<void> {
  const pom = join(lists, 'pom.xml')
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${to}`]
  await run(['mvn', '-q', '-B', '-C', '-f', pom, ...copy])
  const found = readdirSync(to).map((name) => {
    const bytes = readFileSync(join(to, name))
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}`
  })
  const wanted = readFileSync(join(lists, 'libraries.sha256'), 'utf8').trim()
  if (found.toSorted().join('\n') === wanted.split('\n').toSorted().join('\n')) return
  throw new Error(`The jars are not those of libraries.sha256:\n${found.join('\n')}`)
}

async function fetchWheels(lists: string, to: string): Promise<void> {
  const pinned = ['--require-hashes', '--no-deps', '--only-binary=:all:']
  const quiet = ['-q', '--disable-pip-version-check', '--root-user-action=ignore']
  const from = ['-r', join(lists, 'requirements.txt')]
  const pip = ['python3', '-m', 'pip', 'install']
  await run([...pip, ...quiet, ...pinned, '--target', to, ...from])
}

async function fetchPackages(lists: string, to: string): Promise<void> {
  cpSync(lists, to, { recursive: true })
  const install = ['install', '--frozen-lockfile', '--ignore-scripts', '--silent']
  await run([process.execPath, ...install], { cwd: to })
}

/** Makes a folder once for each state of its lists; one that was not finished counts as none. */
async function kept(
  name: string,
  lists: readonly string[],
  make: (lists: string, to: string) => Promise<void>,
): Promise<string> {
  const from = join(import.meta.dir, name)
  const hash = createHash('sha256')
  for (const list of lists) hash.update(readFileSync(join(from, list)))
  const place = join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(place)) return place
  const making = `${place}.${process.pid}`
  try {
    await patiently(async () => {
      rmSync(making, { recursive: true, force: true })
      mkdirSync(making, { recursive: true })
      await make(from, making)
    })
    // Another check may have finished the folder first.
    if (!existsSync(place)) renameSync(making, place)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return place
}

async function patiently(fetch: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; tries < fetchTries; tries++) {
    try {
      await fetch()
      return
    } catch (error) {
      console.error(String(error))
      await Bun.sleep(fetchPauseMs)
    }
  }
  await fetch()
}
