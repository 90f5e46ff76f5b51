import { mkdtempSync, existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import { findRunningServer } from '../accounts/call-log/read-calls.ts'
import { type Service, services } from '../accounts/keys/rules.ts'
import { apiDocuments, storeOf } from '../app.ts'
import { command, type CommonOptions, dataDirOf, printResult } from './command.ts'
import { readConfig } from '../platform/config.ts'
import { openServedDatabase } from '../platform/db/database.ts'
import { dataDir, makeDataDir, type DataDir } from '../platform/disk/data-dir.ts'
import { removeFile } from '../platform/disk/durable.ts'
import { examine, textOf } from '../platform/doctor/examine.ts'
import type { Examined } from '../platform/doctor/finding.ts'
import { reportName, reportOf } from '../platform/doctor/report.ts'
import { version } from '../platform/embedded.ts'
import { AppError } from '../platform/errors.ts'
import { thirdPartyNotices } from '../platform/notices.ts'
import { print } from '../platform/print.ts'
import { systemClock } from '../platform/time.ts'
import { trustedKey } from '../platform/update/release-file.ts'
import { scanExportDeps } from '../services/scan-export/service.ts'

export function versionCommand(): Command {
  return command('version', 'show the version', 'daybook version').action(
    (options: CommonOptions) => {
      const said = { version, bun: Bun.version, update_key: trustedKey ?? null }
      printResult(options, said, [
        `Daybook ${version} (Bun ${Bun.version})`,
        trustedKey === undefined
          ? 'It holds no key of a maker: it cannot tell whose an update is.'
          : `It takes updates that are signed with ${trustedKey}.`,
      ])
    },
  )
}

export function pathsCommand(): Command {
  return command('paths', 'show where the data is', 'daybook paths').action(
    (options: CommonOptions) => {
      const dir = dataDirOf(options)
      const {
        root: data,
        database,
        calls,
        logs,
        images,
        documents,
        testCopy,
        backups,
        config,
      } = dir
      const shown = { data, database, calls, logs, images, documents, testCopy, backups, config }
      const lines = Object.entries(shown).map(([name, path]) => `${name.padEnd(10)} ${path}`)
      printResult(options, shown, lines)
    },
  )
}

export function licensesCommand(): Command {
  return command('licenses', 'show the licences of what is inside', 'daybook licenses').action(
    (options: CommonOptions) => {
      const notices = thirdPartyNotices()
      printResult(options, { notices }, [notices])
    },
  )
}

type OpenapiOptions = CommonOptions & { url?: string }

export function openapiCommand(): Command {
  return command(
    'openapi',
    "print a service's API document (OpenAPI 3.0)",
    'daybook openapi scan-export > scan-export.json',
  )
    .addArgument(new Argument('<service>', 'which service').choices(services))
    .option('--url <url>', "the service's base address (default: from the settings)")
    .action((service: Service, options: OpenapiOptions) => openapi(service, options))
}

async function openapi(service: Service, options: OpenapiOptions): Promise<void> {
  const address = options.url?.replace(/\/$/, '') ?? configuredAddress(service, options)
  const text = await documentText(service, address)
  print(options.json === true ? text : JSON.stringify(JSON.parse(text), null, 2))
}

/** Routes need a database. An empty one in a temporary folder is enough, because the document does not depend on data. */
async function documentText(service: Service, address: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-openapi-'))
  try {
    const dir = dataDir(folder)
    makeDataDir(dir)
    const database = openServedDatabase(dir, systemClock.now())
    try {
      const storefront = { database, clock: systemClock, store: storeOf(dir) }
      const scanExport = scanExportDeps(storefront)
      const document = apiDocuments(scanExport, storefront).get(service)
      if (document === undefined) throw new Error(`There is no service ${service}.`)
      return await document.text(address)
    } finally {
      await database.close()
    }
  } finally {
    await removeFile(folder)
  }
}

function configuredAddress(service: Service, options: OpenapiOptions): string {
  const { publicUrl, tls, port } = readConfig({}, process.env, dataDirOf(options).config)
  const scheme = tls === undefined ? 'http' : 'https'
  return `${publicUrl ?? `${scheme}://127.0.0.1:${port}`}/${service}`
}

export function doctorCommand(): Command {
  return command(
    'doctor',
    'look for the usual troubles, and say what to do about them',
    'daybook doctor',
  ).action(async (options: CommonOptions) => {
    const findings = await examine(examinedAt(dataDirOf(options)))
    printResult(options, { findings }, textOf(findings))
    if (findings.some(({ state }) => state === 'bad')) {
      throw new AppError('conflict', 'Something is wrong with this Daybook: see above.')
    }
  })
}

export function reportCommand(): Command {
  return command(
    'report',
    'write a file for whoever helps: versions, settings, troubles, the end of the log; no documents, no secrets',
    'daybook report',
  )
    .addArgument(new Argument('[file]', 'the ZIP file to write (default: named by the time, here)'))
    .action(async (file: string | undefined, options: CommonOptions) => {
      const examined = examinedAt(dataDirOf(options))
      const path = resolve(file ?? reportName(examined.now))
      if (existsSync(path)) {
        throw new AppError('conflict', `There is a file ${path} already: name another one.`)
      }
      const { bytes, missing } = await reportOf(examined)
      writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' })
      printResult(options, { file: path, missing }, [
        `Wrote ${path}. Look into it before you send it: its first file says what it holds.`,
        ...missing,
      ])
    })
}

function examinedAt(dir: DataDir): Examined {
  return {
    dir,
    serverUrl: findRunningServer(dir)?.url,
    readConfig: () => readConfig({}, process.env, dir.config),
    env: process.env,
    now: systemClock.now(),
  }
}
