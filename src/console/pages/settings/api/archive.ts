import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readArchive } from '../../../../platform/archive/setting.ts'
import { countArchived } from '../../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { textOf } from '../../../api/fields.ts'
import { forOwners, requireConfirmed, sessionOf } from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'

/** The archive of documents. It copies all documents to the named folder, so the password is required. */
export function archiveRoutes(deps: ConsoleDeps) {
  const { archive } = deps
  return new Elysia()
    .get('/api/settings/archive', () => shownArchive(deps), forOwners)
    .post(
      '/api/settings/archive',
      async ({ request, body }) => {
        requireConfirmed(deps, request)
        await archive.switchOn(body.path.trim(), sessionOf(request).userId)
        return shownArchive(deps)
      },
      { body: folderBody, ...forOwners },
    )
    .post(
      '/api/settings/archive/try',
      async ({ request, body }) => {
        requireConfirmed(deps, request)
        const path = body.path.trim()
        await archive.tryFolder(path)
        return { says: `Daybook can write into ${path}.` }
      },
      { body: folderBody, ...forOwners },
    )
    .post(
      '/api/settings/archive/run',
      () => {
        archive.begin()
        return shownArchive(deps)
      },
      forOwners,
    )
    .post(
      '/api/settings/archive/off',
      async ({ request }) => {
        requireConfirmed(deps, request)
        await archive.switchOff(sessionOf(request).userId)
        return shownArchive(deps)
      },
      forOwners,
    )
}

function shownArchive({ database, clock, archive }: ConsoleDeps) {
  const found = readArchive(database.read)
  if (found === undefined) return { archive: null }
  const { path, id, state } = found
  const work = archive.last()
  return {
    archive: {
      path,
      ...countArchived(database.read, id, clock.now()),
      succeededAt: isoTime(state.wroteAt === 0 ? null : state.wroteAt),
      problem: shownProblem(state),
      lost: state.lost.count,
      isWriting: work !== undefined && work.endedAt === null,
    },
  }
}

/** The archive's state for Home. Null if there is no archive. */
export function archiveState({ database, clock }: Pick<ConsoleDeps, 'database' | 'clock'>) {
  const found = readArchive(database.read)
  if (found === undefined) return null
  const { path, state } = found
  const isTold = clock.now() - state.lost.at < lostToldMs
  return { path, problem: shownProblem(state), lost: isTold ? state.lost.count : 0 }
}

/** How long an owner is told about documents that were deleted without being archived, in milliseconds. */
const lostToldMs = 14 * 24 * 60 * 60 * 1000

function shownProblem({ problem }: NonNullable<ReturnType<typeof readArchive>>['state']) {
  if (problem === null) return null
  return { says: problem.says, since: new Date(problem.since).toISOString() }
}

const folderBody = Type.Object({ path: textOf('the path of a folder') })
