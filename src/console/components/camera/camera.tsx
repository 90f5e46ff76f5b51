import { ActionIcon, Modal, Stack, Text, Tooltip, Alert } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconScan } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode, type RefObject, useState } from 'react'
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

type CameraViewProps = {
  camera: Camera
  video: RefObject<HTMLVideoElement | null>
  label: string
  /** An overlay on the picture. */
  children?: ReactNode
}

/** The camera's picture, or why there is none. */
export function CameraView({
  camera: { stream, problem },
  video,
  label,
  children,
}: CameraViewProps) {
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream
  }, [video, stream])
  if (problem !== null) return <Alert color="yellow">{problemTexts[problem]}</Alert>
  return (
    <div className="camera">
      <video ref={video} autoPlay playsInline muted aria-label={label} />
      {children}
    </div>
  )
}

const problemTexts: Record<CameraProblem, string> = {
  insecure: t(
    'Browsers let a page use the camera only over HTTPS, or on the computer that Daybook itself runs on. An owner can set HTTPS up (Settings, in the reference pages).',
  ),
  refused: t(
    'The browser was told not to let this page use the camera. Allow it beside the address.',
  ),
  none: t('No camera was found, or another program uses it.'),
}

/** Runs `look` on the camera's picture again and again, with a pause of `pauseMs` between two runs. */
export function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  pauseMs: number,
  look: (video: HTMLVideoElement) => Promise<void> | void,
): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async () => {
      const { current } = video
      if (current !== null && current.videoWidth > 0) await latest.current(current)
      timer = setTimeout(() => void next(), pauseMs)
    }
    timer = setTimeout(() => void next(), pauseMs)
    return () => clearTimeout(timer)
  }, [video, pauseMs])
}

/** A frame of the video, scaled down to `widthMax` pixels. */
export function frameOf(video: HTMLVideoElement, widthMax = Infinity): CanvasRenderingContext2D {
  const scale = Math.min(1, widthMax / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('The browser draws no pictures.')
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context
}

export function pixelsOf(context: CanvasRenderingContext2D): ImageData {
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height)
}

/** Sharp enough for small print. A camera gives the nearest size that it has. */
const wantedSize = { width: { ideal: 2560 }, height: { ideal: 1440 } }

/** Why there is no picture: the page is not secure, nobody allowed it, or there is no camera. */
type CameraProblem = 'insecure' | 'refused' | 'none'

type Camera = { stream: MediaStream | null; problem: CameraProblem | null }

/** The camera, preferably on the back of a phone, while the component is shown. */
export function useCamera(): Camera {
  const [camera, setCamera] = useState<Camera>(() => ({
    stream: null,
    problem: hasCameras() ? null : 'insecure',
  }))
  useEffect(() => {
    if (!hasCameras()) return undefined
    let isOver = false
    const opening = openCamera()
    void opening.then((opened) => (isOver ? end(opened) : setCamera(opened)))
    return () => {
      isOver = true
      void opening.then(end)
    }
  }, [])
  return camera
}

async function openCamera(): Promise<Camera> {
  try {
    const video = { facingMode: 'environment', ...wantedSize }
    return { stream: await navigator.mediaDevices.getUserMedia({ video }), problem: null }
  } catch (error) {
    return { stream: null, problem: problemOf(error) }
  }
}

/** Stopping the tracks turns the camera's light off. */
function end({ stream }: Camera): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Browsers hide cameras from pages without HTTPS, except on their own computer. */
function hasCameras(): boolean {
  return 'mediaDevices' in navigator
}

function problemOf(error: unknown): CameraProblem {
  return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none'
}
