import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { reportName } from '../../../platform/doctor/report.ts'
import { AppError } from '../../../platform/errors.ts'
import { ownProgram } from '../../../platform/own-program.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Reading a large database whole takes a minute, in milliseconds. */
const limitMs = 5 * 60_000

const findingShape = Type.Object({
  name: Type.String(),
  state: Type.Union([Type.Literal('good'), Type.Literal('warning'), Type.Literal('bad')]),
  says: Type.String(),
  remedy: Type.Optional(Type.String()),
})

const answerShape = Type.Object({ findings: Type.Array(findingShape) })

/** What "daybook doctor" finds: in a process of its own, since looking through a large database takes long. */
export async function findTroubles({ dir }: ConsoleDeps) {
  const text = await runOwn(['doctor', '--json', '--data', dir.root])
  return Value.Parse(answerShape, JSON.parse(text))
}

/** What "daybook report" writes, as a download. */
export async function downloadReport({ dir, clock }: ConsoleDeps): Promise<Response> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-report-'))
  const file = join(folder, 'report.zip')
  try {
    await runOwn(['report', file, '--json', '--data', dir.root])
    return new Response(await Bun.file(file).bytes(), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${reportName(clock.now())}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runOwn(args: readonly string[]): Promise<string> {
  const child = Bun.spawn([...ownProgram(), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    timeout: limitMs,
  })
  const text = await child.stdout.text()
  await child.exited
  if (text !== '') return text
  throw new AppError('unavailable', 'Daybook could not look: run "daybook doctor" in a terminal.')
}
