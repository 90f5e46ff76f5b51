import { realpath, stat, mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findUser, listUsers } from '../../../../accounts/queries.ts'
import { dutiesOf } from '../../../../accounts/rules.ts'
import { findArchiveWanted } from '../../../../platform/archive/setting.ts'
import { isWithin, requireApart } from '../../../../platform/disk/opened-folder.ts'
import { AppError } from '../../../../platform/errors.ts'
import { newId } from '../../../../platform/ids.ts'
import { readPaused, readSetting } from '../../../../platform/settings.ts'
import { categories, type Category } from '../../../../paper/categories.ts'
import {
  doneFolders,
  foldersMax,
  foldersSetting,
} from '../../../../services/scan-export/folders/watched.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, idParameter, textOf } from '../../../api/fields.ts'
import { forOwners, requireConfirmed, sessionOf } from '../../../api/guard.ts'
import { changeSetting } from '../../../api/history.ts'
import {
  forgetKept,
  listKept,
} from '../../../../services/scan-export/reading/passwords/file-passwords.ts'

/** Folders whose files become documents. Naming a folder can make Daybook read any file of this computer, so the password is required. */
export function folderRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get('/api/settings/folders', () => shownFolders(deps), forOwners)
    .post(
      '/api/settings/folders',
      async ({ request, body: { path: given, userId, category } }) => {
        requireConfirmed(deps, request)
        requireNonePaused(deps)
        const known = readSetting(database.read, foldersSetting)
        if (known.length >= foldersMax) {
          throw new AppError('conflict', `There are ${foldersMax} watched folders already.`)
        }
        requireClerk(deps, userId)
        const path = await checkedFolder(deps, given.trim(), [
          ...known.map((folder) => folder.path),
          ...archiveFolders(deps),
        ])
        const folder = { id: newId(clock.now()), path, userId, category }
        await changeSetting(deps, foldersSetting, [...known, folder], sessionOf(request).userId)
        return shownFolders(deps)
      },
      { body: folderBody, ...forOwners },
    )
    .post(
      '/api/settings/folders/:id/delete',
      async ({ request, params: { id } }) => {
        requireConfirmed(deps, request)
        const known = readSetting(database.read, foldersSetting)
        const rest = known.filter((folder) => folder.id !== id)
        if (rest.length === known.length) {
          throw new AppError('not_found', 'This folder is not watched any more.')
        }
        await changeSetting(deps, foldersSetting, rest, sessionOf(request).userId)
        return shownFolders(deps)
      },
      { ...idParameter, ...forOwners },
    )
}

function shownFolders({ database, folders }: ConsoleDeps) {
  const { read } = database
  return {
    items: readSetting(read, foldersSetting).map(({ id, path, userId, category }) => ({
      id,
      path,
      category,
      user: findUser(read).get({ id: userId })?.name ?? '',
      files: folders.stateOf(id)?.seen.size ?? 0,
      problem: folders.stateOf(id)?.problem ?? null,
    })),
    /** The users to whom a folder's documents can belong. */
    clerks: listUsers(read)
      .all()
      .filter((user) => user.deactivatedAt === null && dutiesOf(user).includes('clerk'))
      .map(({ id, name }) => ({ id, name })),
  }
}

/** A watched folder's files are moved away, so it must not be the archive. */
function archiveFolders({ database }: ConsoleDeps): string[] {
  const archive = findArchiveWanted(database.read)
  return archive === null ? [] : [archive.path]
}

/** Adding a folder writes the whole list, which would drop paused folders. */
function requireNonePaused({ database }: ConsoleDeps): void {
  if ((readPaused(database.read, foldersSetting) ?? []).length === 0) return
  throw new AppError(
    'conflict',
    'There are folders that came with restored data: confirm or forget those first.',
  )
}

function requireClerk({ database }: ConsoleDeps, userId: string): void {
  const user = findUser(database.read).get({ id: userId })
  if (user !== undefined && user.deactivatedAt === null && dutiesOf(user).includes('clerk')) return
  throw new AppError('invalid_request', 'Choose a user who works with documents.', {
    field: 'userId',
  })
}

/** The folder behind all links. Its folders for processed files are created, so it must be writable. */
async function checkedFolder(
  { dir }: ConsoleDeps,
  given: string,
  others: readonly string[],
): Promise<string> {
  if (!isAbsolute(given)) throw refused('Enter the whole path, such as /home/ravi/bills.')
  const path = await folderAt(given)
  await requireApart(dir.root, path).catch((error: unknown) => {
    throw error instanceof AppError ? refused(error.message) : error
  })
  const other = others.find((one) => isWithin(one, path))
  if (other !== undefined) throw refused(`It is ${other}, or one lies in the other.`)
  try {
    for (const name of Object.values(doneFolders))
      await mkdir(join(path, name), { recursive: true })
  } catch {
    throw refused('Daybook cannot write into this folder: files that are done could not be moved.')
  }
  return path
}

async function folderAt(given: string): Promise<string> {
  try {
    const path = await realpath(given)
    if ((await stat(path)).isDirectory()) return path
  } catch {
    // Missing or unreachable: refused below.
  }
  throw refused(
    'There is no such folder on the computer that Daybook runs on, or it cannot be reached.',
  )
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message, { field: 'path' })
}

const folderBody = Type.Object({
  path: textOf('the path of a folder'),
  userId: textOf('the id of a user'),
  category: choiceOf<Category>(categories),
})

/** Passwords of locked files that owners have kept. Nobody is shown the passwords themselves. */
export function passwordRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/settings/passwords', () => shownPasswords(deps), forOwners)
    .post(
      '/api/settings/passwords/:id/delete',
      async ({ request, params: { id } }) => {
        await forgetKept(deps.scanExport, id, sessionOf(request).userId)
        return await shownPasswords(deps)
      },
      { ...idParameter, ...forOwners },
    )
}

async function shownPasswords({ database: { read }, passwords }: ConsoleDeps) {
  const nameOf = (id: string) => findUser(read).get({ id })?.name ?? ''
  const items = listKept(read)
    .all()
    .map(async ({ id, userId, bank, keptBy, keptAt, usedAt, sealed }) => ({
      id,
      /** The user whose files are tried with the password. */
      sender: nameOf(userId),
      /** The bank of the statement that the password first opened. '' for other documents. */
      bank,
      keptBy: nameOf(keptBy),
      keptAt: new Date(keptAt).toISOString(),
      usedAt: new Date(usedAt).toISOString(),
      /** False if the data were restored without the key that encrypts the passwords. */
      isUsable: await passwords.isUsable(sealed),
    }))
  return { items: await Promise.all(items) }
}
