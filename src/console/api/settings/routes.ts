import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { changeOrganisation } from '../../../accounts/change-organisation.ts'
import { findOrganisation } from '../../../accounts/queries.ts'
import { dailyHourSetting } from '../../../platform/daily.ts'
import { diskShareSetting } from '../../../platform/files/disk-share.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { confirmRetentionClock } from '../../../platform/retention.ts'
import { readSetting } from '../../../platform/settings.ts'
import { duplicatesSetting } from '../../../services/scan-export/service.ts'
import { forOwners } from '../describe.ts'
import { requireConfirmed, sessionOf } from '../guard.ts'
import { idParameter } from '../id-parameter.ts'
import type { ConsoleDeps } from '../parts.ts'
import { beginBackup, downloadBackup, removeBackup, shownBackups } from './backups.ts'
import { changeSetting } from './change-setting.ts'
import { requireSeenTime, shownForecast, shownNightly } from './nightly.ts'
import { clockBody, diskShareBody, duplicatesBody, hourBody, organisationBody } from './schemas.ts'
import { pageField, readPage, sizeField } from '../paging.ts'

const listQuery = Type.Partial(Type.Object({ page: pageField.schema, size: sizeField.schema }))

/** What owners decide for the shop, what runs at night, and backups. */
export function settingRoutes(deps: ConsoleDeps) {
  return new Elysia().use(shopRoutes(deps)).use(nightlyRoutes(deps)).use(backupRoutes(deps))
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
      '/api/settings/disk-share',
      async ({ request, body }) => {
        await changeSetting(deps, diskShareSetting, body.percent, sessionOf(request).userId)
        return shownShop(deps)
      },
      { body: diskShareBody, ...forOwners },
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
    diskSharePercent: readSetting(database.read, diskShareSetting),
  }
}
