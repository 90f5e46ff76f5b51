import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findOrganisation } from '../../../../accounts/queries.ts'
import { changeOrganisation } from '../../../../accounts/users/set-up.ts'
import { diskShareSetting } from '../../../../platform/files/disk-share.ts'
import { absentOr, queryOf } from '../../../../platform/http/fields.ts'
import { readSetting } from '../../../../platform/settings.ts'
import { dailyHourSetting } from '../../../../platform/upkeep/daily.ts'
import { confirmRetentionClock } from '../../../../platform/upkeep/retention.ts'
import { countLearnt, forgetLearnt } from '../../../../services/scan-export/proposals/learn.ts'
import { duplicatesSetting, type DuplicatesBy } from '../../../../services/scan-export/service.ts'
import { checkHeldAgain } from '../../../../services/scan-export/scans/hold.ts'
import {
  leaveToTyping,
  readingSetting,
  readingSettings,
} from '../../../../services/scan-export/scans/reading-rows.ts'
import { type IndicLanguage, indicLanguages } from '../../../../reader/pages/ocr/indic-languages.ts'
import { type Care, cares } from '../../../../reader/sureness.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  choiceOf,
  idParameter,
  pageField,
  readPage,
  sizeField,
  textOf,
} from '../../../api/fields.ts'
import { forOwners, requireConfirmed, sessionOf } from '../../../api/guard.ts'
import { archiveRoutes } from './archive.ts'
import {
  beginBackup,
  downloadBackup,
  removeBackup,
  shownBackups,
  offsiteRoutes,
} from './backups.ts'
import { changeSetting } from '../../../api/history.ts'
import { folderRoutes, passwordRoutes } from './folders.ts'
import { pausedRoutes } from './paused.ts'
import { requireSeenTime, shownForecast, shownNightly } from './nightly.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { reportName } from '../../../../platform/doctor/report.ts'
import { AppError } from '../../../../platform/errors.ts'
import { ownProgram } from '../../../../platform/own-program.ts'

/** The time limit of the doctor and the report, in milliseconds. Reading a large database completely takes a minute. */
const limitMs = 5 * 60_000

const findingShape = Type.Object({
  name: Type.String(),
  state: Type.Union([Type.Literal('good'), Type.Literal('warning'), Type.Literal('bad')]),
  says: Type.String(),
  remedy: Type.Optional(Type.String()),
})

const answerShape = Type.Object({ findings: Type.Array(findingShape) })

const listQuery = Type.Partial(Type.Object({ page: pageField.schema, size: sizeField.schema }))

/** The owners' settings for the shop, the nightly work, and backups. */
export function settingRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .use(shopRoutes(deps))
    .use(nightlyRoutes(deps))
    .use(backupRoutes(deps))
    .use(folderRoutes(deps))
    .use(pausedRoutes(deps))
    .use(passwordRoutes(deps))
    .use(offsiteRoutes(deps))
    .use(archiveRoutes(deps))
    .get('/api/settings/troubles', () => findTroubles(deps), forOwners)
    .get('/api/settings/report', () => downloadReport(deps), forOwners)
}

function shopRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get('/api/settings/shop', () => shownShop(deps), forOwners)
    .post(
      '/api/settings/organisation',
      async ({ request, body }) => {
        const by = sessionOf(request).userId
        const input = { name: body.name, gstin: body.gstin ?? undefined, by }
        await database.write((conn) => changeOrganisation(conn, input, clock.now()))
        await checkHeldAgain(deps.scanExport)
        return shownShop(deps)
      },
      { body: organisationBody, ...forOwners },
    )
    .post(
      '/api/settings/duplicates',
      async ({ request, body }) => {
        const by = sessionOf(request).userId
        await changeSetting(deps, duplicatesSetting, body.duplicatesBy, by)
        return shownShop(deps)
      },
      { body: duplicatesBody, ...forOwners },
    )
    .post(
      '/api/settings/reading',
      async ({ request, body }) => {
        await changeSetting(deps, readingSetting, body, sessionOf(request).userId)
        if (!body.isOn) await database.write(leaveToTyping)
        return shownShop(deps)
      },
      { body: readingBody, ...forOwners },
    )
    .post(
      '/api/settings/disk-share',
      async ({ request, body }) => {
        await changeSetting(deps, diskShareSetting, body.percent, sessionOf(request).userId)
        return shownShop(deps)
      },
      { body: diskShareBody, ...forOwners },
    )
    .post(
      '/api/settings/proposals/forget',
      async ({ request }) => {
        await forgetLearnt(deps.scanExport, sessionOf(request).userId)
        return shownShop(deps)
      },
      forOwners,
    )
}

