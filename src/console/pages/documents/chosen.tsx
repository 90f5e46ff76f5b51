import { Menu } from '@mantine/core'
import { IconFiles, IconTrash } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { ChosenMenu, PutBackChosen, type Chosen } from '../../components/list-selection.tsx'
import { useCommand } from '../../components/commands.tsx'
import { tCounted, formatCount } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import type { ListedDocument } from './data.ts'
import { t } from '../../language/language.ts'
import { ConfirmButton } from '../../components/buttons.tsx'

type ChosenProps = { chosen: Chosen<ListedDocument> }

/** The actions for selected documents. */
export function ChosenDocuments({ chosen }: ChosenProps) {
  const isOwner = useSignedIn().user.role === 'owner'
  return (
    <>
      <MoveMenu chosen={chosen} />
      {canJoin(chosen) && <JoinPhotos chosen={chosen} />}
      {isOwner && <PutBackDocuments chosen={chosen} />}
      <RemoveChosen chosen={chosen} />
    </>
  )
}

function MoveMenu({ chosen: { which, clear } }: ChosenProps) {
  const move = useCommand({
    async run(category: DocumentCategory) {
      const answer = await ask(api.documents.chosen.move.post({ which, category }))
      clear()
      return answer
    },
    done: ({ changed, left }, category) =>
      t('{{documents}} moved: each is a {{kind}} now.{{left}}', {
        documents: tCounted(changed, 'document'),
        kind: categoryNames[category].toLowerCase(),
        left: stayed(left),
      }),
    refused: t('Nothing was moved'),
  })
  return (
    <ChosenMenu label={t('Change the kind…')} isPending={move.isPending}>
      {documentCategories.map((category) => (
        <Menu.Item key={category} onClick={() => move.mutate(category)}>
          {categoryNames[category]}s
        </Menu.Item>
      ))}
    </ChosenMenu>
  )
}

/** The most photos of one paper that can be joined: more pages are a book. */
const joinedMax = 20

function canJoin({ rows }: Chosen<ListedDocument>): boolean {
  const arePhotos = rows.every(({ filename }) => /\.jpe?g$/i.test(filename))
  return rows.length >= 2 && rows.length <= joinedMax && arePhotos
}

/** Joins photos in the order of arrival, which is the order of the pages. */
function JoinPhotos({ chosen: { rows, clear } }: ChosenProps) {
  const ids = rows
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
    .map(({ id }) => id)
  return (
    <ConfirmButton
      icon={IconFiles}
      variant="default"
      size="xs"
      confirmation={{
        title: t('Join these {{length}} photos?', { length: rows.length }),
        children: t(
          'They become one document with a page each, in the order in which they were added, which is then read anew. What was read of each goes.',
        ),
        action: t('Join them'),
        done: t('They are one document now.'),
        async run() {
          await ask(api.documents.join.post({ ids }))
          clear()
        },
      }}
    >
      {t('Join as one…')}
    </ConfirmButton>
  )
}

function PutBackDocuments({ chosen: { which, count, clear } }: ChosenProps) {
  return (
    <PutBackChosen
      what={tCounted(count, 'document')}
      warning={t(
        'Those of them that were delivered wait again, and the next fetch of your accounting software gets them: what is booked there already may be booked twice. Duplicates that were delivered with them come back too.',
      )}
      run={async () => {
        await ask(api.documents.chosen['put-back'].post({ which }))
        clear()
      }}
    />
  )
}

function RemoveChosen({ chosen: { which, count, clear } }: ChosenProps) {
  const what = tCounted(count, 'document')
  return (
    <ConfirmButton
      icon={IconTrash}
      variant="default"
      size="xs"
      c="var(--mantine-color-error)"
      confirmation={{
        title: t('Remove {{what}}?', { what }),
        children: t(
          'They are deleted now, with their files and what was read or typed in. Your accounting software never gets them. What was delivered already stays until its 30 days are over. This cannot be taken back.',
        ),
        action: t('Remove {{what}}', { what }),
        keep: t('Keep them'),
        done: t('They are removed.'),
        async run() {
          await ask(api.documents.chosen.remove.post({ which }))
          clear()
        },
      }}
    >
      {t('Remove…')}
    </ConfirmButton>
  )
}

function stayed(left: number): string {
  return left === 0
    ? ''
    : t(' {{left}} stayed as they are: delivered, or that already.', { left: formatCount(left) })
}
