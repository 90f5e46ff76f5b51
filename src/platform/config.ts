import { existsSync, readFileSync } from 'node:fs'
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from './errors.ts'
import { withoutQuotes } from './text.ts'
import { isProxyText } from './http/listening/forwarded.ts'

export const defaultPort = 3292

/** Of HTTPS, beside the other: the name shows what it is for, and none of the ports that examples use. */
const defaultHttpsPort = 3443

/** Of a standby: five minutes without the first one, after which a web shop would sell what is gone. */
const defaultLagLimitSeconds = 300

export const loopback = '127.0.0.1'
const allAddresses = '0.0.0.0'

const portMax = 65_535
const portAllowed = `a whole number from 0 to ${portMax}`

/** Characters of a refused value that its sentence repeats. */
const shownMax = 60

// The descriptions end the sentence "… must be".
const port = Type.Integer({ minimum: 0, maximum: portMax, description: portAllowed })
const quoted = Type.String({ description: 'a text in quotes' })

const list = Type.Array(Type.String(), { description: 'a list of texts in quotes' })

/** What daybook.toml may hold. It is never written by the server. */
const settings = {
  host: quoted,
  port,
  https_port: port,
  local_name: quoted,
  scan_export_port: port,
  storefront_port: port,
  public_url: quoted,
  image_base_url: quoted,
  tls_cert: quoted,
  tls_key: quoted,
  metrics_token: quoted,
  litestream: quoted,
  lag_limit: Type.Integer({ minimum: 0, description: 'a whole number of seconds; 0: none' }),
  cors_origins: list,
  trusted_proxies: list,
}
const fileSchema = Type.Partial(Type.Object(settings, { additionalProperties: false }))
/** The names of all settings, and of those whose values nobody is told: no refusal, log or report repeats them. */
export const settingNames = Object.keys(settings)
export const secretSettings: readonly string[] = ['metrics_token']
const settingSchemas: ReadonlyMap<string, TSchema> = new Map(Object.entries(settings))

/** What is needed before the database opens. Flag, then environment, then daybook.toml, then the default. */
export type Config = {
  /** Undefined when nobody said: then this computer only, unless an owner has opened Daybook to the network. */
  host: string | undefined
  port: number
  /** Of HTTPS with the shop's own certificate, while an owner has it on. */
  httpsPort: number
  /** What this computer is called in the network beside its own name, without `.local`; undefined: nothing. */
  localName: string | undefined
  scanExportPort: number | undefined
  storefrontPort: number | undefined
  /** Without a slash at its end. */
  publicUrl: string | undefined
  /** Where addresses of images in answers begin instead, such as a content delivery network's; likewise. */
  imageBaseUrl: string | undefined
  tls: { cert: string; key: string } | undefined
  /** What a program on another computer has to send to `GET /metrics`; undefined: none may. */
  metricsToken: string | undefined
  /** Where the program Litestream is; undefined: it is looked for where programs are. */
  litestream: string | undefined
  /** A standby whose book is older refuses to be read, in seconds; 0: it never does. */
  lagLimitSeconds: number
  corsOrigins: readonly string[]
  /** Proxies on other computers that are believed whom they pass on: addresses, and networks as in `10.0.0.0/8`. */
  trustedProxies: readonly string[]
}

