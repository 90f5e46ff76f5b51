import { Button, FileButton, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CameraView, frameOf } from '../../../components/camera/camera-view.tsx'
import { useCamera } from '../../../components/camera/use-camera.ts'
import { tCounted } from '../../../components/values.tsx'
import { EdgeHint } from './edge-hint.tsx'
import { jpegFile, joinedFile } from './photo-files.ts'
import { Shots } from './shots.tsx'
import { shotOf, useShots, type Shot } from './use-shots.ts'
import { t } from '../../../language/language.ts'

type PhotographProps = { isOpen: boolean; onClose: () => void; onTaken: (files: File[]) => void }

/** Papers are photographed page by page; each may be taken again, and all of them become one document or one each. */
export function PhotographDocuments({ isOpen, onClose, onTaken }: PhotographProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('Photograph a document')} size="lg">
      <Photographing
        onTaken={(files) => {
          onClose()
          onTaken(files)
        }}
      />
    </Modal>
  )
}

function Photographing({ onTaken }: Pick<PhotographProps, 'onTaken'>) {
  const camera = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const { shots, add, remove, retake, retaken } = useShots()
  const take = async () => {
    if (video.current === null || video.current.videoWidth === 0) return
    add(shotOf(await jpegFile(frameOf(video.current).canvas)))
  }
  return (
    <Stack gap="sm">
      <CameraView camera={camera} video={video} label={t('What the camera sees')}>
        <EdgeHint video={video} />
      </CameraView>
      {camera.problem === null ? (
        <Button leftSection={<IconCamera size={18} aria-hidden />} onClick={() => void take()}>
          {takeWords(shots, retaken)}
        </Button>
      ) : (
        <PhonesCamera label={takeWords(shots, retaken)} onShot={add} />
      )}
      <Shots shots={shots} retaken={retaken} onRetake={retake} onRemove={remove} />
      {shots.length > 0 && <Use shots={shots} onTaken={onTaken} />}
    </Stack>
  )
}

function takeWords(shots: readonly Shot[], retaken: string | null): string {
  const index = shots.findIndex(({ key }) => key === retaken)
  if (index >= 0) return t('Take page {{value}} again', { value: index + 1 })
  return shots.length === 0
    ? t('Take the photo')
    : t('Take page {{value}}', { value: shots.length + 1 })
}

/** Without HTTPS a page cannot have the camera; a phone's own program can. */
function PhonesCamera({ label, onShot }: { label: string; onShot: (shot: Shot) => void }) {
  return (
    <FileButton
      accept="image/jpeg"
      capture="environment"
      onChange={(file) => {
        if (file !== null) onShot(shotOf(file))
      }}
    >
      {(props) => (
        <Button leftSection={<IconCamera size={18} aria-hidden />} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

function Use({ shots, onTaken }: { shots: readonly Shot[]; onTaken: (files: File[]) => void }) {
  const [parts, setParts] = useState<'one' | 'each'>('one')
  const use = async () => {
    if (shots.length === 1 || parts === 'each') onTaken(shots.map(({ file }) => file))
    else onTaken([await joinedFile(shots.map(({ file }) => file))])
  }
  return (
    <Group justify="space-between">
      {shots.length > 1 ? (
        <SegmentedControl
          aria-label={t('What the photos are')}
          data={[
            { value: 'one', label: t('One document') },
            { value: 'each', label: tCounted(shots.length, 'document') },
          ]}
          value={parts}
          onChange={setParts}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('More pages? Take them one after the other.')}
        </Text>
      )}
      <Button onClick={() => void use()}>
        {shots.length === 1
          ? t('Use the photo')
          : t('Use {{photos}}', { photos: tCounted(shots.length, 'photo') })}
      </Button>
    </Group>
  )
}
