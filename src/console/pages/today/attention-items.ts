import { tCounted, formatAgo, formatCount, formatTime } from '../../components/values.tsx'
import type { HomeState } from './data.ts'
import { t } from '../../language/language.ts'
import type { LinkProps } from '@tanstack/react-router'

const dayMs = 24 * 60 * 60 * 1000

/** A program fetches orders every few minutes, so a day is late, in milliseconds. */
const ordersLateMs = dayMs

/**
 * Everything that needs attention, the urgent items first. `now` in milliseconds since the epoch. `doubtful`: the
 * number of documents with findings.
 */
export function attentionItems(home: HomeState, now: number, doubtful = 0): AttentionItem[] {
  const items = [
    ...machineItems(home),
    ...documentItems(home, doubtful),
    ...bridgeItems(home),
    ...lateItems(home),
    ...orderItems(home, now),
    ...productItems(home),
  ].filter(isThere)
  return items.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent))
}

const night = { to: '/settings', search: { section: 'night' } } as const

function machineItems({ machine }: HomeState): Maybe[] {
  if (machine === null) return []
  const { clockDoubt, disk, cleanupProblem } = machine
  return [
    clockDoubt !== null && {
      ...urgent,
      key: 'clock',
      title: t('This computer’s clock may be wrong'),
      detail: `${t('It says {{says}}; Daybook last saw {{seen}}.', { says: formatTime(clockDoubt.says), seen: formatTime(clockDoubt.lastSeen) })} ${
        clockDoubt.kind === 'behind'
          ? t('Nothing is deleted until it is right, or you say that it is.')
          : t('Nothing is deleted for 24 hours of running, or until you say that it is right.')
      }`,
      action: t('Check the clock'),
      link: night,
    },
    disk.isLow && {
      ...urgent,
      key: 'disk',
      title: t('The disk is nearly full'),
      detail: t(
        'When it is full nothing can be saved any more. Make room, for example by moving old backups elsewhere.',
      ),
      action: t('Look at the backups'),
      link: backups,
    },
    backupItem(machine),
    ...copyItems(machine),
    ...fileItems(machine),
    cleanupProblem !== null &&
      clockDoubt === null && {
        ...calm,
        key: 'cleanup',
        title: t('Last night’s cleanup did not work'),
        detail: cleanupProblem,
        action: t('Look at the last runs'),
        link: night,
      },
    updateItem(machine),
  ]
}

function updateItem({ update }: Machine): Maybe {
  if (update === null) return null
  const title = t('Daybook {{version}} can be put in place', { version: update.version })
  const detail = t(
    'It lies in {{folder}}. Run “daybook update” on this computer: it makes a backup first, and goes back by itself when the new one does not work.',
    { folder: update.folder },
  )
  const action = t('How to update')
  return { ...calm, key: 'update', title, detail, action, link: { docs: '/docs/update' } }
}

function isThere(item: Maybe): item is AttentionItem {
  return item !== false && item !== null
}

function backupItem({ backup, backupProblem }: Machine): Maybe {
  const item = { ...urgent, key: 'backup', link: backups }
  if (backup.problem !== null) {
    const title = t('The last backup is damaged')
    return { ...item, title, detail: backup.problem, action: t('Make one now') }
  }
  if (backup.isLate) {
    const title = t('There is no backup of the last two days')
    const detail = backupProblem ?? t('One is made every night while Daybook runs.')
    return { ...item, title, detail, action: t('Make one now') }
  }
  if (backupProblem === null) return null
  const title = t('Last night’s backup was not made')
  return { ...item, title, detail: backupProblem, action: t('Look at the backups') }
}

