import { existsSync, readFileSync } from 'node:fs'
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from './errors.ts'

export const defaultPort = 3292
export const loopback = '127.0.0.1'
const allAddresses = '0.0.0.0'

const portMax = 65_535
const portAllowed = `a whole number from 0 to ${portMax}`

/** Characters of a refused value that its sentence repeats. */
const shownMax = 60

// The descriptions end the sentence "… must be".
const port = Type.Integer({ minimum: 0, maximum: portMax, description: portAllowed })
const quoted = Type.String({ description: 'a text in quotes' })

/** What daybook.toml may hold. It is never written by the server. */
const settings = {
  host: quoted,
  port,
  scan_export_port: port,
  storefront_port: port,
  public_url: quoted,
  tls_cert: quoted,
  tls_key: quoted,
  cors_origins: Type.Array(Type.String(), { description: 'a list of texts in quotes' }),
}
const fileSchema = Type.Partial(Type.Object(settings, { additionalProperties: false }))
const settingSchemas: ReadonlyMap<string, TSchema> = new Map(Object.entries(settings))

/** What is needed before the database opens. Flag, then environment, then daybook.toml, then the default. */
export type Config = {
  /** Undefined when nobody said: then this computer only, unless an owner has opened Daybook to the network. */
  host: string | undefined
  port: number
  scanExportPort: number | undefined
  storefrontPort: number | undefined
  /** Without a slash at its end. */
  publicUrl: string | undefined
  tls: { cert: string; key: string } | undefined
  corsOrigins: readonly string[]
}

/** What the command line said; undefined where it said nothing. */
export type Flags = {
  host?: string | undefined
  lan?: boolean | undefined
  port?: string | undefined
  scanExportPort?: string | undefined
  storefrontPort?: string | undefined
  publicUrl?: string | undefined
  tlsCert?: string | undefined
  tlsKey?: string | undefined
}

type Environment = Record<string, string | undefined>

/** What was said, and where: a refusal names the place. */
type Given = { value: string; from: string }

/** Throws AppError `invalid_request` for a setting that cannot be. */
export function readConfig(flags: Flags, env: Environment, file: string): Config {
  const written = readConfigFile(file)
  const given = givenIn(env, file)
  const lanHost = flags.lan === true ? allAddresses : undefined
  return {
    host: given(flags.host ?? lanHost, 'DAYBOOK_HOST', written.host)?.value,
    port: portOf(given(flags.port, 'DAYBOOK_PORT', written.port)) ?? defaultPort,
    scanExportPort: portOf(
      given(flags.scanExportPort, 'DAYBOOK_SCAN_EXPORT_PORT', written.scan_export_port),
    ),
    storefrontPort: portOf(
      given(flags.storefrontPort, 'DAYBOOK_STOREFRONT_PORT', written.storefront_port),
    ),
    publicUrl: publicUrlOf(given(flags.publicUrl, 'DAYBOOK_PUBLIC_URL', written.public_url)),
    tls: tlsOf(
      given(flags.tlsCert, 'DAYBOOK_TLS_CERT', written.tls_cert),
      given(flags.tlsKey, 'DAYBOOK_TLS_KEY', written.tls_key),
    ),
    corsOrigins: written.cors_origins ?? [],
  }
}

/** `DAYBOOK_TLS_CERT` in the environment is `--tls-cert` on the command line and `tls_cert` in daybook.toml. */
function givenIn(env: Environment, file: string) {
  return (
    flag: string | undefined,
    variable: string,
    written: string | number | undefined,
  ): Given | undefined => {
    const setting = variable.slice('DAYBOOK_'.length).toLowerCase()
    if (flag !== undefined) return { value: flag, from: `--${setting.replaceAll('_', '-')}` }
    const fromEnv = env[variable]
    if (fromEnv !== undefined && fromEnv !== '') return { value: fromEnv, from: variable }
    if (written === undefined) return undefined
    return { value: String(written), from: `${file}: ${setting}` }
  }
}

function readConfigFile(file: string): Static<typeof fileSchema> {
  if (!existsSync(file)) return {}
  const parsed = parseToml(file)
  if (Value.Check(fileSchema, parsed)) return parsed
  const [problem] = Value.Errors(fileSchema, parsed)
  const name = problem?.path.split('/')[1] ?? ''
  const allowed = settingSchemas.get(name)?.description
  if (allowed !== undefined) throw mustBe(`${file}: ${name}`, allowed, problem?.value)
  const names = [...settingSchemas.keys()].join(', ')
  throw refused(`${file}: there is no setting ${name}. There are ${names}.`)
}

function parseToml(file: string): unknown {
  try {
    return Bun.TOML.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refused(`${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`)
  }
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= portMax
}

function portOf(given: Given | undefined): number | undefined {
  if (given === undefined) return undefined
  if (isPort(given.value)) return Number(given.value)
  throw mustBe(given.from, portAllowed, given.value)
}

function publicUrlOf(given: Given | undefined): string | undefined {
  if (given === undefined) return undefined
  const url = URL.parse(given.value)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw mustBe(given.from, 'an address that begins with http:// or https://', given.value)
  }
  return url.href.replace(/\/$/, '')
}

function tlsOf(cert: Given | undefined, key: Given | undefined): Config['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw refused(
      `HTTPS needs a certificate and its key (--tls-cert and --tls-key); there is only ${(cert ?? key)?.from}.`,
    )
  }
  for (const { value, from } of [cert, key]) {
    if (!existsSync(value)) throw refused(`${from} names ${value}, which does not exist.`)
  }
  return { cert: cert.value, key: key.value }
}

function mustBe(from: string, allowed: string, got: unknown): AppError {
  return refused(`${from} must be ${allowed}, got ${JSON.stringify(got)?.slice(0, shownMax)}.`)
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message)
}
