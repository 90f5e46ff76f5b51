import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Daybook, daybookAt } from '../../bridge/daybook/daybook.ts'
import { confirm } from '../../bridge/files/decisions.ts'
import {
  lostIn,
  manifestsIn,
  readManifest,
  type FilesPairing,
  readFilesPairing,
} from '../../bridge/files/folder.ts'
import { type FilesEnded, runFolder, writeAndReport } from '../../bridge/files/run-files.ts'
import { preview, type Written } from '../../bridge/files/write-waiting.ts'
import { holdBooks } from '../../bridge/journal/journal.ts'
import { mappingsIn } from '../../bridge/open.ts'
import { renderVouchers } from '../../bridge/tally/render.ts'
import { totalOf } from '../../bridge/vouchers/voucher.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { toRupees } from '../../platform/money.ts'
import { systemClock } from '../../platform/time.ts'
import { printResult } from '../command.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand } from './options.ts'

export type WriteOptions = BridgeOptions & {
  once?: boolean
  dryRun?: boolean
  every: number
  mappings?: string
}

/** `bridge run` for a paired folder: writes what waits, once or until it is stopped. */
export async function runFiles(
  options: WriteOptions,
  pairing: FilesPairing,
  stopped: Promise<unknown>,
): Promise<void> {
  const daybook = daybookOf(pairing, options.mappings)
  const deps = { ...pairing, daybook, clock: systemClock, told: new Map<string, string>() }
  if (options.dryRun === true) return showPreview(options, pairing, await preview(deps))
  // Two at once would write the same documents to two files.
  using _ = holdBooks(bridgeFolder(options))
  if (options.once === true) return printWritten(options, pairing, await writeAndReport(deps))
  const { log, close } = await openLog(join(bridgeFolder(options), 'logs'))
  try {
    const stop = new AbortController()
    void stopped.then(() => stop.abort())
    await runFolder(
      { ...deps, log },
      {
        everyMs: options.every * 1000,
        signal: stop.signal,
        onRound: (ended) => printEnded(options, pairing, ended),
      },
    )
  } finally {
    await close()
  }
}

function printEnded(options: BridgeOptions, pairing: FilesPairing, ended: FilesEnded): void {
  if ('problem' in ended) printResult(options, ended, [ended.problem])
  else printWritten(options, pairing, ended)
}

function daybookOf(pairing: FilesPairing, mappings: string | undefined): Daybook {
  const daybook = daybookAt(pairing)
  return mappings === undefined ? daybook : { ...daybook, mappings: () => mappingsIn(mappings) }
}

function showPreview(
  options: BridgeOptions,
  { target }: FilesPairing,
  { keyed, results, orders }: Awaited<ReturnType<typeof preview>>,
): void {
  const rows = keyed.map(({ voucher }) => ({
    kind: voucher.kind,
    date: voucher.date,
    party: voucher.party,
    reference: voucher.reference,
    total: toRupees(totalOf(voucher)),
  }))
  const lines = rows.map(({ kind, date, party, reference, total }) =>
    [date, kind, party, reference || '–', total.toFixed(2)].join('  '),
  )
  const problems = results.map(({ id, message = '', code = 'other' }) => {
    return `${id}\n  ! ${message} (${code})`
  })
  const xml = target.format === 'tally' ? ['', renderVouchers(keyed, target.company)] : []
  const isEmpty = lines.length + problems.length === 0
  const shown = isEmpty
    ? ['Nothing waits.']
    : [...lines, ...problems, ...(rows.length > 0 ? xml : [])]
  const refused = orders === undefined ? [] : [orders]
  const result = { vouchers: rows, results, ...(orders !== undefined && { orders }) }
  printResult(options, result, [...shown, ...refused])
}

function printWritten(options: BridgeOptions, { folder }: FilesPairing, written: Written): void {
  const { files, vouchers, waiting, orders, confirmed, lost } = written
  const lines = [
    ...(files.length === 0
      ? ['Nothing new to write.']
      : [`${counted(vouchers)} in ${files.map((file) => join(folder, file)).join(', ')}.`]),
    ...(waiting === 0 ? [] : [`${waiting} wait: the console says why.`]),
    ...(orders === undefined ? [] : [orders]),
    ...(confirmed.acknowledged === 0 ? [] : [`${confirmed.acknowledged} confirmed.`]),
    ...lost.map(lostLine),
  ]
  printResult(options, written, lines)
}

function lostLine(manifest: string): string {
  return `The file of ${manifest} is gone: confirm it if it was imported, or delete the manifest, and what it held is written again.`
}

function counted(vouchers: number): string {
  return `${vouchers} ${vouchers === 1 ? 'voucher' : 'vouchers'}`
}

/** `bridge status` for a paired folder. */
export function showFiles(options: BridgeOptions, { folder, daybook }: FilesPairing): void {
  const open = manifestsIn(folder).map((path) => {
    const { file, made_at, vouchers, documents } = readManifest(path)
    return { manifest: path, file, made_at, vouchers, documents: documents.length }
  })
  const lines = open.map(({ manifest, vouchers }) => `  ${counted(vouchers)}: ${manifest}`)
  printResult(options, { folder, daybook, open }, [
    `Files go to ${folder}; Daybook at ${daybook}`,
    `${open.length} ${open.length === 1 ? 'file is' : 'files are'} not confirmed${open.length === 0 ? '.' : ':'}`,
    ...lines,
    ...lostIn(folder).map(lostLine),
  ])
}

export function confirmCommand(): Command {
  return bridgeSubcommand(
    'confirm',
    'say that a file was imported: what it holds is acknowledged',
    'daybook bridge confirm ~/for-the-accountant/daybook-20261123T101500000.csv.manifest.json',
  )
    .argument('<manifest>', 'the file that lies beside it and ends in .manifest.json')
    .action(async (manifest: string, options: BridgeOptions) => {
      const pairing = await readFilesPairing(bridgeFolder(options))
      if (pairing === undefined) throw nothingPaired()
      const { acknowledged, changed } = await confirm(daybookAt(pairing), resolve(manifest))
      printResult(options, { acknowledged, changed }, [
        `${acknowledged} acknowledged.`,
        ...changed.map(
          (id) => `${id} changed since it was written: change it in the books by hand.`,
        ),
      ])
    })
}

function nothingPaired(): AppError {
  return new AppError('not_found', 'No folder is paired: "daybook bridge pair folder" pairs one.')
}
