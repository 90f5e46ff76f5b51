import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { firstStepsSetting } from '../../src/accounts/users/set-up.ts'
import { bookSettings } from '../../src/books/mapping/mappings-answer.ts'
import { archiveSetting, archiveStateSetting } from '../../src/platform/archive/setting.ts'
import { diskShareSetting } from '../../src/platform/files/disk-share.ts'
import { scrubSetting } from '../../src/platform/files/scrub.ts'
import {
  accessKeyText,
  bucketText,
  pathText,
  prefixText,
  regionText,
  serverText,
  webAddressText,
} from '../../src/platform/forms.ts'
import {
  claimedNameSetting,
  httpsSetting,
  networkSetting,
} from '../../src/platform/http/listening/addresses.ts'
import { isJsonObject, type JsonValue } from '../../src/platform/json/json.ts'
import { offsiteSetting, stateSetting } from '../../src/platform/offsite/offsite.ts'
import {
  problemSetting,
  publishingSetting,
  sentSetting,
} from '../../src/platform/offsite/published-images.ts'
import {
  outwardNames,
  pausedName,
  readPaused,
  readSetting,
  type Setting,
  type SettingName,
  writeSetting,
} from '../../src/platform/settings.ts'
import { settings } from '../../src/platform/tables.ts'
import { clockSetting } from '../../src/platform/upkeep/clock-guard.ts'
import { dailyHourSetting, lastRunSetting } from '../../src/platform/upkeep/daily.ts'
import { duplicatesSetting } from '../../src/services/scan-export/deps.ts'
import { foldersSetting } from '../../src/services/scan-export/folders/watched.ts'
import { placeSetting } from '../../src/gstr2b/kept-bills.ts'
import { readingSetting } from '../../src/services/scan-export/scans/reading-rows.ts'
import { rememberSetting } from '../../src/services/storefront/customers/customers.ts'
import { sellerSetting } from '../../src/services/storefront/orders/invoices/seller.ts'
import { temporaryDatabase } from '../support/temporary-database.ts'

/*
 * A book from elsewhere may say anything in its settings. Each text of a setting either has a form, which refuses what leads
 * elsewhere, or stands in a list of texts that are only shown.
 */

/** Every setting that the types know: the compiler asks for one that is new. */
const declared: Record<Exclude<SettingName, `daily.${string}`>, Setting<TSchema>> = {
  archive: archiveSetting,
  'archive.state': archiveStateSetting,
  clock: clockSetting,
  'customers.remember': rememberSetting,
  'disk.share': diskShareSetting,
  'files.scrub': scrubSetting,
  'home.first-steps': firstStepsSetting,
  'images.published': publishingSetting,
  'images.published.problem': problemSetting,
  'images.published.sent': sentSetting,
  'imports.books': bookSettings,
  'invoices.seller': sellerSetting,
  'network.access': networkSetting,
  'network.claimed_name': claimedNameSetting,
  'network.https': httpsSetting,
  offsite: offsiteSetting,
  'offsite.state': stateSetting,
  'scan-export.duplicates': duplicatesSetting,
  'scan-export.folders': foldersSetting,
  'scan-export.kept-bills': placeSetting,
  'scan-export.reading': readingSetting,
}

const all: readonly Setting<TSchema>[] = [
  ...Object.values(declared),
  dailyHourSetting,
  lastRunSetting({ name: 'backup' }),
]

const digits = 'ab'.repeat(32)

/** What would lead out of a folder, run, or split a header. */
const hostile = [
  '../../../secret.txt',
  `${digits}/../../../secret.txt`,
  '/srv/../etc/passwd',
  '/srv\u2028/../etc/passwd',
  'shop\u2028/../other',
  '/etc/passwd',
  'C:\\secret.txt',
  '\\\\nas\\bills',
  `${digits}\n`,
  'bills',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'text/html\r\nset-cookie: a=b',
  '$(id)',
  '-config=/etc/passwd',
]

/** What a form takes of these: whole paths of folders, and names inside a bucket. A path is looked at again each time. */
const taken = new Map([
  [pathText.pattern, ['/etc/passwd', 'C:\\secret.txt', '\\\\nas\\bills']],
  [serverText.pattern, ['bills']],
  [bucketText.pattern, ['bills']],
  [regionText.pattern, ['bills', '-config']],
  [accessKeyText.pattern, ['bills']],
  [
    prefixText.pattern,
    ['bills', 'javascript:alert(1)', 'file:///etc/passwd', '$(id)', '-config=/etc/passwd'],
  ],
])

/** Where a text of this form leads is beyond Daybook's own data. */
const leadingOut = [pathText, serverText, webAddressText, bucketText].map(({ pattern }) => pattern)

type Text = { at: string; pattern: string | undefined; isOut: boolean }

