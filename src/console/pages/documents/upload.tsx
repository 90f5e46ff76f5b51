import {
  Alert,
  Button,
  Group,
  Modal,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  useMatches,
} from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useDisclosure } from '@mantine/hooks'
import { IconCamera, IconFileUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRefresh } from '../../components/commands.tsx'
import { formatCount } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import { PhotographDocuments } from './photograph/photograph.tsx'
import { ChosenFiles, UploadBatches } from './upload-list.tsx'
import {
  addUploads,
  clearUploads,
  isUnderWay,
  summaryOf,
  useUploads,
  type Upload,
} from './uploads.ts'
import { t } from '../../language/language.ts'
import { DropHint } from '../../components/drop-hint.tsx'

type UploadDocumentsProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Files are dropped anywhere on the page or chosen. The user chooses their kind, then they are sent one by one. */
export function UploadDocuments({ isOpen, onOpen, onClose }: UploadDocumentsProps) {
  const { user } = useSignedIn()
  const uploads = useUploads(user.id)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [isTaking, taking] = useDisclosure()
  useRefreshedLists(uploads)
  const add = (files: readonly File[]) => {
    setChosen((before) => [...before, ...files])
    onOpen()
  }
  usePastedFiles(add)
  // Only one dialogue at a time. Files already chosen wait.
  const beginTaking = () => {
    onClose()
    taking.open()
  }
  const endTaking = () => {
    taking.close()
    onOpen()
  }
  const close = () => {
    onClose()
    setChosen([])
    clearUploads()
  }
  return (
    <>
      {!isOpen && <UnderWay uploads={uploads} onShow={onOpen} />}
      <PhotographDocuments isOpen={isTaking} onClose={endTaking} onTaken={add} />
      <DropAnywhere isActive={!isOpen && !isTaking} onDrop={add} />
      <Modal opened={isOpen} onClose={close} title={t('Add documents')} size="xl">
        <Stack>
          <Dropzone
            data-autofocus
            onDrop={add}
            p="md"
            mih={110}
            inputProps={{ 'aria-label': t('Choose files') }}
          >
            <DropWords />
          </Dropzone>
          <Button
            variant="default"
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={beginTaking}
          >
            {t('Photograph with the camera')}
          </Button>
          {chosen.length > 0 && (
            <Chosen
              files={chosen}
              onRemove={(file) => setChosen((before) => before.filter((other) => other !== file))}
              onSend={(category) => {
                addUploads(user.id, category, chosen)
                setChosen([])
              }}
            />
          )}
          <UploadBatches uploads={uploads} />
          <Outcome uploads={uploads} hasChosen={chosen.length > 0} onClose={close} />
        </Stack>
      </Modal>
    </>
  )
}

type DropAnywhereProps = { isActive: boolean; onDrop: (files: readonly File[]) => void }

/** The whole page as a drop target. People without a mouse use the button. */
function DropAnywhere({ isActive, onDrop }: DropAnywhereProps) {
  return (
    <Dropzone.FullScreen
      active={isActive}
      onDrop={onDrop}
      activateOnKeyboard={false}
      attributes={{ fullScreen: { 'aria-hidden': true } }}
    >
      <DropWords />
    </Dropzone.FullScreen>
  )
}

function DropWords() {
  return (
    <DropHint icon={IconFileUpload} title={t('Drop or paste files here, or press to choose them')}>
      {t('PDF, TIFF, photos, Excel, CSV or text, up to 32 MB each. As many as you like.')}
    </DropHint>
  )
}

type ChosenProps = {
  files: readonly File[]
  onRemove: (file: File) => void
  onSend: (category: DocumentCategory) => void
}

function Chosen({ files, onRemove, onSend }: ChosenProps) {
  const [category, setCategory] = useState<DocumentCategory>('vendor_invoice')
  // On a phone there is no room for three choices side by side.
  const orientation = useMatches({ base: 'vertical', xs: 'horizontal' } as const)
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500} id="kind-of-documents">
        {files.length === 1
          ? t('What is it?')
          : t('What are these {{length}} files?', { length: formatCount(files.length) })}
      </Text>
      <SegmentedControl
        aria-labelledby="kind-of-documents"
        orientation={orientation}
        fullWidth
        data={documentCategories.map((name) => ({ value: name, label: categoryNames[name] }))}
        value={category}
        onChange={setCategory}
      />
      <ChosenFiles files={files} onRemove={onRemove} />
      <Group justify="flex-end">
        <Button onClick={() => onSend(category)}>
          {files.length === 1
            ? t('Add the document')
            : t('Add {{length}} documents', { length: formatCount(files.length) })}
        </Button>
      </Group>
    </Stack>
  )
}

type OutcomeProps = { uploads: readonly Upload[]; hasChosen: boolean; onClose: () => void }

function Outcome({ uploads, hasChosen, onClose }: OutcomeProps) {
  if (uploads.length === 0 || hasChosen) return null
  const isBusy = uploads.some(isUnderWay)
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {isBusy ? t('Go on in the background') : t('Close')}
      </Button>
    </Group>
  )
}

/** Shown while the dialogue is closed. */
function UnderWay({ uploads, onShow }: { uploads: readonly Upload[]; onShow: () => void }) {
  if (uploads.length === 0) return null
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0) / uploads.length
  return (
    <Alert
      mb="md"
      p="sm"
      role="status"
      withCloseButton={!uploads.some(isUnderWay)}
      closeButtonLabel={t('Close')}
      onClose={clearUploads}
    >
      <Group justify="space-between">
        <Text size="sm">{summaryOf(uploads)}</Text>
        <Progress value={sent * 100} flex="1 1 8rem" aria-label={t('Sent')} />
        <Button size="xs" variant="default" onClick={onShow}>
          {t('Show')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Ctrl+V adds a copied picture or file. */
function usePastedFiles(add: (files: readonly File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('paste', (event) => paste(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/** Reloads the lists after each added document. */
function useRefreshedLists(uploads: readonly Upload[]): void {
  const refresh = useRefresh()
  const done = uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done > 0) void refresh()
  }, [refresh, done])
}
