import type { LinkProps } from '@tanstack/react-router'
import { counted, formatAgo, formatCount, formatTime } from '../../components/values.tsx'
import type { HomeState } from './data.ts'

/** Something that somebody should see to, and the page where that is done. */
export type AttentionItem = {
  key: string
  /** Urgent is what loses something if nobody sees to it. */
  isUrgent: boolean
  title: string
  detail: string
  action: string
  link: Pick<LinkProps, 'to' | 'search' | 'params'>
}

const dayMs = 24 * 60 * 60 * 1000

/** Orders are fetched every few minutes where a program does it; a day is late, in milliseconds. */
const ordersLateMs = dayMs

/**
 * Everything that needs somebody, the urgent first. `now` in milliseconds since the epoch, `doubtful` how many documents
 * have values that the checks contradict.
 */
export function attentionItems(home: HomeState, now: number, doubtful = 0): AttentionItem[] {
  const items = [
    ...machineItems(home),
    ...documentItems(home, doubtful),
    ...lateItems(home),
    ...orderItems(home, now),
    ...productItems(home),
  ].filter(isThere)
  return items.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent))
}

const backups = { to: '/settings', search: { section: 'backups' } } as const
const night = { to: '/settings', search: { section: 'night' } } as const

/** What somebody should see to when they come by; the urgent ones say so themselves. */
const calm = { isUrgent: false } as const
const urgent = { isUrgent: true } as const

function machineItems({ machine }: HomeState): Maybe[] {
  if (machine === null) return []
  const { clockDoubt, disk, cleanupProblem } = machine
  return [
    clockDoubt !== null && {
      ...urgent,
      key: 'clock',
      title: 'This computer’s clock may be wrong',
      detail: `It says ${formatTime(clockDoubt.says)}; Daybook last saw ${formatTime(clockDoubt.lastSeen)}. ${
        clockDoubt.kind === 'behind'
          ? 'Nothing is deleted until it is right, or you say that it is.'
          : 'Nothing is deleted for 24 hours of running, or until you say that it is right.'
      }`,
      action: 'Check the clock',
      link: night,
    },
    disk.isLow && {
      ...urgent,
      key: 'disk',
      title: 'The disk is nearly full',
      detail:
        'When it is full nothing can be saved any more. Make room, for example by moving old backups elsewhere.',
      action: 'Look at the backups',
      link: backups,
    },
    backupItem(machine),
    ...fileItems(machine),
    cleanupProblem !== null &&
      clockDoubt === null && {
        ...calm,
        key: 'cleanup',
        title: 'Last night’s cleanup did not work',
        detail: cleanupProblem,
        action: 'Look at the last runs',
        link: night,
      },
  ]
}

type Maybe = AttentionItem | false | null

function isThere(item: Maybe): item is AttentionItem {
  return item !== false && item !== null
}

type Machine = NonNullable<HomeState['machine']>

function backupItem({ backup, backupProblem }: Machine): Maybe {
  const item = { ...urgent, key: 'backup', link: backups }
  if (backup.problem !== null) {
    const title = 'The last backup is damaged'
    return { ...item, title, detail: backup.problem, action: 'Make one now' }
  }
  if (backup.isLate) {
    const title = 'There is no backup of the last two days'
    const detail = backupProblem ?? 'One is made every night while Daybook runs.'
    return { ...item, title, detail, action: 'Make one now' }
  }
  if (backupProblem === null) return null
  const title = 'Last night’s backup was not made'
  return { ...item, title, detail: backupProblem, action: 'Look at the backups' }
}

/** Stored files that are not what they were, and what the backups' dates and contents say. */
function fileItems({ backup, brokenFiles: { count, titles } }: Machine): Maybe[] {
  return [
    count > 0 && {
      ...urgent,
      key: 'broken files',
      title: `${counted(count, 'stored file')} damaged or missing on this disk`,
      detail: `${titles.join(', ')}${count > titles.length ? ' and others' : ''}. Bring the same files in again: that mends them. Until then backups are incomplete. An older backup may still have them.`,
      action: 'Look at the backups',
      link: backups,
    },
    count === 0 &&
      !backup.isComplete && {
        ...urgent,
        key: 'incomplete backup',
        title: 'The last backup is incomplete',
        detail:
          'Files were damaged or missing when it was made. All are whole now: make a new one.',
        action: 'Make one now',
        link: backups,
      },
    backup.datedAhead > 0 && {
      ...calm,
      key: 'backup dates',
      title: `${counted(backup.datedAhead, 'backup')} dated in the future`,
      detail:
        'This computer’s clock is behind, or was ahead when they were made. They are kept in the order in which they were made.',
      action: 'Look at the backups',
      link: backups,
    },
  ]
}