function documentItems({ scans, machine }: HomeState, doubtful: number): Maybe[] {
  if (scans === null) return []
  const { lastWeek, firstDeletedAt } = scans
  return [
    lastWeek > 0 && {
      ...urgent,
      key: 'last week',
      title: t('{{documents}} not delivered, and soon deleted', {
        documents: tCounted(lastWeek, 'document'),
      }),
      detail: `${t('Documents are kept 30 days.')} ${firstDeletedAt === null ? '' : t('The first of these goes {{when}}.', { when: formatAgo(firstDeletedAt) })}`,
      action: t('Look at them'),
      link: { to: '/documents', search: { synced: 'last-week' } },
      // Only owners may name a folder or know of one.
      also:
        machine !== null && machine.archive === null
          ? { action: t('Keep them'), link: archiveSettings }
          : undefined,
    },
    doubtful > 0 && {
      ...calm,
      key: 'doubtful',
      title: t('{{documents}} with doubtful values', { documents: tCounted(doubtful, 'document') }),
      detail: t(
        'Another program read them, and something in them does not fit. They are delivered as they are.',
      ),
      action: t('Look at them'),
      link: { to: '/documents', search: { doubtful: 'yes' } },
    },
  ]
}

function bridgeItems({ books }: HomeState): AttentionItem[] {
  return books.map(({ id, name, machine, isSilent }) => ({
    key: `books ${id}`,
    ...calm,
    title: isSilent
      ? t('Nothing was heard of the bridge to {{name}} for 10 minutes', { name })
      : t('Nothing can be entered into {{name}} now', { name }),
    detail: isSilent
      ? t('Look that {{machine}} is on, and that the bridge runs there.', {
          machine: machine === '' ? t('its computer') : machine,
        })
      : t('The page Books says what helps.'),
    action: t('Look at the books'),
    link: { to: '/books' },
  }))
}

function lateItems({ late }: HomeState): AttentionItem[] {
  const found: AttentionItem[] = late.items.map(({ id, name, since, lastUsedAt }) => ({
    key: `late ${id}`,
    ...calm,
    title: t('“{{name}}” has not come for what waits for it', { name }),
    detail: [
      lastUsedAt === null
        ? t('It never came.')
        : t('It came last {{lastUsedAt}}.', { lastUsedAt: formatAgo(lastUsedAt) }),
      since === null ? '' : t('The oldest waits since {{since}}.', { since: formatAgo(since) }),
    ].join(' '),
    action: t('Look at its calls'),
    link: { to: '/integrations/$id', params: { id } },
  }))
  const more = late.count - late.items.length
  if (more === 0) return found
  return [
    ...found,
    {
      key: 'late others',
      ...calm,
      title: t('{{more}} more keys were not used for what waits for them', {
        more: formatCount(more),
      }),
      detail: t('Revoke the keys that no program uses any more.'),
      action: t('Look at all'),
      link: { to: '/integrations' },
    },
  ]
}

function orderItems({ orders }: HomeState, now: number): AttentionItem[] {
  const longest = orders?.longest ?? []
  return longest
    .filter(({ since }) => now - new Date(since).getTime() > ordersLateMs)
    .map(({ id, orderNo, customerName, since }) => ({
      key: `order ${id}`,
      ...calm,
      title: t('Order {{orderNo}} waits to be fetched', { orderNo }),
      detail: [customerName, t('placed {{since}}', { since: formatAgo(since) })]
        .filter((text) => text !== '')
        .join(', '),
      action: t('Open the order'),
      link: { to: '/orders/$id', params: { id } },
    }))
}

function productItems({ products }: HomeState): Maybe[] {
  if (products === null) return []
  const { withoutPrice, withoutImage } = products
  const shown = { active: 'yes', approval: 'approved' } as const
  return [
    withoutPrice > 0 && {
      ...calm,
      key: 'price',
      title: t('{{products}} in the shop without a price', {
        products: tCounted(withoutPrice, 'product'),
      }),
      detail: t('They are shown for ₹0 and cannot be ordered before they have one.'),
      action: t('Enter prices'),
      link: { to: '/catalogue', search: { ...shown, lacks: 'price' } },
    },
    withoutImage > 0 && {
      ...calm,
      key: 'image',
      title: t('{{products}} in the shop without an image', {
        products: tCounted(withoutImage, 'product'),
      }),
      detail: t('A grey placeholder is shown in its place.'),
      action: t('Add images'),
      link: { to: '/catalogue', search: { ...shown, lacks: 'image' } },
    },
  ]
}

