import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../../client.ts'
import { DocumentLink } from '../../../components/cells.tsx'
import { formatDay, dayOf } from '../../../components/days.ts'
import type { DocumentCategory } from '../../../words.ts'
import type { Draft } from './draft.ts'
import type { Kind } from './kinds.ts'
import { t } from '../../../language/language.ts'
import { Words } from '../../../language/words.tsx'

/** The pause in typing before the search, in milliseconds. */
const pauseMs = 300

type Asked = {
  number: string
  seller: string
  gstin: string
  date: string
  category: DocumentCategory
  except: string
}

function sameNumberQuery(asked: Asked) {
  return queryOptions({
    queryKey: ['documents', 'same-number', asked],
    queryFn: () => ask(api.documents['same-number'].get({ query: asked })),
  })
}

type Other = AnswerOf<typeof sameNumberQuery>['documents'][number]

type SameNumberProps = { draft: Draft; numberKey: string; kind: Kind; documentId: string }

/** Warns while a number is typed if another document has it, also another user's. */
export function SameNumber({ draft: { head }, numberKey, kind, documentId }: SameNumberProps) {
  const textOf = (key: string) => head[key]?.text.trim() ?? ''
  const asked = {
    number: textOf(numberKey),
    seller: textOf('vendor_name'),
    gstin: textOf('gstin'),
    date: textOf('invoice_date') || textOf('po_date'),
    category: kind.category,
    except: documentId,
  }
  const [number] = useDebouncedValue(asked.number, pauseMs)
  const found = useQuery({
    ...sameNumberQuery({ ...asked, number }),
    enabled: number !== '' && number === asked.number,
  })
  const [first] = number === asked.number ? (found.data?.documents ?? []) : []
  if (first === undefined) return null
  return (
    <Text size="xs" mt={4} role="status" c="var(--mantine-color-orange-text)">
      <Words
        of={t('This number is there already: {{named}}.')}
        with={{ named: <Named other={first} /> }}
      />
    </Text>
  )
}

function Named({ other: { id, filename, isSameUser, uploadedBy, day } }: { other: Other }) {
  const when = formatDay(dayOf(new Date(day).getTime()))
  const whose = isSameUser
    ? t('added on {{when}}', { when })
    : t('uploaded by {{uploadedBy}} on {{when}}', { uploadedBy, when })
  if (id === null || filename === null) return whose
  return (
    <>
      <DocumentLink to={{ id, filename }} inherit underline="always" />, {whose}
    </>
  )
}
