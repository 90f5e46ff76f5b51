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
import type { ConsoleParts } from '../parts.ts'
import { beginBackup, downloadBackup, removeBackup, shownBackups } from './backups.ts'
import { changeSetting } from './change-setting.ts'
import { requireSeenTime, shownForecast, shownNightly } from './nightly.ts'
import { clockBody, diskShareBody, duplicatesBody, hourBody, organisationBody } from './schemas.ts'
import { pageField, readPage, sizeField } from '../paging.ts'

const listQuery = Type.Partial(Type.Object({ page: pageField.schema, size: sizeField.schema }))

/** What owners decide for the shop, what runs at night, and backups. */
export function settingRoutes(parts: ConsoleParts) {
  return new Elysia().use(shopRoutes(parts)).use(nightlyRoutes(parts)).use(backupRoutes(parts))
}

function shopRoutes(parts: ConsoleParts) {
  const { book, clock } = parts
  return new Elysia()
    .get('/api/settings/shop', () => shownShop(parts), forOwners)
    .post(
      '/api/settings/organisation',
      async ({ request, body }) => {
        const by = sessionOf(request).userId
        const wish = { name: body.name, gstin: body.gstin ?? undefined, by }
        await book.write((conn) => changeOrganisation(conn, wish, clock.now()))
        return shownShop(parts)
      },
      { body: organisationBody, ...forOwners },
    )
    .post(
      '/api/settings/duplicates',
      async ({ request, body }) => {
        const by = sessionOf(request).userId
        await changeSetting(parts, duplicatesSetting, body.duplicatesBy, by)
        return shownShop(parts)
      },
      { body: duplicatesBody, ...forOwners },
    )
    .post(
      '/api/settings/disk-share',
      async ({ request, body }) => {
        await changeSetting(parts, diskShareSetting, body.percent, sessionOf(request).userId)
        return shownShop(parts)
      },
      { body: diskShareBody, ...forOwners },
    )
}

function nightlyRoutes(parts: ConsoleParts) {
  const { clock, retention, cleanup } = parts
  return new Elysia()
    .get('/api/settings/nightly', () => shownNightly(parts), forOwners)
    .post(
      '/api/settings/hour',
      async ({ request, body }) => {
        await changeSetting(parts, dailyHourSetting, body.hour, sessionOf(request).userId)
        return shownNightly(parts)
      },
      { body: hourBody, ...forOwners },
    )
    .post(
      '/api/settings/clock/confirm',
      async ({ request, body }) => {
        const now = clock.now()
        requireSeenTime(body.says, now)
        await confirmRetentionClock(retention, now, sessionOf(request).userId)
        return shownNightly(parts)
      },
      { body: clockBody, ...forOwners },
    )
    .get('/api/settings/cleanup', () => shownForecast(parts), forOwners)
    .post(
      '/api/settings/cleanup',
      () => {
        cleanup.begin()
        return shownNightly(parts)
      },
      forOwners,
    )
}

function backupRoutes(parts: ConsoleParts) {
  return new Elysia()
    .get(
      '/api/settings/backups',
      ({ request }) => {
        const query = queryOf(request)
        return shownBackups(parts, readPage(query))
      },
      { query: listQuery, ...forOwners },
    )
    .post(
      '/api/settings/backups',
      ({ request }) => {
        beginBackup(parts, sessionOf(request).userId)
        return { begun: true }
      },
      forOwners,
    )
    .get(
      '/api/settings/backups/:id/download',
      ({ request, params: { id } }) => {
        requireConfirmed(parts, request)
        return downloadBackup(parts, id)
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/settings/backups/:id/verify',
      ({ params: { id } }) => {
        parts.backups.verify(id)
        return { begun: true }
      },
      { ...idParameter, ...forOwners },
    )
    .post(
      '/api/settings/backups/:id/delete',
      async ({ request, params: { id } }) => {
        await removeBackup(parts, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}

function shownShop({ book }: ConsoleParts) {
  const organisation = findOrganisation(book.read).get()
  return {
    name: organisation?.name ?? '',
    gstin: organisation?.gstin ?? null,
    duplicatesBy: readSetting(book.read, duplicatesSetting),
    diskSharePercent: readSetting(book.read, diskShareSetting),
  }
}
