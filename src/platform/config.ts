import { existsSync, readFileSync } from 'node:fs'
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from './errors.ts'
import { withoutQuotes } from './text.ts'
import { isProxyText } from './http/listening/addresses.ts'

export const defaultPort = 3292

/** The port of HTTPS, beside the plain one: the number hints at its use, and no example uses it. */
const defaultHttpsPort = 3443

/** A standby's limit: five minutes without the first Daybook. After that a web shop would sell sold-out goods. */
const defaultLagLimitSeconds = 300

export const loopback = '127.0.0.1'
const allAddresses = '0.0.0.0'

const portMax = 65_535
const portAllowed = `a whole number from 0 to ${portMax}`

/** How many characters of a refused value its sentence repeats. */
const shownMax = 60

// The descriptions end the sentence "… must be".
const port = Type.Integer({ minimum: 0, maximum: portMax, description: portAllowed })
const quoted = Type.String({ description: 'a text in quotes' })

const list = Type.Array(Type.String(), { description: 'a list of texts in quotes' })

/** The settings that daybook.toml may contain. The server never writes the file. */
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
/** The names of all settings, and of the secret ones: no refusal, log or report repeats their values. */
export const settingNames = Object.keys(settings)
export const secretSettings: readonly string[] = ['metrics_token']
const settingSchemas: ReadonlyMap<string, TSchema> = new Map(Object.entries(settings))

/** The configuration needed before the database opens. Flag, then environment, then daybook.toml, then the default. */
export type Config = {
  /** Undefined when not set: then only this computer has access, unless an owner has opened Daybook to the network. */
  host: string | undefined
  port: number
  /** The port for HTTPS with the shop's own certificate, while an owner has HTTPS on. */
  httpsPort: number
  /** This computer's additional name in the network, without `.local`. Undefined: none. */
  localName: string | undefined
  scanExportPort: number | undefined
  storefrontPort: number | undefined
  /** Without a slash at its end. */
  publicUrl: string | undefined
  /** The base of image addresses in answers, such as a content delivery network's, without a slash at its end. */
  imageBaseUrl: string | undefined
  tls: { cert: string; key: string } | undefined
  /** The token that a program on another computer must send to `GET /metrics`. Undefined: no other computer may ask. */
  metricsToken: string | undefined
  /** The path of the program Litestream. Undefined: Daybook looks where programs usually are. */
  litestream: string | undefined
  /** A standby refuses reads when its book is older than this, in seconds. 0: it never refuses. */
  lagLimitSeconds: number
  corsOrigins: readonly string[]
  /** Trusted proxies on other computers: addresses, and networks as in `10.0.0.0/8`. */
  trustedProxies: readonly string[]
}

/** The flags of the command line. Undefined where a flag was not given. */
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

/** A given value and its source: a refusal names the source. */
type Given = { value: string; from: string }

/** Throws AppError `invalid_request` for an invalid setting. */
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
    // An empty token would be one that everybody knows.
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

/** The parser's message quotes the line, which may contain the token. */
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

/** `daybook` unless configured. */
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
 * A public address, without a slash at its end. `from` is the setting's source. Throws AppError `invalid_request`. The sentence does not
 * repeat text that may contain a user and a password.
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

/** `got` is left out when undefined. */
function mustBe(from: string, allowed: string, got: unknown): AppError {
  if (got === undefined) return refused(`${from} must be ${allowed}.`)
  return refused(`${from} must be ${allowed}, got ${JSON.stringify(got)?.slice(0, shownMax)}.`)
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message)
}
