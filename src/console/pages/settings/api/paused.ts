import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { archiveSetting } from '../../../../platform/archive/setting.ts'
import { AppError } from '../../../../platform/errors.ts'
import { networkSetting } from '../../../../platform/http/listening/addresses.ts'
import { offsiteSetting, requireKey } from '../../../../platform/offsite/offsite.ts'
import { openPlace } from '../../../../platform/offsite/place.ts'
import { publishingSetting, requireSecret } from '../../../../platform/offsite/published-images.ts'
import {
  clearSetting,
  listPaused,
  type OutwardName,
  outwardNames,
  readPaused,
  resumeSetting,
  type Setting,
} from '../../../../platform/settings.ts'
import { foldersSetting } from '../../../../services/scan-export/folders/watched.ts'
import type { OpenQuestion, QuestionOwner } from '../../../../questions/question.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf } from '../../../api/fields.ts'
import { forOwners, requireConfirmed, sessionOf } from '../../../api/guard.ts'
import { recordHistory } from '../../../api/history.ts'
import { changeNetwork } from './network.ts'

/**
 * Settings of restored data that reach beyond the data itself. They stay paused until an owner confirms or forgets
 * them. The password is required.
 */
export function pausedRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/settings/paused', () => shownPaused(deps), forOwners)
    .post(
      '/api/settings/paused/confirm',
      async ({ request, body: { name } }) => {
        requireConfirmed(deps, request)
        await confirmPaused(deps, name, sessionOf(request).userId)
        return shownPaused(deps)
      },
      { body: pausedBody, ...forOwners },
    )
    .post(
      '/api/settings/paused/forget',
      async ({ request, body: { name } }) => {
        requireConfirmed(deps, request)
        await forget(deps, name, sessionOf(request).userId)
        return shownPaused(deps)
      },
      { body: pausedBody, ...forOwners },
    )
}

/** Throws AppError `not_found` for a setting that is not paused, and what its own check says. */
async function confirmPaused(deps: ConsoleDeps, name: OutwardName, by: string): Promise<void> {
  requirePaused(deps, name)
  await pausable[name].confirm(deps, by)
}

type Paused = {
  name: OutwardName
  /** The folders, places and addresses for people. */
  leadsTo: string[]
}

function shownPaused(deps: ConsoleDeps): { items: Paused[] } {
  return {
    items: listPaused(deps.database.read).flatMap((name) => {
      const leadsTo = pausable[name].leadsTo(deps)
      return leadsTo === undefined ? [] : [{ name, leadsTo }]
    }),
  }
}

type Pausable = {
  /** Undefined if there is nothing to confirm: the value does not fit its schema, or was decided otherwise. */
  leadsTo(deps: ConsoleDeps): string[] | undefined
  confirm(deps: ConsoleDeps, by: string): Promise<void>
}

const pausable: Readonly<Record<OutwardName, Pausable>> = {
  archive: resumed(archiveSetting, (archive) => (archive === null ? [] : [archive.path])),
  'network.access': {
    leadsTo: ({ database, network }) =>
      network.isFixed || readPaused(database.read, networkSetting) !== 'network' ? undefined : [],
    confirm: (deps, by) => changeNetwork(deps, 'network', by),
  },
  'scan-export.folders': resumed(foldersSetting, (folders) => folders.map(({ path }) => path)),
  offsite: resumed(
    offsiteSetting,
    (kept) => (kept === null ? [] : [openPlace(kept.place, '').title]),
    async ({ secrets }, kept) => {
      if (kept !== null) await requireKey(secrets, kept)
    },
  ),
  'images.published': resumed(
    publishingSetting,
    (kept) => (kept === null ? [] : [openPlace(kept.place, '').title, kept.url]),
    async ({ secrets }, kept) => {
      if (kept !== null) await requireSecret(secrets, kept)
    },
  ),
}

/** A setting that is resumed unchanged. `check` throws AppError if it could not work. */
function resumed<T extends TSchema, Name extends OutwardName>(
  setting: Setting<T, Name>,
  tell: (value: Static<T>) => string[],
  check?: (deps: ConsoleDeps, value: Static<T>) => Promise<void>,
): Pausable {
  return {
    leadsTo({ database }) {
      const value = readPaused(database.read, setting)
      return value === undefined ? undefined : tell(value)
    },
    async confirm(deps, by) {
      const value = readPaused(deps.database.read, setting)
      if (value === undefined) throw isNotPaused()
      await check?.(deps, value)
      await deps.database.write((conn) => {
        resumeSetting(conn, setting)
        const details = { setting: setting.name, confirmed: tell(value) }
        recordHistory(conn, deps.clock.now(), { action: 'settings changed', userId: by, details })
      })
    },
  }
}

async function forget(deps: ConsoleDeps, name: OutwardName, by: string): Promise<void> {
  requirePaused(deps, name)
  const { database, clock } = deps
  await database.write((conn) => {
    clearSetting(conn, { name })
    const details = { setting: name, forgotten: true }
    recordHistory(conn, clock.now(), { action: 'settings changed', userId: by, details })
  })
}

function requirePaused({ database }: ConsoleDeps, name: OutwardName): void {
  if (!listPaused(database.read).includes(name)) throw isNotPaused()
}

function isNotPaused(): AppError {
  return new AppError('not_found', 'This is not paused any more: another owner decided it.')
}

/** What waits after a restore, as questions of Today. Answering needs the password, which the route asks for. */
export function pausedQuestions(deps: ConsoleDeps): QuestionOwner {
  return {
    kind: 'paused',
    isFor: ({ role }) => role === 'owner',
    find(_, { userId }) {
      const { items } = shownPaused(deps)
      return Promise.resolve({
        open: items.map((item) => pausedQuestion(deps, item, userId)),
        total: items.length,
      })
    },
  }
}

function pausedQuestion(deps: ConsoleDeps, { name, leadsTo }: Paused, by: string): OpenQuestion {
  return {
    question: {
      id: `paused ${name}`,
      kind: 'paused',
      subject: { id: name, title: leadsTo.join(', '), totalPaise: null },
      asks: { code: 'paused', values: { name, where: leadsTo.join(', ') } },
      because: [],
      evidence: { type: 'text', text: leadsTo.join('\n') },
      proposals: [
        { id: 'confirm', name: '', note: '' },
        { id: 'forget', name: '', note: '', isFinal: true },
      ],
      answers: [],
    },
    async answer({ choice }) {
      await (choice === 'forget' ? forget(deps, name, by) : confirmPaused(deps, name, by))
      return null
    },
  }
}

const pausedBody = Type.Object({ name: choiceOf(outwardNames) })
