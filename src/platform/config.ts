import { existsSync, readFileSync } from 'node:fs'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from './errors.ts'

export const defaultPort = 3292
const loopback = '127.0.0.1'
const allAddresses = '0.0.0.0'

const portMax = 65_535
const port = Type.Integer({ minimum: 0, maximum: portMax })

/** What daybook.toml may hold. It is never written by the server. */
const fileSchema = Type.Partial(
  Type.Object(
    {
      host: Type.String(),
      port,
      scan_export_port: port,
      storefront_port: port,
      public_url: Type.String(),
      tls_cert: Type.String(),
      tls_key: Type.String(),
      cors_origins: Type.Array(Type.String()),
    },
    { additionalProperties: false },
  ),
)

/** What is needed before the book opens. Flag, then environment, then daybook.toml, then the default. */
export type Config = {
  host: string
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

/** Throws AppError `invalid_request` for a setting that cannot be. */
export function readConfig(flags: Flags, env: Environment, file: string): Config {
  const written = readConfigFile(file)
  const given = (flag: string | undefined, name: string) => flag ?? (env[name] || undefined)
  const publicUrl = given(flags.publicUrl, 'DAYBOOK_PUBLIC_URL') ?? written.public_url
  const lanHost = flags.lan === true ? allAddresses : undefined
  return {
    host: given(flags.host ?? lanHost, 'DAYBOOK_HOST') ?? written.host ?? loopback,
    port: portOf('--port', given(flags.port, 'DAYBOOK_PORT')) ?? written.port ?? defaultPort,
    scanExportPort:
      portOf('--scan-export-port', given(flags.scanExportPort, 'DAYBOOK_SCAN_EXPORT_PORT')) ??
      written.scan_export_port,
    storefrontPort:
      portOf('--storefront-port', given(flags.storefrontPort, 'DAYBOOK_STOREFRONT_PORT')) ??
      written.storefront_port,
    publicUrl: publicUrl === undefined ? undefined : checkedUrl(publicUrl),
    tls: tlsOf(
      given(flags.tlsCert, 'DAYBOOK_TLS_CERT') ?? written.tls_cert,
      given(flags.tlsKey, 'DAYBOOK_TLS_KEY') ?? written.tls_key,
    ),
    corsOrigins: written.cors_origins ?? [],
  }
}

function readConfigFile(file: string): Static<typeof fileSchema> {
  if (!existsSync(file)) return {}
  const parsed = parseToml(file)
  if (Value.Check(fileSchema, parsed)) return parsed
  const [problem] = Value.Errors(fileSchema, parsed)
  throw refused(`${file}: ${problem?.path.slice(1) ?? ''} is not right: ${problem?.message ?? ''}.`)
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

function portOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (isPort(text)) return Number(text)
  throw refused(`${name} must be a whole number from 0 to 65535, got "${text}".`)
}

function checkedUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw refused(`The public address must begin with http:// or https://, got "${text}".`)
  }
  return url.href.replace(/\/$/, '')
}

function tlsOf(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw refused('TLS needs both files: --tls-cert and --tls-key.')
  }
  for (const file of [cert, key]) {
    if (!existsSync(file)) throw refused(`The TLS file ${file} does not exist.`)
  }
  return { cert, key }
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message)
}
