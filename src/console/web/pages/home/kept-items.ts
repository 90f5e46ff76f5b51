import { formatTime, tCounted } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { backups, calm, type Machine, type Maybe, urgent } from './attention-item.ts'

/** What keeps what was written from being copied elsewhere. */
export function copyItems(machine: Machine): Maybe[] {
  const { offsiteProblem, copiesProblem, copiedAt, imagesProblem } = machine
  return [
    offsiteProblem !== null && {
      ...urgent,
      key: 'offsite',
      title: t('The backup was not copied to the second place'),
      detail: offsiteProblem,
      action: t('Look at the backups'),
      link: backups,
    },
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

/** Stored files that are not what they were, and what the backups' dates and contents say. */
export function fileItems({ backup, brokenFiles: { count, titles } }: Machine): Maybe[] {
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