/** The texts of a schema, by their path in the value. */
function textsIn(schema: JsonValue, at: string): { at: string; pattern: string | undefined }[] {
  if (!isJsonObject(schema)) return []
  const { type, pattern, properties, items, anyOf } = schema
  if (type === 'string' && schema['const'] === undefined && schema['enum'] === undefined) {
    return [{ at, pattern: typeof pattern === 'string' ? pattern : undefined }]
  }
  const inside = Object.entries(isJsonObject(properties) ? properties : {})
  const choices = Array.isArray(anyOf) ? anyOf : []
  return [
    ...inside.flatMap(([key, value]) => textsIn(value, `${at}.${key}`)),
    ...(items === undefined ? [] : textsIn(items, `${at}[]`)),
    ...choices.flatMap((choice) => textsIn(choice, at)),
  ]
}

const texts: Text[] = all.flatMap(({ name, schema }) => {
  const json: JsonValue = JSON.parse(JSON.stringify(schema))
  const isOut = outwardNames.some((outward) => outward === name)
  return textsIn(json, name).map((text) => ({ ...text, isOut }))
})

describe('the texts of the settings', () => {
  test('that lead somewhere take nothing that leads elsewhere', () => {
    const formed = texts.filter(({ pattern }) => pattern !== undefined)
    expect(formed.length).toBeGreaterThan(15)
    for (const { at, pattern = '' } of formed) {
      const form = new RegExp(pattern)
      const wrong = hostile.filter((text) => form.test(text) && !taken.get(pattern)?.includes(text))
      expect(`${at}: ${JSON.stringify(wrong)}`).toBe(`${at}: []`)
    }
  })

  test('that lead out of Daybook’s own data are paused in a book from elsewhere', () => {
    const leading = texts.filter(({ pattern = '' }) => leadingOut.includes(pattern))
    expect(leading.map(({ at }) => at)).toContain('scan-export.folders[].path')
    expect(leading.filter(({ isOut }) => !isOut)).toEqual([])
  })

  test('are only shown where they have no form, and somebody has looked at each', () => {
    const free = texts.filter(({ pattern }) => pattern === undefined).map(({ at }) => at)
    expect([...new Set(free)]).toEqual(onlyShown)
  })
})

const place = { kind: 'folder', path: '/media/usb' }
const bucket = {
  kind: 's3',
  bucket: 'shop',
  prefix: 'a/b',
  endpoint: 'https://s3.example.com:9000',
  region: 'auto',
  accessKeyId: 'AK',
}
const id = '019a0000-0000-7000-8000-000000000000'
const sealed = Buffer.from('sealed').toString('base64')

/** A value for each setting with texts that have a form. */
const samples: [Setting<TSchema>, JsonValue][] = [
  [archiveSetting, { path: '/mnt/nas/papers', id }],
  [claimedNameSetting, 'daybook-2.local'],
  [sentSetting, [digits]],
  [scrubSetting, { next: 0, broken: [{ kind: 'images', hash: digits, writtenAt: null }] }],
  [foldersSetting, [{ id, path: '/srv/bills', userId: id, category: 'vendor_invoice' }]],
  [foldersSetting, [{ id, path: 'D:\\Bills of 2027', userId: id, category: 'vendor_invoice' }]],
  [offsiteSetting, { place, key: sealed, secret: sealed, writer: id }],
  [offsiteSetting, { place: bucket, key: sealed, secret: sealed, writer: id }],
  [publishingSetting, { place: bucket, secret: sealed, url: 'https://img.example.com/shop' }],
]

test.each(samples)(
  'a hostile text in a value counts as not set, paused or not: %#',
  async (setting, value) => {
    await using open = temporaryDatabase()
    const { read } = open.database
    await open.database.write((conn) => writeSetting(conn, setting, value))
    expect(readSetting(read, setting)).toEqual(value)
    const takes = new Set([...taken.values()].flat())
    for (const text of hostile.filter((some) => !takes.has(some))) {
      for (const changed of withEachText(value, text)) {
        await open.database.write((conn) => {
          conn.delete(settings).run()
          for (const name of [setting.name, pausedName('offsite')]) {
            conn
              .insert(settings)
              .values({ name, value: JSON.stringify(changed) })
              .run()
          }
        })
        expect(readSetting(read, setting)).toEqual(setting.default)
        expect(readPaused(read, { ...setting, name: 'offsite' })).toBeUndefined()
      }
    }
  },
)

/** The value once for each of its texts, with another text there. */
function withEachText(value: JsonValue, text: string): JsonValue[] {
  if (typeof value === 'string') return [text]
  if (Array.isArray(value)) {
    return value.flatMap((entry, at) => withEachText(entry, text).map((one) => value.with(at, one)))
  }
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    withEachText(entry, text).map((one) => ({ ...value, [key]: one })),
  )
}

const onlyShown = [
  'archive.state.problem.says',
  'images.published.problem',
  'invoices.seller.legalName',
  'invoices.seller.address',
  'invoices.seller.state',
  'invoices.seller.phone',
  'invoices.seller.email',
  'invoices.seller.prefix',
  'invoices.seller.creditPrefix',
  'invoices.seller.bank',
  'invoices.seller.account',
  'invoices.seller.ifsc',
  'invoices.seller.upiId',
  'invoices.seller.terms',
  'offsite.state.backup',
  'offsite.state.problem',
  'daily.backup.problem',
]