/** What the command line said; undefined where it said nothing. */
export type Flags = {
  host?: string | undefined
  lan?: boolean | undefined
  port?: string | undefined
  httpsPort?: string | undefined
  localName?: string | undefined
  scanExportPort?: string | undefined
  storefrontPort?: string | undefined
  publicUrl?: string | undefined
  imageBaseUrl?: string | undefined
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
    httpsPort:
      portOf(given(flags.httpsPort, 'DAYBOOK_HTTPS_PORT', written.https_port)) ?? defaultHttpsPort,
    localName: labelOf(given(flags.localName, 'DAYBOOK_LOCAL_NAME', written.local_name)),
    scanExportPort: portOf(
      given(flags.scanExportPort, 'DAYBOOK_SCAN_EXPORT_PORT', written.scan_export_port),
    ),
    storefrontPort: portOf(
      given(flags.storefrontPort, 'DAYBOOK_STOREFRONT_PORT', written.storefront_port),
    ),
    publicUrl: webAddressOf(given(flags.publicUrl, 'DAYBOOK_PUBLIC_URL', written.public_url)),
    imageBaseUrl: webAddressOf(
      given(flags.imageBaseUrl, 'DAYBOOK_IMAGE_BASE_URL', written.image_base_url),
    ),
    tls: tlsOf(
      given(flags.tlsCert, 'DAYBOOK_TLS_CERT', written.tls_cert),
      given(flags.tlsKey, 'DAYBOOK_TLS_KEY', written.tls_key),
    ),
    // An empty one would be one that everybody knows.
    metricsToken:
      given(undefined, 'DAYBOOK_METRICS_TOKEN', written.metrics_token)?.value || undefined,
    litestream: given(undefined, 'DAYBOOK_LITESTREAM', written.litestream)?.value,
    lagLimitSeconds:
      secondsOf(given(undefined, 'DAYBOOK_LAG_LIMIT', written.lag_limit)) ?? defaultLagLimitSeconds,
    corsOrigins: written.cors_origins ?? [],
    trustedProxies: proxiesIn(
      given(undefined, 'DAYBOOK_TRUSTED_PROXIES', written.trusted_proxies?.join(',')),
    ),
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
  if (allowed !== undefined) {
    const got = secretSettings.includes(name) ? undefined : problem?.value
    throw mustBe(`${file}: ${name}`, allowed, got)
  }
  const names = [...settingSchemas.keys()].join(', ')
  throw refused(`${file}: there is no setting ${name}. There are ${names}.`)
}

/** The parser quotes the line, which may be the one with the token. */
function parseToml(file: string): unknown {
  try {
    return Bun.TOML.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? withoutQuotes(error.message) : 'unknown'
    throw refused(`${file} cannot be read: ${reason}.`)
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

/** `daybook` unless it was said otherwise. */
function labelOf(given: Given | undefined): string | undefined {
  if (given === undefined) return 'daybook'
  const label = given.value.toLowerCase().replace(/\.local$/, '')
  if (!/^[a-z\d]([a-z\d-]{0,40}[a-z\d])?$/.test(label)) {
    throw mustBe(given.from, 'a word of letters, digits and "-", or "none"', given.value)
  }
  return label === 'none' ? undefined : label
}

function secondsOf(given: Given | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,9}$/.test(given.value)) return Number(given.value)
  throw mustBe(given.from, 'a whole number of seconds; 0: none', given.value)
}

/** Separated by commas. */
function proxiesIn(given: Given | undefined): string[] {
  if (given === undefined || given.value === '') return []
  const texts = given.value.split(',').map((text) => text.trim())
  const wrong = texts.find((text) => !isProxyText(text))
  if (wrong === undefined) return texts
  throw mustBe(given.from, 'addresses or networks, such as 192.168.1.5 or 10.0.0.0/8', wrong)
}

function webAddressOf(given: Given | undefined): string | undefined {
  return given === undefined ? undefined : readWebAddress(given.from, given.value)
}

/**
 * An address that everybody is told, without a slash at its end; `from` is where it was said. Throws AppError
 * `invalid_request`; what may be a user and a password is not repeated.
 */
export function readWebAddress(from: string, text: string): string {
  const allowed = 'an address that begins with http:// or https://'
  const url = URL.parse(text)
  const isAddress = url !== null && /^https?:$/.test(url.protocol)
  const hasUser = isAddress ? url.username + url.password !== '' : text.includes('@')
  if (hasUser) throw mustBe(from, `${allowed}, without a user and a password`, undefined)
  if (!isAddress) throw mustBe(from, allowed, text)
  return url.href.replace(/\/+$/, '')
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

/** `got` is left out where it is undefined. */
function mustBe(from: string, allowed: string, got: unknown): AppError {
  if (got === undefined) return refused(`${from} must be ${allowed}.`)
  return refused(`${from} must be ${allowed}, got ${JSON.stringify(got)?.slice(0, shownMax)}.`)
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message)
}