function documentItems({ scans }: HomeState, doubtful: number): Maybe[] {
  if (scans === null) return []
  const { lastWeek, firstDeletedAt, failed, held, duplicates } = scans
  return [
    lastWeek > 0 && {
      ...urgent,
      key: 'last week',
      title: `${counted(lastWeek, 'document')} not delivered, and soon deleted`,
      detail: `Documents are kept 30 days. ${firstDeletedAt === null ? '' : `The first of these goes ${formatAgo(firstDeletedAt)}.`}`,
      action: 'Look at them',
      link: { to: '/documents', search: { synced: 'last-week' } },
    },
    failed > 0 && {
      ...calm,
      key: 'failed',
      title: `${counted(failed, 'document')} could not be read`,
      detail: 'Type in what they say, or add a better photo.',
      action: 'Look at them',
      link: { to: '/documents', search: { state: 'failed' } },
    },
    held > 0 && {
      ...calm,
      key: 'held',
      title: `${counted(held, 'document')} to check`,
      detail:
        'What was read is not certain, or what was typed cannot be right: they are delivered when it is mended or confirmed.',
      action: 'Check them',
      link: { to: '/documents', search: { state: 'check' } },
    },
    doubtful > 0 && {
      ...calm,
      key: 'doubtful',
      title: `${counted(doubtful, 'document')} with doubtful values`,
      detail:
        'Another program read them, and something in them does not fit. They are delivered as they are.',
      action: 'Look at them',
      link: { to: '/documents', search: { doubtful: 'yes' } },
    },
    duplicates > 0 && {
      ...calm,
      key: 'duplicates',
      title: `${counted(duplicates, 'pair')} of documents that may be the same paper`,
      detail:
        'The same number or the same file came twice. Say which are one paper, before anything is booked twice or waits in vain.',
      action: 'Compare them',
      link: { to: '/documents/duplicates' },
    },
  ]
}

function lateItems({ late }: HomeState): AttentionItem[] {
  const found: AttentionItem[] = late.items.map(({ id, name, since, lastUsedAt }) => ({
    key: `late ${id}`,
    ...calm,
    title: `“${name}” has not come for what waits for it`,
    detail: [
      lastUsedAt === null ? 'It never came.' : `It came last ${formatAgo(lastUsedAt)}.`,
      since === null ? '' : `The oldest waits since ${formatAgo(since)}.`,
    ].join(' '),
    action: 'Look at its calls',
    link: { to: '/integrations/$id', params: { id } },
  }))
  const more = late.count - late.items.length
  if (more === 0) return found
  return [
    ...found,
    {
      key: 'late others',
      ...calm,
      title: `${formatCount(more)} more keys were not used for what waits for them`,
      detail: 'Revoke the keys that no program uses any more.',
      action: 'Look at all',
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
      title: `Order ${orderNo} waits to be fetched`,
      detail: [customerName, `placed ${formatAgo(since)}`].filter((text) => text !== '').join(', '),
      action: 'Open the order',
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
      title: `${counted(withoutPrice, 'product')} in the shop without a price`,
      detail: 'They are offered for ₹0.',
      action: 'Enter prices',
      link: { to: '/catalogue', search: { ...shown, lacks: 'price' } },
    },
    withoutImage > 0 && {
      ...calm,
      key: 'image',
      title: `${counted(withoutImage, 'product')} in the shop without an image`,
      detail: 'A grey placeholder is shown in its place.',
      action: 'Add images',
      link: { to: '/catalogue', search: { ...shown, lacks: 'image' } },
    },
  ]
}
