import { t } from '../language/language.ts'
import type { Paused, PausedName } from './paused.tsx'

type Words = { title: string; detail: string; action: string; done: string }

const wordsOf: Record<PausedName, (where: string) => Words> = {
  archive: (where) => ({
    title: t('The archive is paused'),
    detail: t(
      'The data came from a backup or from another computer. No document is archived in {{where}} until you confirm that this folder of this computer is meant. Until then no document is deleted that is not there.',
      { where },
    ),
    action: t('Archive there'),
    done: t('Documents are archived there from now on.'),
  }),
  'scan-export.folders': (where) => ({
    title: t('Watched folders are paused'),
    detail: t(
      'The data came from a backup or from another computer. Daybook takes no file from {{where}} until you confirm that these folders of this computer are meant.',
      { where },
    ),
    action: t('Watch them'),
    done: t('The folders are watched again.'),
  }),
  offsite: (where) => ({
    title: t('Copies of backups are paused'),
    detail: t(
      'The data came from a backup or from another computer. No backup is copied to {{where}} until you confirm that place.',
      { where },
    ),
    action: t('Copy there'),
    done: t('Backups are copied there again.'),
  }),
  'images.published': (where) => ({
    title: t('Product images are not published'),
    detail: t(
      'The data came from a backup or from another computer. No image is copied to {{where}} until you confirm that place.',
      { where },
    ),
    action: t('Publish there'),
    done: t('Images are published there again.'),
  }),
  'network.access': () => ({
    title: t('Other computers cannot reach Daybook'),
    detail: t(
      'The data came from a backup or from another computer, where others could reach Daybook. Here only this computer can, until you open it.',
    ),
    action: t('Open it to them'),
    done: t('Other computers reach Daybook now.'),
  }),
}

export function pausedWords({ name, leadsTo }: Paused): Words {
  return wordsOf[name](leadsTo.join(', '))
}
