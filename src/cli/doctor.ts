import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import { findRunningServer } from '../accounts/call-log/read-calls.ts'
import { readConfig } from '../platform/config.ts'
import type { DataDir } from '../platform/disk/data-dir.ts'
import { examine, textOf } from '../platform/doctor/examine.ts'
import type { Examined } from '../platform/doctor/finding.ts'
import { reportName, reportOf } from '../platform/doctor/report.ts'
import { AppError } from '../platform/errors.ts'
import { systemClock } from '../platform/time.ts'
import { command, type CommonOptions, dataDirOf, printResult } from './command.ts'

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