function nightlyRoutes(deps: ConsoleDeps) {
  const { clock, retention, cleanup } = deps
  return new Elysia()
    .get('/api/settings/nightly', () => shownNightly(deps), forOwners)
    .post(
      '/api/settings/hour',
      async ({ request, body }) => {
        await changeSetting(deps, dailyHourSetting, body.hour, sessionOf(request).userId)
        return shownNightly(deps)
      },
      { body: hourBody, ...forOwners },
    )
    .post(
      '/api/settings/clock/confirm',
      async ({ request, body }) => {
        const now = clock.now()
        requireSeenTime(body.says, now)
        await confirmRetentionClock(retention, now, sessionOf(request).userId)
        return shownNightly(deps)
      },
      { body: clockBody, ...forOwners },
    )
    .get('/api/settings/cleanup', () => shownForecast(deps), forOwners)
    .post(
      '/api/settings/cleanup',
      () => {
        cleanup.begin()
        return shownNightly(deps)
      },
      forOwners,
    )
}

function backupRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/settings/backups',
      ({ request }) => {
        const query = queryOf(request)
        return shownBackups(deps, readPage(query))
      },
      { query: listQuery, ...forOwners },
    )
    .post(
      '/api/settings/backups',
      ({ request }) => {
        beginBackup(deps, sessionOf(request).userId)
        return { begun: true }
      },
      forOwners,
    )
    .get(
      '/api/settings/backups/:id/download',
      ({ request, params: { id } }) => {
        requireConfirmed(deps, request)
        return downloadBackup(deps, id)
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/settings/backups/:id/verify',
      ({ params: { id } }) => {
        deps.backups.verify(id)
        return { begun: true }
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/settings/backups/:id/delete',
      async ({ request, params: { id } }) => {
        await removeBackup(deps, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}

function shownShop({ database }: ConsoleDeps) {
  const organisation = findOrganisation(database.read).get()
  return {
    name: organisation?.name ?? '',
    gstin: organisation?.gstin ?? null,
    duplicatesBy: readSetting(database.read, duplicatesSetting),
    reading: readingSettings(database.read),
    diskSharePercent: readSetting(database.read, diskShareSetting),
    learnt: countLearnt(database.read),
  }
}

const hourMax = 23

const organisationBody = Type.Object({
  name: textOf('a text'),
  gstin: absentOr(textOf('a text'), 'a text'),
})

const duplicatesBody = Type.Object({
  duplicatesBy: choiceOf<DuplicatesBy>(['invoice_no', 'invoice_no_and_seller']),
})

/** At most 4 at once, because more would leave the shop's computer nothing for its other work. */
const readingBody = Type.Object({
  isOn: Type.Boolean({ expected: 'true or false' }),
  atOnce: Type.Integer({ minimum: 1, maximum: 4, expected: 'a whole number from 1 to 4' }),
  care: Type.Optional(choiceOf<Care>([...cares])),
  languages: Type.Optional(
    Type.Array(choiceOf<IndicLanguage>([...indicLanguages]), {
      uniqueItems: true,
      expected: 'a list of languages',
    }),
  ),
})

const diskShareBody = Type.Object({
  percent: Type.Integer({
    minimum: 1,
    maximum: 100,
    expected: 'a whole number from 1 to 100',
  }),
})

/** The time that an owner saw and confirms. */
const clockBody = Type.Object({ says: textOf('a time such as 2027-03-31T18:00:00Z') })

const hourBody = Type.Object({
  hour: Type.Integer({
    minimum: 0,
    maximum: hourMax,
    expected: `a whole number from 0 to ${hourMax}`,
  }),
})

/** Runs "daybook doctor" in a process of its own, because examining a large database takes long. */
async function findTroubles({ dir }: ConsoleDeps) {
  const text = await runOwn(['doctor', '--json', '--data', dir.root])
  return Value.Parse(answerShape, JSON.parse(text))
}

/** Runs "daybook report" and sends its file. */
async function downloadReport({ dir, clock }: ConsoleDeps): Promise<Response> {
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