/** Problems with copying data elsewhere. */
function copyItems(machine: Machine): Maybe[] {
  const { offsiteProblem, copiesProblem, copiedAt, refusedCopy, imagesProblem } = machine
  return [
    offsiteProblem !== null && {
      ...urgent,
      key: 'offsite',
      title: t('The backup was not copied to the second place'),
      detail: offsiteProblem,
      action: t('Look at the backups'),
      link: backups,
    },
    ...archiveItems(machine),
    copiesProblem !== null && {
      ...urgent,
      key: 'copies',
      title: t('The continuous copy stands still'),
      detail:
        copiedAt === null
          ? copiesProblem
          : `${copiesProblem} ${t('All that was written until {{time}} is copied.', { time: formatTime(copiedAt) })}`,
      action: t('What to do'),
      link: { docs: '/docs/standby' },
    },
    refusedCopy !== null && {
      ...urgent,
      key: 'refused copy',
      title: t('What the continuous copy holds is not taken'),
      detail: refusedCopy,
      action: t('What to do'),
      link: { docs: '/docs/standby' },
    },
    imagesProblem !== null && {
      ...calm,
      key: 'published images',
      title: t('Product images cannot be published'),
      detail: `${imagesProblem} ${t('Until then they are shown from this computer.')}`,
      action: t('What to do'),
      link: { docs: '/docs/beyond' },
    },
  ]
}

function archiveItems({ archive }: Machine): Maybe[] {
  if (archive === null) return []
  const { path, problem, lost } = archive
  const item = { ...urgent, action: t('Look at the archive'), link: archiveSettings }
  return [
    problem !== null && {
      ...item,
      key: 'archive',
      title: t('Documents cannot be archived'),
      detail: `${problem.says} ${t('Since {{since}}. Until then no document is deleted that is not in the archive, as long as the disk has room.', { since: formatTime(problem.since) })}`,
    },
    lost > 0 && {
      ...item,
      key: 'archive lost',
      title: t('{{documents}} deleted without being archived', {
        documents: tCounted(lost, 'document'),
      }),
      detail: t(
        'The disk of Daybook was nearly full, and they could not be written to {{path}}. Backups from before still hold them.',
        { path },
      ),
    },
  ]
}

/** Problems with stored files, and with the dates and content of backups. */
function fileItems({ backup, brokenFiles: { count, titles } }: Machine): Maybe[] {
  return [
    count > 0 && {
      ...urgent,
      key: 'broken files',
      title: t('{{storedFiles}} damaged or missing on this disk', {
        storedFiles: tCounted(count, 'stored file'),
      }),
      detail: `${titles.join(', ')}${count > titles.length ? t(' and others') : ''}. ${t('Bring the same files in again: that mends them. Until then backups are incomplete. An older backup may still have them.')}`,
      action: t('Look at the backups'),
      link: backups,
    },
    count === 0 &&
      !backup.isComplete && {
        ...urgent,
        key: 'incomplete backup',
        title: t('The last backup is incomplete'),
        detail: t(
          'Files were damaged or missing when it was made. All are whole now: make a new one.',
        ),
        action: t('Make one now'),
        link: backups,
      },
    backup.datedAhead > 0 && {
      ...calm,
      key: 'backup dates',
      title: t('{{backups}} dated in the future', {
        backups: tCounted(backup.datedAhead, 'backup'),
      }),
      detail: t(
        'This computer’s clock is behind, or was ahead when they were made. They are kept in the order in which they were made.',
      ),
      action: t('Look at the backups'),
      link: backups,
    },
  ]
}

/** Something that needs attention, with a link to the page for it. */
export type AttentionItem = {
  key: string
  /** Urgent: ignoring it loses something. */
  isUrgent: boolean
  title: string
  detail: string
  action: string
  link: PageLink | { docs: string }
  /** A second link. */
  also?: { action: string; link: PageLink } | undefined
}

type PageLink = Pick<LinkProps, 'to' | 'search' | 'params'>

type Maybe = AttentionItem | false | null

type Machine = NonNullable<HomeState['machine']>

const backups = { to: '/settings', search: { section: 'backups' } } as const

const archiveSettings = { to: '/settings', search: { section: 'archive' } } as const

/** The two levels of urgency. */
const calm = { isUrgent: false } as const
const urgent = { isUrgent: true } as const
