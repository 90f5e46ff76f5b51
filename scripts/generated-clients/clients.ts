import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './commands.ts'
import type { Fetched } from './fetched.ts'

export const services = ['scan-export', 'storefront'] as const

/** A client that was built: how it is started, and what it needs in its environment. */
export type Client = { name: string; command: readonly string[]; env?: Record<string, string> }

type Work = { dir: string; fetched: Fetched }

const phpNames: Record<string, string> = { 'scan-export': 'ScanExport', storefront: 'Storefront' }

/** What openapi-generator is told for each language beside the document. */
const generated = {
  python: (service: string) => ({
    generatorName: 'python',
    additionalProperties: { packageName: `daybook_${service.replace('-', '_')}` },
  }),
  typescript: () => ({
    generatorName: 'typescript-fetch',
    additionalProperties: { importFileExtension: '.js' },
  }),
  java: (service: string) => ({
    generatorName: 'java',
    additionalProperties: javaPackages(`daybook.${joined(service)}`),
  }),
  php: (service: string) => ({
    generatorName: 'php',
    additionalProperties: { invokerPackage: `Daybook\\${phpNames[service]}` },
  }),
  go: (service: string) => ({
    generatorName: 'go',
    additionalProperties: { packageName: joined(service) },
  }),
}

/** Makes the code of all clients from the documents in `work.dir` (`{service}.json`). */
export async function generateClients({ dir, fetched }: Work): Promise<void> {
  const settings = Object.entries(generated).flatMap(([language, settingsOf]) =>
    services.map((service) => {
      const file = join(dir, `${language}-${service}.settings.json`)
      const inputSpec = join(dir, `${service}.json`)
      const outputDir = generatedDir(dir, language, service)
      writeFileSync(file, JSON.stringify({ ...settingsOf(service), inputSpec, outputDir }))
      return file
    }),
  )
  await run(['java', '-jar', generatorJar(fetched), 'batch', '--fail-fast', ...settings])
}

/** Python needs no building: it is read when it is started. */
export async function pythonClient({ dir, fetched }: Work): Promise<Client> {
  const clients = services.map((service) => generatedDir(dir, 'python', service))
  const path = [fetched.python, ...clients].join(delimiter)
  const flow = join(import.meta.dir, 'python/flow.py')
  return { name: 'Python', command: ['python3', '-B', flow], env: { PYTHONPATH: path } }
}

/** Read when it is started too, so each file that was made is looked at before. */
export async function phpClient({ dir }: Work): Promise<Client> {
  const folders = services.map((service) => generatedDir(dir, 'php', service))
  const files = folders.flatMap((folder) => filesIn(join(folder, 'lib'), '.php'))
  // One file a call: it takes no list.
  for (const file of files) await run(['php', '-l', file])
  const flow = join(import.meta.dir, 'php/flow.php')
  return { name: 'PHP', command: ['php', flow, ...folders] }
}

export async function typescriptClient({ dir, fetched }: Work): Promise<Client> {
  const place = join(dir, 'typescript')
  cpSync(join(import.meta.dir, 'typescript'), place, { recursive: true })
  for (const service of services) {
    cpSync(generatedDir(dir, 'typescript', service), join(place, service), { recursive: true })
  }
  await run(['node', join(fetched.npm, 'typescript/bin/tsc'), '-p', place])
  return { name: 'TypeScript', command: ['node', join(place, 'built/flow.js')] }
}

export async function javaClient({ dir, fetched }: Work): Promise<Client> {
  const place = join(dir, 'java')
  const classpath = [join(fetched.java, '*'), place].join(delimiter)
  const sources = services.flatMap((service) =>
    filesIn(join(generatedDir(dir, 'java', service), 'src/main/java'), '.java'),
  )
  const list = join(dir, 'java-sources')
  writeFileSync(list, [...sources, join(import.meta.dir, 'java/Flow.java')].join('\n'))
  await run(['javac', '-nowarn', '-proc:none', '-cp', classpath, '-d', place, `@${list}`])
  return { name: 'Java', command: ['java', '-cp', classpath, 'Flow'] }
}

/** Two: what openapi-generator makes for Go, and what oapi-codegen makes. */
export async function goClients({ dir }: Work): Promise<Client[]> {
  const place = join(dir, 'go')
  cpSync(join(import.meta.dir, 'go'), place, { recursive: true })
  for (const service of services) {
    const to = join(place, 'generator', joined(service))
    cpSync(generatedDir(dir, 'go', service), to, { recursive: true })
    // A module of its own, and tests that ask for libraries of their own.
    for (const name of ['go.mod', 'go.sum', 'test']) {
      rmSync(join(to, name), { recursive: true, force: true })
    }
    const other = join(place, 'oapi-codegen', joined(service))
    mkdirSync(other)
    const options = ['-generate', 'types,client', '-package', joined(service)]
    const output = ['-o', join(other, 'client.go'), join(dir, `${service}.json`)]
    await run(['go', 'tool', 'oapi-codegen', ...options, ...output], { cwd: place })
  }
  await run(['go', 'build', '-o', 'bin/', './generator', './oapi-codegen'], { cwd: place })
  return ['generator', 'oapi-codegen'].map((name) => ({
    name: name === 'generator' ? 'Go' : 'Go by oapi-codegen',
    command: [join(place, 'bin', name)],
  }))
}

function generatedDir(dir: string, language: string, service: string): string {
  return join(dir, 'generated', `${language}-${service}`)
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}

function generatorJar({ java }: Fetched): string {
  const jar = readdirSync(java).find((name) => name.startsWith('openapi-generator-cli-'))
  if (jar === undefined) throw new Error('openapi-generator is not among the jars.')
  return join(java, jar)
}

function javaPackages(name: string) {
  return { invokerPackage: name, apiPackage: `${name}.api`, modelPackage: `${name}.model` }
}

/** As packages of Java and Go are called. */
function joined(service: string): string {
  return service.replace('-', '')
}
