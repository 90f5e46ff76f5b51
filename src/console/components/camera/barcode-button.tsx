import { ActionIcon, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconScan } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { CameraView, frameOf, pixelsOf, useFrames } from './camera-view.tsx'
import { useCamera } from './use-camera.ts'
import { t } from '../../language/language.ts'

/** The time between two tries, in milliseconds: a steady hand needs only one. */
const lookEveryMs = 150

/** At this width in pixels, the bars of a code that fills a third of the picture are still distinct. */
const lookWidth = 1000

type BarcodeButtonProps = { onRead: (code: string) => void }

/** A button beside a field that fills the field from the camera. */
export function BarcodeButton({ onRead }: BarcodeButtonProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Tooltip label={t('Read a barcode with the camera')}>
        <ActionIcon aria-label={t('Read a barcode with the camera')} onClick={open}>
          <IconScan size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={close} title={t('Read a barcode')}>
        <Scanner
          onRead={(code) => {
            close()
            onRead(code)
          }}
        />
      </Modal>
    </>
  )
}

function Scanner({ onRead }: BarcodeButtonProps) {
  const camera = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const reader = useRef<BarcodeReader>(undefined)
  useEffect(() => () => reader.current?.stop(), [])
  useFrames(video, lookEveryMs, async (seen) => {
    reader.current ??= openBarcodeReader()
    const code = await reader.current.read(pixelsOf(frameOf(seen, lookWidth)))
    if (code !== null) onRead(code)
  })
  return (
    <Stack gap="xs">
      <CameraView camera={camera} video={video} label={t('What the camera sees')} />
      {camera.problem === null ? (
        <Text size="sm" c="dimmed">
          {t('Hold the code still before the camera. It is taken as soon as it is read.')}
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          {t(
            'A barcode reader that is plugged in types into the field by itself: it needs no camera.',
          )}
        </Text>
      )}
    </Stack>
  )
}

/** Reads barcodes in a worker. Its engine is loaded at the first scan. */
type BarcodeReader = {
  /** The first barcode in the image. Null if there is none. */
  read(image: ImageData): Promise<string | null>
  stop(): void
}

/** The address of the worker's file, whose name contains a hash. */
function workerAddress(): string {
  const address = document.querySelector<HTMLMetaElement>('meta[name="barcode-worker"]')?.content
  if (address === undefined) throw new Error('The page names no reader of barcodes.')
  return address
}

function openBarcodeReader(): BarcodeReader {
  const worker = new Worker(workerAddress(), { type: 'module' })
  let answer: ((text: string | null) => void) | undefined
  const tell = (text: string | null) => answer?.(text)
  worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => tell(data))
  worker.addEventListener('error', () => tell(null))
  return {
    read(image) {
      const { promise, resolve } = Promise.withResolvers<string | null>()
      answer = resolve
      worker.postMessage(image, [image.data.buffer])
      return promise
    },
    stop: () => worker.terminate(),
  }
}
